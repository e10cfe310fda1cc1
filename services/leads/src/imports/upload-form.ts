import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream/promises';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';

/** The body is no form that can be read, or ends before its last part does. */
export class BrokenForm extends Error {}

/**
 * More than a browser sends of each: the wording of a consent is 5,000 characters. Values and headers that are longer are
 * cut, never held.
 */
const limits = { parts: 20, fieldSize: 32 * 1024, headerPairs: 20, headerSize: 16 * 1024 };

export interface UploadForm<T> {
  fields: Record<string, string>;
  /** What became of the file; undefined where none came. */
  file: T | undefined;
}

/** A reader for a request's form. Throws `BrokenForm` where its headers speak of another kind of body. */
function formReader({ headers }: IncomingMessage, maxFileBytes: number): BusboyInstance {
  const type = headers['content-type'] ?? '';
  try {
    if (!/^multipart\/form-data\b/i.test(type)) throw new Error(`The body is ${type}`);
    return new Busboy({
      headers: { ...headers, 'content-type': type },
      isPartAFile: (_name, _type, filename) => filename !== undefined,
      limits: { ...limits, fileSize: maxFileBytes },
    });
  } catch (error) {
    throw new BrokenForm('The upload must be multipart/form-data', { cause: error });
  }
}

/**
 * Reads a form to its end and gives the content of its part `file` to `keep` as it arrives, no faster than it is taken.
 * Of a file over the limit the beginning alone is given, and `truncated` says so at its end. Throws `BrokenForm`, or what
 * `keep` throws; by then `keep` is through, and a content that was cut off has ended with an error.
 */
export async function readUploadForm<T>(
  req: IncomingMessage,
  maxFileBytes: number,
  keep: (content: BusboyFileStream, filename: string) => Promise<T>,
): Promise<UploadForm<T>> {
  const reader = formReader(req, maxFileBytes);
  const fields = new Map<string, string>();
  let content: BusboyFileStream | undefined;
  let kept: Promise<T> | undefined;

  const read = new Promise<void>((resolve, reject) => {
    const cutOff = (cause: unknown) => {
      reject(new BrokenForm('The upload was interrupted', { cause }));
    };
    reader.on('error', cutOff);
    reader.on('partsLimit', () => {
      reject(new BrokenForm('The upload has too many parts'));
    });
    reader.on('finish', resolve);
    reader.on('field', (name, value) => fields.set(name, value));
    reader.on('file', (name, stream, filename) => {
      // The reader tells each open file of a body that ends too early; nobody else may be listening yet.
      stream.on('error', cutOff);
      if (name !== 'file' || kept !== undefined) {
        stream.resume();
        return;
      }
      content = stream;
      kept = keep(stream, filename);
      kept.catch(reject);
    });
    finished(req, { writable: false }).catch(cutOff);
  });

  req.pipe(reader);
  try {
    await read;
    return { fields: Object.fromEntries(fields), file: await kept };
  } catch (error) {
    req.unpipe(reader);
    // A client that still sends does not hear the answer: what is left is read and thrown away.
    req.resume();
    content?.destroy(error instanceof Error ? error : undefined);
    await Promise.allSettled([kept]);
    throw error;
  }
}
