import type { StatsFilters } from '@crm/contracts/entities/stats.js';
import type { FigureKind } from './change.rules.js';

/** A value of a bar. */
export interface BarFigure {
  /** Null if there is nothing to compare: no bar. */
  value: number | null;
  /** Compact, above the bar. */
  short: string;
  /** The exact value as text. */
  exact: string;
  /** How a ratio comes about. */
  why?: string;
}

export interface Bar extends BarFigure {
  key: string;
  /** Label below the bar; left out if there is no room. */
  label: string;
  /** The whole name, for the table and the tooltip. */
  name: string;
  /** The same in the earlier period; null if there is none. */
  before?: BarFigure | null | undefined;
  /** The filters of the deals that it counts. */
  holds: StatsFilters;
}

export interface Chart {
  key: string;
  title: string;
  /** What it counts, in a few words. */
  note: string;
  kind: FigureKind;
  /** Its bars are in the order of time: where they do not fit, the latest is seen first. */
  isOfTime?: true;
  /** What the bars are called where they are compared; undefined if they are not. */
  periods: { this: string; before: string } | undefined;
  /** Undefined while loading, null on failure. */
  bars: readonly Bar[] | undefined | null;
  /** A tick of the axis. */
  shown: (value: number) => string;
}
