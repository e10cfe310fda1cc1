/** `$dateAdd`, `$dateSubtract`, `$dateDiff` and `$dateTrunc`. */
import { MILLIS, localTime, toInstant, toLocal, type Zone } from './date-zones.js';
import { StoreError } from '../values/errors.js';
import { dateOf } from './expressions-arithmetic.js';
import { instantOf, zoneArgument } from './expressions-dates.js';
import { compileNamed, isNullish, namedArguments, type Operator, type Operators } from './operators.js';
import { ObjectId, Timestamp, describe, toInteger, typeNameOf, type Found } from '../values/values.js';

const MONTHS_OF = { year: 12, quarter: 3, month: 1 };
type Unit = keyof typeof MONTHS_OF | keyof typeof MILLIS;

const isUnit = (value: string): value is Unit => value in MONTHS_OF || value in MILLIS;
const isMonths = (unit: Unit): unit is keyof typeof MONTHS_OF => unit in MONTHS_OF;

function unitOf(value: Found, name: string): Unit {
  if (typeof value !== 'string') {
    throw new StoreError(5439013, `${name} requires 'unit' to be a string, but got ${typeNameOf(value)}`);
  }
  if (isUnit(value)) return value;
  throw new StoreError(
    'FailedToParse',
    `${name} parameter 'unit' value parsing failed :: caused by :: unknown time unit value: ${value}`,
  );
}

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** The day on which weeks start, 0 for Sunday. */
function weekStart(value: Found, name: string): number {
  if (value === undefined) return 0;
  if (typeof value !== 'string') {
    throw new StoreError(
      5439015,
      `${name} requires 'startOfWeek' to be a string, but got ${typeNameOf(value)}`,
    );
  }
  const wanted = value.toLowerCase();
  const at = WEEKDAYS.findIndex((day) => day === wanted || day.slice(0, 3) === wanted);
  if (at >= 0) return at;
  throw new StoreError(
    'FailedToParse',
    `${name} parameter 'startOfWeek' value cannot be recognized as a day of a week: ${value}`,
  );
}

function dateArgument(value: Found, argument: string, name: string): number {
  if (value instanceof Date || value instanceof Timestamp || value instanceof ObjectId)
    return instantOf(value);
  throw new StoreError(5166307, `${name} requires '${argument}' to be a date, but got ${typeNameOf(value)}`);
}

const monthIndex = (local: number) => new Date(local).getUTCFullYear() * 12 + new Date(local).getUTCMonth();

/** Moves by months and keeps the day, or takes the last one of a month that is too short. */
function addMonths(local: number, months: number): number {
  const date = new Date(local);
  const month = monthIndex(local) + months;
  const lastDay = new Date(localTime(0, month + 2, 0)).getUTCDate();
  const start = localTime(0, month + 1, Math.min(date.getUTCDate(), lastDay));
  return start + (((local % MILLIS.day) + MILLIS.day) % MILLIS.day);
}

function addUnits(instant: number, unit: Unit, amount: number, zone: Zone): number {
  if (isMonths(unit)) return toInstant(addMonths(toLocal(instant, zone), amount * MONTHS_OF[unit]), zone);
  if (unit === 'week' || unit === 'day') {
    return toInstant(toLocal(instant, zone) + amount * MILLIS[unit], zone);
  }
  return instant + amount * MILLIS[unit];
}

const addition =
  (sign: 1 | -1): Operator =>
  (argument, scope, name) => {
    const required = ['startDate', 'unit', 'amount'];
    const codes = [5166400, 5166401, 5166402] as const;
    const given = namedArguments(name, argument, { required, optional: ['timezone'], codes });
    const parts = compileNamed(given, scope, ['startDate', 'unit', 'amount', 'timezone']);
    return (doc) => {
      const start = parts.startDate(doc);
      const unit = parts.unit(doc);
      const amount = parts.amount(doc);
      const zone = zoneArgument(given.has('timezone'), parts.timezone(doc), name);
      if (isNullish(start) || isNullish(unit) || isNullish(amount) || zone === undefined) return null;
      const units = toInteger(amount);
      if (units === undefined) {
        throw new StoreError(
          5166405,
          `${name} expects integer amount of time units, but got ${describe(amount)}`,
        );
      }
      return dateOf(addUnits(dateArgument(start, 'startDate', name), unitOf(unit, name), sign * units, zone));
    };
  };

