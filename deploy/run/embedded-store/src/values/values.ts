/**
 * In-memory representation of BSON values, their types and their sort order.
 *
 * Every BSON type has exactly one representation, so that values round-trip: int32 is a JavaScript number, int64 a
 * bigint, double a `Double`; a document is a Map, which preserves the field order whatever the names.
 */
import {
  Binary,
  BSONRegExp,
  BSONSymbol,
  Code,
  Decimal128,
  Double,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
} from 'bson';
import { StoreError } from './errors.js';

export { Binary, BSONRegExp, BSONSymbol, Code, Decimal128, Double, MaxKey, MinKey, ObjectId, Timestamp };

/** The deprecated BSON type 6; also the index key of an empty array. */
export class Undefined {
  static readonly value = new Undefined();
  readonly _bsontype = 'Undefined';
}

/** A value kept as BSON bytes: of a rare type (DBPointer, code with scope), or a field that need not be decoded. */
export class Opaque {
  constructor(
    readonly type: number,
    readonly bytes: Buffer,
  ) {}
}

export type Doc = Map<string, Value>;
export type Value =
  | null
  | boolean
  | number
  | bigint
  | string
  | Date
  | Double
  | Decimal128
  | ObjectId
  | Binary
  | BSONRegExp
  | BSONSymbol
  | Code
  | Timestamp
  | MinKey
  | MaxKey
  | Undefined
  | Opaque
  | Doc
  | Value[];

/** The value at a path; undefined if it is missing. */
export type Found = Value | undefined;

export const TYPE = {
  double: 1,
  string: 2,
  object: 3,
  array: 4,
  binData: 5,
  undefined: 6,
  objectId: 7,
  bool: 8,
  date: 9,
  null: 10,
  regex: 11,
  dbPointer: 12,
  javascript: 13,
  symbol: 14,
  javascriptWithScope: 15,
  int: 16,
  timestamp: 17,
  long: 18,
  decimal: 19,
  minKey: 255,
  maxKey: 127,
} as const;

const TYPE_NAMES = new Map<number, string>(Object.entries(TYPE).map(([name, type]) => [type, name]));

export const isDoc = (value: Found): value is Doc => value instanceof Map;

/** The BSON type byte of a value. */
export function typeOf(value: Value): number {
  switch (typeof value) {
    case 'string':
      return TYPE.string;
    case 'number':
      return TYPE.int;
    case 'bigint':
      return TYPE.long;
    case 'boolean':
      return TYPE.bool;
    default:
  }
  if (value === null) return TYPE.null;
  if (value instanceof Map) return TYPE.object;
  if (Array.isArray(value)) return TYPE.array;
  if (value instanceof Date) return TYPE.date;
  if (value instanceof ObjectId) return TYPE.objectId;
  if (value instanceof Double) return TYPE.double;
  if (value instanceof Decimal128) return TYPE.decimal;
  if (value instanceof Binary) return TYPE.binData;
  if (value instanceof BSONRegExp) return TYPE.regex;
  if (value instanceof Timestamp) return TYPE.timestamp;
  if (value instanceof MinKey) return TYPE.minKey;
  if (value instanceof MaxKey) return TYPE.maxKey;
  if (value instanceof Undefined) return TYPE.undefined;
  if (value instanceof Code) return TYPE.javascript;
  if (value instanceof BSONSymbol) return TYPE.symbol;
  if (value instanceof Opaque) return value.type;
  throw new StoreError('InternalError', `a value of no BSON type: ${String(value)}`);
}

/** MongoDB's alias of a type byte ('int', 'objectId', ...). */
export const typeName = (type: number): string => TYPE_NAMES.get(type) ?? 'missing';

export const typeNameOf = (value: Found): string =>
  value === undefined ? 'missing' : typeName(typeOf(value));

