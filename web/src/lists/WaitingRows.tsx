import { useEffect, useState } from 'react';
import { checkboxCellClass, waitingCellClass } from './list-cells.js';
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
    <tr
      key={index}
      aria-hidden="true"
      data-testid="waiting-row"
      className={`MuiTableRow-root list-waiting${isDense ? ' is-dense' : ''}`}
    >
      {checkLabel && <td className={checkboxCellClass} />}
      {columns.map((source) => (
        <td key={source} className={waitingCellClass}>
          {isFelt && <span className={`MuiSkeleton-root list-bar${source === 'status' ? ' is-long' : ''}`} />}
        </td>
      ))}
    </tr>
  ));
}
