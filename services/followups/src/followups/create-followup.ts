import { Types } from 'mongoose';
import { seesOf } from '@crm/contracts/access.js';
import {
  followupSentences,
  maxFollowupsOfLead,
  type Followup,
  type FollowupInput,
} from '@crm/contracts/entities/followup.js';
import { mayWork, requireWorkable } from '@crm/domain/access/lead-access.js';
import { readLeadRow } from '@crm/domain/access/lead-row.js';
import { alreadyExists, forbidden, invalidField } from '@crm/platform/errors/app-error.js';
import { isDuplicate } from '@crm/platform/mongo/store-errors.js';
import { alive, insertWithEvents } from '@crm/platform/outbox/outbox-fields.js';
import { retryOnConflict } from '@crm/platform/outbox/retry-on-conflict.js';
import type { FollowupsContext } from '../context.js';
import { catchUpWithLead, detailsOf } from './follow-lead.js';
import { findOwner } from '../users/owners.js';
import { createdEvent, type EventActor } from './followup.events.js';
import { dropOneOfLead, type FollowupDoc } from './followup.model.js';
import { requireFuture, whenDue } from './followup.rules.js';
import { followupView } from './followup.view.js';

/** The places of a lead's follow-ups. */
const slots = Array.from({ length: maxFollowupsOfLead }, (_, slot) => slot);

/** The name of the owner: the caller, or another user with access to the lead. Throws 403 or 422. */
async function requireOwner(
  ctx: FollowupsContext,
  actor: EventActor,
  { user_id, lead_id }: FollowupInput,
): Promise<string> {
  if (actor !== 'system') {
    if (actor.id === user_id) return actor.fullname;
    if (!seesOf(actor, user_id)) throw forbidden('You can only set follow-ups for yourself');
  }
  const owner = await findOwner(ctx, user_id);
  if (owner === undefined) throw invalidField('user_id', 'User not found');
  if (!(await mayWork(ctx, owner, lead_id)))
    throw invalidField('user_id', `${owner.fullname} has no access to this lead`);
  return owner.fullname;
}

/** A follow-up as it is inserted, and its owner's name. */
interface NewFollowup {
  doc: FollowupDoc;
  agentName: string;
}

/**
 * A new follow-up of a lead as it stands (rule F2). Throws 404 if the actor may not work the lead, 403 if an agent names
 * another user, 422 for a time in the past.
 */
async function prepare(
  ctx: FollowupsContext,
  actor: EventActor,
  input: FollowupInput,
  _id: Types.ObjectId,
): Promise<NewFollowup> {
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
  return { doc, agentName };
}

/** Saves a new follow-up with its event in a place of its lead; undefined if the place was taken meanwhile. */
async function insertInto(
  ctx: FollowupsContext,
  actor: EventActor,
  { doc, agentName }: NewFollowup,
  slot: number,
): Promise<Followup | undefined> {
  const now = ctx.clock.now();
  const placed: FollowupDoc = slot === 0 ? doc : { ...doc, slot };
  const event = createdEvent({ actor, now, after: placed, agentName });
  try {
    await ctx.followups.collection.insertOne(insertWithEvents(placed, [event], now));
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    // A process of a version with one of a lead, started meanwhile, made its index anew.
    if (slot > 0) await dropOneOfLead(ctx);
    return undefined;
  }
  await catchUpWithLead(ctx, placed);
  return followupView(placed, agentName);
}

async function slotsTaken(ctx: FollowupsContext, { lead_id }: Pick<FollowupDoc, 'lead_id'>) {
  const docs = await ctx.followups
    .find(alive({ lead_id }))
    .select({ slot: 1 })
    .lean<Pick<FollowupDoc, 'slot'>[]>();
  return new Set(docs.map(({ slot = 0 }) => slot));
}

/**
 * Creates the first follow-up of a lead (rules F1 and F2). Throws as `prepare` does, and 409 if the lead has one already,
 * completed or not. `_id` is given if the same request may be repeated.
 */
export async function createFollowup(
  ctx: FollowupsContext,
  actor: EventActor,
  input: FollowupInput,
  _id = new Types.ObjectId(),
): Promise<Followup> {
  const made = await prepare(ctx, actor, input, _id);
  // Two at the same time both find none: then the place decides.
  const isFirst = (await slotsTaken(ctx, made.doc)).size === 0;
  const followup = isFirst ? await insertInto(ctx, actor, made, 0) : undefined;
  if (followup === undefined) throw alreadyExists(followupSentences.tooMany);
  return followup;
}

/**
 * Creates another follow-up of a lead, or the first, in the lowest free place: the index on places keeps the limit however
 * many come at the same time (rule F1). Throws as `prepare` does, and 409 if every place is taken.
 */
export async function addFollowup(
  ctx: FollowupsContext,
  actor: EventActor,
  input: FollowupInput,
): Promise<Followup> {
  const made = await prepare(ctx, actor, input, new Types.ObjectId());
  return retryOnConflict(async () => {
    const taken = await slotsTaken(ctx, made.doc);
    const slot = slots.find((each) => !taken.has(each));
    if (slot === undefined) throw alreadyExists(followupSentences.tooMany);
    return insertInto(ctx, actor, made, slot);
  });
}
