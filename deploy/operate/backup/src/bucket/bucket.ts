import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AwsClient } from 'aws4fetch';
import { XMLParser } from 'fast-xml-parser';
import { z } from 'zod';
import { ArchiveError } from '../archive.js';

/** Where backups are stored, and by whom they are written or read. */
export interface BucketSettings {
  /** The bucket, and a folder in it if wanted: `https://s3.eu-central-1.amazonaws.com/agency-backups/call-centre`. */
  url: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Size of the parts of a large file, and from which size on a file is one. */
  partBytes?: number;
}

/** An object of a bucket: its name below the folder, and its size. */
export interface StoredObject {
  key: string;
  bytes: number;
}

/** A folder of an S3-compatible object store. */
export interface Bucket {
  /** Stores a file; one that is larger than a part is sent in parts. It is there completely, or not at all. */
  put(key: string, file: string): Promise<void>;
  /** Writes an object into a file. */
  get(key: string, file: string): Promise<void>;
  /** The objects whose names begin with `prefix`. */
  list(prefix: string): Promise<StoredObject[]>;
}

/** At most 10,000 parts, so a file may have 640 GB; each is in memory while it is sent. */
const defaultPartBytes = 64 * 2 ** 20;

const parser = new XMLParser({ parseTagValue: false, isArray: (name) => name === 'Contents' });
/** An element without any content is an empty text to the parser. */
const listing = z.object({
  ListBucketResult: z.preprocess(
    (content) => (content === '' ? {} : content),
    z.object({
      Contents: z.array(z.object({ Key: z.string(), Size: z.coerce.number() })).default([]),
      NextContinuationToken: z.string().optional(),
    }),
  ),
});
const begun = z.object({ InitiateMultipartUploadResult: z.object({ UploadId: z.string().min(1) }) });
const refusal = z.object({ Error: z.object({ Code: z.string() }) });

async function readXml<S extends z.ZodType>(answer: Response, shape: S): Promise<z.output<S>> {
  const read = shape.safeParse(parser.parse(await answer.text()));
  if (!read.success) throw new ArchiveError('The bucket answers with something else than S3 does.');
  return read.data;
}

const sha256 = (data: Uint8Array | string) => createHash('sha256').update(data).digest('hex');

/** Opens a folder of a bucket. Its functions throw `ArchiveError` with what the store said. */
export function openBucket(settings: BucketSettings): Bucket {
  const { url, region, accessKeyId, secretAccessKey, partBytes = defaultPartBytes } = settings;
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' });
  const base = new URL(url);
  const [, bucketName = '', ...folders] = base.pathname.replace(/\/+$/, '').split('/');
  const folder = folders.map((each) => `${each}/`).join('');

  async function call(method: string, key: string, query: URLSearchParams, body?: Uint8Array | string) {
    const at = new URL(`/${bucketName}${key === '' ? '' : `/${folder}${key}`}`, base);
    at.search = query.toString();
    let answer: Response;
    try {
      // The hash of the body is signed as well: what was changed on its way is refused.
      answer = await client.fetch(at, {
        method,
        headers: { 'x-amz-content-sha256': sha256(body ?? '') },
        ...(body === undefined ? {} : { body }),
      });
    } catch (error) {
      throw new ArchiveError(`${base.host} cannot be reached.`, { cause: error });
    }
    if (answer.ok) return answer;
    const told = refusal.safeParse(parser.parse(await answer.text()));
    const reason = told.success ? told.data.Error.Code : String(answer.status);
    throw new ArchiveError(`${base.host} refuses ${method} ${key || bucketName}: ${reason}.`);
  }

  async function putInParts(key: string, file: string): Promise<void> {
    const { InitiateMultipartUploadResult } = await readXml(
      await call('POST', key, new URLSearchParams({ uploads: '' })),
      begun,
    );
    const { UploadId: uploadId } = InitiateMultipartUploadResult;
    const handle = await open(file);
    try {
      const tags: string[] = [];
      const buffer = Buffer.alloc(partBytes);
      for (;;) {
        const { bytesRead } = await handle.read(buffer, 0, partBytes);
        if (bytesRead === 0) break;
        const query = new URLSearchParams({ partNumber: String(tags.length + 1), uploadId });
        const answer = await call('PUT', key, query, buffer.subarray(0, bytesRead));
        tags.push(answer.headers.get('etag') ?? '');
      }
      const parts = tags.map(
        (tag, index) => `<Part><PartNumber>${String(index + 1)}</PartNumber><ETag>${tag}</ETag></Part>`,
      );
      const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
      const done = await call('POST', key, new URLSearchParams({ uploadId }), body);
      // It answers 200 before it is done, and says only then whether it failed.
      const told = refusal.safeParse(parser.parse(await done.text()));
      if (told.success) throw new ArchiveError(`${base.host} refuses ${key}: ${told.data.Error.Code}.`);
    } catch (error) {
      // Parts that are left behind are paid for.
      await call('DELETE', key, new URLSearchParams({ uploadId })).catch(() => undefined);
      throw error;
    } finally {
      await handle.close();
    }
  }

  return {
    put: async (key, file) => {
      const { size } = await stat(file);
      if (size > partBytes) {
        await putInParts(key, file);
        return;
      }
      const handle = await open(file);
      try {
        await call('PUT', key, new URLSearchParams(), await handle.readFile());
      } finally {
        await handle.close();
      }
    },
    get: async (key, file) => {
      const { body } = await call('GET', key, new URLSearchParams());
      const content = body === null ? Readable.from([]) : Readable.fromWeb(body);
      await pipeline(content, createWriteStream(file, { mode: 0o600 }));
    },
    list: async (prefix) => {
      const found: StoredObject[] = [];
      let continuation: string | undefined;
      do {
        const query = new URLSearchParams({ 'list-type': '2', prefix: folder + prefix });
        if (continuation !== undefined) query.set('continuation-token', continuation);
        const { ListBucketResult: page } = await readXml(await call('GET', '', query), listing);
        for (const { Key, Size } of page.Contents) found.push({ key: Key.slice(folder.length), bytes: Size });
        continuation = page.NextContinuationToken;
      } while (continuation !== undefined);
      return found;
    },
  };
}
