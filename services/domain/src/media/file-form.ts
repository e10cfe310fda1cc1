import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream/promises';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { invalidField, tooLarge } from '@crm/platform/errors/app-error.js';

const limits = { parts: 10, fieldSize: 200, headerPairs: 20, headerSize: 8 * 1024 };

/** The one file that a form brings. */
export interface FilePart {
  /** The name of its part. */
  part: string;
  maxBytes: number;
  /** What a form without it is refused with. */
  missing: string;
}

export interface FileForm {
  fields: Record<string, string>;
  file: { bytes: Buffer; filename: string };
}

class BrokenForm extends Error {}

function formReader({ headers }: IncomingMessage, maxBytes: number): BusboyInstance {
  const type = headers['content-type'] ?? '';
  try {
    if (!/^multipart\/form-data\b/i.test(type)) throw new Error(`The body is ${type}`);
    return new Busboy({
      headers: { ...headers, 'content-type': type },
      isPartAFile: (_name, _type, filename) => filename !== undefined,
      limits: { ...limits, fileSize: maxBytes },
    });
  } catch (error) {
    throw new BrokenForm('The upload must be multipart/form-data', { cause: error });
  }
}

interface Gathered {
  fields: Map<string, string>;
  pieces: Buffer[];
  filename: string | undefined;
  isTruncated: boolean;
}

/** Reads the body to its end; of the file no more than the limit is held. */
async function gather(req: IncomingMessage, { part, maxBytes }: FilePart): Promise<Gathered> {
  const reader = formReader(req, maxBytes);
  const found: Gathered = { fields: new Map(), pieces: [], filename: undefined, isTruncated: false };
  const read = new Promise<void>((resolve, reject) => {
    const cutOff = (cause: unknown) => {
      reject(new BrokenForm('The upload was interrupted', { cause }));
    };
    reader.on('error', cutOff);
    reader.on('partsLimit', () => {
      reject(new BrokenForm('The upload has too many parts'));
    });
    reader.on('finish', resolve);
    reader.on('field', (name, value) => found.fields.set(name, value));
    reader.on('file', (name, stream, filename) => {
      stream.on('error', cutOff);
      if (name !== part) {
        stream.resume();
        return;
      }
      if (found.filename !== undefined) {
        stream.resume();
        reject(new BrokenForm('Please choose one file'));
        return;
      }
      found.filename = filename;
      stream.on('data', (piece: Buffer) => found.pieces.push(piece));
      stream.on('limit', () => (found.isTruncated = true));
    });
    finished(req, { writable: false }).catch(cutOff);
  });
  req.pipe(reader);
  try {
    await read;
    return found;
  } catch (error) {
    req.unpipe(reader);
    // A client that still sends does not hear the answer: what is left is read and thrown away.
    req.resume();
    throw error;
  }
}

/** Reads a form with a file of a few megabytes. Throws `invalid` where there is none, `too_large` over the limit. */
export async function readFileForm(req: IncomingMessage, expected: FilePart): Promise<FileForm> {
  const { part, maxBytes, missing } = expected;
  try {
    const { fields, pieces, filename, isTruncated } = await gather(req, expected);
    if (filename === undefined) throw invalidField(part, missing);
    if (isTruncated) throw tooLarge(maxBytes, { what: 'The file' });
    return { fields: Object.fromEntries(fields), file: { bytes: Buffer.concat(pieces), filename } };
  } catch (error) {
    throw error instanceof BrokenForm ? invalidField(part, error.message) : error;
  }
}
