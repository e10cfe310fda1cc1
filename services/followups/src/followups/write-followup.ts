import { Types } from 'mongoose';
import { followupField, type FollowupField } from '@crm/contracts/entities/followup.js';
import { notFound } from '@crm/platform/errors/app-error.js';
import { alive, withEvents } from '@crm/platform/outbox/outbox-fields.js';
import type { FollowupsContext } from '../context.js';
import { updatedEvent, type EventActor } from './followup.events.js';
import type { FollowupDoc } from './followup.model.js';
import { ownerName } from './followup.view.js';

const isSame = (one: unknown, other: unknown) =>
  one instanceof Types.ObjectId ? one.equals(String(other)) : one?.valueOf() === other?.valueOf();

/** Which of its own fields a change changed. */
const changedFields = (before: FollowupDoc, after: FollowupDoc): FollowupField[] =>
  followupField.options.filter((field) => !isSame(before[field], after[field]));

type Fields = Partial<Omit<FollowupDoc, '_id' | 'version'>>;

/** An existing follow-up; throws 404. */
export async function findFollowup(
  { followups }: Pick<FollowupsContext, 'followups'>,
  id: string,
): Promise<FollowupDoc> {
  const doc = await followups.findOne(alive({ _id: new Types.ObjectId(id) })).lean<FollowupDoc>();
  if (doc === null) throw notFound('Follow-up');
  return doc;
}

/**
 * Saves a change with its event in one write, based on the version read. Returns the follow-up after it, or
 * undefined on a version conflict.
 */
export async function writeFollowup(
  ctx: FollowupsContext,
  actor: EventActor,
  before: FollowupDoc,
  set: Fields,
): Promise<FollowupDoc | undefined> {
  const now = ctx.clock.now();
  const { _id, lead_id, version } = before;
  const after: FollowupDoc = { ...before, ...set, version: version + 1 };
  const change = { actor, now, after, agentName: await ownerName(ctx, after.user_id) };
  const from = after.user_id.equals(before.user_id) ? undefined : before.user_id;
  const written = await ctx.followups.updateOne(
    alive({ _id, lead_id, version }),
    withEvents({ $set: set }, [updatedEvent(change, { from, changed: changedFields(before, after) })], now),
  );
  if (written.matchedCount === 0) return undefined;
  return after;
}
