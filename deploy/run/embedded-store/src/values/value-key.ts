/** A hashable key per distinct value, for Map and Set: values that are equal across numeric types have the same key. */
import {
  BSONRegExp,
  BSONSymbol,
  Binary,
  Decimal128,
  Double,
  ObjectId,
  Opaque,
  bytesOf,
  compareNumbers,
  describe,
  exactDecimal,
  orderOfType,
  toNumber,
  typeOf,
  type Found,
  type Value,
} from './values.js';

export type ValueKey = string | number | boolean | null | undefined;

// Strings are their own keys; synthesized keys start with this byte, and strings that start with it are escaped.
const MADE = '\0';

function numberKey(value: number | bigint | Double | Decimal128): ValueKey {
  if (typeof value === 'number') return value;
  const number = toNumber(value);
  if (value instanceof Decimal128) {
    if (Number.isNaN(number)) return NaN;
    const exact = exactDecimal(value);
    if (exact && compareNumbers(value, new Double(number)) !== 0)
      return `${MADE}n${exact.digits}e${exact.exponent}`;
    return numberKey(new Double(number));
  }
  if (typeof value === 'bigint') return Number.isSafeInteger(number) ? number : `${MADE}i${value}`;
  // A large double has the same key as the int64 of equal value.
  return Number.isInteger(number) && !Number.isSafeInteger(number) ? `${MADE}i${BigInt(number)}` : number;
}

/** The key of a value; missing (`undefined`) and null differ, -0 and 0 do not. */
export function valueKey(value: Found): ValueKey {
  if (typeof value === 'string') return value.startsWith(MADE) ? `${MADE}s${value}` : value;
  if (typeof value === 'number' || typeof value === 'boolean' || value === null || value === undefined)
    return value;
  if (typeof value === 'bigint' || value instanceof Double || value instanceof Decimal128)
    return numberKey(value);
  if (value instanceof BSONSymbol) return valueKey(value.value);
  if (value instanceof ObjectId) return `${MADE}o${value.toHexString()}`;
  if (value instanceof Date) return `${MADE}d${value.getTime()}`;
  if (value instanceof Map) {
    let key = `${MADE}{`;
    for (const [name, field] of value) key += part(name) + part(valueKey(field));
    return key;
  }
  if (Array.isArray(value))
    return value.reduce<string>((key, element) => key + part(valueKey(element)), `${MADE}[`);
  return `${MADE}${orderOfType(typeOf(value))}:${detail(value)}`;
}

function detail(value: Value): string {
  if (value instanceof Opaque) return Buffer.from(value.bytes).toString('hex');
  if (value instanceof Binary) return `${value.sub_type}:${Buffer.from(bytesOf(value)).toString('hex')}`;
  if (value instanceof BSONRegExp) return JSON.stringify([value.pattern, value.options]);
  return describe(value);
}

// The length prefix makes concatenated keys unambiguous.
const part = (key: ValueKey): string =>
  typeof key === 'string' ? `${key.length}s${key};` : `${Object.is(key, -0) ? 0 : String(key)};`;

/** The values deduplicated, in order of their first occurrence. */
export function distinct(values: Iterable<Value>): Value[] {
  const seen = new Map<ValueKey, Value>();
  for (const value of values) {
    const key = valueKey(value);
    if (!seen.has(key)) seen.set(key, value);
  }
  return [...seen.values()];
}
