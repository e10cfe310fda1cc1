import { useState } from 'react';
import LockOpenOutlined from '@mui/icons-material/LockOpenOutlined';
import PhoneDisabledOutlined from '@mui/icons-material/PhoneDisabledOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import TextField from '@mui/material/TextField';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import type { DoNotContactEntry } from '@crm/contracts/entities/contact.js';
import { toShown } from '@crm/contracts/phone.js';
import { shownInstant } from '@crm/contracts/time/pacific.js';
import { useWords } from '../i18n/useWords.js';
import { TableNotice } from '../lists/TableNotice.js';
import { AddEntryDialog } from './AddEntryDialog.js';
import { channelKeys } from './channel-words.js';
import { LiftDialog } from './LiftDialog.js';
import { useDoNotContact } from './useContactRules.js';

const pageSize = 50;
const columns = ['address', 'channel', 'how', 'by', 'since'] as const;

const nameOf = ({ phone, email }: DoNotContactEntry) => (phone === null ? (email ?? '') : toShown(phone));

/** Who is not to be contacted: found, added to and lifted. */
export function DoNotContactPanel() {
  const words = useWords();
  const [q, setQ] = useState('');
  const [page, setPage] = useState(1);
  const { data, isError, refetch } = useDoNotContact(q, page);
  const [open, setOpen] = useState<'add' | DoNotContactEntry>();
  const close = () => {
    setOpen(undefined);
  };
  return (
    <Box
      id="do-not-contact-panel"
      role="tabpanel"
      aria-labelledby="do-not-contact-tab"
      sx={{ display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0 }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, px: 2, py: 1.5 }}>
        <TextField
          size="small"
          type="search"
          label={words('crm.doNotContact.search')}
          value={q}
          onChange={(event) => {
            setQ(event.target.value);
            setPage(1);
          }}
          sx={{ width: 280 }}
        />
        <Typography variant="body2" color="textSecondary" sx={{ flex: 1 }} aria-live="polite">
          {data && words('crm.doNotContact.count', { smart_count: data.total })}
        </Typography>
        <Button
          variant="contained"
          onClick={() => {
            setOpen('add');
          }}
        >
          {words('crm.doNotContact.add')}
        </Button>
      </Box>
      <Box sx={{ flex: 1, minHeight: 0, overflow: 'auto' }}>
        <Table size="small" stickyHeader sx={{ minWidth: 720 }}>
          <TableHead>
            <TableRow>
              {columns.map((column) => (
                <TableCell key={column}>{words(`crm.doNotContact.${column}`)}</TableCell>
              ))}
              <TableCell align="right">{words('crm.contactRules.actions')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {isError && (
              <TableNotice
                role="alert"
                icon={<PhoneDisabledOutlined />}
                title={words('crm.doNotContact.failedTitle')}
                text={words('crm.contactRules.failedText')}
                actions={
                  <Button variant="contained" onClick={() => void refetch()}>
                    {words('crm.action.retry')}
                  </Button>
                }
              />
            )}
            {data?.entries.length === 0 && (
              <TableNotice
                icon={<PhoneDisabledOutlined />}
                title={words(q === '' ? 'crm.doNotContact.emptyTitle' : 'crm.doNotContact.noneTitle')}
                text={words(q === '' ? 'crm.doNotContact.emptyText' : 'crm.doNotContact.noneText')}
              />
            )}
            {data?.entries.map((entry) => (
              <Row
                key={entry.id}
                entry={entry}
                onLift={() => {
                  setOpen(entry);
                }}
              />
            ))}
          </TableBody>
        </Table>
      </Box>
      {data && data.total > pageSize && (
        <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 1, p: 1.5 }}>
          <Button
            disabled={page === 1}
            onClick={() => {
              setPage(page - 1);
            }}
          >
            {words('crm.doNotContact.after')}
          </Button>
          <Button
            disabled={page * pageSize >= data.total}
            onClick={() => {
              setPage(page + 1);
            }}
          >
            {words('crm.doNotContact.before')}
          </Button>
        </Box>
      )}
      {open === 'add' && <AddEntryDialog onClose={close} />}
      {open !== undefined && open !== 'add' && (
        <LiftDialog id={open.id} name={nameOf(open)} onClose={close} />
      )}
    </Box>
  );
}

function Row({ entry, onLift }: { entry: DoNotContactEntry; onLift: () => void }) {
  const words = useWords();
  const name = nameOf(entry);
  const lift = words('crm.doNotContact.lift', { name });
  return (
    <TableRow>
      <TableCell component="th" scope="row" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {name}
      </TableCell>
      <TableCell>{words(channelKeys[entry.channel])}</TableCell>
      <TableCell>
        {words(`crm.contactRules.how.${entry.how}`)}
        {entry.reason !== null && entry.reason !== '' && `: ${entry.reason}`}
      </TableCell>
      <TableCell>{entry.by ?? words('crm.doNotContact.system')}</TableCell>
      <TableCell>{shownInstant(entry.since)}</TableCell>
      <TableCell align="right">
        <Tooltip title={lift}>
          <IconButton aria-label={lift} onClick={onLift}>
            <LockOpenOutlined />
          </IconButton>
        </Tooltip>
      </TableCell>
    </TableRow>
  );
}
