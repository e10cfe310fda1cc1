import type { Types } from 'mongoose';
import { nativeCollection } from '@crm/platform/mongo/native-collection.js';
import type { LeadsContext } from '../context.js';
import { insertUnlessKnown } from '../lead/insert-unless-known.js';
import {
  suppressedId,
  type SuppressedNumberDoc,
  type SuppressionListDoc,
} from '../suppression/suppression.model.js';
import { changeList } from './change-list.js';
import { readNumbers } from './read-numbers.js';

/** As long as a batch may take at most; behind a crash another process begins the file anew. */
const leaseMs = 60_000;
/** The pause after a list could not be loaded, as when the store is away. */
const pauseMs = 5_000;
/** Told of between the batches of a long file, so that the page moves. */
const toldEvery = 20_000;

async function claim(ctx: LeadsContext): Promise<SuppressionListDoc | undefined> {
  const now = ctx.clock.now();
  const claimed = await ctx.suppressionLists
    .findOneAndUpdate(
      { status: 'importing', $or: [{ lease: null }, { lease: { $lte: now } }] },
      { $set: { lease: new Date(now.getTime() + leaseMs) }, $inc: { version: 1 } },
      { sort: { imported_at: 1 }, returnDocument: 'after' },
    )
    .lean<SuppressionListDoc>();
  return claimed ?? undefined;
}

/** Inserts numbers of a list and answers how many were new; what a broken run left is none of them. */
async function insertNumbers(ctx: LeadsContext, list: Types.ObjectId, numbers: readonly string[]) {
  const collection = nativeCollection<SuppressedNumberDoc>(ctx.suppressedNumbers);
  const known = await insertUnlessKnown(
    collection,
    numbers.map((number) => ({ _id: suppressedId(number, list), list })),
  );
  return numbers.length - known.size;
}

/** Loads a list from its file, unless it is removed meanwhile or another process has it. */
async function load(ctx: LeadsContext, list: SuppressionListDoc): Promise<void> {
  const { _id } = list;
  // A run that broke off may have left some: the file is read from its beginning, and none is counted twice.
  await ctx.suppressedNumbers.deleteMany({ list: _id });
  let current: SuppressionListDoc = { ...list, numbers: 0, refused: 0 };
  let told = 0;
  const write = async (set: Partial<SuppressionListDoc>) => {
    const isWritten = await changeList(ctx, 'system', current, set);
    current = { ...current, ...set, version: current.version + 1 };
    return isWritten;
  };
  let numbers = 0;
  let refused = 0;
  for await (const batch of readNumbers(
    ctx.suppressionFiles.openDownloadStream(_id) as AsyncIterable<Buffer>,
  )) {
    numbers += await insertNumbers(ctx, _id, batch.numbers);
    refused += batch.refused;
    if (numbers + refused - told < toldEvery) continue;
    told = numbers + refused;
    const lease = new Date(ctx.clock.now().getTime() + leaseMs);
    if (!(await write({ numbers, refused, lease }))) return;
  }
  const now = ctx.clock.now();
  const isEmpty = numbers === 0;
  await write({
    ...{ numbers, refused, lease: null, leftovers: 1 },
    ...(isEmpty
      ? { status: 'failed', message: 'The file has no phone numbers' }
      : { status: 'loaded', loaded_at: now }),
  });
}

/** Loads the list that waits longest. Answers whether there was one. */
export async function loadNextList(ctx: LeadsContext): Promise<boolean> {
  const list = await claim(ctx);
  if (list === undefined) return false;
  try {
    await load(ctx, list);
  } catch (error) {
    ctx.log.warn(
      { err: error, list: list._id.toHexString() },
      'suppression list could not be loaded, retrying',
    );
    const lease = new Date(ctx.clock.now().getTime() + pauseMs);
    await ctx.suppressionLists.updateOne({ _id: list._id }, { $set: { lease } });
  }
  return true;
}
