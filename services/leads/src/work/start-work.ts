import { Types } from 'mongoose';
import type { Actor } from '@crm/contracts/access.js';
import { roles } from '@crm/contracts/codes/roles.js';
import { locked, notFound, workUnfinished } from '@crm/platform/errors/app-error.js';
import { insertWithEvents, withEvents } from '@crm/platform/outbox/outbox-fields.js';
import type { LeadsContext } from '../context.js';
import { findHeldLead, findLead, namedLead, refuseHeldByAnother } from '../lead/lead.access.js';
import type { LeadDoc } from '../lead/lead.model.js';
import { mayWork } from '../lead/lead.policy.js';
import { isDuplicate } from '@crm/platform/mongo/store-errors.js';
import { retryOnConflict } from '@crm/platform/outbox/retry-on-conflict.js';
import { actorOfUser, findUser } from '../users/find-users.js';
import { endWork } from './end-work.js';
import { workStartedEvent } from './work.events.js';

/**
 * Marks a lead as worked on by a user: it has to be completed before another one (rule L35). Throws 307
 * with the lead that is not completed yet, 423 where somebody else holds or works the lead, 404 where the user may not
 * work it. Guides go from call to call and never have an uncompleted lead: for them nothing is kept.
 */
export async function startWork(
  ctx: LeadsContext,
  actor: Actor,
  { userId, leadId }: { userId: string; leadId: string },
): Promise<void> {
  const worker = await workerOf(ctx, actor, userId);
  const { lead, hold } = await findHeldLead(ctx, leadId);
  if (lead === undefined || !mayWork(worker, lead, hold)) throw notFound('Lead');
  refuseHeldByAnother(worker, lead, hold);
  if (worker.role === roles.guide) return;

  await retryOnConflict(() => tryToStart(ctx, actor, worker, lead));
  await endIfLost(ctx, actor, worker, lead._id);
}

/** The lead was looked at before the work was written: one that changed hands in between is worked by nobody. */
async function endIfLost(
  ctx: LeadsContext,
  actor: Actor,
  worker: Actor,
  leadId: Types.ObjectId,
): Promise<void> {
  const { lead, hold } = await findHeldLead(ctx, leadId.toHexString());
  if (lead !== undefined && mayWork(worker, lead, hold)) return;
  await retryOnConflict(async () => {
    const work = await ctx.work.findOne({ _id: new Types.ObjectId(worker.id), lead_id: leadId }).lean();
    return work === null || (await endWork(ctx, actor, work)) || undefined;
  });
  throw notFound('Lead');
}

/** Whose work it is: the asker's own, or for an admin anybody's. */
async function workerOf(ctx: LeadsContext, actor: Actor, userId: string): Promise<Actor> {
  if (userId === actor.id) return actor;
  const user = await findUser(ctx, userId);
  if (user === undefined) throw notFound('User');
  return actorOfUser(user);
}

async function tryToStart(
  ctx: LeadsContext,
  actor: Actor,
  worker: Actor,
  lead: LeadDoc,
): Promise<true | undefined> {
  const leadId = lead._id;
  const userId = new Types.ObjectId(worker.id);
  const now = ctx.clock.now();
  const work = await ctx.work.findOne({ _id: userId }).lean();
  if (work?.lead_id !== undefined && !work.lead_id.equals(leadId)) {
    await refuseOwed(ctx, worker, work.lead_id);
    await endWork(ctx, actor, work);
    return undefined;
  }

  const isNew = work?.lead_id === undefined;
  const version = (work?.version ?? 0) + 1;
  const events = isNew ? [workStartedEvent({ actor, now, userId, leadId, version })] : [];
  const started = { lead_id: leadId, statusSaved: false, startedAt: now };
  try {
    if (work === null) await ctx.work.create(insertWithEvents({ _id: userId, ...started }, events, now));
    else {
      const written = await ctx.work.updateOne(
        { _id: userId, version: work.version },
        withEvents({ $set: started }, events, now),
      );
      if (written.matchedCount === 0) return undefined;
    }
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    await refuseWorkOfAnother(ctx, worker, lead);
    return undefined;
  }
  return true;
}

/** Throws 307 for a lead that is still to be completed. One that was lost without its user being told keeps nobody from the next. */
async function refuseOwed(ctx: LeadsContext, worker: Actor, leadId: Types.ObjectId): Promise<void> {
  const owed = await findLead(ctx, leadId.toHexString());
  if (owed !== undefined && mayWork(worker, owed)) throw workUnfinished(namedLead(owed));
}

/** Throws 307 with the lead that a user has to complete before another one. */
export async function refuseWhileOwed(ctx: LeadsContext, actor: Actor): Promise<void> {
  const work = await ctx.work.findOne({ _id: new Types.ObjectId(actor.id) }).lean();
  if (work?.lead_id !== undefined) await refuseOwed(ctx, actor, work.lead_id);
}

/** Two people never work one lead: who came first has to complete it. */
async function refuseWorkOfAnother(ctx: LeadsContext, worker: Actor, lead: LeadDoc): Promise<void> {
  const other = await ctx.work.findOne({ lead_id: lead._id }).select({ _id: 1 }).lean();
  if (other === null || other._id.toHexString() === worker.id) return;
  const user = await findUser(ctx, other._id);
  throw locked(namedLead(lead), `${user?.fullname ?? 'Somebody else'} is working on this lead`);
}
