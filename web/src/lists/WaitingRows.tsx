import { useEffect, useState } from 'react';
import Skeleton from '@mui/material/Skeleton';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';

/** What comes sooner than this is never announced by a skeleton (look: Skeletons). */
const shownAfterMs = 150;

/** The shape of rows at their final height; their bars show once the wait is felt. */
export function WaitingRows({ count, cells }: { count: number; cells: number }) {
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
      {Array.from({ length: cells }, (_cell, cell) => (
        <TableCell key={cell}>{isFelt && <Skeleton variant="rounded" height={12} width="60%" />}</TableCell>
      ))}
    </TableRow>
  ));
}
