/**
 * BSON encoder and decoder (bsonspec.org). Fields are read lazily from raw bytes wherever possible: `eachElement` iterates,
 * `Picker` finds a few top-level fields in one pass, `decodeValue` decodes a single value.
 */
import { isUtf8 } from 'node:buffer';
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
  Opaque,
  Timestamp,
  TYPE,
  Undefined,
  bytesOf,
  typeOf,
  type Doc,
  type Value,
} from './values.js';
import { StoreError } from './errors.js';

export const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;
const MAX_DEPTH = 200;
/** The range of a JavaScript Date: about 275,000 years before and after 1970. */
const MAX_MILLIS = 8.64e15;
const REGEX_OPTIONS = /^[ilmsux]*$/;

const scratch = Buffer.alloc(8);
const scratchDouble = new Float64Array(scratch.buffer, scratch.byteOffset, 1);
const torn = (what: string) => new StoreError('InvalidBSON', `Invalid BSON: ${what}`);

export function readInt32(b: Buffer, at: number): number {
  return (
    (b[at] as number) |
    ((b[at + 1] as number) << 8) |
    ((b[at + 2] as number) << 16) |
    ((b[at + 3] as number) << 24)
  );
}

export function readDouble(b: Buffer, at: number): number {
  for (let i = 0; i < 8; i++) scratch[i] = b[at + i] as number;
  return scratchDouble[0] as number;
}

/** A UTC date's milliseconds. */
export const readMillis = (b: Buffer, at: number): number =>
  readInt32(b, at + 4) * 4294967296 + (readInt32(b, at) >>> 0);

/** The encoded size of the value of this type at this offset. */
export function valueSize(b: Buffer, type: number, at: number): number {
  switch (type) {
    case TYPE.int:
      return 4;
    case TYPE.double:
    case TYPE.date:
    case TYPE.long:
    case TYPE.timestamp:
      return 8;
    case TYPE.string:
    case TYPE.javascript:
    case TYPE.symbol:
      return 4 + readInt32(b, at);
    case TYPE.object:
    case TYPE.array:
    case TYPE.javascriptWithScope:
      return readInt32(b, at);
    case TYPE.objectId:
      return 12;
    case TYPE.bool:
      return 1;
    case TYPE.null:
    case TYPE.undefined:
    case TYPE.minKey:
    case TYPE.maxKey:
      return 0;
    case TYPE.binData:
      return 5 + readInt32(b, at);
    case TYPE.decimal:
      return 16;
    case TYPE.dbPointer:
      return 16 + readInt32(b, at);
    case TYPE.regex: {
      const pattern = b.indexOf(0, at);
      return b.indexOf(0, pattern + 1) + 1 - at;
    }
    default:
      throw torn(`unknown type ${type}`);
  }
}

function readText(b: Buffer, start: number, end: number): string {
  // Short ASCII strings (most values, all field names) are decoded faster here than by a native call.
  if (end - start > 24) return b.toString('utf8', start, end);
  let text = '';
  for (let i = start; i < end; i++) {
    const byte = b[i] as number;
    if (byte >= 0x80) return b.toString('utf8', start, end);
    text += String.fromCharCode(byte);
  }
  return text;
}

export const readString = (b: Buffer, at: number): string => readText(b, at + 4, at + 3 + readInt32(b, at));

const NAMES = new Array<string>(4096);

/** Reads the field name that ends before `end`; names repeat in every document, so they are interned. */
function readName(b: Buffer, start: number, end: number): string {
  let hash = end - start;
  for (let i = start; i < end; i++) hash = (hash * 31 + (b[i] as number)) | 0;
  const slot = hash & 4095;
  const known = NAMES[slot];
  if (known !== undefined && known.length === end - start) {
    let i = 0;
    while (i < known.length && known.charCodeAt(i) === b[start + i]) i++;
    // UTF-8 bytes above 127 are not the character codes they encode, so only ASCII names may be compared byte by byte.
    if (i === known.length && !NON_ASCII.test(known)) return known;
  }
  return (NAMES[slot] = readText(b, start, end));
}
// oxlint-disable-next-line no-control-regex -- the bounds of ASCII
const NON_ASCII = /[^\x00-\x7f]/;

