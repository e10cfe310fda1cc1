/**
 * Index keys: an order-preserving encoding of values, whose order under memcmp is MongoDB's order of values.
 *
 * A key is a type byte and a payload per field; each is self-delimiting, so a following byte never affects the order,
 * and no field is ever followed by 0xff. A descending field has its bytes inverted. Values without an exact encoding of
 * limited length (very long strings, decimals between two doubles) keep their identity but not their order: such fields
 * are reported as inexact, and queries then widen their ranges and do not use the index for sorting.
 */
import { createHash } from 'node:crypto';
import { decodeValue, readDouble, readInt32 } from '../values/bson.js';
import {
  Binary,
  BSONRegExp,
  BSONSymbol,
  Code,
  Decimal128,
  Double,
  ObjectId,
  Opaque,
  Timestamp,
  TYPE,
  Undefined,
  bytesOf,
  compareNumbers,
  exactDecimal,
  isDoc,
  isNumber,
  orderOfType,
  toNumber,
  typeOf,
  type Found,
  type Value,
} from '../values/values.js';

/** LMDB's maximum key size is 1,978 bytes; four are the index's id and six the record. */
const ROOM = 1960;
const HASH_BYTES = 16;
const MISSING = 0;
const EMPTY_ARRAY = orderOfType(TYPE.undefined);

let buffer = Buffer.allocUnsafe(8192);
let length = 0;
let inexact = false;

function reserve(bytes: number): void {
  if (length + bytes <= buffer.length) return;
  const larger = Buffer.allocUnsafe(Math.max(buffer.length * 2, length + bytes));
  buffer.copy(larger, 0, 0, length);
  buffer = larger;
}

/** Escapes 00 as 00 ff and terminates with 00 00, so that a prefix sorts before a longer string. */
function putBytes(bytes: Uint8Array): void {
  reserve(bytes.length * 2 + 2);
  for (const byte of bytes) {
    buffer[length++] = byte;
    if (byte === 0) buffer[length++] = 0xff;
  }
  buffer[length++] = 0;
  buffer[length++] = 0;
}

function putText(text: string): void {
  reserve(text.length * 6 + 2);
  const start = length;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0 || code >= 0x80) {
      length = start;
      putBytes(Buffer.from(text));
      return;
    }
    buffer[length++] = code;
  }
  buffer[length++] = 0;
  buffer[length++] = 0;
}

/** Eight bytes in the double's order, then the difference between a big integer and its nearest double. */
function putDouble(value: number, remainder: number): void {
  reserve(10);
  if (Number.isNaN(value)) buffer.fill(0, length, length + 8);
  else {
    buffer.writeDoubleBE(value === 0 ? 0 : value, length);
    if ((buffer[length] as number) & 0x80) {
      for (let i = 0; i < 8; i++) buffer[length + i] = ~(buffer[length + i] as number);
    } else buffer[length] = (buffer[length] as number) | 0x80;
  }
  length = buffer.writeUInt16BE(remainder, length + 8);
}

const EXACT = 0x8000;
const DECIMAL = 0xff00;

function putLong(value: bigint): void {
  const double = Number(value);
  putDouble(double, EXACT + Number(value - BigInt(double)));
}

function putNumber(value: number | bigint | Double | Decimal128): void {
  if (typeof value === 'bigint') putLong(value);
  else if (!(value instanceof Decimal128)) putDouble(toNumber(value), EXACT);
  else {
    const exact = exactDecimal(value);
    const double = toNumber(value);
    // A decimal that equals a double or a long has the same key as that number.
    if (exact === undefined || compareNumbers(value, new Double(double)) === 0) putDouble(double, EXACT);
    else if (isLong(exact)) {
      putLong(exact.digits * 10n ** BigInt(exact.exponent));
    } else {
      inexact = true;
      putDouble(double, DECIMAL);
      putText(`${exact.digits}E${exact.exponent}`);
    }
  }
}

