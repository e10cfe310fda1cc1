import type { MouseEvent } from 'react';
import Checkbox from '@mui/material/Checkbox';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import { keyframes, type CSSObject, type Theme } from '@mui/material/styles';
import { useListContext, type RaRecord } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { useFlash, type Flash } from '../leads/live/flashes.js';
import type { HueName } from '../theme/tokens.js';
import type { ListColumn } from './list-column.js';

interface Props<R> {
  row: R;
  columns: readonly ListColumn<R>[];
  checkLabel?: (row: R) => string;
  hueOf?: (row: R) => HueName;
  addressOf?: (row: R) => string | undefined;
}

/** One row of a list: its colour as edge and tint, a flash when it has just changed. */
export function ListRow<R extends RaRecord>({ row, columns, checkLabel, hueOf, addressOf }: Props<R>) {
  const { selectedIds, onToggleItem } = useListContext<R>();
  const navigate = useNavigate();
  const flash = useFlash(String(row.id));
  const isSelected = checkLabel !== undefined && selectedIds.includes(row.id);
  const address = addressOf?.(row);

  const open = (event: MouseEvent<HTMLElement>) => {
    // What can be used in the row answers for itself, and reading means marking words too.
    const isOwn =
      event.target instanceof Element &&
      event.target.closest('a, button, input, label, [role="slider"]') !== null;
    if (address === undefined || isOwn || window.getSelection()?.isCollapsed === false) return;
    void navigate(address);
  };
  return (
    <TableRow
      data-testid={`row-${String(row.id)}`}
      {...(checkLabel && { 'aria-selected': isSelected })}
      onClick={open}
      sx={(theme) =>
        rowStyle(theme, { hue: hueOf?.(row) ?? 'neutral', isSelected, flash, opens: address !== undefined })
      }
    >
      {checkLabel && (
        <TableCell padding="checkbox">
          <Checkbox
            checked={isSelected}
            onChange={() => {
              onToggleItem(row.id);
            }}
            slotProps={{ input: { 'aria-label': checkLabel(row) } }}
          />
        </TableCell>
      )}
      {columns.map(({ source, align, cell }) => (
        <TableCell key={source} align={align ?? 'left'}>
          {cell(row)}
        </TableCell>
      ))}
    </TableRow>
  );
}

interface Style {
  hue: HueName;
  isSelected: boolean;
  flash: Flash | undefined;
  opens: boolean;
}

const slideIn = keyframes`from { transform: translateY(-8px); opacity: 0; } to { transform: none; opacity: 1; }`;

function rowStyle({ palette, timing, size }: Theme, { hue, isSelected, flash, opens }: Style): CSSObject {
  const ground = isSelected ? palette.brand.selected : palette.hue[hue].tint;
  // Another name each turn, so that a row that changes twice flashes twice.
  const lightUp = keyframes`from { background-color: ${ground}; } ${String(10 + ((flash?.turn ?? 0) % 2))}% { background-color: ${palette.flash}; } to { background-color: ${ground}; }`;
  return {
    cursor: opens ? 'pointer' : 'default',
    ...(flash?.kind === 'new' && { animation: `${slideIn} ${String(timing.enter)}ms ${timing.easeOut}` }),
    '& > .MuiTableCell-root': {
      height: size.rowComfortable,
      backgroundColor: ground,
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
      transition: `background-color ${String(timing.quick)}ms`,
      ...(flash && { animation: `${lightUp} ${String(timing.flash + 200)}ms ${timing.easeOut}` }),
    },
    ...(!isSelected && { '&:hover > .MuiTableCell-root': { backgroundColor: palette.surface.hover } }),
    ...(hue !== 'neutral' && {
      '& > .MuiTableCell-root:first-of-type': {
        boxShadow: `inset ${String(size.edge)}px 0 ${palette.hue[hue].edge}`,
      },
    }),
  };
}
