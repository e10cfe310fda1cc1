import { useState } from 'react';
import HandshakeOutlined from '@mui/icons-material/HandshakeOutlined';
import VpnKeyOutlined from '@mui/icons-material/VpnKeyOutlined';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import { partners, type Partner } from '@crm/contracts/resources/partner.js';
import { shownInstant } from '@crm/contracts/time/pacific.js';
import { IconAction } from '../../controls/IconAction.js';
import { usePartnerMessages } from '../../i18n/partners.en.js';
import { Clip } from '../../controls/Clip.js';
import { defaultView } from '../default-view.js';
import { ResourcePage } from '../ResourcePage.js';
import { KeyDialog } from './KeyDialog.js';
import { RenewKeyDialog } from './RenewKeyDialog.js';

const withKey = partners.calls.create.answer;

type Open = { is: 'renew'; partner: Partner } | { is: 'key'; partner: Partner; secret: string };

/** The partners who deliver leads by call, and their keys. */
export default function PartnersPage() {
  const translate = usePartnerMessages();
  const [open, setOpen] = useState<Open>();
  const close = () => {
    setOpen(undefined);
  };
  const showKey = (partner: Partner & { key: string }) => {
    setOpen({ is: 'key', partner, secret: partner.key });
  };
  const rowActions = (partner: Partner) => {
    const renew = translate('crm.partners.renew', { name: partner.name });
    return (
      <IconAction
        label={renew}
        onClick={() => {
          setOpen({ is: 'renew', partner });
        }}
      >
        <VpnKeyOutlined />
      </IconAction>
    );
  };
  const view = defaultView(partners, {
    Icon: HandshakeOutlined,
    emptyText: translate('crm.partners.emptyText'),
    columns: {
      name: {
        width: 220,
        cell: ({ name, active }) => (
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
            <Clip text={name} />
            {active === 0 && <Chip size="small" label={translate('crm.partners.off')} />}
          </Box>
        ),
      },
      code: { width: 130 },
      sources: { width: 220 },
      key_hint: { width: 100, cell: ({ key_hint }) => `${key_hint}…` },
      accepted: { width: 84 },
      rejected: { width: 84 },
      last_used_at: {
        width: 160,
        cell: ({ last_used_at }) =>
          last_used_at === null ? translate('crm.partners.never') : shownInstant(last_used_at),
      },
    },
    rowActions,
    onCreated: (created) => {
      showKey(withKey.parse(created));
    },
  });
  return (
    <>
      <ResourcePage view={view} />
      {open?.is === 'renew' && <RenewKeyDialog partner={open.partner} onClose={close} onKey={showKey} />}
      {open?.is === 'key' && <KeyDialog partner={open.partner} secret={open.secret} onClose={close} />}
    </>
  );
}
