/**
 * Time zones and calendars. A "local" time is the wall clock of a zone written as if it were UTC milliseconds, so that
 * the UTC methods of Date read its parts.
 */
import { StoreError } from '../values/errors.js';

export const MILLIS = {
  week: 604800000,
  day: 86400000,
  hour: 3600000,
  minute: 60000,
  second: 1000,
  millisecond: 1,
};

export interface Zone {
  /** Milliseconds that the wall clock is ahead of UTC at an instant. */
  offset(instant: number): number;
}

export const UTC: Zone = { offset: () => 0 };

// Zones change their offset on quarters of an hour: one formatting serves all instants of one.
const QUARTER = 900000;
const CACHED_QUARTERS = 20000;

function namedZone(name: string): Zone {
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: name,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
      era: 'short',
    });
  } catch {
    throw new StoreError(40485, `unrecognized time zone identifier: "${name}"`);
  }
  const offsets = new Map<number, number>();
  return {
    offset(instant) {
      const quarter = Math.floor(instant / QUARTER);
      let offset = offsets.get(quarter);
      if (offset === undefined) {
        if (offsets.size >= CACHED_QUARTERS) offsets.clear();
        const start = quarter * QUARTER;
        offset = wallClock(format, start) - start;
        offsets.set(quarter, offset);
      }
      return offset;
    },
  };
}

function wallClock(format: Intl.DateTimeFormat, instant: number): number {
  const parts = new Map<string, string>(
    format.formatToParts(instant).map(({ type, value }) => [type, value]),
  );
  const part = (type: string) => Number(parts.get(type));
  const year = parts.get('era') === 'BC' ? 1 - part('year') : part('year');
  return localTime(year, part('month'), part('day'), part('hour'), part('minute'), part('second'));
}

const zones = new Map<string, Zone>();

/** A zone by its Olson name or its offset (`+02:00`, `-0330`, `+05`). Throws 40485 for what is neither. */
export function zoneOf(name: string): Zone {
  let zone = zones.get(name);
  if (zone === undefined) {
    const fixed = /^([+-])(\d\d)(?::?(\d\d))?$/.exec(name);
    if (fixed) {
      const millis = Number(fixed[2]) * MILLIS.hour + Number(fixed[3] ?? 0) * MILLIS.minute;
      const offset = fixed[1] === '-' ? -millis : millis;
      zone = { offset: () => offset };
    } else zone = name === 'UTC' || name === 'GMT' || name === 'Z' ? UTC : namedZone(name);
    zones.set(name, zone);
  }
  return zone;
}

export const toLocal = (instant: number, zone: Zone): number => instant + zone.offset(instant);

/** The instant of a wall clock: the earlier one where it strikes twice, moved on where a change skips it. */
export function toInstant(local: number, zone: Zone): number {
  if (zone === UTC) return local;
  const before = zone.offset(local - MILLIS.day);
  if (zone.offset(local - before) === before) return local - before;
  const after = zone.offset(local + MILLIS.day);
  return zone.offset(local - after) === after ? local - after : local - before;
}

/** A local time from its parts; parts out of their range carry over. */
export function localTime(
  year: number,
  month: number,
  day: number,
  hour = 0,
  minute = 0,
  second = 0,
  millisecond = 0,
): number {
  // Date.UTC reads the years 0 to 99 as 1900 to 1999; 400 years are a whole number of weeks.
  const shifted = Date.UTC(year + 400, month - 1, day, hour, minute, second, millisecond);
  return shifted - 146097 * MILLIS.day;
}

export const yearOf = (local: number): number => new Date(local).getUTCFullYear();

const daysSince = (local: number, start: number) => Math.floor((local - start) / MILLIS.day);

/** 1 to 366. */
export const dayOfYear = (local: number): number => daysSince(local, localTime(yearOf(local), 1, 1)) + 1;

/** 1 (Sunday) to 7. */
export const dayOfWeek = (local: number): number => new Date(local).getUTCDay() + 1;

/** 1 (Monday) to 7. */
export const isoDayOfWeek = (local: number): number => new Date(local).getUTCDay() || 7;

/** 0 to 53: weeks begin on Sundays, the first one on the first Sunday of the year. */
export const weekOfYear = (local: number): number =>
  Math.floor((dayOfYear(local) + 7 - dayOfWeek(local)) / 7);

/** The ISO 8601 week date: its week-numbering year and the week within it. */
export function isoWeek(local: number): { year: number; week: number } {
  const thursday = local + (4 - isoDayOfWeek(local)) * MILLIS.day;
  return { year: yearOf(thursday), week: Math.floor((dayOfYear(thursday) - 1) / 7) + 1 };
}

/** The Monday on which an ISO week-numbering year begins. */
export function isoYearStart(year: number): number {
  const fourth = localTime(year, 1, 4);
  return fourth - (isoDayOfWeek(fourth) - 1) * MILLIS.day;
}
