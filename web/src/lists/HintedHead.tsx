import TableCell from '@mui/material/TableCell';
import TableSortLabel from '@mui/material/TableSortLabel';
import Tooltip from '@mui/material/Tooltip';
import {
  useDataTableCallbacksContext,
  useDataTableSortContext,
  useDataTableStoreContext,
  useStore,
} from 'react-admin';
import type { ListColumn } from './list-column.js';

type Props = Pick<ListColumn<never>, 'source' | 'label' | 'align' | 'sorts'> & { hint: string };

/** A column header with an explanatory tooltip. React-admin's own header has one tooltip, for sorting. */
export function HintedHead({ source, label, hint, align, sorts }: Props) {
  const { storeKey, defaultHiddenColumns } = useDataTableStoreContext();
  const [hidden] = useStore(storeKey, defaultHiddenColumns);
  const sort = useDataTableSortContext();
  const { handleSort } = useDataTableCallbacksContext();
  if (hidden.includes(source)) return null;
  const isSorted = sort?.field === source;
  const direction = sort?.order === 'ASC' ? 'asc' : 'desc';
  const hinted = (
    <Tooltip describeChild title={hint}>
      <span>{label}</span>
    </Tooltip>
  );
  return (
    <TableCell
      align={align ?? 'left'}
      className={`RaDataTable-headerCell column-${source}`}
      sortDirection={isSorted ? direction : false}
    >
      {sorts === undefined ? (
        hinted
      ) : (
        <TableSortLabel
          active={isSorted}
          direction={isSorted ? direction : sorts === 'ASC' ? 'asc' : 'desc'}
          data-field={source}
          data-order={sorts}
          onClick={handleSort}
        >
          {hinted}
        </TableSortLabel>
      )}
    </TableCell>
  );
}
