/**
 * MongoDB's wire protocol: framing of the byte stream into messages, decoding of commands from OP_MSG (and from
 * OP_QUERY, which drivers use for the first hello), and encoding of responses.
 */
import {
  MAX_DOCUMENT_BYTES,
  checkDocument,
  decodeWords,
  encode,
  readInt32,
  type Writable,
} from './values/bson.js';
import { crc32c } from './values/crc32c.js';
import { StoreError } from './values/errors.js';
import type { Doc } from './values/values.js';

const OP_REPLY = 1;
const OP_QUERY = 2004;
const OP_MSG = 2013;
const HEADER_BYTES = 16;
const CHECKSUM_PRESENT = 1;
const MORE_TO_COME = 2;
/** Required flag bits: a receiver must reject a message with an unknown one; it may ignore the optional bits. */
const REQUIRED_FLAGS = 0xffff;
const CHECKSUM_BYTES = 4;
/** Headroom of a command beyond the largest document that it carries. */
const COMMAND_BYTES = 16 * 1024;
export const MAX_MESSAGE_BYTES = 48_000_000;

export interface Request {
  id: number;
  body: Doc;
  /** Document sequences (kind 1 sections), still encoded as BSON. */
  sequences: Map<string, Buffer[]>;
  answered: boolean;
  legacy: boolean;
  /** The request had a checksum, so the response gets one too. */
  checked: boolean;
}

/** Splits a stream of chunks into complete messages. Throws if the stream cannot be a MongoDB client's. */
export class Framing {
  private chunks: Buffer[] = [];
  private bytes = 0;

  *push(chunk: Buffer): Generator<Buffer> {
    this.chunks.push(chunk);
    this.bytes += chunk.length;
    while (this.bytes >= 4) {
      const first = this.chunks[0] as Buffer;
      const size = first.length >= 4 ? readInt32(first, 0) : readInt32(this.join(), 0);
      if (size < HEADER_BYTES || size > MAX_MESSAGE_BYTES + HEADER_BYTES) {
        throw new StoreError('InvalidLength', `a message of ${size} bytes`);
      }
      if (this.bytes < size) return;
      const whole = this.join();
      this.chunks = whole.length > size ? [whole.subarray(size)] : [];
      this.bytes -= size;
      yield whole.subarray(0, size);
    }
  }

  private join(): Buffer {
    const whole = this.chunks.length === 1 ? (this.chunks[0] as Buffer) : Buffer.concat(this.chunks);
    this.chunks = [whole];
    return whole;
  }
}

/** A message with unknown required flags or a corrupt checksum: not even its header can be trusted. */
class Unreadable extends StoreError {}

/** The request to which an error response to an undecodable message is sent; undefined if none can be sent. */
export function refusalTo(message: Buffer, error: unknown): Request | undefined {
  if (error instanceof Unreadable) return undefined;
  if (message.length < HEADER_BYTES + 5 || readInt32(message, 12) !== OP_MSG) return undefined;
  const flags = readInt32(message, HEADER_BYTES);
  return {
    id: readInt32(message, 4),
    body: new Map(),
    sequences: new Map(),
    answered: (flags & MORE_TO_COME) === 0,
    legacy: false,
    checked: (flags & CHECKSUM_PRESENT) !== 0,
  };
}

/** Decodes a complete message. Throws StoreError for an invalid one. */
export function readRequest(message: Buffer): Request {
  const id = readInt32(message, 4);
  const operation = readInt32(message, 12);
  if (operation === OP_MSG) return readMessage(message, id);
  if (operation === OP_QUERY) return readQuery(message, id);
  throw new StoreError('CommandNotSupported', `Unsupported wire operation ${operation}`);
}

function readDocument(message: Buffer, at: number, end: number): Buffer {
  const size = at + 4 <= end ? readInt32(message, at) : 0;
  if (at + size > end) throw new StoreError('InvalidLength', 'a document beyond its message');
  if (size > MAX_DOCUMENT_BYTES + COMMAND_BYTES) {
    throw new StoreError(
      'BSONObjectTooLarge',
      `BSONObj size: ${size} is invalid. Size must be between 0 and ${MAX_DOCUMENT_BYTES + COMMAND_BYTES}`,
    );
  }
  checkDocument(message, at, at + size);
  return message.subarray(at, at + size);
}

