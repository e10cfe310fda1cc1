import { thisMonth } from '@crm/contracts/entities/stats.js';
import { plainDate } from '@crm/contracts/ids.js';
import { addDays, pacificDate, shownDate } from '@crm/contracts/time/pacific.js';
import { z } from 'zod';

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
export type DayRange = readonly [string, string];

/** A range of days by its name, or by its first and last day. */
export const dateRange = z.union([z.enum(namedRanges), z.tuple([plainDate, plainDate])]);
export type DateRange = z.infer<typeof dateRange>;

/** The first and last day of a range in Los Angeles; none for all time. */
export function daysOf(date: DateRange = 'thisMonth', now: Date): DayRange | undefined {
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

/** A range as button label: `11/01/2026 – 11/20/2026`. */
export function shownDays([first, last]: DayRange): string {
  return first === last ? shownDate(first) : `${shownDate(first)} – ${shownDate(last)}`;
}
