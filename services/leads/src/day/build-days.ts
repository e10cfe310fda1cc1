import { Types, type Connection } from 'mongoose';
import { buildProjection, type ProjectionBuild } from '@crm/platform/projections/build-projection.js';
import type { LeadsContext } from '../context.js';
import { saveFollowup } from './day.consumers.js';
import { idOfTimeline } from './known-followups.rules.js';

const pageSize = 500;

const ofTimeline = new Types.ObjectId(idOfTimeline);

/** Once, for leads from before their days were known: their follow-ups as their timelines have them. */
export function buildDays(
  ctx: LeadsContext,
  { connection, subscribed }: { connection: Connection; subscribed: Promise<void> },
): ProjectionBuild {
  return buildProjection({
    connection,
    name: 'days',
    revision: 1,
    subscribed,
    takePage: async (after) => {
      const changes = await ctx.leadChanges
        .find({ kind: 'followup', ...(after === undefined ? {} : { _id: { $gt: after } }) })
        .sort({ _id: 1 })
        .limit(pageSize)
        .lean();
      for (const { lead_id, at, followup } of changes) {
        if (followup === undefined) continue;
        const isOpen = followup.what !== 'completed' && followup.what !== 'deleted';
        await saveFollowup(ctx, lead_id.toHexString(), {
          id: ofTimeline,
          version: at.getTime(),
          at: isOpen ? followup.datetime : null,
          priority: followup.priority ?? 3,
        });
      }
      return changes.length === pageSize ? (changes.at(-1)?._id ?? null) : null;
    },
    clock: ctx.clock,
    log: ctx.log,
  });
}
