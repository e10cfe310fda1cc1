import { useState } from 'react';
import EditOutlined from '@mui/icons-material/EditOutlined';
import HandshakeOutlined from '@mui/icons-material/HandshakeOutlined';
import VpnKeyOutlined from '@mui/icons-material/VpnKeyOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import IconButton from '@mui/material/IconButton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import type { Partner } from '@crm/contracts/http/intake.js';
import { shownInstant } from '@crm/contracts/time/pacific.js';
import { DialogFrame } from '../controls/DialogFrame.js';
import { usePartnerWords } from '../i18n/partners.en.js';
import { PageCard } from '../layout/PageCard.js';
import { PageHead } from '../layout/PageHead.js';
import { TableNotice } from '../leads/table/TableNotice.js';
import { KeyDialog } from './KeyDialog.js';
import PartnerDialog from './PartnerDialog.js';
import { sourceTitle } from './source-title.js';
import { usePartnerDeeds, usePartners } from './usePartners.js';

type Open =
  | { is: 'new' }
  | { is: 'edit' | 'renew'; partner: Partner }
  | { is: 'key'; partner: Partner; secret: string };

const columns = [
  ['crm.partners.name', 'left'],
  ['crm.partners.code', 'left'],
  ['crm.partners.sources', 'left'],
  ['crm.partners.key', 'left'],
  ['crm.partners.accepted', 'right'],
  ['crm.partners.rejected', 'right'],
  ['crm.partners.lastUsed', 'left'],
] as const;

/** The partners who deliver leads by call, and their keys. */
export default function PartnersPage() {
  const words = usePartnerWords();
  const { data: partners, isError, refetch } = usePartners();
  const [open, setOpen] = useState<Open>();
  const { renewal } = usePartnerDeeds();
  const close = () => {
    setOpen(undefined);
  };
  const add = (
    <Button
      variant="contained"
      onClick={() => {
        setOpen({ is: 'new' });
      }}
    >
      {words('crm.partners.add')}
    </Button>
  );

  return (
    <>
      <PageHead
        title={words('crm.partners.title')}
        count={partners && words('crm.partners.count', { smart_count: partners.length })}
        actions={add}
      />
      <PageCard sx={{ overflow: 'auto' }}>
        <Table size="small" sx={{ minWidth: 900 }}>
          <TableHead>
            <TableRow>
              {columns.map(([label, align]) => (
                <TableCell key={label} align={align}>
                  {words(label)}
                </TableCell>
              ))}
              <TableCell align="right">{words('crm.partners.actions')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {isError && (
              <TableNotice
                role="alert"
                icon={<HandshakeOutlined />}
                title={words('crm.partners.failedTitle')}
                text={words('crm.partners.failedText')}
                actions={
                  <Button variant="contained" onClick={() => void refetch()}>
                    {words('crm.action.retry')}
                  </Button>
                }
              />
            )}
            {partners?.length === 0 && (
              <TableNotice
                icon={<HandshakeOutlined />}
                title={words('crm.partners.emptyTitle')}
                text={words('crm.partners.emptyText')}
                actions={add}
              />
            )}
            {partners?.map((partner) => (
              <Row
                key={partner.id}
                partner={partner}
                onEdit={() => {
                  setOpen({ is: 'edit', partner });
                }}
                onRenew={() => {
                  setOpen({ is: 'renew', partner });
                }}
              />
            ))}
          </TableBody>
        </Table>
      </PageCard>
      {(open?.is === 'new' || open?.is === 'edit') && (
        <PartnerDialog
          partner={open.is === 'edit' ? open.partner : undefined}
          onClose={close}
          onKey={(partner, secret) => {
            setOpen({ is: 'key', partner, secret });
          }}
        />
      )}
      {open?.is === 'renew' && (
        <DialogFrame
          open
          width={400}
          title={words('crm.partners.renewTitle')}
          onClose={close}
          actions={
            <>
              <Button variant="outlined" autoFocus onClick={close}>
                {words('crm.action.close')}
              </Button>
              <Button
                variant="contained"
                color="error"
                loading={renewal.isPending}
                onClick={() => {
                  renewal.mutate(open.partner.id, {
                    onSuccess: ({ partner, key }) => {
                      setOpen({ is: 'key', partner, secret: key });
                    },
                  });
                }}
              >
                {words('crm.partners.renewNow')}
              </Button>
            </>
          }
        >
          <Typography color="text.secondary">
            {words('crm.partners.renewText', { name: open.partner.name })}
          </Typography>
        </DialogFrame>
      )}
      {open?.is === 'key' && <KeyDialog partner={open.partner} secret={open.secret} onClose={close} />}
    </>
  );
}

function Row({ partner, onEdit, onRenew }: { partner: Partner; onEdit: () => void; onRenew: () => void }) {
  const words = usePartnerWords();
  const { name, code, sources, key_hint, accepted, rejected, last_used_at, active } = partner;
  const [edit, renew] = [words('crm.partners.edit', { name }), words('crm.partners.renew', { name })];
  return (
    <TableRow>
      <TableCell sx={{ overflowWrap: 'anywhere' }}>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
          {name}
          {active === 0 && <Chip size="small" label={words('crm.partners.off')} />}
        </Box>
      </TableCell>
      <TableCell>{code}</TableCell>
      <TableCell>{sources.map(sourceTitle).join(', ')}</TableCell>
      <TableCell>{key_hint}…</TableCell>
      <TableCell align="right">{accepted}</TableCell>
      <TableCell align="right">{rejected}</TableCell>
      <TableCell>
        {last_used_at === null ? words('crm.partners.never') : shownInstant(last_used_at)}
      </TableCell>
      <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
        <Tooltip title={edit}>
          <IconButton aria-label={edit} onClick={onEdit}>
            <EditOutlined />
          </IconButton>
        </Tooltip>
        <Tooltip title={renew}>
          <IconButton aria-label={renew} onClick={onRenew}>
            <VpnKeyOutlined />
          </IconButton>
        </Tooltip>
      </TableCell>
    </TableRow>
  );
}
