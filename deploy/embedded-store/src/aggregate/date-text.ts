/** Dates to and from text. */
import {
  MILLIS,
  UTC,
  dayOfWeek,
  dayOfYear,
  isoDayOfWeek,
  isoWeek,
  isoYearStart,
  localTime,
  toInstant,
  weekOfYear,
  zoneOf,
  type Zone,
} from './date-zones.js';
import { StoreError } from '../values/errors.js';

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

const pad = (value: number, width: number) => String(value).padStart(width, '0');

function zoneText(offset: number): string {
  const minutes = Math.abs(Math.round(offset / MILLIS.minute));
  return `${offset < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60), 2)}${pad(minutes % 60, 2)}`;
}

const FORMATS: Record<string, (date: Date, offset: number) => string> = {
  '%': () => '%',
  Y: (date) => pad(date.getUTCFullYear(), 4),
  m: (date) => pad(date.getUTCMonth() + 1, 2),
  d: (date) => pad(date.getUTCDate(), 2),
  H: (date) => pad(date.getUTCHours(), 2),
  M: (date) => pad(date.getUTCMinutes(), 2),
  S: (date) => pad(date.getUTCSeconds(), 2),
  L: (date) => pad(date.getUTCMilliseconds(), 3),
  b: (date) => (MONTHS[date.getUTCMonth()] ?? '').slice(0, 3),
  B: (date) => MONTHS[date.getUTCMonth()] ?? '',
  j: (date) => pad(dayOfYear(date.getTime()), 3),
  w: (date) => String(dayOfWeek(date.getTime())),
  u: (date) => String(isoDayOfWeek(date.getTime())),
  U: (date) => pad(weekOfYear(date.getTime()), 2),
  V: (date) => pad(isoWeek(date.getTime()).week, 2),
  G: (date) => pad(isoWeek(date.getTime()).year, 4),
  z: (_date, offset) => zoneText(offset),
  Z: (_date, offset) => `${offset < 0 ? '-' : '+'}${pad(Math.abs(Math.round(offset / MILLIS.minute)), 3)}`,
};

/** Complains about a format that `formatDate` cannot follow. */
export function checkFormat(format: string): void {
  for (const [specifier, letter] of format.matchAll(/%(.?)/gs)) {
    if (letter === '') throw new StoreError(18535, "Unmatched '%' at end of format string");
    if (!((letter as string) in FORMATS)) {
      throw new StoreError(18536, `Invalid format character '${specifier}' in format string`);
    }
  }
}

type Piece = string | ((date: Date, offset: number) => string);

// A query prints many dates under one format: the last one stays split.
let split: { format: string; pieces: Piece[] } = { format: '', pieces: [] };

function piecesOf(format: string): Piece[] {
  if (split.format !== format) {
    checkFormat(format);
    const parts = format.match(/%.|[^%]+/gs) ?? [];
    split = {
      format,
      pieces: parts.map((part) => (part.startsWith('%') && FORMATS[part.charAt(1)]) || part),
    };
  }
  return split.pieces;
}

/** A date under a format of `%` specifiers, as the wall clock of a zone shows it. */
export function formatDate(instant: number, format: string, zone: Zone): string {
  const pieces = piecesOf(format);
  const offset = zone.offset(instant);
  const date = new Date(instant + offset);
  const year = date.getUTCFullYear();
  if (year < 0 || year > 9999) {
    throw new StoreError(
      18537,
      `Could not convert date to string: the year is outside the supported range: ${year}`,
    );
  }
  let text = '';
  for (const piece of pieces) text += typeof piece === 'string' ? piece : piece(date, offset);
  return text;
}

const unreadable = (text: string, why: string) =>
  new StoreError('ConversionFailure', `Error parsing date string '${text}'; ${why}`);

const ISO =
  /^\s*(\d{4})-(\d\d?)-(\d\d?)(?:[T ](\d\d?):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?)?\s*(Z|[+-]\d\d(?::?\d\d)?|[A-Za-z_]+(?:\/[A-Za-z_]+)*)?\s*$/i;

function zoneIn(text: string, name: string | undefined, zone: Zone | undefined): Zone {
  if (name === undefined) return zone ?? UTC;
  if (zone) {
    throw unreadable(
      text,
      'you cannot pass in a date/time string with time zone information together with a timezone argument',
    );
  }
  return zoneOf(name.toUpperCase() === 'Z' ? 'UTC' : name);
}

