/** Operators that ask for or change the type of a value. */
import { parseDate } from './date-text.js';
import { StoreError } from '../values/errors.js';
import { double } from '../values/numbers.js';
import { compileNamed, isNullish, namedArguments, one, type Operator, type Operators } from './operators.js';
import {
  BSONSymbol,
  Decimal128,
  Double,
  ObjectId,
  TYPE,
  Timestamp,
  describe,
  isNumber,
  toInteger,
  toNumber,
  truthy,
  typeName,
  typeNameOf,
  typesOfAlias,
  type Found,
  type Value,
} from '../values/values.js';

const scalarText = (value: Value): string | undefined => {
  if (typeof value === 'string') return value;
  if (value instanceof BSONSymbol) return value.value;
  if (value instanceof Double) return Object.is(value.value, -0) ? '-0' : String(value.value);
  if (isNumber(value)) return value.toString();
  return value instanceof Date ? value.toISOString() : undefined;
};

/** What string operators make of their arguments: '' of null, text of numbers and dates, else error 16007. */
export function coerceToString(value: Found): string {
  if (isNullish(value)) return '';
  const text = scalarText(value);
  if (text !== undefined) return text;
  throw new StoreError(16007, `can't convert from BSON type ${typeNameOf(value)} to String`);
}

const failure = (message: string) =>
  new StoreError('ConversionFailure', `${message} in $convert with no onError value`);

const unsupported = (value: Value, to: string) =>
  failure(`Unsupported conversion from ${typeNameOf(value)} to ${to}`);

const unparsed = (text: string, why: string) =>
  new StoreError(
    'ConversionFailure',
    `Failed to parse number '${text}' in $convert with no onError value: ${why}`,
  );

function toDouble(value: Value): Value {
  if (typeof value === 'boolean') return double(Number(value));
  if (value instanceof Date) return double(value.getTime());
  if (isNumber(value)) {
    const number = toNumber(value);
    if (value instanceof Decimal128 && !Number.isFinite(number) && /\d/.test(value.toString())) {
      throw failure('Conversion would overflow target type');
    }
    return double(number);
  }
  if (typeof value !== 'string') throw unsupported(value, 'double');
  if (/^[+-]?0x/i.test(value)) throw unparsed(value, 'Illegal hexadecimal input');
  if (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(value)) {
    const number = Number(value);
    if (Number.isFinite(number)) return double(number);
    throw unparsed(value, 'Out of range');
  }
  const special = /^([+-]?)(inf(?:inity)?|nan)$/i.exec(value);
  if (!special) throw unparsed(value, value === '' ? 'No digits' : 'Did not consume whole string.');
  if (special[2]?.toLowerCase() === 'nan') return double(NaN);
  return double(special[1] === '-' ? -Infinity : Infinity);
}

/** A value as a whole number between two bounds, or the reason why not. */
function toWhole(value: Value, to: 'int' | 'long', bits: bigint): bigint {
  let result: bigint;
  if (typeof value === 'boolean') result = BigInt(value);
  else if (value instanceof Date && to === 'long') result = BigInt(value.getTime());
  else if (typeof value === 'string') {
    if (!/^[+-]?\d+$/.test(value)) throw unparsed(value, 'Did not consume whole string.');
    result = BigInt(value.replace('+', ''));
  } else if (typeof value === 'bigint') result = value;
  else if (isNumber(value)) {
    const number = toNumber(value);
    if (Number.isNaN(number)) throw failure('Attempt to convert NaN value to integer type');
    if (!Number.isFinite(number)) throw failure('Attempt to convert infinity value to integer type');
    const exact = value instanceof Decimal128 ? /^-?\d+$/.exec(value.toString()) : null;
    result = BigInt(exact ? exact[0] : Math.trunc(number));
  } else throw unsupported(value, to);
  const limit = 1n << (bits - 1n);
  if (result >= -limit && result < limit) return result;
  if (typeof value === 'string') throw unparsed(value, 'Overflow');
  throw failure(`Conversion would overflow target type: ${describe(value)}`);
}

