import type { MouseEvent, PropsWithChildren } from 'react';
import LockOutlined from '@mui/icons-material/LockOutlined';
import Checkbox from '@mui/material/Checkbox';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import Tooltip from '@mui/material/Tooltip';
import { keyframes, type CSSObject, type Theme } from '@mui/material/styles';
import {
  useDataTableCallbacksContext,
  useDataTableSelectedIdsContext,
  useRecordContext,
  type RaRecord,
} from 'react-admin';
import { useNavigate } from '../routing/NavigateProvider.js';
import { useTranslate } from '../i18n/useTranslate.js';
import type { HueName } from '../theme/tokens.js';
import { useFlash, type Flash } from './flashes.js';
import { useListView } from './list-view.js';

/** A list row: its colour as edge and tint, a flash after a change, and stronger states. */
export function ListRow({ children }: PropsWithChildren) {
  const row = useRecordContext<RaRecord>();
  return row ? <Row row={row}>{children}</Row> : null;
}

/** Interactive elements in a row handle their own clicks. */
const own = 'a, button, input, label, [role="slider"]';

function Row({ row, children }: PropsWithChildren<{ row: RaRecord }>) {
  const { checkLabel, hueOf, isOpen, addressOf, lockedBy, isGrey, isDense = false } = useListView();
  const { handleToggleItem } = useDataTableCallbacksContext();
  const isSelected = useDataTableSelectedIdsContext()?.includes(row.id) ?? false;
  const translate = useTranslate();
  const navigate = useNavigate();
  const flash = useFlash(String(row.id));
  const holder = lockedBy?.(row);
  const isLocked = holder !== undefined;
  const isOpened = isOpen?.(row) === true;
  // By priority: locked, selected, colour (look: Row states).
  const state = isLocked ? 'locked' : isOpened || (isSelected && checkLabel) ? 'selected' : 'plain';
  const address = isLocked ? undefined : addressOf?.(row);
  const isOff = isLocked || isGrey?.(row) === true;

  const open = (event: MouseEvent<HTMLElement>) => {
    const isOwn = event.target instanceof Element && event.target.closest(own) !== null;
    // Selecting text is not a click.
    if (address === undefined || isOwn || window.getSelection()?.isCollapsed === false) return;
    void navigate(address);
  };

  const line = (
    <TableRow
      data-testid={`row-${String(row.id)}`}
      data-row={row.id}
      aria-disabled={isOff ? true : undefined}
      aria-selected={checkLabel ? state === 'selected' : undefined}
      aria-current={isOpened ? true : undefined}
      className={`RaDataTable-row${isLocked ? ' busy' : ''}`}
      onClick={open}
      sx={(theme) =>
        rowStyle(theme, {
          ...{ state, flash, isDense, isOff, isOpened },
          hue: hueOf?.(row) ?? 'neutral',
          opens: address !== undefined,
        })
      }
    >
      {checkLabel && (
        <TableCell padding="checkbox" sx={{ textAlign: 'center' }}>
          {isLocked ? (
            <LockOutlined
              titleAccess={translate('crm.leads.lockedBy', { name: holder })}
              sx={{ display: 'block', mx: 'auto' }}
            />
          ) : (
            <Checkbox
              checked={isSelected}
              onClick={(event) => {
                handleToggleItem?.(row.id, event);
                event.stopPropagation();
              }}
              slotProps={{ input: { 'aria-label': checkLabel(row) } }}
            />
          )}
        </TableCell>
      )}
      {children}
    </TableRow>
  );

  return isLocked ? (
    <Tooltip title={translate('crm.leads.busyHint', { name: holder })} followCursor>
      {line}
    </Tooltip>
  ) : (
    line
  );
}

interface Style {
  state: 'locked' | 'selected' | 'plain';
  hue: HueName;
  flash: Flash | undefined;
  isDense: boolean;
  isOpened: boolean;
  /** Whether the row is clickable. */
  opens: boolean;
  isOff: boolean;
}

const slideIn = keyframes`from { transform: translateY(-8px); opacity: 0; } to { transform: none; opacity: 1; }`;

function rowStyle(theme: Theme, { state, hue, flash, isDense, isOpened, opens, isOff }: Style): CSSObject {
  const { palette, timing, size } = theme;
  const ground = { locked: palette.busy.bg, selected: palette.brand.selected, plain: palette.hue[hue].tint }[
    state
  ];
  // Alternating animation names, so that a row that changes twice flashes twice.
  const lightUp = keyframes`from { background-color: ${ground}; } ${String(10 + ((flash?.turn ?? 0) % 2))}% { background-color: ${palette.flash}; } to { background-color: ${ground}; }`;
  const lined = isOpened
    ? palette.primary.main
    : !isOff && hue !== 'neutral'
      ? palette.hue[hue].edge
      : undefined;
  const edge = `${String(size.edge)}px`;
  const flashTime = `${String(timing.flash + 200)}ms ${timing.easeOut}`;

  return {
    ...(lined && { '--row-edge': lined }),
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
      ...(isOff && { color: palette.busy.fg }),
    },
    ...(!isOff &&
      state === 'plain' && { '&:hover > .MuiTableCell-root': { backgroundColor: palette.surface.hover } }),
    // The line of the status stays when a row is selected; of a locked row it is broken, of neutral there is none.
    '& > .MuiTableCell-root:first-of-type': {
      position: 'relative',
      ...(state === 'locked'
        ? {
            '&::before': {
              content: '""',
              position: 'absolute',
              inset: `0 auto 0 0`,
              width: edge,
              background: `repeating-linear-gradient(${palette.busy.edge} 0 4px, transparent 4px 8px)`,
            },
          }
        : lined && { boxShadow: `inset ${edge} 0 var(--row-edge)` }),
    },
  };
}
