import type { Collection } from 'mongoose';
import type { FigureRows } from '../leads/lead-figures.model.js';
import type { Lines } from './month-lines.rules.js';

/** The lines of a month, all agents, sources and types together. */
export interface MonthLines {
  /** `2026-11` */
  _id: string;
  /** Incremented whenever a row changes the month. */
  round: number;
  changedAt: Date;
  /** Absent until recounted from the rows after that change. */
  lines?: Lines;
}

export type KeptMonths = Collection<MonthLines>;

/** The rows of leads and the monthly aggregates of a set. */
export interface FigureSet {
  rows: FigureRows;
  months: KeptMonths;
}
