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
  cell: (row: R) => ReactNode;
}
