import type { MouseEvent, PropsWithChildren } from 'react';
import LockOutlined from '@mui/icons-material/LockOutlined';
import Checkbox from '@mui/material/Checkbox';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import Tooltip from '@mui/material/Tooltip';
import { keyframes, type CSSObject, type Theme } from '@mui/material/styles';
import { useDataTableCallbacksContext, useDataTableSelectedIdsContext, useRecordContext } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import type { LeadRow } from '@crm/contracts/entities/lead.js';
import type { Hue } from '@crm/contracts/codes/statuses.js';
import { useWords } from '../../i18n/useWords.js';
import { useFlash, type Flash } from '../live/flashes.js';
import { rowState, type RowState } from './lead-row.rules.js';
import { useTableReader } from './table-reader.js';

/** One row of a lead table: its status as edge and tint, and what is stronger than that. */
export function LeadTableRow({ children }: PropsWithChildren) {
  const row = useRecordContext<LeadRow>();
  return row ? <Row row={row}>{children}</Row> : null;
}

function Row({ row, children }: PropsWithChildren<{ row: LeadRow }>) {
  const { userId, isDense, isOpenable, hasCheckboxes, hueOf } = useTableReader();
  const { handleToggleItem } = useDataTableCallbacksContext();
  const isSelected = useDataTableSelectedIdsContext()?.includes(row.id) ?? false;
  const words = useWords();
  const navigate = useNavigate();
  const flash = useFlash(row.id);
  const state = rowState(row, userId, isSelected);
  const isBusy = state === 'busy';
  const opens = !isBusy && isOpenable(row);

  const open = (event: MouseEvent<HTMLElement>) => {
    // A link or a box of the row answers for itself, and reading means marking words too.
    const isOwn = event.target instanceof Element && event.target.closest('a, input, label') !== null;
    if (!opens || isOwn || window.getSelection()?.isCollapsed === false) return;
    void navigate(`/lead/${row.id}`);
  };

  const line = (
    <TableRow
      data-testid={`row-${row.id}`}
      aria-disabled={opens ? undefined : true}
      aria-selected={hasCheckboxes ? state === 'selected' : undefined}
      className={`RaDataTable-row${isBusy ? ' busy' : ''}`}
      onClick={open}
      sx={(theme) =>
        rowStyle(theme, { state, hue: hueOf(row), flash, isDense, opens, isGrey: !isOpenable(row) })
      }
    >
      {hasCheckboxes && (
        <TableCell padding="checkbox" sx={{ textAlign: 'center' }}>
          {isBusy ? (
            <LockOutlined
              titleAccess={words('crm.leads.lockedBy', { name: row.busy_fullname ?? '' })}
              sx={{ display: 'block', mx: 'auto' }}
            />
          ) : (
            <Checkbox
              checked={isSelected}
              onClick={(event) => {
                handleToggleItem?.(row.id, event);
                event.stopPropagation();
              }}
              slotProps={{ input: { 'aria-label': words('crm.leads.checkRow', { name: row.fullname }) } }}
            />
          )}
        </TableCell>
      )}
      {children}
    </TableRow>
  );

  return isBusy ? (
    <Tooltip title={words('crm.leads.busyHint', { name: row.busy_fullname ?? '' })} followCursor>
      {line}
    </Tooltip>
  ) : (
    line
  );
}

interface Style {
  state: RowState;
  hue: Hue;
  flash: Flash | undefined;
  isDense: boolean;
  opens: boolean;
  /** Of the raw leads: a row that leads nowhere. */
  isGrey: boolean;
}

const slideIn = keyframes`from { transform: translateY(-8px); opacity: 0; } to { transform: none; opacity: 1; }`;

function rowStyle(theme: Theme, { state, hue, flash, isDense, opens, isGrey }: Style): CSSObject {
  const { palette, timing, size } = theme;
  const ground = { busy: palette.busy.bg, selected: palette.brand.selected, plain: palette.hue[hue].tint }[
    state
  ];
  // Another name each turn, so that a row that changes twice flashes twice.
  const lightUp = keyframes`from { background-color: ${ground}; } ${String(10 + ((flash?.turn ?? 0) % 2))}% { background-color: ${palette.flash}; } to { background-color: ${ground}; }`;
  const edge = `${String(size.edge)}px`;
  const flashTime = `${String(timing.flash + 200)}ms ${timing.easeOut}`;

  return {
    cursor: opens ? 'pointer' : 'default',
    ...(flash?.kind === 'new' && { animation: `${slideIn} ${String(timing.enter)}ms ${timing.easeOut}` }),
    '& > .MuiTableCell-root': {
      height: isDense ? size.row : size.rowComfortable,
      backgroundColor: ground,
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
      transition: `background-color ${String(timing.quick)}ms`,
      ...(flash && { animation: `${lightUp} ${flashTime}` }),
      ...((state === 'busy' || isGrey) && { color: palette.busy.fg }),
    },
    ...(opens &&
      state === 'plain' && { '&:hover > .MuiTableCell-root': { backgroundColor: palette.surface.hover } }),
    // The line of the status stands when a row is selected; of a busy row it is broken, of neutral there is none.
    '& > .MuiTableCell-root:first-of-type': {
      position: 'relative',
      ...(state === 'busy'
        ? {
            '&::before': {
              content: '""',
              position: 'absolute',
              inset: `0 auto 0 0`,
              width: edge,
              background: `repeating-linear-gradient(${palette.busy.edge} 0 4px, transparent 4px 8px)`,
            },
          }
        : hue !== 'neutral' && { boxShadow: `inset ${edge} 0 ${palette.hue[hue].edge}` }),
    },
  };
}
