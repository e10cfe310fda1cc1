import holidays from '@18f/us-federal-holidays';
import type { Holiday } from '@crm/contracts/closed-days.js';
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

const sunday = 0;
const monday = 1;
const saturday = 6;

const isElectionDay = (date: string) =>
  // The first Monday is one of the first seven days, the Tuesday after it one of the second to the eighth.
  date.slice(5, 7) === '11' && isNthWeekday(addDays(date, -1), '1-mon-11');

/** Whether a date is a Monday on which a holiday is observed that was on the Sunday, or on the Saturday, before it. */
function isMondayAfter(date: string, holiday: string, weekend: readonly number[] = [saturday, sunday]) {
  return (
    weekdayOf(date) === monday &&
    weekend.some((day) => addDays(date, day === sunday ? -1 : -2).slice(5) === holiday)
  );
}

const rhodeIslandFixed = ['01-01', '05-04', '06-19', '07-04', '11-11', '12-25'];

const isHoliday: Readonly<Record<Holiday, (date: string, year: number) => boolean>> = {
  federal: (date, year) => federalHolidays(year).has(date),
  'good-friday': (date, year) => addDays(easterSunday(year), -2) === date,
  'mardi-gras': (date, year) => addDays(easterSunday(year), -47) === date,
  'election-day': isElectionDay,
  'election-day-even': (date, year) => year % 2 === 0 && isElectionDay(date),
  'flag-day': (date) => date.slice(5) === '06-14' || isMondayAfter(date, '06-14', [sunday]),
  'pioneer-day': (date) =>
    date.slice(5) === '07-24' ||
    (date.slice(5) === '07-23' && weekdayOf(date) === saturday - 1) ||
    isMondayAfter(date, '07-24', [sunday]),
  'juneteenth-utah': (date, year) => {
    const day = `${String(year)}-06-19`;
    const weekday = weekdayOf(day);
    if (weekday === saturday) return addDays(day, 2) === date;
    return addDays(day, monday - weekday) === date;
  },
  'rhode-island-mondays': (date) => rhodeIslandFixed.some((day) => isMondayAfter(date, day)),
};
const isNamed = (day: string): day is Holiday => Object.hasOwn(isHoliday, day);

/** Whether a date is one of the closed days of a rule (contracts `closedDay`). */
export function isClosedDay(date: string, closedDays: readonly string[]): boolean {
  const year = Number(date.slice(0, 4));
  return closedDays.some((day) => {
    if (isNamed(day)) return isHoliday[day](date, year);
    if (/^\d{2}-\d{2}$/.test(day)) return date.slice(5) === day;
    return date === day || isNthWeekday(date, day);
  });
}
