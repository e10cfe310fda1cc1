import { addDays } from '@crm/contracts/time/pacific.js';
import type { DateRange, DayRange } from '../filters/date-range.rules.js';

const monthOf = (day: string) => day.slice(0, 7);
const dayOfMonth = (day: string) => Number(day.slice(8));
const monthBefore = (day: string) => monthOf(addDays(`${monthOf(day)}-01`, -1));

/** A day of a month, or the month's last day if it is shorter. */
function dayIn(month: string, day: number): string {
  const nextMonth = monthOf(addDays(`${month}-01`, 31));
  const last = dayOfMonth(addDays(`${nextMonth}-01`, -1));
  return `${month}-${String(Math.min(day, last)).padStart(2, '0')}`;
}

/** The same day a year earlier; February 28 for the 29th. */
export function yearBefore(day: string): string {
  return dayIn(`${String(Number(day.slice(0, 4)) - 1)}${day.slice(4, 7)}`, dayOfMonth(day));
}

const daysBetween = (first: string, last: string) =>
  Math.round((Date.parse(last) - Date.parse(first)) / 86_400_000);

/**
 * The days to compare a range with. The beginning of a month is compared with the beginning of the month before, that of a
 * year with the year before, a whole month with the whole month before, and anything else with as many days just before.
 */
export function previousDays(date: DateRange = 'thisMonth', [first, last]: DayRange): DayRange {
  switch (date) {
    case 'thisMonth': {
      const month = monthBefore(first);
      return [`${month}-01`, dayIn(month, dayOfMonth(last))];
    }
    case 'lastMonth':
      return [`${monthBefore(first)}-01`, addDays(first, -1)];
    case 'thisYear':
      return [yearBefore(first), yearBefore(last)];
    default:
      return [addDays(first, -daysBetween(first, last) - 1), addDays(first, -1)];
  }
}
