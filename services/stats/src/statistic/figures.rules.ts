import { dollarsOf } from '@crm/contracts/money.js';
import type { StatisticRow, StatisticSort, StatisticTotals } from '@crm/contracts/entities/stats.js';

/** What is counted of some leads; the premium in cents. */
export interface Counts {
  assigned: number;
  deals: number;
  premium: number;
}

export const nothing: Counts = { assigned: 0, deals: 0, premium: 0 };

/** Rounds half up. */
const divided = (a: number, b: number) => (b === 0 ? null : Math.floor(a / b + 0.5));

/** Deals per assigned lead in percent, two decimals; null if none was assigned. */
export function closingRatio({ deals, assigned }: Pick<Counts, 'deals' | 'assigned'>): number | null {
  const hundredths = divided(deals * 10_000, assigned);
  return hundredths === null ? null : hundredths / 100;
}

/** Average premium of a deal in whole cents; null without deals. */
export function averagePremium({ premium, deals }: Pick<Counts, 'deals' | 'premium'>): number | null {
  const cents = divided(premium, deals);
  return cents === null ? null : dollarsOf(cents);
}

/** Derives the figures from counts (deploy/docs/statistics.md). */
export function figuresOf(counts: Counts): Omit<StatisticTotals, 'leads'> {
  return {
    c_a: counts.assigned,
    c_d: counts.deals,
    c_r: closingRatio(counts),
    tmp: dollarsOf(counts.premium),
    amp: averagePremium(counts),
  };
}

/** Sums counts. */
export function together(all: readonly Counts[]): Counts {
  return {
    assigned: all.reduce((sum, { assigned }) => sum + assigned, 0),
    deals: all.reduce((sum, { deals }) => sum + deals, 0),
    premium: all.reduce((sum, { premium }) => sum + premium, 0),
  };
}

const byName = (a: StatisticRow, b: StatisticRow) =>
  a.agent.toLowerCase().localeCompare(b.agent.toLowerCase(), 'en') ||
  String(a.agent_id).localeCompare(String(b.agent_id));

/** Sorts rows as requested, by default by premium descending; empty ratios sort lowest. */
export function sortedRows(
  rows: readonly StatisticRow[],
  { field, order }: StatisticSort = { field: 'tmp', order: 'DESC' },
): StatisticRow[] {
  const direction = order === 'ASC' ? 1 : -1;
  if (field === 'agent') return [...rows].sort((a, b) => direction * byName(a, b));
  return [...rows].sort((a, b) => direction * ((a[field] ?? -1) - (b[field] ?? -1)) || byName(a, b));
}
