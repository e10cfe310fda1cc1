import TableSortLabel from '@mui/material/TableSortLabel';
import {
  useDataTableCallbacksContext,
  useDataTableSortContext,
  useTranslate as useTranslateAny,
} from 'react-admin';
import { useHint } from '../controls/useHint.js';
import { HintedHead } from './HintedHead.js';
import { headCellClass } from './list-cells.js';
import type { ListColumn } from './list-column.js';

type Column = Omit<ListColumn<never>, 'cell'>;

/** The head of a column: its name, and by how it sorts. */
export function HeadCell({ column }: { column: Column }) {
  const { source, label, hint, sorts } = column;
  const sort = useDataTableSortContext();
  if (hint !== undefined) return <HintedHead {...column} hint={hint} />;
  const order = sort?.field === source ? sort.order : undefined;
  return (
    <th
      scope="col"
      className={`RaDataTable-headerCell ${headCellClass(column)}`}
      aria-sort={order && (order === 'ASC' ? 'ascending' : 'descending')}
    >
      {sorts === undefined || !sort ? <span>{label}</span> : <SortLabel column={column} sorts={sorts} />}
    </th>
  );
}

function SortLabel({ column, sorts }: { column: Column; sorts: 'ASC' | 'DESC' }) {
  const { source, label, align } = column;
  const translate = useTranslateAny();
  const sort = useDataTableSortContext();
  const { handleSort } = useDataTableCallbacksContext();
  const isSorted = sort?.field === source;
  const next = isSorted ? (sort.order === 'ASC' ? 'DESC' : 'ASC') : sorts;
  const [hinted, tooltip] = useHint({
    title: translate('ra.sort.sort_by', {
      field: label,
      field_lower_first: label.charAt(0).toLowerCase() + label.slice(1),
      order: translate(`ra.sort.${next}`),
      _: translate('ra.action.sort'),
    }),
    placement: align === 'right' ? 'bottom-end' : 'bottom-start',
  });
  return (
    <>
      <TableSortLabel
        active={isSorted}
        direction={sort?.order === 'ASC' ? 'asc' : 'desc'}
        data-field={source}
        data-order={sorts}
        onClick={handleSort}
        {...hinted}
      >
        <span>{label}</span>
      </TableSortLabel>
      {tooltip}
    </>
  );
}