/** The type bytes that one alias or number of `$type` stands for. */
export function typesOfAlias(alias: Value): number[] {
  if (alias === 'number') return [TYPE.double, TYPE.int, TYPE.long, TYPE.decimal];
  if (typeof alias === 'string') {
    const type = (TYPE as Record<string, number | undefined>)[alias];
    if (type === undefined) throw new StoreError('BadValue', `Unknown type name alias: ${alias}`);
    return [type];
  }
  const number = isNumber(alias) ? toNumber(alias) : NaN;
  const type = number === -1 ? TYPE.minKey : number;
  if (!TYPE_NAMES.has(type))
    throw new StoreError('BadValue', `Invalid numerical type code: ${describe(alias)}`);
  return [type];
}

// The order of types in MongoDB's comparison; types that share a number are compared by value.
const ORDER = new Uint8Array(256);
for (const [type, order] of [
  [TYPE.minKey, 5],
  [TYPE.undefined, 10],
  [TYPE.null, 15],
  [TYPE.double, 20],
  [TYPE.int, 20],
  [TYPE.long, 20],
  [TYPE.decimal, 20],
  [TYPE.string, 25],
  [TYPE.symbol, 25],
  [TYPE.object, 30],
  [TYPE.array, 35],
  [TYPE.binData, 40],
  [TYPE.objectId, 45],
  [TYPE.bool, 50],
  [TYPE.date, 55],
  [TYPE.timestamp, 57],
  [TYPE.regex, 60],
  [TYPE.dbPointer, 65],
  [TYPE.javascript, 70],
  [TYPE.javascriptWithScope, 75],
  [TYPE.maxKey, 240],
] as const)
  ORDER[type] = order;

/** A type's position in the sort order of types: values of types with equal order are compared by value. */
export const orderOfType = (type: number): number => ORDER[type] ?? 0;

export const isNumber = (value: Found): value is number | bigint | Double | Decimal128 =>
  typeof value === 'number' ||
  typeof value === 'bigint' ||
  value instanceof Double ||
  value instanceof Decimal128;

/** The nearest JavaScript number. */
export function toNumber(value: number | bigint | Double | Decimal128): number {
  if (typeof value === 'number') return value;
  return value instanceof Double ? value.value : Number(value.toString());
}

interface Exact {
  digits: bigint;
  exponent: number;
}

/** A finite decimal as digits x 10^exponent without trailing zeros; undefined for NaN and the infinities. */
export function exactDecimal(value: Decimal128): Exact | undefined {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:E([+-]?\d+))?$/.exec(value.toString());
  if (!match) return undefined;
  const fraction = match[3] ?? '';
  let text = (match[2] ?? '') + fraction;
  let exponent = Number(match[4] ?? 0) - fraction.length;
  const kept = text.replace(/0+$/, '');
  exponent += text.length - kept.length;
  text = kept;
  if (/^0*$/.test(text)) return { digits: 0n, exponent: 0 };
  return { digits: BigInt((match[1] ?? '') + text), exponent };
}

const bits = new DataView(new ArrayBuffer(8));

function exactOf(value: number | bigint | Double | Decimal128): Exact | number {
  if (value instanceof Decimal128) return exactDecimal(value) ?? Number(value.toString());
  if (typeof value === 'bigint') return { digits: value, exponent: 0 };
  const number = toNumber(value);
  if (!Number.isFinite(number)) return number;
  if (Number.isInteger(number)) return { digits: BigInt(number), exponent: 0 };
  // A fraction is mantissa x 2^-k, which is mantissa x 5^k x 10^-k.
  bits.setFloat64(0, number);
  const raw = bits.getBigUint64(0);
  const biased = Number((raw >> 52n) & 0x7ffn);
  const mantissa = (raw & 0xfffffffffffffn) | (biased === 0 ? 0n : 1n << 52n);
  const k = 1075 - (biased === 0 ? 1 : biased);
  return { digits: (number < 0 ? -mantissa : mantissa) * 5n ** BigInt(k), exponent: -k };
}