function nameEnd(b: Buffer, at: number): number {
  while (b[at] !== 0) {
    if (b[at] === undefined) throw torn('a name that does not end');
    at++;
  }
  return at;
}

/** Iterates over the elements of a document or array; stops when `visit` returns true, and returns whether it did. */
export function eachElement(
  b: Buffer,
  document: number,
  visit: (type: number, at: number, nameStart: number, nameEnd: number) => boolean | void,
): boolean {
  let p = document + 4;
  for (let type = b[p++] as number; type !== 0; type = b[p++] as number) {
    const end = nameEnd(b, p);
    if (visit(type, end + 1, p, end) === true) return true;
    p = end + 1 + valueSize(b, type, end + 1);
  }
  return false;
}

/** A copy of the document at the start of a buffer, which may be longer than the document. */
export const copyDocument = (b: Buffer): Buffer => Buffer.from(b.subarray(0, readInt32(b, 0)));

/** An element found by name: its type (0 if missing), and the offset of its value. */
export interface Place {
  type: number;
  at: number;
}

export function findElement(b: Buffer, document: number, name: Uint8Array, place: Place): boolean {
  const length = name.length;
  let p = document + 4;
  for (let type = b[p++] as number; type !== 0; type = b[p++] as number) {
    let i = 0;
    while (i < length && b[p + i] === name[i]) i++;
    if (i === length && b[p + length] === 0) {
      place.type = type;
      place.at = p + length + 1;
      return true;
    }
    const at = nameEnd(b, p + i) + 1;
    p = at + valueSize(b, type, at);
  }
  place.type = 0;
  place.at = 0;
  return false;
}

export function decodeDocument(b: Buffer, at = 0, depth = 0): Doc {
  if (depth > MAX_DEPTH) throw new StoreError('Overflow', `nesting depth exceeds ${MAX_DEPTH}`);
  const doc: Doc = new Map();
  eachElement(b, at, (type, value, nameStart, end) => {
    doc.set(readName(b, nameStart, end), decodeValue(b, type, value, depth + 1));
  });
  return doc;
}

/** Decodes only the named fields of a document; the others stay Opaque bytes and are written back unchanged. */
export function decodeSome(b: Buffer, names: ReadonlySet<string>): Doc {
  const doc: Doc = new Map();
  eachElement(b, 0, (type, at, nameStart, end) => {
    const name = readName(b, nameStart, end);
    const value = names.has(name)
      ? decodeValue(b, type, at, 1)
      : new Opaque(type, b.subarray(at, at + valueSize(b, type, at)));
    doc.set(name, value);
  });
  return doc;
}

function decodeArray(b: Buffer, at: number, depth: number): Value[] {
  if (depth > MAX_DEPTH) throw new StoreError('Overflow', `nesting depth exceeds ${MAX_DEPTH}`);
  const values: Value[] = [];
  eachElement(b, at, (type, value) => {
    values.push(decodeValue(b, type, value, depth + 1));
  });
  return values;
}

export function decodeValue(b: Buffer, type: number, at: number, depth = 0): Value {
  switch (type) {
    case TYPE.int:
      return readInt32(b, at);
    case TYPE.string:
      return readString(b, at);
    case TYPE.null:
      return null;
    case TYPE.bool:
      return b[at] !== 0;
    case TYPE.double:
      return new Double(readDouble(b, at));
    case TYPE.long:
      return b.readBigInt64LE(at);
    case TYPE.date:
      return new Date(readMillis(b, at));
    case TYPE.objectId:
      return new ObjectId(b.subarray(at, at + 12).toString('hex'));
    case TYPE.object:
      return decodeDocument(b, at, depth);
    case TYPE.array:
      return decodeArray(b, at, depth);
    case TYPE.binData: {
      const bytes = Buffer.from(b.subarray(at + 5, at + 5 + readInt32(b, at)));
      return new Binary(bytes, b[at + 4]);
    }
    case TYPE.decimal:
      return new Decimal128(Buffer.from(b.subarray(at, at + 16)));
    case TYPE.timestamp:
      return new Timestamp({ t: readInt32(b, at + 4) >>> 0, i: readInt32(b, at) >>> 0 });
    case TYPE.regex: {
      const middle = b.indexOf(0, at);
      return new BSONRegExp(readText(b, at, middle), readText(b, middle + 1, b.indexOf(0, middle + 1)));
    }
    case TYPE.undefined:
      return Undefined.value;
    case TYPE.minKey:
      return new MinKey();
    case TYPE.maxKey:
      return new MaxKey();
    case TYPE.javascript:
      return new Code(readString(b, at));
    case TYPE.symbol:
      return new BSONSymbol(readString(b, at));
    default:
      return new Opaque(type, Buffer.from(b.subarray(at, at + valueSize(b, type, at))));
  }
}

