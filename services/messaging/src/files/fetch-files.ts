import type { Types } from 'mongoose';
import { fetchNext, type FetchedDoc } from '@crm/domain/media/fetch-next.js';
import type { NotFetched } from '@crm/domain/media/fetch-retry.rules.js';
import { dropPersonFile, storePersonFile } from '@crm/domain/media/person-files.js';
import { UnfitFile } from '@crm/domain/media/stored-files.js';
import { DataKeyDestroyed } from '@crm/platform/encryption/data-keys.js';
import { nativeCollection } from '@crm/platform/mongo/native-collection.js';
import { dueIn } from '@crm/platform/jobs/earliest-due.js';
import type { Job } from '@crm/platform/jobs/job-scheduler.js';
import type { MessagingContext } from '../context.js';
import type { TextDoc } from '../text/text.model.js';
import { changeFiles } from './change-files.js';
import { typeOfContent } from './file-content.rules.js';
import { ownedFile, type LostBecause, type TextFileDoc } from '../text/text-file.schema.js';

/** What the carrier takes of one text at most, all its files together. */
export const maxFileBytes = 5 * 1024 * 1024;

type Settled = Omit<Partial<TextFileDoc>, '_id' | 'sid'>;

const lost = (why: LostBecause): Settled => ({ state: 'lost', lost: why });

/** Fetches one file into the store. */
async function attempt(
  ctx: MessagingContext,
  text: Pick<TextDoc, 'message_sid' | 'key_id'>,
  file: TextFileDoc,
): Promise<Settled | NotFetched> {
  const { _id, sid, type: said } = file;
  if (sid === null) return lost('unnamed');
  try {
    const messageSid = text.message_sid ?? '';
    const source = await ctx.filesAtCarrier.open({ messageSid, fileSid: sid });
    if (source === undefined) return 'not-ready';
    const stored = await storePersonFile(ctx.files, ownedFile(text, file), source, {
      maxBytes: maxFileBytes,
      typeOf: (head) => typeOfContent(head, said),
    });
    return { state: 'kept', ...stored };
  } catch (error) {
    if (error instanceof UnfitFile) return lost(error.why);
    // The person was erased meanwhile: nothing of them is stored any more.
    if (error instanceof DataKeyDestroyed) return lost('gone');
    ctx.log.warn({ err: error, file: _id.toHexString() }, 'file of a text could not be fetched');
    return 'out-of-reach';
  }
}

/** Saves what became of one file; one that nobody waits for any more leaves nothing in the store. */
async function settle(ctx: MessagingContext, id: Types.ObjectId, fileId: Types.ObjectId, settled: Settled) {
  const changed = await changeFiles(ctx, id, (files) =>
    files.some(({ _id, state }) => _id.equals(fileId) && state === 'fetching')
      ? files.map((file) => (file._id.equals(fileId) ? { ...file, ...settled } : file))
      : undefined,
  );
  if (changed === undefined && !(await ctx.texts.exists({ 'files._id': fileId })))
    await dropPersonFile(ctx.files, fileId);
}

/** One attempt at each file of a text that is not here, side by side: all of them within one lease. */
async function fetchFiles(
  ctx: MessagingContext,
  id: Types.ObjectId,
): Promise<'settled' | 'asked-anew' | NotFetched> {
  const text = await ctx.texts.findById(id).lean<TextDoc>();
  if (text === null) return 'settled';
  const waiting = (text.files ?? []).filter(({ state }) => state === 'fetching');
  const left = await Promise.all(
    waiting.map(async (file) => {
      const got = await attempt(ctx, text, file);
      if (typeof got === 'string') return got;
      await settle(ctx, id, file._id, got);
      return undefined;
    }),
  );
  if (left.includes('out-of-reach')) return 'out-of-reach';
  if (left.includes('not-ready')) return 'not-ready';
  // Somebody may have asked for a lost one again meanwhile: that keeps its job.
  const { matchedCount } = await ctx.texts.updateOne(
    { _id: id, 'files.state': { $ne: 'fetching' } },
    { $unset: { fetch: 1 } },
  );
  return matchedCount === 1 ? 'settled' : 'asked-anew';
}

async function giveUp(ctx: MessagingContext, id: Types.ObjectId, why: NotFetched): Promise<void> {
  const end = lost(why === 'not-ready' ? 'gone' : 'away');
  await changeFiles(ctx, id, (files) =>
    files.map((file) => (file.state === 'fetching' ? { ...file, ...end } : file)),
  );
}

/** The job that fetches what texts came with. */
export const fetchingFiles = (ctx: MessagingContext): Job => ({
  name: 'files of texts to fetch',
  ...dueIn(ctx.texts, 'fetch.at'),
  run: () =>
    fetchNext({
      documents: nativeCollection<FetchedDoc>(ctx.texts),
      ...{ clock: ctx.clock, log: ctx.log, what: 'text' },
      attempt: (id) => fetchFiles(ctx, id),
      giveUp: (id, why) => giveUp(ctx, id, why),
    }),
});
