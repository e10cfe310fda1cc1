import { useMemo, type ReactNode } from 'react';
import Table from '@mui/material/Table';
import { DataTableRoot } from 'react-admin';
import type { ListColumn } from './list-column.js';
import { listLayout } from './list-layout.js';
import { useListView } from './list-view.js';

interface Props {
  label: string;
  columns: readonly Omit<ListColumn<never>, 'cell'>[];
  /** Room for a scrollbar in the last column. */
  room: number | undefined;
  children: ReactNode;
}

/** The table of a list with its columns in their places, the same with and without rows: its styles are made once. */
export function PlacedTable({ label, columns, room, children }: Props) {
  const hasCheckboxes = useListView().checkLabel !== undefined;
  const sx = useMemo(
    () => ({ '& .RaDataTable-table': listLayout(columns, hasCheckboxes, room) }),
    [columns, hasCheckboxes, room],
  );
  return (
    <DataTableRoot className="RaDataTable-root" sx={sx}>
      <Table className="RaDataTable-table" size="small" aria-label={label}>
        {children}
      </Table>
    </DataTableRoot>
  );
}
