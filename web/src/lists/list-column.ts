import type { ReactNode } from 'react';

/** The place of a cell among the two lines that a row has on a phone. */
export type NarrowPlace = 'title' | 'tag' | 'below' | 'belowEnd';

/** A column; widths are in pixels, and a wide screen distributes the remaining width. */
export interface ListColumn<R> {
  source: string;
  label: string;
  /** What the label means, in a tooltip. */
  hint?: string;
  /** Numeric columns are right-aligned. */
  align?: 'right';
  /** At 1280, and where it differs from 1600 on (look: Table). */
  width: number;
  wide?: number;
  /** Where not all columns fit it takes what the others leave, down to this width. */
  shrinksTo?: number;
  /** On a phone; where no column of a list has one, its table scrolls sideways there, too. */
  narrow?: NarrowPlace;
  /** The sort order of the first click; none if the server cannot sort by it. */
  sorts?: 'ASC' | 'DESC';
  /** Whether the column is hidden by default. */
  isExtra?: true;
  /** Whether the cell is the row's name. */
  names?: true;
  /** Whether long text wraps instead of being truncated. */
  wraps?: true;
  cell: (row: R) => ReactNode;
}

/** Adds labels to columns from the messages by name. */
export const labelled = <R, S extends string>(
  columns: readonly (Omit<ListColumn<R>, 'label' | 'source'> & { source: S })[],
  labelOf: (source: S) => string,
): ListColumn<R>[] => columns.map((column) => ({ ...column, label: labelOf(column.source) }));

/** The columns hidden by default. */
export const hiddenAtFirst = (columns: readonly { source: string; isExtra?: true }[]): string[] =>
  columns.flatMap(({ source, isExtra }) => (isExtra ? [source] : []));
