import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream/promises';
import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { invalidField, tooLarge } from '@crm/platform/errors/app-error.js';

/** Of one voicemail or greeting. */
export const maxMegabytes = 5;
const limits = { parts: 10, fieldSize: 200, headerPairs: 20, headerSize: 8 * 1024 };

export interface AudioForm {
  fields: Record<string, string>;
  /** The file of the part `audio`. */
  audio: { bytes: Buffer; filename: string };
}

class BrokenForm extends Error {}

function formReader({ headers }: IncomingMessage): BusboyInstance {
  const type = headers['content-type'] ?? '';
  try {
    if (!/^multipart\/form-data\b/i.test(type)) throw new Error(`The body is ${type}`);
    return new Busboy({
      headers: { ...headers, 'content-type': type },
      isPartAFile: (_name, _type, filename) => filename !== undefined,
      limits: { ...limits, fileSize: maxMegabytes * 1024 * 1024 },
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
async function gather(req: IncomingMessage): Promise<Gathered> {
  const reader = formReader(req);
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
      if (name !== 'audio') {
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

/** Reads a form with an audio file of a few megabytes. Throws `invalid` where there is none, `too_large` over the limit. */
export async function readAudioForm(req: IncomingMessage): Promise<AudioForm> {
  try {
    const { fields, pieces, filename, isTruncated } = await gather(req);
    if (filename === undefined) throw invalidField('audio', 'Please choose an mp3 or a wav file');
    if (isTruncated) throw tooLarge(maxMegabytes * 1024 ** 2, { what: 'The file' });
    return { fields: Object.fromEntries(fields), audio: { bytes: Buffer.concat(pieces), filename } };
  } catch (error) {
    throw error instanceof BrokenForm ? invalidField('audio', error.message) : error;
  }
}
