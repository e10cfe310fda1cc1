/** Operators that read, print and make dates. */
import { dateOf } from './expressions-arithmetic.js';
import { checkFormat, formatDate, parseDate, parseDateWith } from './date-text.js';
import * as calendar from './date-zones.js';
import { MILLIS, UTC, localTime, toInstant, toLocal, zoneOf, type Zone } from './date-zones.js';
import { StoreError } from '../values/errors.js';
import {
  compileNamed,
  isNullish,
  namedArguments,
  type Evaluate,
  type Operator,
  type Operators,
  isArray,
} from './operators.js';
import {
  ObjectId,
  Timestamp,
  describe,
  isDoc,
  isNumber,
  toInteger,
  truthy,
  typeNameOf,
  type Doc,
  type Found,
  type Value,
} from '../values/values.js';

/** The milliseconds of what MongoDB takes for a date: dates, timestamps and ObjectIds. */
export function instantOf(value: Found): number {
  if (value instanceof Date) return value.getTime();
  if (value instanceof Timestamp) return value.t * 1000;
  if (value instanceof ObjectId) return value.getTimestamp().getTime();
  throw new StoreError(16006, `can't convert from BSON type ${typeNameOf(value)} to Date`);
}

/** The zone that an argument names: UTC where there is no argument, undefined where it is null. */
export function zoneArgument(given: boolean, value: Found, name: string): Zone | undefined {
  if (!given) return UTC;
  if (isNullish(value)) return undefined;
  if (typeof value === 'string') return zoneOf(value);
  const found = `but was given a ${typeNameOf(value)} (${describe(value)})`;
  throw new StoreError(40533, `${name} requires a string for the timezone argument, ${found}`);
}

/** An operator of a date that is written bare, as an array of one, or as `{date, timezone}`. */
const datePart =
  (read: (local: number) => Value): Operator =>
  (argument, scope, name) => {
    let date: Evaluate;
    let timezone: Evaluate = () => undefined;
    let zoned = false;
    if (isDoc(argument) && !argument.keys().next().value?.startsWith('$')) {
      namedArguments(name, argument, {
        required: ['date'],
        optional: ['timezone'],
        codes: [40535, 40535, 40539],
      });
      ({ date, timezone } = compileNamed(argument, scope, ['date', 'timezone']));
      zoned = argument.has('timezone');
    } else {
      if (isArray(argument) && argument.length !== 1) {
        throw new StoreError(
          40536,
          `${name} accepts exactly one argument if given an array, but was given ${argument.length}`,
        );
      }
      date = scope.compile(isArray(argument) ? (argument[0] as Value) : argument);
    }
    return (doc) => {
      const value = date(doc);
      const zone = zoneArgument(zoned, zoned ? timezone(doc) : undefined, name);
      return isNullish(value) || zone === undefined ? null : read(toLocal(instantOf(value), zone));
    };
  };

const dateToString: Operator = (argument, scope, name) => {
  const optional = ['format', 'timezone', 'onNull'];
  const given = namedArguments(name, argument, {
    required: ['date'],
    optional,
    codes: [18629, 18534, 18628],
  });
  const { date, format, timezone, onNull } = compileNamed(given, scope, [
    'date',
    'format',
    'timezone',
    'onNull',
  ]);
  const pattern = given.get('format');
  if (typeof pattern === 'string' && !pattern.startsWith('$')) checkFormat(pattern);
  return (doc) => {
    const value = date(doc);
    const text = given.has('format')
      ? format(doc)
      : `%Y-%m-%dT%H:%M:%S.%L${given.has('timezone') ? '' : 'Z'}`;
    if (isNullish(value)) return given.has('onNull') ? onNull(doc) : null;
    if (isNullish(text)) return null;
    if (typeof text !== 'string') {
      const found = `found: ${typeNameOf(text)} with value ${describe(text)}`;
      throw new StoreError(18533, `${name} requires that 'format' be a string, ${found}`);
    }
    const zone = zoneArgument(given.has('timezone'), timezone(doc), name);
    return zone === undefined ? null : formatDate(instantOf(value), text, zone);
  };
};

const dateFromString: Operator = (argument, scope, name) => {
  const optional = ['format', 'timezone', 'onError', 'onNull'];
  const codes = [40540, 40541, 40542] as const;
  const given = namedArguments(name, argument, { required: ['dateString'], optional, codes });
  const parts = compileNamed(given, scope, ['dateString', 'format', 'timezone', 'onError', 'onNull']);
  return (doc) => {
    const text = parts.dateString(doc);
    const format = parts.format(doc);
    const zone = given.has('timezone') ? zoneArgument(true, parts.timezone(doc), name) : undefined;
    if (isNullish(text)) return given.has('onNull') ? parts.onNull(doc) : null;
    if (given.has('timezone') && !zone) return null;
    if (given.has('format') && isNullish(format)) return null;
    try {
      if (typeof text !== 'string') {
        const found = `found: ${typeNameOf(text)} with value ${describe(text)}`;
        throw new StoreError('ConversionFailure', `${name} requires that 'dateString' be a string, ${found}`);
      }
      if (format === undefined) return parseDate(text, zone);
      if (typeof format === 'string') return parseDateWith(text, format, zone);
    } catch (error) {
      const failed = error instanceof StoreError && error.codeName === 'ConversionFailure';
      if (failed && given.has('onError')) return parts.onError(doc);
      throw error;
    }
    throw new StoreError(40684, `${name} requires that 'format' be a string, found: ${typeNameOf(format)}`);
  };
};