function toDate(value: Value): Value {
  let millis: number;
  if (value instanceof Date) return value;
  if (value instanceof ObjectId) millis = value.getTimestamp().getTime();
  else if (value instanceof Timestamp) millis = value.t * 1000;
  else if (typeof value === 'string') return parseDate(value);
  else if (isNumber(value) && typeof value !== 'number') millis = Math.trunc(toNumber(value));
  else throw unsupported(value, 'date');
  const date = new Date(millis);
  if (!Number.isNaN(date.getTime())) return date;
  throw failure(`Conversion would overflow target type: ${describe(value)}`);
}

function toObjectId(value: Value): Value {
  if (value instanceof ObjectId) return value;
  if (typeof value !== 'string') throw unsupported(value, 'objectId');
  if (/^[0-9a-f]{24}$/i.test(value)) return new ObjectId(value);
  const why =
    value.length === 24
      ? 'Invalid character found in hex string'
      : 'Invalid string length for parsing to OID';
  const detail = `${why}, expected 24 hexadecimal characters: ${describe(value)}`;
  const message = `Failed to parse objectId '${value}' in $convert with no onError value: ${detail}`;
  throw new StoreError('ConversionFailure', message);
}

function toText(value: Value): Value {
  const text = scalarText(value);
  if (text !== undefined) return text;
  if (typeof value === 'boolean') return String(value);
  if (value instanceof ObjectId) return value.toHexString();
  throw unsupported(value, 'string');
}

function refuseDecimal(): never {
  throw new StoreError('NotImplemented', 'conversion to Decimal128 is not supported by the embedded store');
}

const CONVERSIONS = new Map<number, (value: Value) => Value>([
  [TYPE.double, toDouble],
  [TYPE.string, toText],
  [TYPE.objectId, toObjectId],
  [TYPE.bool, (value) => truthy(value)],
  [TYPE.date, toDate],
  [TYPE.int, (value) => Number(toWhole(value, 'int', 32n))],
  [TYPE.long, (value) => toWhole(value, 'long', 64n)],
  [TYPE.decimal, refuseDecimal],
]);

function conversionTo(to: Value): (value: Value) => Value {
  let type: number | undefined;
  if (typeof to === 'string' && to !== 'number') [type] = typesOfAlias(to);
  else if (isNumber(to)) {
    if (toInteger(to) === undefined) throw failure(`In $convert, numeric 'to' argument is not an integer`);
    [type] = typesOfAlias(to);
  } else if (typeof to !== 'string') {
    throw new StoreError(
      'FailedToParse',
      `$convert's 'to' argument must be a string or number, but is ${typeNameOf(to)}`,
    );
  }
  const conversion = CONVERSIONS.get(type ?? 0);
  if (conversion) return conversion;
  return (value) => {
    throw unsupported(value, type === undefined ? String(to) : typeName(type));
  };
}

const convert: Operator = (argument, scope, name) => {
  const optional = ['onError', 'onNull'];
  const given = namedArguments(name, argument, { required: ['input', 'to'], optional, codes: [9, 9, 9] });
  const { input, to, onError, onNull } = compileNamed(given, scope, ['input', 'to', 'onError', 'onNull']);
  return (doc) => {
    const value = input(doc);
    const target = to(doc);
    if (isNullish(value)) return given.has('onNull') ? onNull(doc) : null;
    if (isNullish(target)) return null;
    const conversion = conversionTo(target);
    try {
      return conversion(value);
    } catch (error) {
      const failed = error instanceof StoreError && error.codeName === 'ConversionFailure';
      if (failed && given.has('onError')) return onError(doc);
      throw error;
    }
  };
};

const shorthand = (type: number) =>
  one((value) => (isNullish(value) ? null : (CONVERSIONS.get(type) ?? refuseDecimal)(value)));

export const CONVERT: Operators = {
  $type: one((value) => typeNameOf(value)),
  $isNumber: one((value) => isNumber(value)),
  $convert: convert,
  $toString: shorthand(TYPE.string),
  $toInt: shorthand(TYPE.int),
  $toLong: shorthand(TYPE.long),
  $toDouble: shorthand(TYPE.double),
  $toDecimal: shorthand(TYPE.decimal),
  $toBool: shorthand(TYPE.bool),
  $toDate: shorthand(TYPE.date),
  $toObjectId: shorthand(TYPE.objectId),
};
