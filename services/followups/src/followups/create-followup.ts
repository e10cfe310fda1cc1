import { Types } from 'mongoose';
import { roles } from '@crm/contracts/codes/roles.js';
import { followupSentences, type Followup, type FollowupInput } from '@crm/contracts/entities/followup.js';
import { mayWork, requireWorkable } from '@crm/domain/access/lead-access.js';
import { readLeadRow } from '@crm/domain/access/lead-row.js';
import { alreadyExists, forbidden, invalidField } from '@crm/platform/errors/app-error.js';
import { isDuplicate } from '@crm/platform/mongo/store-errors.js';
import { insertWithEvents } from '@crm/platform/outbox/outbox-fields.js';
import type { FollowupsContext } from '../context.js';
import { catchUpWithLead, detailsOf } from './follow-lead.js';
import { findOwner } from '../users/owners.js';
import { createdEvent, type EventActor } from './followup.events.js';
import type { FollowupDoc } from './followup.model.js';
import { requireFuture, whenDue } from './followup.rules.js';
import { followupView } from './followup.view.js';

/** The name of the owner: the caller, or another user with access to the lead. Throws 403 or 422. */
async function requireOwner(
  ctx: FollowupsContext,
  actor: EventActor,
  { user_id, lead_id }: FollowupInput,
): Promise<string> {
  if (actor !== 'system') {
    if (actor.id === user_id) return actor.fullname;
    if (actor.role !== roles.admin) throw forbidden('You can only set follow-ups for yourself');
  }
  const owner = await findOwner(ctx, user_id);
  if (owner === undefined) throw invalidField('user_id', 'User not found');
  if (!(await mayWork(ctx, owner, lead_id)))
    throw invalidField('user_id', `${owner.fullname} has no access to this lead`);
  return owner.fullname;
}

/**
 * Creates the follow-up of a lead (rules F1 and F2). Throws 404 if the caller may not work the lead, 403 if an
 * agent names another user, 422 for a time in the past, 409 if the lead has one already, completed or not. `_id` is
 * given if the same request may be repeated.
 */
export async function createFollowup(
  ctx: FollowupsContext,
  actor: EventActor,
  input: FollowupInput,
  _id = new Types.ObjectId(),
): Promise<Followup> {
  const { user_id, lead_id, description, priority } = input;
  if (actor !== 'system') await requireWorkable(ctx, actor, lead_id);
  const lead = await readLeadRow(ctx, lead_id);
  const agentName = await requireOwner(ctx, actor, input);
  const now = ctx.clock.now();
  const datetime = new Date(input.datetime);
  requireFuture(datetime, now, 'datetime');

  const doc: FollowupDoc = {
    _id,
    lead_id: new Types.ObjectId(lead_id),
    user_id: new Types.ObjectId(user_id),
    datetime,
    description,
    priority,
    completed: 0,
    due_at: whenDue({ datetime, completed: 0 }, now),
    ...detailsOf(lead),
    lead_version: lead.version,
    version: 1,
  };
  const event = createdEvent({ actor, now, after: doc, agentName });
  try {
    await ctx.followups.collection.insertOne(insertWithEvents(doc, [event], now));
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    throw alreadyExists(followupSentences.oneAtMost);
  }
  await catchUpWithLead(ctx, doc);
  return followupView(doc, agentName);
}
