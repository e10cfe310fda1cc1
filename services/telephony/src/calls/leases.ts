import type { Types } from 'mongoose';
import type { TelephonyContext } from '../context.js';
import { isDuplicate } from '@crm/platform/mongo/store-errors.js';

/** Longer than a call may last; an ended one frees its leases by itself. */
const leaseMs = 5 * 3600 * 1000;

export const leaseOf = {
  number: (number: string) => `number:${number}`,
  lead: (id: string) => `lead:${id}`,
  user: (id: string) => `user:${id}`,
};

type Ctx = Pick<TelephonyContext, 'callLeases' | 'clock'>;

async function takeOne({ callLeases, clock }: Ctx, key: string, call_id: Types.ObjectId): Promise<boolean> {
  const now = clock.now();
  try {
    await callLeases.updateOne(
      { _id: key, $or: [{ until: { $lte: now } }, { call_id }] },
      { $set: { call_id, until: new Date(now.getTime() + leaseMs) } },
      { upsert: true },
    );
    return true;
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    return false;
  }
}

/** Takes all of these for one call, or none: answers the one that another call has. */
export async function takeLeases(
  ctx: Ctx,
  callId: Types.ObjectId,
  keys: readonly string[],
): Promise<string | undefined> {
  for (const key of keys) {
    if (await takeOne(ctx, key, callId)) continue;
    await freeLeases(ctx, callId);
    return key;
  }
  return undefined;
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
