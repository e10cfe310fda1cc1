import { Types } from 'mongoose';
import type { DiallerContext } from './dialler-calls.js';
import type { PoolDoc } from './dialler.model.js';

/** What became of each lead that was sent to the diallers. */
export interface PoolResult {
  lead_id: string;
  /** Undefined where it was taken. */
  refusal: string | undefined;
}

/** Where leads go that an admin sends to the diallers: our own pool, or a vendor's. */
export interface DiallerPool {
  push(leadIds: readonly string[]): Promise<PoolResult[]>;
}

const claimMs = 30_000;

/** The pool that guides' diallers draw from: a row for each lead. One that waits already goes on waiting. */
export function createRowPool(ctx: DiallerContext): DiallerPool {
  return {
    push: async (leadIds) => {
      const now = ctx.clock.now();
      const ids = [...new Set(leadIds)];
      if (ids.length === 0) return [];
      const waiting = {
        state: 'waiting' as const,
        addedAt: now,
        notBefore: now,
        guide_id: null,
        until: null,
        reason: '',
      };
      await ctx.diallerPool.bulkWrite(
        ids.flatMap((id) => [
          // Whoever was dialled before, or dropped, waits again.
          {
            updateOne: {
              filter: { _id: new Types.ObjectId(id), state: { $in: ['dialled', 'dropped'] } },
              update: { $set: waiting },
            },
          },
          {
            updateOne: {
              filter: { _id: new Types.ObjectId(id) },
              update: { $setOnInsert: waiting },
              upsert: true,
            },
          },
        ]),
        { ordered: true },
      );
      return ids.map((lead_id) => ({ lead_id, refusal: undefined }));
    },
  };
}

/** Claims the oldest lead of the pool for a guide: no other gets it, unless it is left for half a minute. */
export async function claimFromPool(ctx: DiallerContext, guideId: string): Promise<string | undefined> {
  const now = ctx.clock.now();
  const claimed = await ctx.diallerPool
    .findOneAndUpdate(
      {
        $or: [
          { state: 'waiting', notBefore: { $lte: now } },
          { state: 'taken', until: { $lte: now } },
        ],
      },
      {
        $set: {
          state: 'taken',
          guide_id: new Types.ObjectId(guideId),
          until: new Date(now.getTime() + claimMs),
        },
      },
      { sort: { addedAt: 1, _id: 1 }, returnDocument: 'after' },
    )
    .lean<PoolDoc>();
  return claimed?._id.toHexString();
}

/** What became of a claimed lead: dialled, dropped for good with the reason, or to wait until it may be called. */
export async function settlePoolLead(
  ctx: DiallerContext,
  leadId: string,
  became: { state: 'dialled' } | { state: 'dropped' | 'waiting'; reason: string; notBefore?: Date },
): Promise<void> {
  await ctx.diallerPool.updateOne({ _id: new Types.ObjectId(leadId) }, { $set: { ...became, until: null } });
}
