import { months } from '@crm/contracts/codes/life-lists.js';
import { isRealDate, shownDate } from '@crm/contracts/time/pacific.js';
import type { MessageKey } from '../i18n/useTranslate.js';

export const holidays = ['federal', 'good-friday', 'mardi-gras'] as const;
export type Holiday = (typeof holidays)[number];

/** Sunday first, as the hours of a rule are. */
export const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;
export type Weekday = (typeof weekdays)[number];

export const places = ['1', '2', '3', '4', 'last'] as const;
export type PlaceInMonth = (typeof places)[number];

/** A closed day as one chooses it; the contract's `closedDay` is its code. */
export type ClosedDay =
  | { kind: 'holiday'; holiday: Holiday }
  /** Of every year where no year is named. */
  | { kind: 'date'; month: string; day: string; year: string }
  | { kind: 'weekday'; place: PlaceInMonth; weekday: Weekday; month: string };

export const holidayKeys = {
  federal: 'crm.contactRules.holidays.federal',
  'good-friday': 'crm.contactRules.holidays.goodFriday',
  'mardi-gras': 'crm.contactRules.holidays.mardiGras',
} as const satisfies Record<Holiday, MessageKey>;

export const weekdayKeys = {
  sun: 'crm.contactRules.days.sunday',
  mon: 'crm.contactRules.days.monday',
  tue: 'crm.contactRules.days.tuesday',
  wed: 'crm.contactRules.days.wednesday',
  thu: 'crm.contactRules.days.thursday',
  fri: 'crm.contactRules.days.friday',
  sat: 'crm.contactRules.days.saturday',
} as const satisfies Record<Weekday, MessageKey>;

export const placeKeys = {
  '1': 'crm.contactRules.places.first',
  '2': 'crm.contactRules.places.second',
  '3': 'crm.contactRules.places.third',
  '4': 'crm.contactRules.places.fourth',
  last: 'crm.contactRules.places.last',
} as const satisfies Record<PlaceInMonth, MessageKey>;

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
  const holiday = holidays.find((each) => each === code);
  if (holiday !== undefined) return { kind: 'holiday', holiday };
  const [first = '', second = '', third] = code.split('-');
  const place = places.find((each) => each === first);
  const weekday = weekdays.find((each) => each === second);
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
export function closedDayMessages(
  code: string,
  translate: (key: MessageKey, values?: Record<string, string | number>) => string,
): string {
  const day = closedDayOf(code);
  if (day === undefined) return code;
  if (day.kind === 'holiday') return translate(holidayKeys[day.holiday]);
  if (day.kind === 'date') {
    if (day.year !== '') return shownDate(code);
    return translate('crm.contactRules.everyYear', { month: monthName(day.month), day: Number(day.day) });
  }
  return translate('crm.contactRules.weekdayOf', {
    place: translate(placeKeys[day.place]),
    weekday: translate(weekdayKeys[day.weekday]),
    month: monthName(day.month),
  });
}
