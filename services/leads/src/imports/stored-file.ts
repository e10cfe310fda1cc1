import type { Readable } from 'node:stream';
import { readSealedFile, writeSealedFile } from '@crm/platform/encryption/sealed-files.js';
import type { ImportDoc } from './import.model.js';
import type { ImportsContext } from './imports-context.js';
import { splitterFor } from './split-file.js';
import type { RawRecord } from './split-records.js';

/** Rows of one commit: small enough that other users' pages pass in between. */
const batchSize = 500;
const headSize = 64 * 1024;

type FileId = NonNullable<ImportDoc['file_id']>;
type Files = Pick<ImportsContext, 'files' | 'dataKeys'>;

/** The key of an import: of its file, which has the same id, and of the rows that it refuses. */
async function keyOfImport({ dataKeys }: Files, id: FileId): Promise<Uint8Array> {
  const owner = id.toHexString();
  const key = (await dataKeys.forWriting([owner])).get(owner);
  if (key === undefined) throw new Error(`The import ${owner} has no key`);
  return key;
}

/** Stores an uploaded file, encrypted. */
export async function writeImportFile(
  ctx: Files,
  id: FileId,
  name: string,
  content: Readable,
): Promise<void> {
  await writeSealedFile(ctx.files, { id, name, key: await keyOfImport(ctx, id) }, content);
}

const readImportFile = (ctx: Files, id: FileId, start = 0) =>
  readSealedFile(ctx.files, { id, key: () => keyOfImport(ctx, id), start });

/** The first bytes of a file, by which its layout is settled. */
export async function readHead(ctx: Files, fileId: FileId): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of readImportFile(ctx, fileId)) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= headSize) break;
  }
  return Buffer.concat(chunks).subarray(0, headSize);
}

/** The records of a file from where its import stands, one batch at a time. */
export async function* readBatches(
  ctx: ImportsContext,
  { file_id, layout, next, bytes }: ImportDoc,
): AsyncGenerator<RawRecord[]> {
  if (!file_id || !layout) throw new Error('An import runs on a stored file with a known layout');
  if (next.offset >= bytes) return;
  const splitter = splitterFor(layout.encoding, { ...next, delimiter: layout.delimiter });
  let batch: RawRecord[] = [];
  for await (const chunk of readImportFile(ctx, file_id, next.offset)) {
    for (const record of splitter.push(chunk)) {
      batch.push(record);
      if (batch.length < batchSize) continue;
      yield batch;
      batch = [];
    }
  }
  batch.push(...splitter.end());
  for (let from = 0; from < batch.length; from += batchSize) yield batch.slice(from, from + batchSize);
}

/** Throws away a file that no import needs any more; one that is gone already is fine. */
export async function dropFile(
  ctx: ImportsContext,
  importDoc: Pick<ImportDoc, '_id' | 'file_id'>,
): Promise<void> {
  if (!importDoc.file_id) return;
  const [stored] = await ctx.files.find({ _id: importDoc.file_id }).toArray();
  if (stored) await ctx.files.delete(importDoc.file_id);
  await ctx.imports.updateOne({ _id: importDoc._id }, { $set: { file_id: null } });
}