function isLong({ digits, exponent }: { digits: bigint; exponent: number }): boolean {
  if (exponent < 0 || exponent > 18) return false;
  const value = digits * 10n ** BigInt(exponent);
  return BigInt.asIntN(64, value) === value;
}

function putValue(value: Value): void {
  reserve(24);
  buffer[length++] = orderOfType(value instanceof Undefined ? TYPE.null : typeOf(value));
  if (typeof value === 'string') putText(value);
  else if (isNumber(value)) putNumber(value);
  else if (value === null || value instanceof Undefined) inexact ||= value !== null;
  else if (typeof value === 'boolean') buffer[length++] = value ? 1 : 0;
  else if (value instanceof ObjectId) {
    buffer.set(value.id, length);
    length += 12;
  } else if (value instanceof Date) {
    length = buffer.writeBigUInt64BE(BigInt.asUintN(64, BigInt(value.getTime()) + (1n << 63n)), length);
  } else if (value instanceof Map) {
    for (const [name, field] of value) {
      reserve(2);
      buffer[length++] = orderOfType(typeOf(field));
      putText(name);
      putValue(field);
    }
    reserve(1);
    buffer[length++] = 0;
  } else if (Array.isArray(value)) {
    for (const element of value) putValue(element);
    reserve(1);
    buffer[length++] = 0;
  } else if (value instanceof Binary) {
    const bytes = bytesOf(value);
    length = buffer.writeUInt32BE(bytes.length, length);
    buffer[length++] = value.sub_type;
    putBytes(bytes);
  } else if (value instanceof Timestamp) {
    length = buffer.writeUInt32BE(value.t, length);
    length = buffer.writeUInt32BE(value.i, length);
  } else if (value instanceof BSONRegExp) {
    putText(value.pattern);
    putText(value.options);
  } else if (value instanceof BSONSymbol) putText(value.value);
  else if (value instanceof Code) putText(value.code);
  else if (value instanceof Opaque) putBytes(value.bytes);
}

/** Appends one field; `undefined` is an empty array. */
function putField(value: Found, descending: boolean, fields: number): void {
  const start = length;
  if (value === undefined) {
    reserve(1);
    buffer[length++] = EMPTY_ARRAY;
  } else putValue(value);
  const room = fieldRoom(fields);
  if (length - start > room) {
    const hash = createHash('sha256').update(buffer.subarray(start, length)).digest();
    const kept = start + room - HASH_BYTES;
    // Neither this byte nor its inverse is 0xff, so 0xff can end a range over the kept prefix.
    hash[0] = 0x20 | ((hash[0] as number) & 0x1f);
    length = kept + hash.copy(buffer, kept, 0, HASH_BYTES);
    inexact = true;
  }
  if (descending) for (let i = start; i < length; i++) buffer[i] = ~(buffer[i] as number);
}

/** The maximum size of a field in a key of so many fields; longer ones are truncated. */
export const fieldRoom = (fields: number): number => Math.floor(ROOM / fields);

/** Copies a string that is ASCII without 00 as it is; returns false for any other. */
function putPlainText(b: Buffer, start: number, end: number): boolean {
  reserve(end - start + 2);
  for (let i = start; i < end; i++) {
    const byte = b[i] as number;
    if (byte === 0 || byte >= 0x80) return false;
    buffer[length++] = byte;
  }
  buffer[length++] = 0;
  buffer[length++] = 0;
  return true;
}