function compareExact(
  a: number | bigint | Double | Decimal128,
  b: number | bigint | Double | Decimal128,
): number {
  const left = exactOf(a);
  const right = exactOf(b);
  if (typeof left === 'number' || typeof right === 'number') {
    const sign = (side: Exact | number) => (typeof side === 'number' ? side : 0);
    return sign(left) < sign(right) ? -1 : sign(left) > sign(right) ? 1 : 0;
  }
  const exponent = Math.min(left.exponent, right.exponent);
  const difference =
    left.digits * 10n ** BigInt(left.exponent - exponent) -
    right.digits * 10n ** BigInt(right.exponent - exponent);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** Numbers of all four types by value; NaN is below all of them and equal to itself. */
export function compareNumbers(
  a: number | bigint | Double | Decimal128,
  b: number | bigint | Double | Decimal128,
): number {
  if (a instanceof Decimal128 || b instanceof Decimal128) {
    const nanA = Number.isNaN(toNumber(a));
    const nanB = Number.isNaN(toNumber(b));
    return nanA || nanB ? Number(nanB) - Number(nanA) : compareExact(a, b);
  }
  const left = a instanceof Double ? a.value : a;
  const right = b instanceof Double ? b.value : b;
  if (left < right) return -1;
  if (left > right) return 1;
  if (left == right) return 0; // oxlint-disable-line eqeqeq -- a bigint equals the number of its value
  return Number(right !== right) - Number(left !== left);
}

/** Strings in the order of their UTF-8 bytes, which is that of code points, not of UTF-16 units. */
export function compareStrings(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) {
      const surrogateX = x >= 0xd800 && x <= 0xdfff;
      if (surrogateX !== (y >= 0xd800 && y <= 0xdfff)) return surrogateX ? 1 : -1;
      return x < y ? -1 : 1;
    }
  }
  return a.length - b.length;
}

function compareDocs(a: Doc, b: Doc): number {
  const left = a.entries();
  const right = b.entries();
  for (;;) {
    const x = left.next();
    const y = right.next();
    if (x.done || y.done) return x.done ? (y.done ? 0 : -1) : 1;
    const [nameX, valueX] = x.value;
    const [nameY, valueY] = y.value;
    const order =
      orderOfType(typeOf(valueX)) - orderOfType(typeOf(valueY)) ||
      compareStrings(nameX, nameY) ||
      compareValues(valueX, valueY);
    if (order !== 0) return order;
  }
}

function compareArrays(a: Value[], b: Value[]): number {
  for (let i = 0; i < a.length && i < b.length; i++) {
    const order = compareValues(a[i] as Value, b[i] as Value);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

export const bytesOf = (value: Binary): Uint8Array => value.buffer.subarray(0, value.position);

const textOf = (value: string | BSONSymbol): string => (typeof value === 'string' ? value : value.value);

/** MongoDB's total order over all values, types first. */
export function compareValues(a: Value, b: Value): number {
  if (typeof a === 'string' && typeof b === 'string') return a === b ? 0 : compareStrings(a, b);
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const typeA = typeOf(a);
  const typeB = typeOf(b);
  const order = orderOfType(typeA) - orderOfType(typeB);
  if (order !== 0) return order;
  if (isNumber(a) && isNumber(b)) return compareNumbers(a, b);
  if (a instanceof Map && b instanceof Map) return compareDocs(a, b);
  if (Array.isArray(a) && Array.isArray(b)) return compareArrays(a, b);
  if (a instanceof Date && b instanceof Date) return a.getTime() - b.getTime();
  if (a instanceof ObjectId && b instanceof ObjectId) return Buffer.compare(a.id, b.id);
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b);
  if (a instanceof Binary && b instanceof Binary) {
    return a.position - b.position || a.sub_type - b.sub_type || Buffer.compare(bytesOf(a), bytesOf(b));
  }
  if (a instanceof Timestamp && b instanceof Timestamp) return a.t - b.t || a.i - b.i;
  if (a instanceof BSONRegExp && b instanceof BSONRegExp) {
    return compareStrings(a.pattern, b.pattern) || compareStrings(a.options, b.options);
  }
  if (
    (typeof a === 'string' || a instanceof BSONSymbol) &&
    (typeof b === 'string' || b instanceof BSONSymbol)
  ) {
    return compareStrings(textOf(a), textOf(b));
  }
  if (a instanceof Code && b instanceof Code) return compareStrings(a.code, b.code);
  if (a instanceof Opaque && b instanceof Opaque) return Buffer.compare(a.bytes, b.bytes);
  return 0; // null, undefined, MinKey, MaxKey: one value each
}

export const sameValue = (a: Value, b: Value): boolean => compareValues(a, b) === 0;

/** A value that is equal in every bit, numeric type included: `$set` to it changes nothing. */
export function identical(a: Value, b: Value): boolean {
  if (typeOf(a) !== typeOf(b)) return false;
  if (a instanceof Map && b instanceof Map) {
    const right = [...b];
    return (
      a.size === b.size &&
      [...a].every(([name, value], i) => {
        const other = right[i];
        return other !== undefined && other[0] === name && identical(value, other[1]);
      })
    );
  }
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((value, i) => identical(value, b[i] as Value));
  }
  if (a instanceof Double && b instanceof Double) return Object.is(a.value, b.value);
  if (a instanceof Decimal128 && b instanceof Decimal128) return Buffer.compare(a.bytes, b.bytes) === 0;
  return compareValues(a, b) === 0;
}