/** A date of ISO 8601 text, read in a zone where it names none itself. */
export function parseDate(text: string, zone?: Zone): Date {
  const match = ISO.exec(text);
  if (!match) throw unreadable(text, 'it is not in a format that is understood');
  const [year, month, day, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part: string | undefined) => (part === undefined ? undefined : Number(part)));
  const millisecond = Math.floor(Number(`0.${match[7] ?? 0}`) * 1000 + 1e-6);
  const parts = [year ?? 0, month ?? 0, day ?? 0, hour, minute, second, millisecond] as const;
  return dateOfParts(text, parts, zoneIn(text, match[8], zone));
}

function dateOfParts(
  text: string,
  parts: readonly [number, number, number, number, number, number, number],
  zone: Zone,
): Date {
  const [year, month, day, hour, minute, second] = parts;
  const lastDay = new Date(localTime(year, month + 1, 0)).getUTCDate();
  if (month < 1 || month > 12 || day < 1 || day > lastDay || hour > 24 || minute > 59 || second > 59) {
    throw unreadable(text, 'a part of it is out of its range');
  }
  return new Date(toInstant(localTime(...parts), zone));
}

const PATTERNS: Record<string, string> = {
  Y: '\\d{4}',
  G: '\\d{4}',
  m: '\\d{1,2}',
  d: '\\d{1,2}',
  H: '\\d{1,2}',
  M: '\\d{1,2}',
  S: '\\d{1,2}',
  L: '\\d{1,3}',
  j: '\\d{1,3}',
  V: '\\d{1,2}',
  u: '[1-7]',
  b: '[A-Za-z]{3}',
  B: '[A-Za-z]+',
  z: 'Z|[+-]\\d\\d(?::?\\d\\d)?',
  Z: '[+-]\\d{1,4}',
};

/** A date of text under a format of `%` specifiers. */
export function parseDateWith(text: string, format: string, zone?: Zone): Date {
  checkFormat(format);
  const pattern = format.replace(/%(.)|[\\^$.*+?()[\]{}|]/g, (found, letter: string | undefined) => {
    if (letter === undefined) return `\\${found}`;
    if (letter === '%') return '%';
    const part = PATTERNS[letter];
    if (part === undefined)
      throw new StoreError(18536, `Invalid format character '%${letter}' in format string`);
    return `(?<${letter}>${part})`;
  });
  const found = new RegExp(`^${pattern}$`).exec(text)?.groups;
  if (!found) throw unreadable(text, `it does not follow the format '${format}'`);
  const number = (letter: string, otherwise: number) => Number(found[letter] ?? otherwise);
  const clock = [
    number('H', 0),
    number('M', 0),
    number('S', 0),
    Number((found['L'] ?? '').padEnd(3, '0')),
  ] as const;
  let named = zoneIn(text, found['z'], zone);
  const minutes = found['Z'];
  if (minutes !== undefined) named = { offset: () => Number(minutes) * MILLIS.minute };
  const written = found['B'] ?? found['b'];
  const month = written === undefined ? number('m', 1) : monthNumber(text, written);
  if (found['G'] !== undefined) {
    const monday = isoYearStart(number('G', 0)) + (number('V', 1) - 1) * MILLIS.week;
    const local = monday + (number('u', 1) - 1) * MILLIS.day;
    return new Date(toInstant(local + localTime(1970, 1, 1, ...clock), named));
  }
  if (found['Y'] === undefined)
    throw unreadable(text, 'an incomplete date/time string has been found, with elements missing');
  if (found['j'] !== undefined) {
    return new Date(toInstant(localTime(number('Y', 0), 1, number('j', 1), ...clock), named));
  }
  return dateOfParts(text, [number('Y', 0), month, number('d', 1), ...clock], named);
}

function monthNumber(text: string, written: string): number {
  const at = MONTHS.findIndex(
    (month) => month.slice(0, Math.max(3, written.length)).toLowerCase() === written.toLowerCase(),
  );
  if (at < 0) throw unreadable(text, `there is no month '${written}'`);
  return at + 1;
}