/** Encodes a BSON element the same way as `putValue`, without decoding it if it is of a common type. */
function putElement(b: Buffer, type: number, at: number): void {
  reserve(24);
  const start = length;
  buffer[length++] = orderOfType(type === MISSING ? TYPE.null : type);
  switch (type) {
    case MISSING:
    case TYPE.null:
      return;
    case TYPE.bool:
      buffer[length++] = b[at] === 0 ? 0 : 1;
      return;
    case TYPE.int:
      putDouble(readInt32(b, at), EXACT);
      return;
    case TYPE.double:
      putDouble(readDouble(b, at), EXACT);
      return;
    case TYPE.objectId:
      for (let i = 0; i < 12; i++) buffer[length++] = b[at + i] as number;
      return;
    case TYPE.date:
      for (let i = 7; i >= 0; i--) buffer[length++] = b[at + i] as number;
      (buffer[start + 1] as number) ^= 0x80;
      return;
    case TYPE.string:
      if (putPlainText(b, at + 4, at + 3 + readInt32(b, at))) return;
  }
  length = start;
  putValue(decodeValue(b, type, at));
}

/**
 * Encodes an element's value (type 0: missing) as an ascending field into `target` at `start` and returns the end offset,
 * or -1 if the encoding is inexact or too long.
 */
export function encodeElement(b: Buffer, type: number, at: number, target: Buffer, start: number): number {
  length = 0;
  inexact = false;
  putElement(b, type, at);
  if (inexact || length > ROOM) return -1;
  for (let i = 0; i < length; i++) target[start + i] = buffer[i] as number;
  return start + length;
}

/** Encodes one tuple of values; `inexactFields` receives the fields whose encoding does not preserve the order. */
export function encodeKey(
  prefix: Buffer,
  tuple: readonly Found[],
  fields: ReadonlyArray<{ descending: boolean }>,
  inexactFields?: Set<number>,
): Buffer {
  length = 0;
  reserve(prefix.length);
  buffer.set(prefix, 0);
  length = prefix.length;
  tuple.forEach((value, i) => {
    inexact = false;
    putField(value, fields[i]?.descending ?? false, fields.length);
    if (inexact) inexactFields?.add(i);
  });
  return Buffer.from(buffer.subarray(0, length));
}

/** An end of a range over one field: an inclusive or exclusive value, or a whole type. */
export type Bound = { value: Value; inclusive: boolean } | { type: number };

export interface Interval {
  low: Bound;
  high: Bound;
}

function putBound(bound: Bound, upper: boolean, descending: boolean, fields: number, wide: boolean): void {
  reserve(24);
  if ('type' in bound) {
    const order = orderOfType(bound.type);
    buffer[length++] = (descending ? 255 - order : order) + (upper ? 1 : 0);
    return;
  }
  const start = length;
  putField(bound.value, descending, fields);
  if (wide) {
    // If some keys are inexact, every key that could be at the bound is included; documents are filtered again.
    const kept = start + Math.floor(ROOM / fields) - HASH_BYTES;
    if (isNumber(bound.value)) length = start + 9;
    else if (isDoc(bound.value) || Array.isArray(bound.value)) length = start + 1;
    else length = Math.min(length, kept);
    if (upper) buffer.fill(0xff, length, (length += 2));
  } else if (upper === bound.inclusive) buffer[length++] = 0xff;
}

/**
 * The keys from `start` (inclusive) to `end` (exclusive) whose field behind `prefix` lies in the interval.
 * `wide`: some keys of this field are inexact.
 */
export function intervalKeys(
  prefix: Buffer,
  interval: Interval,
  descending: boolean,
  fields: number,
  wide: boolean,
): { start: Buffer; end: Buffer } {
  const side = (upper: boolean) => {
    length = 0;
    reserve(prefix.length + 24);
    buffer.set(prefix, 0);
    length = prefix.length;
    // A descending field's inverted bytes swap the ends.
    putBound(upper !== descending ? interval.high : interval.low, upper, descending, fields, wide);
    return Buffer.from(buffer.subarray(0, length));
  };
  return { start: side(false), end: side(true) };
}

/** The range of keys with this prefix. */
export const prefixKeys = (prefix: Buffer): { start: Buffer; end: Buffer } => ({
  start: prefix,
  end: Buffer.concat([prefix, Buffer.from([0xff, 0xff])]),
});
