import { addDays } from '@crm/contracts/time/pacific.js';
import type { DateRange, DayRange } from '../filters/date-range.rules.js';

/** What the figures can be compared with: the period before, or the same period of last year. */
export const comparisons = ['before', 'yearBefore'] as const;
export type ComparedWith = (typeof comparisons)[number];

const monthOf = (day: string) => day.slice(0, 7);
const dayOfMonth = (day: string) => Number(day.slice(8));
const monthBefore = (day: string) => monthOf(addDays(`${monthOf(day)}-01`, -1));
const sameMonthLastYear = (day: string) => `${String(Number(day.slice(0, 4)) - 1)}${day.slice(4, 7)}`;

/** The last day of a month. */
export function lastDayOf(month: string): string {
  const nextMonth = monthOf(addDays(`${month}-01`, 31));
  return addDays(`${nextMonth}-01`, -1);
}

/** A day of a month, or the month's last day if it is shorter. */
const dayIn = (month: string, day: number) =>
  `${month}-${String(Math.min(day, dayOfMonth(lastDayOf(month)))).padStart(2, '0')}`;

/** The same day a year earlier; February 28 for the 29th. */
export const yearBefore = (day: string) => dayIn(sameMonthLastYear(day), dayOfMonth(day));

const daysBetween = (first: string, last: string) =>
  Math.round((Date.parse(last) - Date.parse(first)) / 86_400_000);

/** How many whole months a range is; 0 if it begins or ends within one. */
function wholeMonths([first, last]: DayRange): number {
  if (dayOfMonth(first) !== 1 || last !== lastDayOf(monthOf(last))) return 0;
  const monthsUpTo = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
  return monthsUpTo(last) - monthsUpTo(first) + 1;
}

/** As many whole months just before. */
function monthsBefore(first: string, months: number): DayRange {
  let begins = first;
  for (let month = 0; month < months; month += 1) begins = `${monthBefore(begins)}-01`;
  return [begins, addDays(first, -1)];
}

/** The beginning of a month is compared with that of the month before, that of a year with the year before. */
function daysBefore(date: DateRange, [first, last]: DayRange): DayRange {
  const months = wholeMonths([first, last]);
  if (months > 0) return monthsBefore(first, months);
  switch (date) {
    case 'thisMonth': {
      const month = monthBefore(first);
      return [`${month}-01`, dayIn(month, dayOfMonth(last))];
    }
    case 'thisYear':
      return [yearBefore(first), yearBefore(last)];
    default:
      return [addDays(first, -daysBetween(first, last) - 1), addDays(first, -1)];
  }
}

/** The days to compare a range with: whole months with whole months, anything else with as many days. */
export function earlierDays(by: ComparedWith, date: DateRange = 'thisMonth', days: DayRange): DayRange {
  if (by === 'before') return daysBefore(date, days);
  const [first, last] = days;
  const ends = wholeMonths(days) > 0 ? lastDayOf(sameMonthLastYear(last)) : yearBefore(last);
  return [yearBefore(first), ends];
}
