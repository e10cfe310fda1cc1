import type { ImportDoc } from './import.model.js';
import type { ImportsContext } from './imports-context.js';
import { splitterFor } from './split-file.js';
import type { RawRecord } from './split-records.js';

/** Rows of one commit: small enough that other users' pages pass in between. */
const batchSize = 500;
const headSize = 64 * 1024;

/** The first bytes of a file, by which its layout is settled. */
export async function readHead(
  ctx: ImportsContext,
  fileId: NonNullable<ImportDoc['file_id']>,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  const stream = ctx.files.openDownloadStream(fileId);
  for await (const chunk of stream as AsyncIterable<Buffer>) {
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
  // Without an end the driver takes 0 for it and refuses any start.
  const stream = ctx.files.openDownloadStream(file_id, { start: next.offset, end: bytes });
  for await (const chunk of stream as AsyncIterable<Buffer>) {
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
