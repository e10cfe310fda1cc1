import { Types } from 'mongoose';
import type { Actor } from '@crm/contracts/access.js';
import type { Envelope } from '@crm/contracts/bus/envelope.js';
import { alreadyExists, conflict, notFound } from '@crm/platform/errors/app-error.js';
import { isDuplicate } from '@crm/platform/mongo/store-errors.js';
import { evenDeleted, insertWithEvents, withEvents } from '@crm/platform/outbox/outbox-fields.js';
import { retryOnConflict } from '@crm/platform/outbox/retry-on-conflict.js';
import type { LeadsContext } from '../context.js';
import { takenClaims } from '../lead/claims.js';
import { restoredEvent } from '../lead/lead.events.js';
import type { LeadDoc } from '../lead/lead.model.js';
import { withDerived } from '../lead/new-lead.js';
import { viewOf } from '../lead/write-lead.js';
import { findUser } from '../users/find-users.js';
import type { DeletedLeadDoc } from './retention.model.js';

const taken = () => alreadyExists('Another lead has this number or e-mail by now');

/** The lead as it comes back: with its agent, unless they may not work any more. */
async function leadAgain(ctx: LeadsContext, actor: Actor, { lead }: DeletedLeadDoc, version: number) {
  const agent = lead.user_id === null ? undefined : await findUser(ctx, lead.user_id.toHexString());
  const isWorking = agent !== undefined && agent.banned !== 1;
  const owner = isWorking ? {} : { user_id: null, agent_fullname: null };
  return withDerived<LeadDoc>(
    { ...lead, ...owner, version, changed_by: actor.fullname, updatedAt: ctx.clock.now() },
    ctx.carrierNames.of,
  );
}

/** Writes it over its tombstone, or anew where that was purged; undefined where another write came between. */
async function write(
  { leads, leadCollection, clock }: LeadsContext,
  lead: LeadDoc,
  events: readonly Envelope[],
  before: Pick<LeadDoc, 'version'> | null,
): Promise<true | undefined> {
  const { _id, version, ...fields } = lead;
  if (before === null) {
    await leadCollection.insertOne({ ...insertWithEvents(lead, events, clock.now()), version });
    return true;
  }
  const { matchedCount } = await leads.updateOne(
    { _id, version: before.version, deletedAt: { $type: 'date' } },
    withEvents({ $set: fields, $unset: { deletedAt: 1 as const, purgeAt: 1 as const } }, events, clock.now()),
  );
  return matchedCount > 0 || undefined;
}

/**
 * Gives a deleted lead back, with its notes and whatever other services store of it. Throws 404 where there is none, 409
 * where another lead has taken its number or e-mail, or where the person asked for erasure.
 */
export async function restoreLead(ctx: LeadsContext, actor: Actor, id: string): Promise<void> {
  const _id = new Types.ObjectId(id);
  const doc = await ctx.deletedLeads.findOne({ _id, state: 'deleted' }).lean<DeletedLeadDoc>();
  if (doc === null) throw notFound('Deleted lead');
  if (doc.restricted === 1) throw conflict(undefined, 'This person asked for erasure');
  if ((await takenClaims(ctx, doc.lead.claims ?? [], _id)).size > 0) throw taken();
  try {
    await retryOnConflict(async () => {
      const before = await ctx.leadCollection.findOne(evenDeleted({ _id }), {
        projection: { version: 1, deletedAt: 1 },
      });
      // A process restored it and died before it took it from the list.
      if (before !== null && before.deletedAt === undefined) return true;
      const version = Math.max(before?.version ?? 0, doc.version) + 1;
      const lead = await leadAgain(ctx, actor, doc, version);
      const change = { actor, now: ctx.clock.now(), lead: await viewOf(ctx, lead) };
      return write(ctx, lead, [restoredEvent(change)], before);
    }, 'This lead');
  } catch (error) {
    if (isDuplicate(error)) throw taken();
    throw error;
  }
  await ctx.deletedLeads.deleteOne({ _id, version: doc.version });
}
