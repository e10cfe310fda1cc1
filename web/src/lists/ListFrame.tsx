import type { ReactNode } from 'react';
import Checkbox from '@mui/material/Checkbox';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { useTranslate } from '../i18n/useTranslate.js';
import { ColumnCount } from './column-count.js';
import { headCellClass } from './list-cells.js';
import type { ListColumn } from './list-column.js';
import { useListView } from './list-view.js';
import { PlacedTable } from './PlacedTable.js';

interface Props {
  label: string;
  columns: readonly Omit<ListColumn<never>, 'cell'>[];
  /** Room for a scrollbar in the last column. */
  room?: number | undefined;
  /** Skeleton rows, or a notice that spans the table. */
  children: ReactNode;
}

/** The header of a table without rows: loading, empty or failed. */
export function ListFrame({ columns, label, room, children }: Props) {
  const hasCheckboxes = useListView().checkLabel !== undefined;
  const translate = useTranslate();
  return (
    <PlacedTable label={label} columns={columns} room={room}>
      <TableHead>
        <TableRow>
          {hasCheckboxes && (
            <TableCell padding="checkbox" sx={{ textAlign: 'center' }}>
              <Checkbox disabled slotProps={{ input: { 'aria-label': translate('crm.leads.checkPage') } }} />
            </TableCell>
          )}
          {columns.map((column) => (
            <th key={column.source} scope="col" className={headCellClass(column)}>
              {column.label}
            </th>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        <ColumnCount value={columns.length + (hasCheckboxes ? 1 : 0)}>{children}</ColumnCount>
      </TableBody>
    </PlacedTable>
  );
}
