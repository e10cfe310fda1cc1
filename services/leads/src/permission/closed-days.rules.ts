import holidays from '@18f/us-federal-holidays';
import { addDays } from '@crm/contracts/time/pacific.js';

const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const weekdayOf = (date: string) => new Date(`${date}T00:00:00.000Z`).getUTCDay();

const federalOf = new Map<number, ReadonlySet<string>>();

/** Federal holidays of a year: the day itself and the day on which it is observed, for either may be meant. */
function federalHolidays(year: number): ReadonlySet<string> {
  const known = federalOf.get(year);
  if (known) return known;
  const own = { shiftSaturdayHolidays: false, shiftSundayHolidays: false };
  const days = [
    ...holidays.allForYear(year),
    ...holidays.allForYear(year, own),
    // New Year's Day on a Saturday is observed on the last day of the year before.
    ...holidays.allForYear(year + 1),
  ].map(({ dateString }) => dateString);
  const found = new Set(days.filter((day) => day.startsWith(String(year))));
  federalOf.set(year, found);
  return found;
}

/** Easter Sunday of a year of the Gregorian calendar, by the anonymous algorithm of 1876. */
export function easterSunday(year: number): string {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const moon =
    (19 * golden +
      century -
      Math.floor(century / 4) -
      Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3) +
      15) %
    30;
  const toSunday =
    (32 + 2 * (century % 4) + 2 * Math.floor((year % 100) / 4) - moon - ((year % 100) % 4)) % 7;
  const late = Math.floor((golden + 11 * moon + 22 * toSunday) / 451);
  const day = moon + toSunday - 7 * late + 114;
  return `${String(year)}-${String(Math.floor(day / 31)).padStart(2, '0')}-${String((day % 31) + 1).padStart(2, '0')}`;
}

/** Whether a date is the nth (or the last) of its weekday in a month: `4-mon-04`, `last-mon-04`. */
function isNthWeekday(date: string, day: string): boolean {
  const [nth, weekday, month] = day.split('-');
  if (date.slice(5, 7) !== month || weekdays[weekdayOf(date)] !== weekday) return false;
  const place = Math.ceil(Number(date.slice(8)) / 7);
  return nth === 'last' ? addDays(date, 7).slice(5, 7) !== month : String(place) === nth;
}

/** Whether a date is one of the closed days of a rule (contracts `closedDay`). */
export function isClosedDay(date: string, closedDays: readonly string[]): boolean {
  const year = Number(date.slice(0, 4));
  return closedDays.some((day) => {
    if (day === 'federal') return federalHolidays(year).has(date);
    if (day === 'good-friday') return addDays(easterSunday(year), -2) === date;
    if (day === 'mardi-gras') return addDays(easterSunday(year), -47) === date;
    if (/^\d{2}-\d{2}$/.test(day)) return date.slice(5) === day;
    return date === day || isNthWeekday(date, day);
  });
}