const clockParts = (local: number): Array<[string, Value]> => {
  const date = new Date(local);
  return [
    ['hour', date.getUTCHours()],
    ['minute', date.getUTCMinutes()],
    ['second', date.getUTCSeconds()],
    ['millisecond', date.getUTCMilliseconds()],
  ];
};

function calendarParts(local: number): Array<[string, Value]> {
  const date = new Date(local);
  return [
    ['year', date.getUTCFullYear()],
    ['month', date.getUTCMonth() + 1],
    ['day', date.getUTCDate()],
  ];
}

function isoParts(local: number): Array<[string, Value]> {
  const { year, week } = calendar.isoWeek(local);
  return [
    ['isoWeekYear', year],
    ['isoWeek', week],
    ['isoDayOfWeek', calendar.isoDayOfWeek(local)],
  ];
}

const dateToParts: Operator = (argument, scope, name) => {
  const optional = ['timezone', 'iso8601'];
  const given = namedArguments(name, argument, {
    required: ['date'],
    optional,
    codes: [40524, 40520, 40522],
  });
  const { date, timezone, iso8601 } = compileNamed(given, scope, ['date', 'timezone', 'iso8601']);
  return (doc) => {
    const value = date(doc);
    const zone = zoneArgument(given.has('timezone'), timezone(doc), name);
    if (isNullish(value) || zone === undefined) return null;
    const iso = iso8601(doc);
    if (iso === null) return null;
    if (iso !== undefined && typeof iso !== 'boolean') {
      throw new StoreError(40521, `iso8601 must evaluate to a bool, found ${typeNameOf(iso)}`);
    }
    const local = toLocal(instantOf(value), zone);
    return new Map([...(truthy(iso) ? isoParts(local) : calendarParts(local)), ...clockParts(local)]);
  };
};

const CLOCK = ['hour', 'minute', 'second', 'millisecond'] as const;
const FROM_PARTS = ['year', 'month', 'day', 'isoWeekYear', 'isoWeek', 'isoDayOfWeek', ...CLOCK] as const;

const dateFromParts: Operator = (argument, scope, name) => {
  const codes = [40519, 40518, 40516] as const;
  const given: Doc = namedArguments(name, argument, {
    required: [],
    optional: [...FROM_PARTS, 'timezone'],
    codes,
  });
  const iso = given.has('isoWeekYear');
  if (!iso && !given.has('year')) {
    throw new StoreError(40516, `${name} requires either 'year' or 'isoWeekYear' to be present`);
  }
  const foreign = iso ? ['year', 'month', 'day'] : ['isoWeek', 'isoDayOfWeek'];
  if (foreign.some((part) => given.has(part))) {
    throw new StoreError(iso ? 40489 : 40525, `${name} does not allow mixing natural dates with ISO dates`);
  }
  const used = iso
    ? (['isoWeekYear', 'isoWeek', 'isoDayOfWeek', ...CLOCK] as const)
    : (['year', 'month', 'day', ...CLOCK] as const);
  const parts = compileNamed(given, scope, [...FROM_PARTS, 'timezone']);
  return (doc) => {
    const zone = zoneArgument(given.has('timezone'), parts.timezone(doc), name);
    const numbers: number[] = [];
    for (const [i, part] of used.entries()) {
      const value = given.has(part) ? parts[part](doc) : i < 3 ? 1 : 0;
      if (isNullish(value)) return null;
      const number = isNumber(value) ? toInteger(value) : undefined;
      if (number === undefined) {
        const found = `found ${typeNameOf(value)} with value ${describe(value)}`;
        throw new StoreError(40515, `'${part}' must evaluate to an integer, ${found}`);
      }
      numbers.push(number);
    }
    if (zone === undefined) return null;
    const [year = 1, second = 1, third = 1, ...clock] = numbers;
    if (year < 1 || year > 9999) {
      throw new StoreError(
        40523,
        `'${used[0]}' must evaluate to an integer in the range 1 to 9999, found ${year}`,
      );
    }
    const local = iso
      ? calendar.isoYearStart(year) +
        (second - 1) * MILLIS.week +
        (third - 1) * MILLIS.day +
        localTime(1970, 1, 1, ...clock)
      : localTime(year, second, third, ...clock);
    return dateOf(toInstant(local, zone));
  };
};

export const DATES: Operators = {
  $year: datePart((local) => calendar.yearOf(local)),
  $month: datePart((local) => new Date(local).getUTCMonth() + 1),
  $dayOfMonth: datePart((local) => new Date(local).getUTCDate()),
  $dayOfWeek: datePart(calendar.dayOfWeek),
  $dayOfYear: datePart(calendar.dayOfYear),
  $week: datePart(calendar.weekOfYear),
  $hour: datePart((local) => new Date(local).getUTCHours()),
  $minute: datePart((local) => new Date(local).getUTCMinutes()),
  $second: datePart((local) => new Date(local).getUTCSeconds()),
  $millisecond: datePart((local) => new Date(local).getUTCMilliseconds()),
  $isoWeek: datePart((local) => calendar.isoWeek(local).week),
  // MongoDB answers this one, alone among the parts, as an int64.
  $isoWeekYear: datePart((local) => BigInt(calendar.isoWeek(local).year)),
  $isoDayOfWeek: datePart(calendar.isoDayOfWeek),
  $dateToString: dateToString,
  $dateFromString: dateFromString,
  $dateToParts: dateToParts,
  $dateFromParts: dateFromParts,
};
