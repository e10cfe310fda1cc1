import type { ReactNode } from 'react';
import type { ListColumn } from './list-column.js';

type Placed = Pick<ListColumn<never>, 'source' | 'align'>;

const aligned = (align: 'right' | undefined) =>
  align === 'right' ? 'MuiTableCell-alignRight' : 'MuiTableCell-alignLeft';

/** Cells have the classes of MUI's, by which a list and what is around it place them; `row-styles.ts` styles them. */
const ofBody = 'list-cell MuiTableCell-root MuiTableCell-body MuiTableCell-sizeSmall';
export const checkboxCellClass = `${ofBody} MuiTableCell-paddingCheckbox`;
export const waitingCellClass = `${ofBody} MuiTableCell-alignLeft`;
export const headCellClass = (column: Placed) =>
  `list-head MuiTableCell-root MuiTableCell-head MuiTableCell-sizeSmall ${aligned(column.align)} column-${column.source}`;

/** What draws the cells of a row, one for each column. */
export const cellsOf =
  <R,>(columns: readonly ListColumn<R>[]) =>
  (row: R): ReactNode =>
    columns.map(({ source, align, names, wraps, cell }) => (
      <td
        key={source}
        role={names && 'rowheader'}
        className={`RaDataTable-rowCell ${ofBody} ${aligned(align)}${names ? ' is-name' : ''} column-${source}`}
      >
        {wraps ? <div className="list-wrapped">{cell(row)}</div> : cell(row)}
      </td>
    ));
