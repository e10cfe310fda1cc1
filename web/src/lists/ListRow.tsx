import { memo, type MouseEvent } from 'react';
import LockOutlined from '@mui/icons-material/LockOutlined';
import Checkbox from '@mui/material/Checkbox';
import Tooltip from '@mui/material/Tooltip';
import { useDataTableCallbacksContext, useDataTableSelectedIdsContext, type RaRecord } from 'react-admin';
import { useNavigate } from '../routing/NavigateProvider.js';
import { useTranslate } from '../i18n/useTranslate.js';
import { useFlash } from './flashes.js';
import { checkboxCellClass } from './list-cells.js';
import { useListView } from './list-view.js';

/** Interactive elements in a row handle their own clicks. */
const own = 'a, button, input, label, [role="slider"]';

/** A list row: its colour as edge and tint, a flash after a change, and stronger states. */
export const ListRow = memo(function ListRow({ row }: { row: RaRecord }) {
  const { cellsOf, checkLabel, hueOf, isOpen, addressOf, ...view } = useListView();
  const { lockedBy, isGrey, isDense = false } = view;
  const { handleToggleItem } = useDataTableCallbacksContext();
  const isSelected = useDataTableSelectedIdsContext()?.includes(row.id) ?? false;
  const translate = useTranslate();
  const navigate = useNavigate();
  const flash = useFlash(String(row.id));
  const holder = lockedBy?.(row);
  const isLocked = holder !== undefined;
  const isOpened = isOpen?.(row) === true;
  // By priority: locked, selected, colour (look: Row states).
  const isMarked = !isLocked && (isOpened || (isSelected && checkLabel !== undefined));
  const address = isLocked ? undefined : addressOf?.(row);
  const isOff = isLocked || isGrey?.(row) === true;

  const open = (event: MouseEvent<HTMLElement>) => {
    const isOwn = event.target instanceof Element && event.target.closest(own) !== null;
    // Selecting text is not a click.
    if (address === undefined || isOwn || window.getSelection()?.isCollapsed === false) return;
    void navigate(address);
  };

  const classes = {
    busy: isLocked,
    'is-selected': isMarked,
    'is-shown': isOpened,
    'is-off': isOff,
    'is-open': address !== undefined,
    'is-dense': isDense,
    'is-new': flash?.kind === 'new',
    'is-changed-0': flash !== undefined && flash.turn % 2 === 0,
    'is-changed-1': flash !== undefined && flash.turn % 2 === 1,
  };
  const on = Object.entries(classes).flatMap(([name, isOn]) => (isOn ? [name] : []));

  const line = (
    <tr
      data-testid={`row-${String(row.id)}`}
      data-row={row.id}
      aria-disabled={isOff ? true : undefined}
      aria-selected={checkLabel ? isMarked : undefined}
      aria-current={isOpened ? true : undefined}
      className={`MuiTableRow-root RaDataTable-row list-row hue-${hueOf?.(row) ?? 'neutral'} ${on.join(' ')}`}
      onClick={open}
    >
      {checkLabel && (
        <td className={checkboxCellClass}>
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
        </td>
      )}
      {cellsOf?.(row)}
    </tr>
  );

  return isLocked ? (
    <Tooltip title={translate('crm.leads.busyHint', { name: holder })} followCursor>
      {line}
    </Tooltip>
  ) : (
    line
  );
});
