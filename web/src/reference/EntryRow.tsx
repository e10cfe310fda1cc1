import ArrowDownwardOutlined from '@mui/icons-material/ArrowDownwardOutlined';
import ArrowUpwardOutlined from '@mui/icons-material/ArrowUpwardOutlined';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import TuneOutlined from '@mui/icons-material/TuneOutlined';
import IconButton from '@mui/material/IconButton';
import Switch from '@mui/material/Switch';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import TextField from '@mui/material/TextField';
import Tooltip from '@mui/material/Tooltip';
import type { ReactNode } from 'react';
import { useReferenceMessages } from '../i18n/reference.en.js';
import type { DraftEntry } from './list-draft.rules.js';

interface Props {
  entry: DraftEntry;
  number: number;
  isLast: boolean;
  hasDetails: boolean;
  error: string | undefined;
  /** What is wrong with its details. */
  detailError: string | undefined;
  onChange: (fields: Partial<DraftEntry>) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
  onDetails: () => void;
}

/** An entry as its row: Alt with an arrow moves it as the buttons do. */
export function EntryRow({
  entry,
  number,
  isLast,
  hasDetails,
  error,
  detailError,
  onChange,
  onMove,
  onRemove,
  onDetails,
}: Props) {
  const translate = useReferenceMessages();
  const name = entry.text.trim() === '' ? translate('crm.reference.unnamed') : entry.text;
  return (
    <TableRow
      onKeyDown={(event) => {
        if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
        event.preventDefault();
        onMove(event.key === 'ArrowUp' ? -1 : 1);
      }}
    >
      <TableCell sx={{ whiteSpace: 'nowrap', width: 84 }}>
        <Action
          label={translate('crm.reference.up', { name })}
          isOff={number === 1}
          onClick={() => {
            onMove(-1);
          }}
        >
          <ArrowUpwardOutlined fontSize="small" />
        </Action>
        <Action
          label={translate('crm.reference.down', { name })}
          isOff={isLast}
          onClick={() => {
            onMove(1);
          }}
        >
          <ArrowDownwardOutlined fontSize="small" />
        </Action>
      </TableCell>
      <TableCell>
        <TextField
          fullWidth
          size="small"
          value={entry.text}
          autoFocus={entry.code === '' && entry.text === ''}
          error={error !== undefined || detailError !== undefined}
          helperText={error ?? detailError}
          slotProps={{
            htmlInput: { 'aria-label': translate('crm.reference.nameOf', { number }) },
          }}
          onChange={({ target }) => {
            onChange({ text: target.value });
          }}
          sx={{ my: 0.25, '& input': { color: entry.active ? undefined : 'text.secondary' } }}
        />
      </TableCell>
      <TableCell sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>{entry.code || '–'}</TableCell>
      <TableCell>
        <Switch
          checked={entry.active}
          slotProps={{ input: { 'aria-label': translate('crm.reference.offered', { name }) } }}
          onChange={(_event, active) => {
            onChange({ active });
          }}
        />
      </TableCell>
      <TableCell align="right" sx={{ whiteSpace: 'nowrap', width: 84 }}>
        {hasDetails && (
          <Action label={translate('crm.reference.details', { name })} onClick={onDetails}>
            <TuneOutlined fontSize="small" />
          </Action>
        )}
        {entry.code === '' && (
          <Action label={translate('crm.reference.remove', { name })} onClick={onRemove}>
            <DeleteOutlined fontSize="small" />
          </Action>
        )}
      </TableCell>
    </TableRow>
  );
}

const Action = ({
  label,
  isOff = false,
  onClick,
  children,
}: {
  label: string;
  isOff?: boolean;
  onClick: () => void;
  children: ReactNode;
}) => (
  <Tooltip title={label}>
    <span>
      <IconButton size="small" aria-label={label} disabled={isOff} onClick={onClick}>
        {children}
      </IconButton>
    </span>
  </Tooltip>
);
