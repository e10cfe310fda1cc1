import type { ReactNode } from 'react';

/** A column; widths are in pixels, and a wide screen spreads what it has beyond their sum. */
export interface ListColumn<R> {
  source: string;
  label: string;
  /** What the label means, in a tooltip. */
  hint?: string;
  /** Numbers stand at the right. */
  align?: 'right';
  /** At 1280, and where it differs from 1600 on (look: Table). */
  width: number;
  wide?: number;
  /** The order of the first click on its head; none where the server does not sort by it. */
  sorts?: 'ASC' | 'DESC';
  /** Whether a list begins without it: it is there to be chosen. */
  isExtra?: true;
  /** Whether the cell is what the row is called by. */
  names?: true;
  /** Whether long words take further lines, in place of an end with dots. */
  wraps?: true;
  cell: (row: R) => ReactNode;
}

/** Columns that are labelled by the messages of their names. */
export const labelled = <R, S extends string>(
  columns: readonly (Omit<ListColumn<R>, 'label' | 'source'> & { source: S })[],
  labelOf: (source: S) => string,
): ListColumn<R>[] => columns.map((column) => ({ ...column, label: labelOf(column.source) }));

/** The columns that a list begins without. */
export const hiddenAtFirst = (columns: readonly { source: string; isExtra?: true }[]): string[] =>
  columns.flatMap(({ source, isExtra }) => (isExtra ? [source] : []));