/** How many units lie between the beginning of time and a date, whole ones alone. */
function unitsUntil(instant: number, unit: Unit, zone: Zone, startOfWeek: number): number {
  const local = toLocal(instant, zone);
  if (isMonths(unit)) return Math.floor(monthIndex(local) / MONTHS_OF[unit]);
  // 1970-01-01 was a Thursday.
  if (unit === 'week') return Math.floor((local / MILLIS.day + 4 - startOfWeek) / 7);
  if (unit === 'day') return Math.floor(local / MILLIS.day);
  return Math.floor((instant + (zone.offset(instant) % MILLIS.hour)) / MILLIS[unit]);
}

const dateDiff: Operator = (argument, scope, name) => {
  const required = ['startDate', 'endDate', 'unit'];
  const codes = [5166301, 5166302, { startDate: 5166303, endDate: 5166304, unit: 5166305 }] as const;
  const given = namedArguments(name, argument, { required, optional: ['timezone', 'startOfWeek'], codes });
  const parts = compileNamed(given, scope, ['startDate', 'endDate', 'unit', 'timezone', 'startOfWeek']);
  return (doc) => {
    const start = parts.startDate(doc);
    const end = parts.endDate(doc);
    const wanted = parts.unit(doc);
    const zone = zoneArgument(given.has('timezone'), parts.timezone(doc), name);
    const week = parts.startOfWeek(doc);
    if (isNullish(start) || isNullish(end) || isNullish(wanted) || zone === undefined) return null;
    const unit = unitOf(wanted, name);
    if (unit === 'week' && given.has('startOfWeek') && isNullish(week)) return null;
    const first = unit === 'week' ? weekStart(week, name) : 0;
    const [from, to] = [dateArgument(start, 'startDate', name), dateArgument(end, 'endDate', name)];
    return BigInt(unitsUntil(to, unit, zone, first) - unitsUntil(from, unit, zone, first));
  };
};

const floorTo = (value: number, size: number) => Math.floor(value / size) * size;

/** Bins are counted from the beginning of 2000, in the zone; weeks from the first week that starts in it. */
function truncate(instant: number, unit: Unit, size: number, zone: Zone, startOfWeek: number): number {
  const local = toLocal(instant, zone);
  const reference = localTime(2000, 1, 1);
  if (isMonths(unit)) {
    const months = floorTo(monthIndex(local) - 24000, size * MONTHS_OF[unit]);
    return toInstant(localTime(2000, 1 + months, 1), zone);
  }
  if (unit === 'week' || unit === 'day') {
    // 2000-01-01 was a Saturday.
    const first = reference + (unit === 'week' ? ((startOfWeek + 1) % 7) * MILLIS.day : 0);
    return toInstant(first + floorTo(local - first, size * MILLIS[unit]), zone);
  }
  const start = toInstant(reference, zone);
  return start + floorTo(instant - start, size * MILLIS[unit]);
}

const dateTrunc: Operator = (argument, scope, name) => {
  const optional = ['binSize', 'timezone', 'startOfWeek'];
  const codes = [5439007, 5439008, { date: 5439009, unit: 5439010 }] as const;
  const given = namedArguments(name, argument, { required: ['date', 'unit'], optional, codes });
  const parts = compileNamed(given, scope, ['date', 'unit', 'binSize', 'timezone', 'startOfWeek']);
  return (doc) => {
    const value = parts.date(doc);
    const wanted = parts.unit(doc);
    const bin = given.has('binSize') ? parts.binSize(doc) : 1;
    const zone = zoneArgument(given.has('timezone'), parts.timezone(doc), name);
    const week = parts.startOfWeek(doc);
    if (isNullish(value) || isNullish(wanted) || isNullish(bin) || zone === undefined) return null;
    const unit = unitOf(wanted, name);
    if (unit === 'week' && given.has('startOfWeek') && isNullish(week)) return null;
    const size = toInteger(bin);
    if (size === undefined) {
      throw new StoreError(
        5439017,
        `${name} requires 'binSize' to be a 64-bit integer, but got value '${describe(bin)}'`,
      );
    }
    if (size <= 0)
      throw new StoreError(5439018, `${name} requires 'binSize' to be greater than 0, but got value ${size}`);
    const first = unit === 'week' ? weekStart(week, name) : 0;
    return dateOf(truncate(dateArgument(value, 'date', name), unit, size, zone, first));
  };
};

export const DATE_MATH: Operators = {
  $dateAdd: addition(1),
  $dateSubtract: addition(-1),
  $dateDiff: dateDiff,
  $dateTrunc: dateTrunc,
};
