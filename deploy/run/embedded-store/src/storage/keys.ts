/**
 * Values as bytes whose order under memcmp is MongoDB's order of values: the keys of indexes.
 *
 * A key is a type byte and a payload per field; each is self-delimiting, so a following byte never disturbs the order,
 * and no field is ever followed by 0xff. A descending field has its bytes inverted. What cannot be said exactly in the
 * room there is (very long text, decimals between two doubles) keeps its identity but not its order: such fields are
 * reported as inexact, and whoever reads the index widens its ranges and sorts for itself.
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

/** LMDB takes 1,978 bytes; four are the index's number and six the record's. */
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

/** 00 becomes 00 ff and the end is 00 00, so that a shorter text stands before a longer one. */
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

/** Eight bytes in the double's order, then what a big integer has beyond its double. */
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
    // A decimal that is a double, or a long, has the same key as that.
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
    // Neither this byte nor its inverse is 0xff, so a range over the kept text can end with that.
    hash[0] = 0x20 | ((hash[0] as number) & 0x1f);
    length = kept + hash.copy(buffer, kept, 0, HASH_BYTES);
    inexact = true;
  }
  if (descending) for (let i = start; i < length; i++) buffer[i] = ~(buffer[i] as number);
}

/** The bytes that one of so many fields may take before it is cut. */
export const fieldRoom = (fields: number): number => Math.floor(ROOM / fields);

/** Text that holds neither 00 nor anything beyond ASCII is copied as it is; answers false where it is not such. */
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

/** The same bytes as those of the value that this element is; of the common types without making one. */
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
 * Writes the bytes of an element's value (type 0: a missing one) in an ascending field to `target` from `start` on and
 * answers where they end; -1 where they do not keep its identity and its order.
 */
export function encodeElement(b: Buffer, type: number, at: number, target: Buffer, start: number): number {
  length = 0;
  inexact = false;
  putElement(b, type, at);
  if (inexact || length > ROOM) return -1;
  for (let i = 0; i < length; i++) target[start + i] = buffer[i] as number;
  return start + length;
}

/** The bytes of one combination of values; `inexactFields` receives the fields whose order the bytes do not keep. */
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

/** An end of a range over one field: a value with or without itself, or a whole type. */
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
    // Where some keys are inexact, all that could lie at the bound is let in; documents are checked again.
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
    // Inverted bytes swap the ends.
    putBound(upper !== descending ? interval.high : interval.low, upper, descending, fields, wide);
    return Buffer.from(buffer.subarray(0, length));
  };
  return { start: side(false), end: side(true) };
}

/** The keys that begin with these bytes. */
export const prefixKeys = (prefix: Buffer): { start: Buffer; end: Buffer } => ({
  start: prefix,
  end: Buffer.concat([prefix, Buffer.from([0xff, 0xff])]),
});