/** Finds a fixed set of top-level fields in one pass. `types` and `places` are valid until the next `pick`. */
export class Picker {
  readonly types: Uint8Array;
  readonly places: Int32Array;
  private readonly byFirst: Array<Array<{ slot: number; bytes: Buffer }> | undefined> = [];

  constructor(readonly names: readonly string[]) {
    this.types = new Uint8Array(names.length);
    this.places = new Int32Array(names.length);
    names.forEach((name, slot) => {
      const bytes = Buffer.from(name);
      (this.byFirst[bytes[0] ?? 0] ??= []).push({ slot, bytes });
    });
  }

  pick(b: Buffer, document = 0): void {
    const { types, places, byFirst } = this;
    types.fill(0);
    let missing = types.length;
    let p = document + 4;
    for (let type = b[p++] as number; type !== 0 && missing > 0; type = b[p++] as number) {
      const start = p;
      while (b[p] !== 0) p++;
      const length = p - start;
      p++;
      const candidates = byFirst[b[start] as number];
      if (candidates !== undefined) {
        for (const { slot, bytes } of candidates) {
          if (bytes.length !== length || types[slot] !== 0) continue;
          let i = 0;
          while (i < length && b[start + i] === bytes[i]) i++;
          if (i === length) {
            types[slot] = type;
            places[slot] = p;
            missing--;
            break;
          }
        }
      }
      p += valueSize(b, type, p);
    }
  }

  /** The picked fields whose bytes differ between two documents. */
  changed(a: Buffer, b: Buffer): string[] {
    this.pick(a);
    const types = this.types.slice();
    const places = this.places.slice();
    this.pick(b);
    return this.names.filter((_, slot) => {
      const type = types[slot] as number;
      if (type !== this.types[slot]) return true;
      if (type === 0) return false;
      const [from, to] = [places[slot] as number, this.places[slot] as number];
      const size = valueSize(a, type, from);
      return size !== valueSize(b, type, to) || a.compare(b, to, to + size, from, from + size) !== 0;
    });
  }

  /** A document with only the picked fields. */
  decode(b: Buffer, document = 0): Doc {
    this.pick(b, document);
    const { names, types, places } = this;
    const found: number[] = [];
    for (let slot = 0; slot < names.length; slot++) if (types[slot] !== 0) found.push(slot);
    // In the document's field order, not in the order of the requested names.
    found.sort((x, y) => (places[x] as number) - (places[y] as number));
    const doc: Doc = new Map();
    for (const slot of found) {
      doc.set(names[slot] as string, decodeValue(b, types[slot] as number, places[slot] as number));
    }
    return doc;
  }
}

/** A document that is already encoded as BSON and is written unchanged. */
export class Raw {
  constructor(readonly bytes: Buffer) {}
}

/** What a response may contain: values, raw documents, and plain objects for the response's own fields. */
export type Writable = Value | Raw | undefined | readonly Writable[] | { readonly [name: string]: Writable };

let buffer = Buffer.allocUnsafe(64 * 1024);
let length = 0;

function reserve(bytes: number): void {
  if (length + bytes <= buffer.length) return;
  const larger = Buffer.allocUnsafe(Math.max(buffer.length * 2, length + bytes));
  buffer.copy(larger, 0, 0, length);
  buffer = larger;
}

function putText(text: string): void {
  reserve(text.length * 3 + 1);
  if (text.length < 24) {
    const start = length;
    let i = 0;
    for (; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code >= 0x80) break;
      buffer[length++] = code;
    }
    if (i === text.length) return;
    length = start;
  }
  length += buffer.write(text, length, 'utf8');
}

function putName(name: string): void {
  putText(name);
  buffer[length++] = 0;
}

function putInt(value: number): void {
  reserve(4);
  length = buffer.writeInt32LE(value, length);
}

