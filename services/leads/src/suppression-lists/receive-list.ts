import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { Types } from 'mongoose';
import type { Actor } from '@crm/contracts/access.js';
import { suppressionLists, suppressionUpload } from '@crm/contracts/resources/suppression-list.js';
import { pacificDate } from '@crm/contracts/time/pacific.js';
import { invalid, invalidField, tooLarge } from '@crm/platform/errors/app-error.js';
import { fieldErrors } from '@crm/platform/errors/field-errors.js';
import { insertWithEvents, withEvents } from '@crm/platform/outbox/outbox-fields.js';
import { recordEvent } from '@crm/platform/resources/records.js';
import type { LeadsContext } from '../context.js';
import { BrokenForm, readUploadForm } from '../imports/upload-form.js';
import type { SuppressionListDoc } from '../suppression/suppression.model.js';

/** Deletes the file of a list; one that is gone already is fine. */
export async function deleteFile(ctx: LeadsContext, listId: Types.ObjectId): Promise<void> {
  const [stored] = await ctx.suppressionFiles.find({ _id: listId }).toArray();
  if (stored) await ctx.suppressionFiles.delete(listId);
}

/** Streams the form's file into the store. Throws `invalid` with every wrong field. */
async function readForm(ctx: LeadsContext, req: IncomingMessage, _id: Types.ObjectId) {
  const { importMaxBytes } = ctx.config;
  const { fields, file } = await readUploadForm(req, importMaxBytes, async (content, filename) => {
    await pipeline(content, ctx.suppressionFiles.openUploadStreamWithId(_id, filename.slice(0, 200)));
    if (content.truncated) throw tooLarge(importMaxBytes, { what: 'The file' });
    return true;
  });
  const given = suppressionUpload.safeParse(fields);
  const isEarly = given.success && given.data.as_of > pacificDate(ctx.clock.now());
  const errors = {
    ...(file === undefined ? { file: 'Please choose a CSV file' } : {}),
    ...(given.error ? fieldErrors(given.error, 'body') : {}),
    ...(isEarly ? { as_of: 'The date of the list is in the future' } : {}),
  };
  if (!given.success || Object.keys(errors).length > 0) throw invalid(errors);
  return given.data;
}

/**
 * Takes an uploaded list: its file into the store, then it is loaded in the background. Throws `invalid` where the file or
 * what is said of it is missing or wrong, `too_large` over the limit; nothing of a refused upload stays.
 */
export async function receiveList(
  ctx: LeadsContext,
  actor: Actor,
  req: IncomingMessage,
): Promise<SuppressionListDoc> {
  const now = ctx.clock.now();
  const _id = new Types.ObjectId();
  const receiving: SuppressionListDoc = {
    _id,
    ...{ name: '', scope: 'own', state: null, as_of: pacificDate(now), proof: '' },
    ...{ status: 'receiving', numbers: 0, refused: 0, message: '' },
    imported_by: actor.fullname,
    imported_by_id: new Types.ObjectId(actor.id),
    imported_at: now,
    ...{ loaded_at: null, removed_by: null, removed_at: null, leftovers: 1, lease: null },
    version: 0,
  };
  await ctx.suppressionLists.collection.insertOne(insertWithEvents(receiving, [], now));
  try {
    const { state, ...given } = await readForm(ctx, req, _id);
    const set = { ...given, state: state === '' ? null : state, status: 'importing' as const };
    const told = recordEvent(
      suppressionLists,
      actor,
      { id: _id.toHexString(), change: 'created', version: 1 },
      now,
    );
    await ctx.suppressionLists.updateOne({ _id }, withEvents({ $set: set }, [told], now));
    ctx.suppressionWork.wake();
    return { ...receiving, ...set, version: 1 };
  } catch (error) {
    await deleteFile(ctx, _id);
    await ctx.suppressionLists.deleteOne({ _id });
    throw error instanceof BrokenForm ? invalidField('file', error.message) : error;
  }
}
