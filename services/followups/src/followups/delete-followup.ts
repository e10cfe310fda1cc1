import { Types } from 'mongoose';
import type { Actor } from '@crm/contracts/access.js';
import { alive, tombstone } from '@crm/platform/outbox/outbox-fields.js';
import { retryOnConflict } from '@crm/platform/outbox/retry-on-conflict.js';
import type { FollowupsContext } from '../context.js';
import { deletedEvent, type EventActor } from './followup.events.js';
import type { FollowupDoc } from './followup.model.js';
import { findFollowup } from './write-followup.js';

async function bury(ctx: FollowupsContext, actor: EventActor, doc: FollowupDoc): Promise<true | undefined> {
  const now = ctx.clock.now();
  const { _id, version } = doc;
  const event = deletedEvent({ actor, now, after: { ...doc, version: version + 1 } });
  const written = await ctx.followups.updateOne(
    alive({ _id, version }),
    tombstone(ctx.followups, [event], now),
  );
  if (written.matchedCount === 0) return undefined;
  return true;
}

/** Deletes a follow-up; the route checks access. Throws 404 if there is none. */
export async function deleteFollowup(ctx: FollowupsContext, actor: Actor, id: string): Promise<void> {
  await retryOnConflict(async () => bury(ctx, actor, await findFollowup(ctx, id)), 'This follow-up');
}

/** Deletes every follow-up of a deleted lead. Idempotent. */
export async function eraseFollowups(ctx: FollowupsContext, leadId: string): Promise<void> {
  const lead_id = new Types.ObjectId(leadId);
  await retryOnConflict(async () => {
    const docs = await ctx.followups.find(alive({ lead_id })).lean<FollowupDoc[]>();
    for (const doc of docs) if ((await bury(ctx, 'system', doc)) === undefined) return undefined;
    return true;
  }, 'This follow-up');
}
