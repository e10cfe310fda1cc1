import mongoose, { type Types } from 'mongoose';
import { earliestDue } from '@crm/platform/jobs/earliest-due.js';
import type { TelephonyContext } from '../context.js';
import { nativeCollection } from '@crm/platform/mongo/native-collection.js';
import { isDuplicate } from '@crm/platform/mongo/store-errors.js';
import type { CallDoc, CallLeaseDoc } from './call.model.js';

/** Longer than a call may last; an ended one frees its leases by itself. */
const leaseMs = 5 * 3600 * 1000;
/** Longer than it takes from the leases of a call to the call itself; the carrier waits for neither so long. */
const withoutCallMs = 90_000;

export const leaseOf = {
  number: (number: string) => `number:${number}`,
  lead: (id: string) => `lead:${id}`,
  user: (id: string) => `user:${id}`,
  /** Who is asked to call somebody back: they are asked for nothing else meanwhile. */
  offer: (id: string) => `offer:${id}`,
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
    await nativeCollection<CallLeaseDoc>(callLeases).bulkWrite(takes);
    return undefined;
  } catch (error) {
    const taken = refusedOf(error, keys);
    if (taken === undefined) throw error;
    await freeLeases({ callLeases }, callId);
    return taken;
  }
}

/**
 * Takes all of these for a call that goes on whoever has them: a customer who rings is on the line, and a user who took a
 * second call is in it. Another call that has one waits behind, and has it again once this one is over.
 */
export async function shareLeases(
  { callLeases, clock }: Ctx,
  callId: Types.ObjectId,
  keys: readonly string[],
): Promise<void> {
  const until = new Date(clock.now().getTime() + leaseMs);
  for (const key of keys) {
    for (;;) {
      const taken = await takeLease({ callLeases, clock }, callId, key);
      if (taken) break;
      const had = await callLeases.findById(key).lean();
      if (had === null) continue;
      const { modifiedCount } = await callLeases.updateOne(
        { _id: key, call_id: had.call_id },
        { $set: { call_id: callId, until }, $push: { behind: had.call_id } },
      );
      if (modifiedCount > 0) break;
    }
  }
}

/** Takes one; false where another call has it. */
export async function takeLease(
  { callLeases, clock }: Ctx,
  callId: Types.ObjectId,
  key: string,
): Promise<boolean> {
  const now = clock.now();
  try {
    await callLeases.updateOne(
      { _id: key, $or: [{ until: { $lte: now } }, { call_id: callId }] },
      { $set: { call_id: callId, until: new Date(now.getTime() + leaseMs) } },
      { upsert: true },
    );
    return true;
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    return false;
  }
}

/**
 * Frees whatever a call had; what another one waits behind it for is that one's again. `taken`: how many it took at its start,
 * of one that can have come by no others: where they are all its own still, no other call has to do with them.
 */
export async function freeLeases(
  { callLeases }: Pick<Ctx, 'callLeases'>,
  callId: Types.ObjectId,
  taken?: number,
): Promise<void> {
  const leases = nativeCollection<CallLeaseDoc>(callLeases);
  const { deletedCount } = await leases.deleteMany({ call_id: callId, 'behind.0': { $exists: false } });
  if (deletedCount === taken) return;
  const shared = await leases
    .find({ $or: [{ behind: callId }, { call_id: callId, 'behind.0': { $exists: true } }] })
    .toArray();
  for (const lease of shared) await giveUp({ callLeases }, callId, lease);
}

type Held = Pick<CallLeaseDoc, '_id' | 'call_id' | 'behind'>;

/** Gives one lease up that a call has: to the call that waits behind it, or to nobody. It waits behind none itself any more. */
async function handBack(
  { callLeases }: Pick<Ctx, 'callLeases'>,
  { _id, call_id, behind = [] }: Held,
): Promise<void> {
  const next = behind.filter((waiting) => !waiting.equals(call_id)).at(-1);
  await (next === undefined
    ? callLeases.deleteOne({ _id, call_id })
    : callLeases.updateOne(
        { _id, call_id },
        { $set: { call_id: next }, $pull: { behind: { $in: [next, call_id] } } },
      ));
}

/** The same of a call that has the lease, or waits behind another one for it. */
async function giveUp(
  { callLeases }: Pick<Ctx, 'callLeases'>,
  callId: Types.ObjectId,
  lease: Held,
): Promise<void> {
  if (lease.call_id.equals(callId)) await handBack({ callLeases }, lease);
  else await callLeases.updateOne({ _id: lease._id }, { $pull: { behind: callId } });
}

/** Gives up one lease of a call that goes on without it. */
export async function freeLease(
  { callLeases }: Pick<Ctx, 'callLeases'>,
  callId: Types.ObjectId,
  key: string,
): Promise<void> {
  const lease = await callLeases.findById(key).lean();
  if (lease !== null) await giveUp({ callLeases }, callId, lease);
}

/** Those of these users who are in no call, or have none of the leases that are named. */
export async function freeUsers(
  { callLeases, clock }: Ctx,
  userIds: readonly string[],
  leases: readonly ((id: string) => string)[] = [leaseOf.user],
): Promise<string[]> {
  const keysOf = (id: string) => leases.map((keyOf) => keyOf(id));
  const busy = await callLeases
    .find({ _id: { $in: userIds.flatMap(keysOf) }, until: { $gt: clock.now() } })
    .select({ _id: 1 })
    .lean();
  const taken = new Set(busy.map(({ _id }) => _id));
  return userIds.filter((id) => !keysOf(id).some((key) => taken.has(key)));
}

/** Whether a lease is of a supervisor who is out of a call that goes on, and is nobody else in it. */
function isOfFormerSupervisor(
  key: string,
  { supervisor, user_id, second }: Pick<CallDoc, 'supervisor' | 'user_id' | 'second'>,
): boolean {
  if (supervisor?.state !== 'off' || key !== leaseOf.user(supervisor.user_id)) return false;
  return user_id?.toHexString() !== supervisor.user_id && second?.user_id !== supervisor.user_id;
}

/** When the oldest lease is so old that there must be a call that has it; null where nothing is taken. */
export async function nextLeaseToCheckAt({ callLeases }: Pick<Ctx, 'callLeases'>): Promise<Date | null> {
  const until = await earliestDue(callLeases, 'until');
  return until === null ? null : new Date(until.getTime() - leaseMs + withoutCallMs);
}

/**
 * Frees what processes that died left taken: by calls that they never came to keep, by calls that are over, and by who
 * supervised one that goes on. Nobody
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
    .select({ _id: 1, supervisor: 1, user_id: 1, second: 1 })
    .lean<Pick<CallDoc, '_id' | 'supervisor' | 'user_id' | 'second'>[]>();
  const goOn = new Map(live.map((call) => [call._id.toHexString(), call]));
  const forgotten = old.filter(({ _id, call_id }) => {
    const call = goOn.get(call_id.toHexString());
    return call === undefined || isOfFormerSupervisor(_id, call);
  });
  // Whoever took one of them since has it.
  for (const lease of forgotten) await handBack({ callLeases }, lease);
  return forgotten.length;
}
