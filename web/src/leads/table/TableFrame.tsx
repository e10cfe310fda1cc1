import type { ReactNode } from 'react';
import Checkbox from '@mui/material/Checkbox';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import type { SystemStyleObject } from '@mui/system';
import type { Theme } from '@mui/material/styles';
import { useWords } from '../../i18n/useWords.js';
import { leastWidth, selectionColumn, type LeadColumn } from './lead-columns.js';
import { useTableReader } from './table-reader.js';

/** Columns of numbers: the arrow of a sorted one stands in the gap behind its word, which stays above its numbers. */
export const rightAligned = {
  '& .MuiTableCell-alignRight.MuiTableCell-root': { pr: 2.25 },
  '& .MuiTableCell-alignRight .MuiTableSortLabel-root': { position: 'relative' },
  '& .MuiTableCell-alignRight .MuiTableSortLabel-icon': {
    position: 'absolute',
    right: -18,
    m: 0,
    fontSize: 'inherit',
  },
} satisfies SystemStyleObject<Theme>;

/** Fixed column widths, so that nothing moves when rows change; a wide screen spreads the rest over them. */
export function tableLayout(
  columns: readonly LeadColumn[],
  hasCheckboxes: boolean,
): SystemStyleObject<Theme> {
  const widths = columns.map(({ source, width, wide }): [string, SystemStyleObject<Theme>] => [
    `& .MuiTableHead-root .column-${source}`,
    { width: { xs: width, xl: wide } },
  ]);
  const least = leastWidth(columns) - (hasCheckboxes ? 0 : selectionColumn.width);
  return {
    tableLayout: 'fixed',
    minWidth: least,
    '& .MuiTableCell-root': { px: 0, pr: 1 },
    '& .MuiTableCell-root:last-of-type': { pr: 1 },
    '& .MuiTableCell-paddingCheckbox': {
      width: { xs: selectionColumn.width, xl: selectionColumn.wide },
      px: 0.5,
    },
    // Without a box in front, the first words keep their distance from the card's edge.
    ...(!hasCheckboxes && { '& .MuiTableCell-root:first-of-type': { pl: 2 } }),
    '& .MuiTableCell-head': { whiteSpace: 'nowrap', overflow: 'hidden' },
    ...rightAligned,
    ...Object.fromEntries(widths),
  };
}

interface Props {
  columns: readonly LeadColumn[];
  /** Rows of a skeleton, or a notice that spans the table. */
  children: ReactNode;
}

/** The head of a table whose rows are not there: still loading, empty or refused. */
export function TableFrame({ columns, children }: Props) {
  const { hasCheckboxes } = useTableReader();
  const words = useWords();
  return (
    <Table size="small" sx={tableLayout(columns, hasCheckboxes)}>
      <TableHead>
        <TableRow>
          {hasCheckboxes && (
            <TableCell padding="checkbox" sx={{ textAlign: 'center' }}>
              <Checkbox disabled slotProps={{ input: { 'aria-label': words('crm.leads.checkPage') } }} />
            </TableCell>
          )}
          {columns.map(({ source, label, align }) => (
            <TableCell key={source} align={align ?? 'left'} className={`column-${source}`}>
              {words(label)}
            </TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>{children}</TableBody>
    </Table>
  );
}
