import { useState } from 'react';
import KeyOutlined from '@mui/icons-material/KeyOutlined';
import PersonAddOutlined from '@mui/icons-material/PersonAddOutlined';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import { singleSignOnCallback } from '@crm/contracts/http/single-sign-on.js';
import { identityProviders, type IdentityProvider } from '@crm/contracts/resources/identity-provider.js';
import { shownInstant } from '@crm/contracts/time/pacific.js';
import { Clip } from '../../controls/Clip.js';
import { IconAction } from '../../controls/IconAction.js';
import { ShownOnce } from '../../controls/ShownOnce.js';
import { useSingleSignOnMessages } from '../../i18n/single-sign-on.en.js';
import { defaultView } from '../default-view.js';
import { ResourcePage } from '../ResourcePage.js';
import { RoleRowsInput } from './RoleRowsInput.js';
import { ScimTokenDialog } from './ScimTokenDialog.js';

/** What is entered at the provider. */
function Addresses() {
  const translate = useSingleSignOnMessages();
  const { origin } = window.location;
  const words = { copy: translate('crm.singleSignOn.copy'), copied: translate('crm.singleSignOn.copied') };
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' }, gap: 2, mb: 2 }}>
      <ShownOnce
        {...words}
        label={translate('crm.singleSignOn.callback')}
        value={`${origin}${singleSignOnCallback.path}`}
      />
      <ShownOnce {...words} label={translate('crm.singleSignOn.scim')} value={`${origin}/scim/v2`} />
    </Box>
  );
}

/** Identity providers: where people sign in, and where SCIM comes from. */
export default function IdentityProvidersPage() {
  const translate = useSingleSignOnMessages();
  const [opened, setOpened] = useState<IdentityProvider>();
  const view = defaultView(identityProviders, {
    Icon: KeyOutlined,
    title: translate('crm.singleSignOn.title'),
    emptyText: translate('crm.singleSignOn.emptyText'),
    above: <Addresses />,
    inputs: { roles: <RoleRowsInput /> },
    initial: { role_claim: 'groups' },
    columns: {
      label: {
        width: 200,
        names: true,
        cell: ({ label, active }) => (
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
            <Clip text={label} />
            {active === 0 && <Chip size="small" label={translate('crm.singleSignOn.off')} />}
          </Box>
        ),
      },
      issuer: { width: 230, wraps: true },
      domains: { width: 170, wraps: true },
      scim_token: {
        width: 110,
        cell: ({ scim_token }) =>
          scim_token === '' ? translate('crm.singleSignOn.noToken') : `${scim_token}…`,
      },
      scim_used_at: {
        width: 150,
        cell: ({ scim_used_at: at }) =>
          at === null ? translate('crm.singleSignOn.never') : shownInstant(at),
      },
    },
    rowActions: (provider: IdentityProvider) => (
      <IconAction
        label={translate('crm.singleSignOn.token', { name: provider.label })}
        onClick={() => {
          setOpened(provider);
        }}
      >
        <PersonAddOutlined />
      </IconAction>
    ),
    rowButtons: 3,
  });
  return (
    <>
      <ResourcePage view={view} />
      {opened && (
        <ScimTokenDialog
          provider={opened}
          onClose={() => {
            setOpened(undefined);
          }}
        />
      )}
    </>
  );
}
