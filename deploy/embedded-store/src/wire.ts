/**
 * MongoDB's wire protocol: messages cut out of a stream of bytes, commands read from OP_MSG (and from OP_QUERY, in
 * which a driver says its first hello), answers written back.
 */
import { checkDocument, decodeDocument, encode, readInt32, type Writable } from './values/bson.js';
import { StoreError } from './values/errors.js';
import type { Doc } from './values/values.js';

const OP_REPLY = 1;
const OP_QUERY = 2004;
const OP_MSG = 2013;
const HEADER_BYTES = 16;
const CHECKSUM_PRESENT = 1;
const MORE_TO_COME = 2;
export const MAX_MESSAGE_BYTES = 48_000_000;

export interface Request {
  id: number;
  body: Doc;
  /** Documents that came beside the body, still as bytes. */
  sequences: Map<string, Buffer[]>;
  answered: boolean;
  legacy: boolean;
}

/** Cuts whole messages out of chunks as they arrive. Throws where the stream cannot be a MongoDB client's. */
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

/** Whether a message that cannot be read may still be told so: a whole OP_MSG whose sender waits. */
export function refusalTo(message: Buffer): Request | undefined {
  if (message.length < HEADER_BYTES + 5 || readInt32(message, 12) !== OP_MSG) return undefined;
  const answered = (readInt32(message, HEADER_BYTES) & MORE_TO_COME) === 0;
  return { id: readInt32(message, 4), body: new Map(), sequences: new Map(), answered, legacy: false };
}

/** Reads a whole message. Throws StoreError for what is none. */
export function readRequest(message: Buffer): Request {
  const id = readInt32(message, 4);
  const operation = readInt32(message, 12);
  if (operation === OP_MSG) return readMessage(message, id);
  if (operation === OP_QUERY) return readQuery(message, id);
  throw new StoreError('CommandNotSupported', `Unsupported wire operation ${operation}`);
}

function readDocument(message: Buffer, at: number): Buffer {
  const size = at + 4 <= message.length ? readInt32(message, at) : 0;
  if (at + size > message.length) throw new StoreError('InvalidLength', 'a document beyond its message');
  checkDocument(message, at, at + size);
  return message.subarray(at, at + size);
}

function readMessage(message: Buffer, id: number): Request {
  const flags = readInt32(message, HEADER_BYTES);
  const end = message.length - (flags & CHECKSUM_PRESENT ? 4 : 0);
  const sequences = new Map<string, Buffer[]>();
  let body: Doc | undefined;
  let at = HEADER_BYTES + 4;
  while (at < end) {
    const kind = message[at++];
    if (kind === 0) {
      const document = readDocument(message, at);
      body = decodeDocument(document);
      at += document.length;
    } else if (kind === 1) {
      const sequenceEnd = at + readInt32(message, at);
      const nameEnd = message.indexOf(0, at + 4);
      if (nameEnd < 0 || nameEnd >= sequenceEnd || sequenceEnd > end) {
        throw new StoreError('InvalidLength', 'a sequence of documents beyond its message');
      }
      const documents: Buffer[] = [];
      sequences.set(message.toString('utf8', at + 4, nameEnd), documents);
      for (at = nameEnd + 1; at < sequenceEnd;) {
        const document = readDocument(message, at);
        documents.push(document);
        at += document.length;
      }
    } else throw new StoreError(40432, `Unknown section kind ${String(kind)}`);
  }
  if (!body) throw new StoreError(40587, 'OP_MSG messages must have a body');
  return { id, body, sequences, answered: (flags & MORE_TO_COME) === 0, legacy: false };
}

function readQuery(message: Buffer, id: number): Request {
  const nameEnd = message.indexOf(0, HEADER_BYTES + 4);
  if (nameEnd < 0) throw new StoreError('InvalidLength', 'a namespace that does not end');
  const namespace = message.toString('utf8', HEADER_BYTES + 4, nameEnd);
  const body = decodeDocument(readDocument(message, nameEnd + 9));
  if (!namespace.endsWith('.$cmd')) throw new StoreError(5739101, 'OP_QUERY is no longer supported');
  body.set('$db', namespace.slice(0, -'.$cmd'.length));
  return { id, body, sequences: new Map(), answered: true, legacy: true };
}

let lastId = 0;

export function writeAnswer(request: Request, answer: { readonly [name: string]: Writable }): Buffer {
  const document = encode(answer);
  const before = request.legacy ? HEADER_BYTES + 20 : HEADER_BYTES + 5;
  const message = Buffer.alloc(before + document.length);
  message.writeInt32LE(message.length, 0);
  message.writeInt32LE((lastId = (lastId + 1) & 0x7fffffff), 4);
  message.writeInt32LE(request.id, 8);
  message.writeInt32LE(request.legacy ? OP_REPLY : OP_MSG, 12);
  if (request.legacy) {
    message.writeInt32LE(8, 16); // awaitCapable, as every server since 1.6 says
    message.writeInt32LE(1, 32);
  }
  document.copy(message, before);
  return message;
}
