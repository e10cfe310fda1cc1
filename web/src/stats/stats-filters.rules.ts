import { typeId } from '@crm/contracts/codes/lead-types.js';
import { sourceId } from '@crm/contracts/codes/sources.js';
import { thisMonth, type StatsFilters } from '@crm/contracts/entities/stats.js';
import { agentChoice, plainDate } from '@crm/contracts/ids.js';
import { addDays, pacificDate, shownDate } from '@crm/contracts/time/pacific.js';
import { z } from 'zod';
import { pickedOf } from '../leads/filters/lead-filters.rules.js';

/** Named ranges: stored by name, so that they stay relative to today. */
export const namedRanges = [
  'today',
  'yesterday',
  'thisMonth',
  'lastMonth',
  'last90Days',
  'thisYear',
  'allTime',
] as const;
export type NamedRange = (typeof namedRanges)[number];
export type DayRange = readonly [string, string];

/** The stored filters. An absent list means all options, an absent date range this month. */
export const statsFilterValues = z
  .object({
    date: z.union([z.enum(namedRanges), z.tuple([plainDate, plainDate])]),
    agents: z.array(agentChoice),
    sources: z.array(sourceId),
    types: z.array(typeId),
  })
  .partial();
export type StatsFilterValues = z.infer<typeof statsFilterValues>;

/** Parses filters from the URL or the browser's storage; invalid values count as not set. */
export const statsFilterOf = (stored: unknown): StatsFilterValues =>
  statsFilterValues.safeParse(stored).data ?? {};

/** The first and last day of a range in Los Angeles; none for all time. */
export function daysOf(date: StatsFilterValues['date'] = 'thisMonth', now: Date): DayRange | undefined {
  if (typeof date !== 'string') return date;
  const today = pacificDate(now);
  const [monthStart] = thisMonth(now);
  switch (date) {
    case 'today':
      return [today, today];
    case 'yesterday':
      return [addDays(today, -1), addDays(today, -1)];
    case 'thisMonth':
      return [monthStart, today];
    case 'lastMonth': {
      const last = addDays(monthStart, -1);
      return [`${last.slice(0, 8)}01`, last];
    }
    case 'last90Days':
      return [addDays(today, -89), today];
    case 'thisYear':
      return [`${today.slice(0, 4)}-01-01`, today];
    case 'allTime':
      return undefined;
  }
}

/** The filters as query of the calls. */
export function statsFiltersOf({ date, ...lists }: StatsFilterValues, now: Date): StatsFilters {
  const days = daysOf(date, now);
  return { ...lists, ...(days && { date: [...days] }) };
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

/** A range as button label: `11/01/2026 – 11/20/2026`. */
export function shownDays([first, last]: DayRange): string {
  return first === last ? shownDate(first) : `${shownDate(first)} – ${shownDate(last)}`;
}