/** The offset at which the sections end. Throws Unreadable for unknown flags and for a checksum mismatch. */
function sectionsEnd(message: Buffer): number {
  const flags = readInt32(message, HEADER_BYTES);
  const unknown = flags & REQUIRED_FLAGS & ~(CHECKSUM_PRESENT | MORE_TO_COME);
  if (unknown !== 0) {
    throw new Unreadable(
      'IllegalOpMsgFlag',
      `Message contains illegal flags value: Ob${unknown.toString(2)}`,
    );
  }
  if ((flags & CHECKSUM_PRESENT) === 0) return message.length;
  const end = message.length - CHECKSUM_BYTES;
  if (end < HEADER_BYTES + 4 || message.readUInt32LE(end) !== crc32c(message, end)) {
    throw new Unreadable('InvalidLength', 'OP_MSG checksum does not match contents');
  }
  return end;
}

function readMessage(message: Buffer, id: number): Request {
  if (message.length < HEADER_BYTES + 4) throw new Unreadable('InvalidLength', 'a message without flags');
  const end = sectionsEnd(message);
  const flags = readInt32(message, HEADER_BYTES);
  const sequences = new Map<string, Buffer[]>();
  let body: Doc | undefined;
  let at = HEADER_BYTES + 4;
  while (at < end) {
    const kind = message[at++];
    if (kind === 0) {
      if (body) throw new StoreError(40430, 'Multiple body sections in message');
      const document = readDocument(message, at, end);
      body = decodeWords(document);
      at += document.length;
    } else if (kind === 1) at = readSequence(message, at, end, sequences);
    else throw new StoreError(40432, `Unknown section kind ${String(kind)}`);
  }
  if (!body) throw new StoreError(40587, 'OP_MSG messages must have a body');
  for (const name of sequences.keys()) {
    if (body.has(name)) {
      throw new StoreError(40433, `Duplicate field between body and document sequence ${name}`);
    }
  }
  return {
    id,
    body,
    sequences,
    answered: (flags & MORE_TO_COME) === 0,
    legacy: false,
    checked: (flags & CHECKSUM_PRESENT) !== 0,
  };
}

/** Reads a document sequence (kind 1 section); returns the offset of its end. */
function readSequence(message: Buffer, start: number, end: number, sequences: Map<string, Buffer[]>): number {
  const sequenceEnd = start + (start + 4 <= end ? readInt32(message, start) : 0);
  const nameEnd = message.indexOf(0, start + 4);
  if (nameEnd < 0 || nameEnd >= sequenceEnd || sequenceEnd > end) {
    throw new StoreError('InvalidLength', 'a sequence of documents beyond its message');
  }
  const name = message.toString('utf8', start + 4, nameEnd);
  if (sequences.has(name)) throw new StoreError(40431, `Duplicate document sequence: ${name}`);
  const documents: Buffer[] = [];
  sequences.set(name, documents);
  for (let at = nameEnd + 1; at < sequenceEnd;) {
    const document = readDocument(message, at, sequenceEnd);
    documents.push(document);
    at += document.length;
  }
  return sequenceEnd;
}

function readQuery(message: Buffer, id: number): Request {
  const nameEnd = message.indexOf(0, HEADER_BYTES + 4);
  if (nameEnd < 0) throw new StoreError('InvalidLength', 'a namespace that does not end');
  const namespace = message.toString('utf8', HEADER_BYTES + 4, nameEnd);
  const document = readDocument(message, nameEnd + 9, message.length);
  if (nameEnd + 9 + document.length !== message.length) {
    throw new StoreError('InvalidLength', 'bytes behind the query');
  }
  const body = decodeWords(document);
  if (!namespace.endsWith('.$cmd')) throw new StoreError(5739101, 'OP_QUERY is no longer supported');
  body.set('$db', namespace.slice(0, -'.$cmd'.length));
  return { id, body, sequences: new Map(), answered: true, legacy: true, checked: false };
}

let lastId = 0;

export function writeAnswer(request: Request, answer: { readonly [name: string]: Writable }): Buffer {
  const document = encode(answer);
  const before = request.legacy ? HEADER_BYTES + 20 : HEADER_BYTES + 5;
  const end = before + document.length;
  const message = Buffer.alloc(end + (request.checked ? CHECKSUM_BYTES : 0));
  message.writeInt32LE(message.length, 0);
  message.writeInt32LE((lastId = (lastId + 1) & 0x7fffffff), 4);
  message.writeInt32LE(request.id, 8);
  message.writeInt32LE(request.legacy ? OP_REPLY : OP_MSG, 12);
  if (request.legacy) {
    message.writeInt32LE(8, 16); // awaitCapable, as set by every server since 1.6
    message.writeInt32LE(1, 32);
  }
  document.copy(message, before);
  if (request.checked) {
    message.writeInt32LE(CHECKSUM_PRESENT, HEADER_BYTES);
    message.writeUInt32LE(crc32c(message, end), end);
  }
  return message;
}
