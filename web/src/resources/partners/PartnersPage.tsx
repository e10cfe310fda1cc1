import { useState } from 'react';
import HandshakeOutlined from '@mui/icons-material/HandshakeOutlined';
import VpnKeyOutlined from '@mui/icons-material/VpnKeyOutlined';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { partners, type Partner } from '@crm/contracts/resources/partner.js';
import { shownInstant } from '@crm/contracts/time/pacific.js';
import { usePartnerWords } from '../../i18n/partners.en.js';
import { Clip } from '../../lists/Clip.js';
import { defaultView } from '../default-view.js';
import { ResourcePage } from '../ResourcePage.js';
import { KeyDialog } from './KeyDialog.js';
import { RenewKeyDialog } from './RenewKeyDialog.js';

const withKey = partners.calls.create.answer;

type Open = { is: 'renew'; partner: Partner } | { is: 'key'; partner: Partner; secret: string };

/** The partners who deliver leads by call, and their keys. */
export default function PartnersPage() {
  const words = usePartnerWords();
  const [open, setOpen] = useState<Open>();
  const close = () => {
    setOpen(undefined);
  };
  const showKey = (partner: Partner & { key: string }) => {
    setOpen({ is: 'key', partner, secret: partner.key });
  };
  const rowActions = (partner: Partner) => {
    const renew = words('crm.partners.renew', { name: partner.name });
    return (
      <Tooltip title={renew}>
        <IconButton
          aria-label={renew}
          onClick={() => {
            setOpen({ is: 'renew', partner });
          }}
        >
          <VpnKeyOutlined />
        </IconButton>
      </Tooltip>
    );
  };
  const view = defaultView(partners, {
    Icon: HandshakeOutlined,
    emptyText: words('crm.partners.emptyText'),
    columns: {
      name: {
        width: 220,
        cell: ({ name, active }) => (
          <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
            <Clip text={name} />
            {active === 0 && <Chip size="small" label={words('crm.partners.off')} />}
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
          last_used_at === null ? words('crm.partners.never') : shownInstant(last_used_at),
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
