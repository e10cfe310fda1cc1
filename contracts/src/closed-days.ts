import { z } from 'zod';
import { months } from './codes/life-lists.js';
import { isRealDate, shownDate } from './time/pacific.js';

const holidayNames = {
  /** On their own day and on the day on which they are observed. */
  federal: 'Federal holidays',
  'good-friday': 'Good Friday',
  'mardi-gras': 'Mardi Gras',
  /** The Tuesday after the first Monday of November. */
  'election-day': 'Election Day',
  'election-day-even': 'Election Day of even years',
  /** June 14, and the Monday after where that is a Sunday. */
  'flag-day': 'Flag Day',
  /** July 24; a Saturday is observed on the Friday before it, a Sunday on the Monday after. */
  'pioneer-day': 'Pioneer Day',
  /** The Monday before June 19, where that is from Tuesday to Friday; after it at a weekend. */
  'juneteenth-utah': 'Juneteenth as Utah observes it',
  /** The Monday after a fixed holiday at a weekend: the federal government observes a Saturday's on the Friday. */
  'rhode-island-mondays': 'Mondays after weekend holidays (RI)',
} as const;
export type Holiday = keyof typeof holidayNames;
const holidayCodes = Object.keys(holidayNames) as Holiday[];

/**
 * Days on which nobody is contacted, beside weekdays without hours: a holiday by its name (`federal`, `good-friday`), a
 * date of every year (`08-30`), one date (`2026-12-24`), or a weekday of a month (`4-mon-04` the fourth Monday of April,
 * `last-mon-04` the last one).
 */
export const closedDay = z
  .string()
  .regex(
    new RegExp(
      `^(${holidayCodes.join('|')}|(\\d{4}-)?(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])|([1-4]|last)-(sun|mon|tue|wed|thu|fri|sat)-(0[1-9]|1[0-2]))$`,
    ),
    'The name of a holiday, 08-30, 2026-12-24 or 4-mon-04',
  );

/** Sunday first, as the hours of a rule are. */
const weekdayNames = {
  sun: 'Sunday',
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
} as const;
export type Weekday = keyof typeof weekdayNames;

const placeNames = { '1': '1st', '2': '2nd', '3': '3rd', '4': '4th', last: 'Last' } as const;
export type PlaceInMonth = keyof typeof placeNames;

const listed = <Code extends string>(codes: readonly Code[], names: Readonly<Record<Code, string>>) =>
  codes.map((code) => ({ value: code, text: names[code] }));

/** What a closed day may be made of, each with its name. */
export const holidays = listed(holidayCodes, holidayNames);
export const weekdays = listed(['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'], weekdayNames);
export const placesInMonth = listed(['1', '2', '3', '4', 'last'], placeNames);

/** A closed day as one chooses it; `closedDay` is its code. */
export type ClosedDay =
  | { kind: 'holiday'; holiday: Holiday }
  /** Of every year where no year is named. */
  | { kind: 'date'; month: string; day: string; year: string }
  | { kind: 'weekday'; place: PlaceInMonth; weekday: Weekday; month: string };

/** The code of a chosen day; undefined while it is no day yet, as February 30th never is one. */
export function codeOf(chosen: ClosedDay): string | undefined {
  if (chosen.kind === 'holiday') return chosen.holiday;
  if (chosen.kind === 'weekday') return `${chosen.place}-${chosen.weekday}-${chosen.month}`;
  const { month, year } = chosen;
  const day = chosen.day.padStart(2, '0');
  // Every year: a day that leap years have is one too.
  if (!isRealDate(year === '' ? '2028' : year, month, day)) return undefined;
  return year === '' ? `${month}-${day}` : `${year}-${month}-${day}`;
}

/** What a code means; undefined for none of the contract's. */
export function closedDayOf(code: string): ClosedDay | undefined {
  const holiday = holidays.find(({ value }) => value === code)?.value;
  if (holiday !== undefined) return { kind: 'holiday', holiday };
  const [first = '', second = '', third] = code.split('-');
  const place = placesInMonth.find(({ value }) => value === first)?.value;
  const weekday = weekdays.find(({ value }) => value === second)?.value;
  if (place !== undefined && weekday !== undefined && third !== undefined) {
    return { kind: 'weekday', place, weekday, month: third };
  }
  const date: ClosedDay =
    third === undefined
      ? { kind: 'date', month: first, day: second, year: '' }
      : { kind: 'date', month: second, day: third, year: first };
  return codeOf(date) === code ? date : undefined;
}

const monthName = (month: string) => months.find(({ value }) => value === month)?.text ?? month;

/** A closed day in words: `Mardi Gras`, `4th Monday of April`, `August 30 of every year`, `12/24/2026`. */
export function shownClosedDay(code: string): string {
  const day = closedDayOf(code);
  if (day === undefined) return code;
  if (day.kind === 'holiday') return holidayNames[day.holiday];
  if (day.kind === 'weekday')
    return `${placeNames[day.place]} ${weekdayNames[day.weekday]} of ${monthName(day.month)}`;
  return day.year === ''
    ? `${monthName(day.month)} ${String(Number(day.day))} of every year`
    : shownDate(code);
}