/** Whether a value counts as true: all but false, null, undefined, missing and zero. */
export function truthy(value: Found): boolean {
  if (value === undefined || value === null || value === false || value instanceof Undefined) return false;
  return isNumber(value) ? Number.isNaN(toNumber(value)) || toNumber(value) !== 0 : true;
}

/** An integral number of any numeric type as a JavaScript number, or undefined. */
export function toInteger(value: Found): number | undefined {
  if (!isNumber(value)) return undefined;
  const number = toNumber(value);
  return Number.isInteger(number) ? number : undefined;
}

const INT_MAX = 0x7fffffff;
const LONG_MAX = 0x7fffffffffffffffn;

/** An integer as int32 where it fits, else int64; undefined where it fits neither. */
export function integerValue(value: bigint): number | bigint | undefined {
  if (value >= -0x80000000n && value <= BigInt(INT_MAX)) return Number(value);
  return value >= -LONG_MAX - 1n && value <= LONG_MAX ? value : undefined;
}

/** A count as int32 where it fits, else int64. */
export const countValue = (count: number): number | bigint => (count <= INT_MAX ? count : BigInt(count));

const quoted = (text: string) => `"${text.replace(/[\\"]/g, '\\$&')}"`;

/** A value as MongoDB writes it in messages: `{ a: 1, b: "x", c: ObjectId('...') }`. */
export function describe(value: Found): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return quoted(value);
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return String(value);
  if (typeof value === 'bigint') return String(value);
  if (value instanceof Map) {
    const fields = [...value].map(([name, field]) => `${name}: ${describe(field)}`);
    return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
  }
  if (Array.isArray(value)) return value.length === 0 ? '[]' : `[ ${value.map(describe).join(', ')} ]`;
  if (value instanceof Date) return `new Date(${value.getTime()})`;
  if (value instanceof ObjectId) return `ObjectId('${value.toHexString()}')`;
  if (value instanceof Double)
    return Number.isInteger(value.value) ? value.value.toFixed(1) : String(value.value);
  if (value instanceof Decimal128) return value.toString();
  if (value instanceof Binary) {
    return `BinData(${value.sub_type}, ${Buffer.from(bytesOf(value)).toString('hex').toUpperCase()})`;
  }
  if (value instanceof BSONRegExp) return `/${value.pattern}/${value.options}`;
  if (value instanceof Timestamp) return `Timestamp(${value.t}, ${value.i})`;
  if (value instanceof BSONSymbol) return quoted(value.value);
  if (value instanceof Code) return `Code(${quoted(value.code)})`;
  if (value instanceof MinKey) return 'MinKey';
  if (value instanceof MaxKey) return 'MaxKey';
  return 'undefined';
}
