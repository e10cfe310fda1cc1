import { Types } from 'mongoose';
import { notFound } from '@crm/platform/errors/app-error.js';
import { alive, withEvents } from '@crm/platform/outbox/outbox-fields.js';
import type { FollowupsContext } from '../context.js';
import { updatedEvent, type EventActor } from './followup.events.js';
import type { FollowupDoc } from './followup.model.js';
import { ownerName } from './followup.view.js';

type Fields = Partial<Omit<FollowupDoc, '_id' | 'version'>>;

/** A follow-up that is there; throws 404. */
export async function findFollowup(
  { followups }: Pick<FollowupsContext, 'followups'>,
  id: string,
): Promise<FollowupDoc> {
  const doc = await followups.findOne(alive({ _id: new Types.ObjectId(id) })).lean<FollowupDoc>();
  if (doc === null) throw notFound('Follow-up');
  return doc;
}

/**
 * Writes a change and tells of it in one write, from the version that was read. Answers the follow-up as it stands then,
 * or undefined where another write came between.
 */
export async function writeFollowup(
  ctx: FollowupsContext,
  actor: EventActor,
  before: FollowupDoc,
  set: Fields,
): Promise<FollowupDoc | undefined> {
  const now = ctx.clock.now();
  const { _id, version } = before;
  const after: FollowupDoc = { ...before, ...set, version: version + 1 };
  const change = { actor, now, after, agentName: await ownerName(ctx, after.user_id) };
  const from = after.user_id.equals(before.user_id) ? undefined : before.user_id;
  const written = await ctx.followups.updateOne(
    alive({ _id, version }),
    withEvents({ $set: set }, [updatedEvent(change, from)], now),
  );
  if (written.matchedCount === 0) return undefined;
  ctx.relay.wake('followups');
  return after;
}