function putString(text: string): void {
  const start = length;
  putInt(0);
  putText(text);
  reserve(1);
  buffer[length++] = 0;
  buffer.writeInt32LE(length - start - 4, start);
}

function putBytes(bytes: Uint8Array): void {
  reserve(bytes.length);
  buffer.set(bytes, length);
  length += bytes.length;
}

function putElement(name: string, value: Writable, depth: number): void {
  if (value === undefined) return;
  reserve(1);
  const typeAt = length++;
  putName(name);
  const type = putValue(value, depth);
  // Written last, because encoding the value may have reallocated the buffer.
  buffer[typeAt] = type;
}

function putFields(fields: Iterable<[string, Writable]>, depth: number): void {
  if (depth > MAX_DEPTH) throw new StoreError('Overflow', `nesting depth exceeds ${MAX_DEPTH}`);
  const start = length;
  putInt(0);
  for (const [name, value] of fields) putElement(name, value, depth + 1);
  reserve(1);
  buffer[length++] = 0;
  buffer.writeInt32LE(length - start, start);
}

function* numbered(values: readonly Writable[]): Iterable<[string, Writable]> {
  for (let i = 0; i < values.length; i++) yield [String(i), values[i]];
}

/** Encodes a value and returns its type byte. */
function putValue(value: Exclude<Writable, undefined>, depth: number): number {
  if (typeof value === 'string') {
    putString(value);
    return TYPE.string;
  }
  if (typeof value === 'number') {
    if ((value | 0) === value && !Object.is(value, -0)) {
      putInt(value);
      return TYPE.int;
    }
    reserve(8);
    length = buffer.writeDoubleLE(value, length);
    return TYPE.double;
  }
  if (typeof value === 'bigint') {
    reserve(8);
    length = buffer.writeBigInt64LE(value, length);
    return TYPE.long;
  }
  if (typeof value === 'boolean') {
    reserve(1);
    buffer[length++] = value ? 1 : 0;
    return TYPE.bool;
  }
  if (value === null) return TYPE.null;
  if (value instanceof Map) {
    putFields(value, depth);
    return TYPE.object;
  }
  if (value instanceof Raw) {
    putBytes(value.bytes);
    return TYPE.object;
  }
  if (Array.isArray(value)) {
    putFields(numbered(value), depth);
    return TYPE.array;
  }
  if (isScalar(value)) return putScalar(value);
  putFields(Object.entries(value), depth);
  return TYPE.object;
}

type Scalar = Exclude<Value, null | boolean | number | bigint | string | Doc | Value[]>;

const isScalar = (value: object): value is Scalar =>
  value instanceof Date ||
  value instanceof Opaque ||
  typeof (value as { _bsontype?: unknown })._bsontype === 'string';

function putScalar(value: Scalar): number {
  if (value instanceof Opaque) {
    putBytes(value.bytes);
    return value.type;
  }
  reserve(16);
  if (value instanceof Double) length = buffer.writeDoubleLE(value.value, length);
  else if (value instanceof Date) length = buffer.writeBigInt64LE(BigInt(value.getTime()), length);
  else if (value instanceof ObjectId) putBytes(value.id);
  else if (value instanceof Decimal128) putBytes(value.bytes);
  else if (value instanceof Binary) {
    const bytes = bytesOf(value);
    putInt(bytes.length);
    reserve(1);
    buffer[length++] = value.sub_type;
    putBytes(bytes);
  } else if (value instanceof BSONRegExp) {
    putName(value.pattern);
    putName(value.options);
  } else if (value instanceof Timestamp) {
    length = buffer.writeUInt32LE(value.i, length);
    length = buffer.writeUInt32LE(value.t, length);
  } else if (value instanceof Code) putString(value.code);
  else if (value instanceof BSONSymbol) putString(value.value);
  return typeOf(value);
}

/** Encodes a document as BSON. */
export function encode(document: Doc | { readonly [name: string]: Writable }): Buffer {
  length = 0;
  putFields(document instanceof Map ? document : Object.entries(document), 0);
  return Buffer.from(buffer.subarray(0, length));
}

/** Above this length, the native call validates UTF-8 faster. */
const LONG_TEXT = 64;
const NOT_ASCII = 0x80;

