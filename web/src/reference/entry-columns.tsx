import ArrowDownwardOutlined from '@mui/icons-material/ArrowDownwardOutlined';
import ArrowUpwardOutlined from '@mui/icons-material/ArrowUpwardOutlined';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import TuneOutlined from '@mui/icons-material/TuneOutlined';
import Box from '@mui/material/Box';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import { entryFields } from '@crm/contracts/reference/reference-list.js';
import { IconAction } from '../controls/IconAction.js';
import { useReferenceMessages } from '../i18n/reference.en.js';
import type { ListColumn } from '../lists/list-column.js';
import type { DraftEntry } from './list-draft.rules.js';

/** An entry as a row of the table. */
export interface EntryRow extends DraftEntry {
  id: string;
  /** Its place, counted from 1. */
  number: number;
  isLast: boolean;
  /** What is wrong with it. */
  error: string | undefined;
}

interface Actions {
  change: (key: string, fields: Partial<DraftEntry>) => void;
  move: (key: string, by: -1 | 1) => void;
  remove: (key: string) => void;
  /** Opens what it has beside its name; undefined where the list has no more. */
  details: ((key: string) => void) | undefined;
}

/** The table of a list that is changed: every entry with its name to be typed in, its place and whether it is offered. */
export function useEntryColumns({ change, move, remove, details }: Actions): ListColumn<EntryRow>[] {
  const translate = useReferenceMessages();
  const nameOf = ({ text }: EntryRow) => (text.trim() === '' ? translate('crm.reference.unnamed') : text);
  return [
    {
      source: 'order',
      label: translate('crm.reference.order'),
      width: 100,
      cell: (entry) => (
        <>
          <IconAction
            label={translate('crm.reference.up', { name: nameOf(entry) })}
            isOff={entry.number === 1}
            onClick={() => {
              move(entry.key, -1);
            }}
          >
            <ArrowUpwardOutlined fontSize="small" />
          </IconAction>
          <IconAction
            label={translate('crm.reference.down', { name: nameOf(entry) })}
            isOff={entry.isLast}
            onClick={() => {
              move(entry.key, 1);
            }}
          >
            <ArrowDownwardOutlined fontSize="small" />
          </IconAction>
        </>
      ),
    },
    {
      source: 'text',
      label: entryFields.text.label,
      width: 420,
      cell: ({ key, code, text, active, number, error }) => (
        <TextField
          fullWidth
          size="small"
          value={text}
          autoFocus={code === '' && text === ''}
          error={error !== undefined}
          helperText={error}
          slotProps={{ htmlInput: { 'aria-label': translate('crm.reference.nameOf', { number }) } }}
          onChange={({ target }) => {
            change(key, { text: target.value });
          }}
          sx={{ my: 0.25, whiteSpace: 'normal', '& input': { color: active ? undefined : 'text.secondary' } }}
        />
      ),
    },
    {
      source: 'code',
      label: entryFields.code.label,
      width: 240,
      wraps: true,
      cell: ({ code }) => (
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {code || '–'}
        </Box>
      ),
    },
    {
      source: 'active',
      label: translate('crm.reference.offeredHead'),
      width: 100,
      cell: (entry) => (
        <Switch
          checked={entry.active}
          slotProps={{ input: { 'aria-label': translate('crm.reference.offered', { name: nameOf(entry) }) } }}
          onChange={(_event, active) => {
            change(entry.key, { active });
          }}
        />
      ),
    },
    {
      source: 'actions',
      label: translate('crm.reference.actions'),
      width: 100,
      align: 'right',
      cell: (entry) => (
        <>
          {details && (
            <IconAction
              label={translate('crm.reference.details', { name: nameOf(entry) })}
              onClick={() => {
                details(entry.key);
              }}
            >
              <TuneOutlined fontSize="small" />
            </IconAction>
          )}
          {entry.code === '' && (
            <IconAction
              label={translate('crm.reference.remove', { name: nameOf(entry) })}
              onClick={() => {
                remove(entry.key);
              }}
            >
              <DeleteOutlined fontSize="small" />
            </IconAction>
          )}
        </>
      ),
    },
  ];
}
