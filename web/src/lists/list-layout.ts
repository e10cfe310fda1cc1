import type { SystemStyleObject } from '@mui/system';
import type { Theme } from '@mui/material/styles';
import type { ListColumn } from './list-column.js';

/** The first column: a checkbox, or the lock of a row that somebody else has open. */
export const selectionColumn = { width: 42, wide: 54 };

type Widths = Pick<ListColumn<unknown>, 'source' | 'width' | 'wide' | 'shrinksTo'>;

/** The width below which a table scrolls sideways instead of squeezing its columns. */
export function narrowestWidth(
  columns: readonly Pick<Widths, 'width' | 'shrinksTo'>[],
  hasCheckboxes: boolean,
): number {
  return columns.reduce(
    (sum, { width, shrinksTo = width }) => sum + shrinksTo,
    hasCheckboxes ? selectionColumn.width : 0,
  );
}

/** Numeric columns: the sort arrow is in the gap after the label, which stays above its numbers. */
const rightAligned = {
  '& .MuiTableCell-alignRight.MuiTableCell-root': { pr: 2.25 },
  '& .MuiTableCell-alignRight .MuiTableSortLabel-root': { position: 'relative' },
  '& .MuiTableCell-alignRight .MuiTableSortLabel-icon': {
    position: 'absolute',
    right: -18,
    m: 0,
    fontSize: 'inherit',
  },
} satisfies SystemStyleObject<Theme>;

/** Fixed column widths, so that nothing moves when rows change; a wide screen distributes the rest. */
export function listLayout(columns: readonly Widths[], hasCheckboxes: boolean): SystemStyleObject<Theme> {
  const sum = narrowestWidth(
    columns.map(({ width }) => ({ width })),
    hasCheckboxes,
  );
  // A column that shrinks takes what the others leave, until all of them fit.
  const fitting = `@container (min-width: ${String(sum)}px)`;
  const widths = columns.map(
    ({ source, width, wide = width, shrinksTo }): [string, SystemStyleObject<Theme>] => [
      `& .MuiTableHead-root .column-${source}`,
      shrinksTo === undefined
        ? { width: { xs: width, xl: wide } }
        : { width: 'auto', [fitting]: { width: { xs: width, xl: wide } } },
    ],
  );
  return {
    tableLayout: 'fixed',
    minWidth: narrowestWidth(columns, hasCheckboxes),
    '& .MuiTableCell-root': { px: 0, pr: 1 },
    '& .MuiTableCell-root:last-of-type': { pr: 1 },
    '& .MuiTableCell-root.MuiTableCell-paddingCheckbox': {
      width: { xs: selectionColumn.width, xl: selectionColumn.wide },
      px: 0.5,
    },
    // Padding of the first cell without a checkbox.
    ...(!hasCheckboxes && { '& .MuiTableCell-root:first-of-type': { pl: 2 } }),
    '& .MuiTableCell-head': { whiteSpace: 'nowrap', overflow: 'hidden' },
    ...rightAligned,
    ...Object.fromEntries(widths),
  };
}