function checkText(b: Buffer, start: number, end: number): void {
  let bits = end - start <= LONG_TEXT ? 0 : NOT_ASCII;
  for (let i = start; bits < NOT_ASCII && i < end; i++) bits |= b[i] as number;
  if (bits >= NOT_ASCII && !isUtf8(b.subarray(start, end))) throw torn('text that is not UTF-8');
}

/** Validates a length-prefixed, zero-terminated string; `end` is the end of what contains it. */
function checkString(b: Buffer, at: number, end: number): void {
  const size = readInt32(b, at);
  if (size < 1) throw torn('a negative length');
  if (size > end - at - 4) throw torn('a text beyond its document');
  if (b[at + 3 + size] !== 0) throw torn('a text that does not end in zero');
  checkText(b, at + 4, at + 3 + size);
}

function checkRegex(b: Buffer, at: number, end: number): void {
  const middle = b.indexOf(0, at);
  checkText(b, at, middle);
  if (!REGEX_OPTIONS.test(b.toString('latin1', middle + 1, end - 1))) {
    throw new StoreError('BadValue', 'a regular expression with options other than i, l, m, s, u and x');
  }
}

/** Validates JavaScript code followed by its scope document. */
function checkScopedCode(b: Buffer, at: number, end: number, depth: number): void {
  checkString(b, at + 4, end);
  checkDocument(b, at + 8 + readInt32(b, at + 4), end, depth);
}

/** Validates untrusted BSON from the wire before it is decoded or stored. Throws InvalidBSON unless it is well-formed. */
export function checkDocument(b: Buffer, at: number, end: number, depth = 0): void {
  if (depth > MAX_DEPTH) throw new StoreError('Overflow', `nesting depth exceeds ${MAX_DEPTH}`);
  if (end - at < 5 || readInt32(b, at) !== end - at || b[end - 1] !== 0)
    throw torn('a document of a wrong length');
  let p = at + 4;
  for (let type = b[p++] as number; type !== 0; type = b[p++] as number) {
    let value = p;
    let bits = 0;
    for (let byte = b[value++]; byte !== 0; byte = b[value++]) {
      if (byte === undefined) throw torn('a name that does not end');
      bits |= byte;
    }
    if (value >= end) throw torn('a field beyond its document');
    if (bits >= NOT_ASCII) checkText(b, p, value - 1);
    p = value + valueSize(b, type, value);
    // A negative length or an unterminated regex would move the offset backwards: an endless loop.
    if (p < value || p >= end) throw torn('a value beyond its document');
    switch (type) {
      case TYPE.string:
      case TYPE.symbol:
      case TYPE.javascript:
      case TYPE.dbPointer:
        checkString(b, value, p);
        break;
      case TYPE.binData:
        if (readInt32(b, value) < 0) throw torn('a negative length');
        break;
      case TYPE.bool:
        if ((b[value] as number) > 1) throw torn('a bool that is neither true nor false');
        break;
      case TYPE.regex:
        checkRegex(b, value, p);
        break;
      case TYPE.date:
        if (Math.abs(readMillis(b, value)) > MAX_MILLIS) {
          throw new StoreError('BadValue', 'a date this far from today is not supported by this store');
        }
        break;
      case TYPE.object:
      case TYPE.array:
        checkDocument(b, value, p, depth + 1);
        break;
      case TYPE.javascriptWithScope:
        checkScopedCode(b, value, p, depth + 1);
    }
  }
  if (p !== end) throw torn('bytes behind the last field');
}

function elementsIn(b: Buffer, document: number): number {
  let count = 0;
  eachElement(b, document, (type, at) => {
    count += 1 + (type === TYPE.object || type === TYPE.array ? elementsIn(b, at) : 0);
  });
  return count;
}

function elementsOf(value: Value): number {
  if (!(value instanceof Map) && !Array.isArray(value)) return 0;
  let count = value instanceof Map ? value.size : value.length;
  for (const element of value.values()) count += elementsOf(element);
  return count;
}

/** Decodes a command. Rejects duplicate fields at any depth, because decoding would silently drop one of them. */
export function decodeWords(b: Buffer): Doc {
  const doc = decodeDocument(b);
  if (elementsIn(b, 0) === elementsOf(doc)) return doc;
  throw new StoreError(
    40413,
    'BSON field is a duplicate field: a command or a document in it names one twice',
  );
}
