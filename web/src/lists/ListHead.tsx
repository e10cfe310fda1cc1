import Checkbox from '@mui/material/Checkbox';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import {
  useDataTableCallbacksContext,
  useDataTableDataContext,
  useDataTableSelectedIdsContext,
} from 'react-admin';
import { useTranslate } from '../i18n/useTranslate.js';
import { HeadCell } from './HeadCell.js';
import type { ListColumn } from './list-column.js';
import { useListView } from './list-view.js';
import { pageSelection, withPageToggled } from './selection.rules.js';

/** The header of a list: a select-all checkbox if rows are selectable, and the columns. */
export function ListHead({ columns }: { columns: readonly Omit<ListColumn<never>, 'cell'>[] }) {
  const { checkLabel } = useListView();
  return (
    <TableHead className="RaDataTable-thead">
      <TableRow className="RaDataTable-headerRow">
        {checkLabel && (
          <TableCell padding="checkbox" className="RaDataTable-headerCell" sx={{ textAlign: 'center' }}>
            <PageCheckbox />
          </TableCell>
        )}
        {columns.map((column) => (
          <HeadCell key={column.source} column={column} />
        ))}
      </TableRow>
    </TableHead>
  );
}

function PageCheckbox() {
  const rows = useDataTableDataContext() ?? [];
  const selected = (useDataTableSelectedIdsContext() ?? []).map(String);
  const { onSelect, isRowSelectable } = useDataTableCallbacksContext();
  const translate = useTranslate();
  const free = rows.filter((row) => isRowSelectable?.(row) ?? true).map(({ id }) => String(id));
  const state = pageSelection(free, selected);
  return (
    <Checkbox
      checked={state === 'all'}
      indeterminate={state === 'some'}
      disabled={free.length === 0}
      onChange={() => onSelect?.(withPageToggled(free, selected))}
      slotProps={{ input: { 'aria-label': translate('crm.leads.checkPage') } }}
    />
  );
}
