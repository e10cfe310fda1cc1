import type { Collection } from 'mongoose';
import type { FigureRows } from '../leads/lead-figures.model.js';
import type { Lines } from './month-lines.rules.js';

/** The lines of a month, all agents, sources and types together. */
export interface MonthLines {
  /** `2026-11` */
  _id: string;
  /** Raised whenever a row changes what the month comes to. */
  round: number;
  changedAt: Date;
  /** Missing until they are counted from the rows as they are since that change. */
  lines?: Lines;
}

export type KeptMonths = Collection<MonthLines>;

/** What is kept of each lead, and what the months come to by it. */
export interface FigureSet {
  rows: FigureRows;
  months: KeptMonths;
}
