import { useMemo, type PropsWithChildren, type ReactNode, type Ref } from 'react';
import ErrorOutlineOutlined from '@mui/icons-material/ErrorOutlineOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import {
  DataTable,
  DataTableBody,
  useDataTableRenderContext,
  useDataTableSortContext,
  useListContext,
  useStore,
  useTranslate,
} from 'react-admin';
import type { LeadRow } from '@crm/contracts/entities/lead.js';
import { useWords } from '../../i18n/useWords.js';
import { DelayedRows } from './DelayedRows.js';
import { LeadCell } from './LeadCell.js';
import { LeadTableHead } from './LeadTableHead.js';
import { LeadTableRow } from './LeadTableRow.js';
import { isBusyFor } from './lead-row.rules.js';
import type { LeadColumn } from './lead-columns.js';
import { ListFoot } from './ListFoot.js';
import { TableFrame, tableLayout } from './TableFrame.js';
import { TableNotice } from './TableNotice.js';
import { useTableReader } from './table-reader.js';

interface Props {
  columns: readonly LeadColumn[];
  /** Where hidden columns are remembered. */
  storeKey: string;
  /** What stands above the head: the bulk band. */
  band?: ReactNode;
  /** What an empty list says. */
  empty: ReactNode;
  /** Words at the left of the foot, after the range. */
  footNote?: ReactNode;
  /** Told of pointer and focus, so that nothing moves under a reader. */
  readingRef?: Ref<HTMLDivElement>;
  label: string;
}

/** The card of a lead list: band, head, rows and foot. The head and the foot stay, the rows scroll. */
export function LeadTable({ columns, storeKey, band, empty, footNote, readingRef, label }: Props) {
  const { isFetching } = useListContext<LeadRow>();
  return (
    <Paper
      component="section"
      aria-label={label}
      sx={(theme) => ({
        position: 'relative',
        display: 'flex',
        flexDirection: 'column',
        minHeight: 0,
        overflow: 'hidden',
        border: `1px solid ${theme.palette.border.subtle}`,
        boxShadow: theme.elevation[1],
      })}
    >
      {band}
      <Box
        ref={readingRef}
        aria-busy={isFetching}
        sx={{ flex: '0 1 auto', minHeight: 0, overflow: 'auto', overscrollBehaviorX: 'contain' }}
      >
        <Rows columns={columns} storeKey={storeKey} empty={empty} label={label} />
      </Box>
      <ListFoot note={footNote} />
    </Paper>
  );
}

function Rows({ columns, storeKey, empty, label }: Pick<Props, 'columns' | 'storeKey' | 'empty' | 'label'>) {
  const { data, error, isPending, perPage, refetch, total } = useListContext<LeadRow>();
  const { userId, hasCheckboxes } = useTableReader();
  const [hidden] = useStore<string[]>(storeKey, []);
  const translate = useTranslate();
  const words = useWords();
  const shown = useMemo(() => columns.filter(({ source }) => !hidden.includes(source)), [columns, hidden]);

  if (error && !data) {
    return (
      <TableFrame columns={shown}>
        <TableNotice
          role="alert"
          icon={<ErrorOutlineOutlined />}
          title={words('crm.list.loadFailed')}
          text={translate(error.message, { _: error.message })}
          actions={
            <Button variant="contained" onClick={() => void refetch()}>
              {words('crm.action.retry')}
            </Button>
          }
        />
      </TableFrame>
    );
  }
  if (isPending) {
    return (
      <TableFrame columns={shown}>
        <DelayedRows count={perPage} columns={shown} />
      </TableFrame>
    );
  }
  if (!data || data.length === 0 || total === 0) return <TableFrame columns={shown}>{empty}</TableFrame>;

  return (
    <DataTable<LeadRow>
      storeKey={storeKey}
      head={LeadTableHead}
      body={LeadTableBody}
      rowClick={false}
      bulkActionButtons={hasCheckboxes ? <></> : false}
      bulkActionsToolbar={<></>}
      isRowSelectable={(row) => !isBusyFor(row, userId)}
      aria-label={label}
      sx={{ '& .RaDataTable-table': tableLayout(shown, hasCheckboxes) }}
    >
      {columns.map((column) => (
        <Column key={column.source} column={column} />
      ))}
    </DataTable>
  );
}

const LeadTableBody = ({ children }: PropsWithChildren) => (
  <DataTableBody row={LeadTableRow}>{children}</DataTableBody>
);

function Column({ column }: { column: LeadColumn }) {
  const isHead = useDataTableRenderContext() === 'header';
  const sort = useDataTableSortContext();
  const isSorted = sort?.field === column.source;
  return (
    <DataTable.Col<LeadRow>
      source={column.source}
      label={column.label}
      align={column.align ?? 'left'}
      sortByOrder={column.source === 'updatedAt' || column.source === 'premium_price' ? 'DESC' : 'ASC'}
      {...(isHead && { sortDirection: isSorted ? (sort.order === 'ASC' ? 'asc' : 'desc') : false })}
    >
      <LeadCell column={column.source} />
    </DataTable.Col>
  );
}
