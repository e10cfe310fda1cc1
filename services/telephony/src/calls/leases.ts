import mongoose, { type Types } from 'mongoose';
import type { TelephonyContext } from '../context.js';
import { isDuplicate } from '@crm/platform/mongo/store-errors.js';

/** Longer than a call may last; an ended one frees its leases by itself. */
const leaseMs = 5 * 3600 * 1000;
/** Longer than it takes from the leases of a call to the call itself; the carrier waits for neither so long. */
const withoutCallMs = 90_000;

export const leaseOf = {
  number: (number: string) => `number:${number}`,
  lead: (id: string) => `lead:${id}`,
  user: (id: string) => `user:${id}`,
};

type Ctx = Pick<TelephonyContext, 'callLeases' | 'clock'>;

/** The first of the keys that another call has, where that is why a write failed. */
function refusedOf(error: unknown, keys: readonly string[]): string | undefined {
  if (!(error instanceof mongoose.mongo.MongoBulkWriteError) || !isDuplicate(error)) return undefined;
  const [refused] = [error.writeErrors].flat();
  return refused === undefined ? undefined : keys[refused.index];
}

/** Takes all of these for one call, or none: answers the one that another call has. */
export async function takeLeases(
  { callLeases, clock }: Ctx,
  callId: Types.ObjectId,
  keys: readonly string[],
): Promise<string | undefined> {
  const now = clock.now();
  const until = new Date(now.getTime() + leaseMs);
  const takes = keys.map((key) => ({
    updateOne: {
      filter: { _id: key, $or: [{ until: { $lte: now } }, { call_id: callId }] },
      update: { $set: { call_id: callId, until } },
      upsert: true,
    },
  }));
  try {
    await callLeases.bulkWrite(takes);
    return undefined;
  } catch (error) {
    const taken = refusedOf(error, keys);
    if (taken === undefined) throw error;
    await freeLeases({ callLeases }, callId);
    return taken;
  }
}

/** Frees whatever a call had. */
export async function freeLeases(
  { callLeases }: Pick<Ctx, 'callLeases'>,
  callId: Types.ObjectId,
): Promise<void> {
  await callLeases.deleteMany({ call_id: callId });
}

/** Those of these users who are in no call. */
export async function freeUsers({ callLeases, clock }: Ctx, userIds: readonly string[]): Promise<string[]> {
  const busy = await callLeases
    .find({ _id: { $in: userIds.map(leaseOf.user) }, until: { $gt: clock.now() } })
    .select({ _id: 1 })
    .lean();
  const taken = new Set(busy.map(({ _id }) => _id));
  return userIds.filter((id) => !taken.has(leaseOf.user(id)));
}

/**
 * Frees what processes that died left taken: by calls that they never came to keep, and by calls that are over. Nobody
 * could call these users, leads and numbers for hours. Answers how many.
 */
export async function freeForgottenLeases({
  callLeases,
  callDocs,
  clock,
}: Ctx & Pick<TelephonyContext, 'callDocs'>): Promise<number> {
  const takenBefore = new Date(clock.now().getTime() - withoutCallMs + leaseMs);
  const old = await callLeases.find({ until: { $lte: takenBefore } }).lean();
  if (old.length === 0) return 0;
  const live = await callDocs
    .find({ _id: { $in: old.map(({ call_id }) => call_id) }, state: { $ne: 'ended' } })
    .select({ _id: 1 })
    .lean();
  const goOn = new Set(live.map(({ _id }) => _id.toHexString()));
  const forgotten = old.filter(({ call_id }) => !goOn.has(call_id.toHexString()));
  // Whoever took one of them since has it.
  for (const { _id, call_id } of forgotten) await callLeases.deleteOne({ _id, call_id });
  return forgotten.length;
}
