import { useEffect, useState } from 'react';
import Skeleton from '@mui/material/Skeleton';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import { useListView } from './list-view.js';

/** Faster loads show no skeleton (look: Skeletons). */
const shownAfterMs = 150;

interface Props {
  count: number;
  /** The names of the columns. */
  columns: readonly string[];
}

/** Skeleton rows at final height; the bars appear after a delay. */
export function WaitingRows({ count, columns }: Props) {
  const { isDense = false, checkLabel } = useListView();
  const [isFelt, setFelt] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      setFelt(true);
    }, shownAfterMs);
    return () => {
      clearTimeout(timer);
    };
  }, []);
  return Array.from({ length: count }, (_row, index) => (
    <TableRow key={index} aria-hidden="true" data-testid="waiting-row">
      {checkLabel && <TableCell padding="checkbox" />}
      {columns.map((source) => (
        <TableCell
          key={source}
          sx={(theme) => ({ height: isDense ? theme.size.row : theme.size.rowComfortable })}
        >
          {isFelt && <Skeleton variant="rounded" height={12} width={source === 'status' ? '72%' : '60%'} />}
        </TableCell>
      ))}
    </TableRow>
  ));
}
