import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { BusboyFileStream } from '@fastify/busboy';
import mongoose from 'mongoose';
import type { Actor } from '@crm/contracts/access.js';
import { typeIdOf } from '@crm/contracts/codes/lead-types.js';
import { consentErrors, isSaid } from '@crm/contracts/customers/consent.rules.js';
import { bulkUploadFields, consentOfFile } from '@crm/contracts/entities/lead-import.js';
import { invalid, invalidField, tooLarge } from '@crm/platform/errors/app-error.js';
import { fieldErrors } from '@crm/platform/errors/field-errors.js';
import type { ImportDoc } from './import.model.js';
import type { ImportsContext } from './imports-context.js';
import { writeImportFile } from './stored-file.js';
import { BrokenForm, readUploadForm } from './upload-form.js';

interface StoredFile {
  file: string;
  bytes: number;
  sha256: string;
}

/** Streams a file into the store; never more of it in memory than a chunk. Throws `too_large` once it is read. */
async function storeFile(
  ctx: ImportsContext,
  fileId: mongoose.mongo.ObjectId,
  content: BusboyFileStream,
  filename: string,
): Promise<StoredFile> {
  const hash = createHash('sha256');
  let bytes = 0;
  async function* hashed() {
    try {
      for await (const chunk of content as AsyncIterable<Buffer>) {
        bytes += chunk.length;
        hash.update(chunk);
        yield chunk;
      }
    } catch (error) {
      // A write under way cannot be called back. So a file that is cut off ends here like any other, and is thrown away
      // whole once it is stored.
      ctx.log.debug({ err: error }, 'upload cut off');
    }
  }
  const file = (filename || 'upload.csv').slice(0, 200);
  await writeImportFile(ctx, fileId, file, Readable.from(hashed()));
  if (content.truncated) throw tooLarge(ctx.maxBytes, { what: 'The file' });
  return { file, bytes, sha256: hash.digest('hex') };
}

/** Reads the form to its end, its file into the store. Throws `invalid` with every wrong field. */
async function readForm(ctx: ImportsContext, req: IncomingMessage, fileId: mongoose.mongo.ObjectId) {
  const { fields, file } = await readUploadForm(req, ctx.maxBytes, (content, filename) =>
    storeFile(ctx, fileId, content, filename),
  );
  const asked = bulkUploadFields.safeParse(fields);
  const consent = asked.success ? consentOfFile(asked.data) : {};
  const wrong = {
    ...(file === undefined ? { file: 'Please choose a CSV file' } : {}),
    ...(asked.error ? fieldErrors(asked.error, 'body') : consentErrors(consent, ctx.clock.now())),
  };
  if (file === undefined || !asked.success || Object.keys(wrong).length > 0) throw invalid(wrong);
  const { lt, delimiter } = asked.data;
  return {
    ...file,
    type_id: typeIdOf[lt],
    given_delimiter: delimiter,
    consent: isSaid(consent) ? consent : null,
  };
}

/**
 * Takes an uploaded file: stores it with its SHA-256, then lets the import run in the background. Throws `invalid` where
 * file, delimiter or type are missing or wrong, `too_large` over the limit; nothing of a refused upload stays.
 */
export async function receiveUpload(
  ctx: ImportsContext,
  actor: Actor,
  req: IncomingMessage,
): Promise<ImportDoc> {
  const _id = new mongoose.Types.ObjectId();
  const receiving = {
    _id,
    file: '',
    type_id: 2,
    state: 'receiving',
    read: 0,
    saved: 0,
    refused: 0,
    duplicates: 0,
    message: '',
    starter: actor,
    createdAt: ctx.clock.now(),
    finishedAt: null,
    bytes: 0,
    sha256: '',
    file_id: _id,
    given_delimiter: '',
    consent: null,
    layout: null,
    next: { offset: 0, line: 1 },
    lease: null,
    version: 1,
  } satisfies ImportDoc;
  await ctx.imports.create(receiving);

  try {
    const ready = { ...(await readForm(ctx, req, _id)), state: 'running' as const };
    await ctx.imports.updateOne({ _id }, { $set: ready, $inc: { version: 1 } });
    return { ...receiving, ...ready, version: 2 };
  } catch (error) {
    await ctx.files.delete(_id).catch((missing: unknown) => {
      ctx.log.debug({ err: missing }, 'no stored file to delete');
    });
    await ctx.imports.deleteOne({ _id });
    throw error instanceof BrokenForm ? invalidField('file', error.message) : error;
  }
}
