import { typeId } from '@crm/contracts/codes/lead-types.js';
import { sourceId } from '@crm/contracts/codes/sources.js';
import type { StatsFilters } from '@crm/contracts/entities/stats.js';
import { agentChoice } from '@crm/contracts/ids.js';
import { z } from 'zod';
import { dateRange, daysOf } from '../filters/date-range.rules.js';
import { pickedOf } from '../leads/filters/lead-filters.rules.js';
import { comparisons } from './earlier-days.rules.js';

/** The stored filters. An absent list means all options, an absent date range this month. */
export const statsFilterValues = z
  .object({
    date: dateRange,
    agents: z.array(agentChoice),
    sources: z.array(sourceId),
    types: z.array(typeId),
    /** What the figures are compared with; with the filters, so that the address has it too. */
    compare: z.enum(comparisons),
  })
  .partial();
export type StatsFilterValues = z.infer<typeof statsFilterValues>;

/** Parses filters from the URL or the browser's storage; invalid values count as not set. */
export const statsFilterOf = (stored: unknown): StatsFilterValues =>
  statsFilterValues.safeParse(stored).data ?? {};

/** The filters as query of the calls. */
export function statsFiltersOf(
  { date, compare: _compare, ...lists }: StatsFilterValues,
  now: Date,
): StatsFilters {
  const days = daysOf(date, now);
  return { ...lists, ...(days && { date: [...days] }) };
}

/** The filters compared with another period, or with none. */
export function withComparison(
  { compare: _before, ...rest }: StatsFilterValues,
  compare: StatsFilterValues['compare'],
): StatsFilterValues {
  return compare ? { ...rest, compare } : rest;
}

/** The filters with one list replaced; selecting everything or nothing removes it. */
export function withPickedList<K extends 'agents' | 'sources' | 'types'>(
  values: StatsFilterValues,
  by: K,
  picked: readonly NonNullable<StatsFilterValues[K]>[number][],
  all: readonly NonNullable<StatsFilterValues[K]>[number][],
): StatsFilterValues {
  const { [by]: _before, ...rest } = values;
  const kept = pickedOf(picked, all);
  return kept ? { ...rest, [by]: kept } : rest;
}
