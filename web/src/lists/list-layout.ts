import type { SystemStyleObject } from '@mui/system';
import type { Theme } from '@mui/material/styles';
import { tokens } from '../theme/tokens.js';
import type { ListColumn, NarrowPlace } from './list-column.js';

/** The first column: a checkbox, or the lock of a row that somebody else has open. */
export const selectionColumn = { width: 42, wide: 54 };

type Widths = Pick<ListColumn<unknown>, 'source' | 'width' | 'wide' | 'shrinksTo' | 'narrow' | 'sorts'>;

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

/** What a scrollbar takes of the last column, there or not: rows keep their colour up to the edge, and no column moves. */
export const scrollbarRoom = 15;

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

/** A list beside what it leads to. */
const inNarrowCard = '@container (max-width: 460px)';
const onPhone = `@media (max-width: ${String(tokens.breakpoint.compact - 0.05)}px)`;

/** The line and columns of the grid that a row is on a phone, beside its checkbox; a long word at the end of one line
 * takes nothing from the other. */
const narrowPlaces: Record<NarrowPlace, SystemStyleObject<Theme>> = {
  title: { gridArea: '1 / 2' },
  tag: { gridArea: '1 / 3 / auto / 5', justifyContent: 'flex-end' },
  below: { gridArea: '2 / 2 / auto / 4' },
  belowEnd: { gridArea: '2 / 4', justifyContent: 'flex-end' },
};

/** On a phone each row is two lines, of the columns that have a place there; the head keeps what it can sort by. */
function narrowRows(columns: readonly Widths[], hasCheckboxes: boolean): SystemStyleObject<Theme> {
  // What has nothing at its end takes the line.
  const hasEnd = columns.some(({ narrow }) => narrow === 'belowEnd');
  const spans = (place: NarrowPlace) => place === 'below' && !hasEnd && { gridColumn: '2 / -1' };
  // Without checkboxes the lines begin at the edge of the row, which is drawn along both.
  const begins = (place: NarrowPlace) =>
    !hasCheckboxes &&
    (place === 'title' || place === 'below') && {
      pl: 2,
      boxShadow: (theme: Theme) => `inset ${String(theme.size.edge)}px 0 var(--row-edge, transparent)`,
    };
  const cell = (source: string) => `& .MuiTableCell-root.column-${source}`;
  const placed = columns.map(({ source, narrow }): [string, SystemStyleObject<Theme>] => [
    cell(source),
    narrow === undefined
      ? { display: 'none' }
      : { ...narrowPlaces[narrow], ...spans(narrow), ...begins(narrow) },
  ]);
  const withoutHead = columns
    .filter(({ narrow }) => narrow === 'tag' || narrow === 'below')
    .map(({ source }): [string, SystemStyleObject<Theme>] => [
      `& .MuiTableHead-root .MuiTableCell-root.column-${source}`,
      { display: 'none' },
    ]);
  return {
    ...{ display: 'block', width: '100%', minWidth: 0 },
    '& .MuiTableBody-root': { display: 'block' },
    '& .MuiTableHead-root': { display: columns.some(({ sorts }) => sorts !== undefined) ? 'block' : 'none' },
    '& .MuiTableRow-root': {
      display: 'grid',
      gridTemplateColumns: `${String(hasCheckboxes ? selectionColumn.width : 0)}px minmax(0, 1fr) auto auto`,
      borderBottom: 1,
      borderColor: 'border.subtle',
    },
    '& .MuiTableBody-root > .MuiTableRow-root:last-of-type': { borderBottom: 0 },
    '& .MuiTableCell-root.MuiTableCell-root': {
      ...{ width: 'auto', height: 'auto', minHeight: 32, minWidth: 0, border: 0 },
      ...{ display: 'flex', alignItems: 'center', p: 0, pr: 1 },
    },
    // As wide as what the scrollbar leaves, it keeps no room for one; both lines end at one edge.
    '& .MuiTableCell-root.MuiTableCell-root:last-of-type:not([colspan])': { pr: 1 },
    '& .MuiTableCell-root.MuiTableCell-paddingCheckbox': {
      gridArea: '1 / 1 / span 2',
      justifyContent: 'center',
    },
    // A notice, or the bars of rows that are being read.
    '& .MuiTableCell-root[colspan]': { gridColumn: '1 / -1', display: 'block' },
    ...Object.fromEntries(placed),
    '& .MuiTableHead-root .MuiTableCell-root': { gridRow: 1 },
    '& .MuiTableHead-root .MuiTableCell-root.MuiTableCell-paddingCheckbox': { gridRow: 1 },
    // The head is one line: what stands below has no place in it, but the one at its end.
    ...Object.fromEntries(withoutHead),
  };
}

/**
 * Fixed column widths, so that nothing moves when rows change; a wide screen distributes the rest. With room for a
 * scrollbar the table is as wide as the container around it, the scrollbar lying on its last column.
 */
export function listLayout(
  columns: readonly Widths[],
  hasCheckboxes: boolean,
  room = 0,
): SystemStyleObject<Theme> {
  const last = columns.at(-1)?.source;
  const sum =
    room +
    narrowestWidth(
      columns.map(({ width }) => ({ width })),
      hasCheckboxes,
    );
  // A column that shrinks takes what the others leave, until all of them fit.
  const fitting = `@container (min-width: ${String(sum)}px)`;
  const widths = columns.map(
    ({ source, width, wide = width, shrinksTo }): [string, SystemStyleObject<Theme>] => {
      const more = source === last ? room : 0;
      const whole = { width: { xs: width + more, xl: wide + more } };
      return [
        `& .MuiTableHead-root .column-${source}`,
        shrinksTo === undefined ? whole : { width: 'auto', [fitting]: whole },
      ];
    },
  );
  return {
    tableLayout: 'fixed',
    ...(room > 0 && { width: '100cqi' }),
    minWidth: narrowestWidth(columns, hasCheckboxes) + room,
    '& .MuiTableCell-root': { px: 0, pr: 1 },
    ...(room > 0 && {
      '& .MuiTableCell-root:last-of-type:not([colspan])': { pr: `${String(8 + room)}px` },
    }),
    '& .MuiTableCell-root.MuiTableCell-paddingCheckbox': {
      width: { xs: selectionColumn.width, xl: selectionColumn.wide },
      px: 0.5,
    },
    // Padding of the first cell without a checkbox.
    ...(!hasCheckboxes && { '& .MuiTableCell-root:first-of-type': { pl: 2 } }),
    '& .MuiTableCell-head': { whiteSpace: 'nowrap', overflow: 'hidden' },
    ...rightAligned,
    ...Object.fromEntries(widths),
    ...(columns.some(({ narrow }) => narrow !== undefined) && {
      [onPhone]: narrowRows(columns, hasCheckboxes),
      [inNarrowCard]: narrowRows(columns, hasCheckboxes),
    }),
  };
}
