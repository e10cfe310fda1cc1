import { Types } from 'mongoose';
import { privacyServices, type PrivacyService } from '@crm/contracts/customers/privacy.js';
import { retentionRules, type RetentionClass } from '@crm/contracts/customers/retention.js';
import { privacyRequests } from '@crm/contracts/resources/privacy-request.js';
import { insertWithEvents } from '@crm/platform/outbox/outbox-fields.js';
import { collectionsOf, earliestDue, firstOf } from '@crm/platform/jobs/earliest-due.js';
import type { Job } from '@crm/platform/jobs/job-scheduler.js';
import { recordEvent } from '@crm/platform/resources/records.js';
import type { LeadsContext } from '../context.js';
import { livingLeads } from '../lead/batches.js';
import { confirmDeleted } from '../retention/deleted-leads.js';
import { expireDecisions, nextDecisionEndsAt } from '../retention/expire-decisions.js';
import { heldAddresses } from '../retention/held-addresses.js';
import { releaseUnheld } from '../retention/legal-holds.js';
import { readPeriods } from '../retention/periods.js';
import type { DeletedLeadDoc } from '../retention/retention.model.js';
import type { Periods } from '../retention/retention.rules.js';
import type { PrivacyRequestDoc } from './privacy-request.model.js';

/** Leads of one run: services delete their records in a few calls. */
const maxAtOnce = 200;
/** Between two runs that found nothing: periods are years. */
const pauseMs = 3600 * 1000;
/** A deletion that is not confirmed after this was left by a process that died. */
const leftOverMs = 24 * 3600 * 1000;

/** Services with records of a class, beside leads itself. */
const partsOf = (ended: RetentionClass): readonly PrivacyService[] =>
  ended === 'sale-audio' || ended === 'sale-recordings' ? ['leads', 'telephony'] : privacyServices;

/**
 * Has every service delete what has ended of some leads, and writes it down as a request that admins see. They lose their
 * date then: a process that dies in between makes the request again, which deletes nothing twice.
 */
async function order(
  ctx: LeadsContext,
  ended: RetentionClass,
  ids: readonly Types.ObjectId[],
  periods: Periods,
): Promise<void> {
  const now = ctx.clock.now();
  const _id = new Types.ObjectId();
  const services = new Set(partsOf(ended));
  const part = (service: PrivacyService) =>
    services.has(service)
      ? ({ state: 'waits', counts: {}, at: null } as const)
      : ({ state: 'done', counts: {}, at: now } as const);
  const request: PrivacyRequestDoc = {
    ...{
      _id,
      version: 1,
      kind: 'retention',
      retention: ended,
      at: now,
      user_id: '',
      user_fullname: 'System',
    },
    reason: `${retentionRules[ended].title}: ${String(periods[ended])} years are over`,
    ...{
      hints: [],
      leads: ids.length,
      state: 'running',
      stays: [],
      doneAt: null,
      expiresAt: null,
      fetched: [],
    },
    parts: {
      leads: part('leads'),
      telephony: part('telephony'),
      messaging: part('messaging'),
      followups: part('followups'),
      stats: part('stats'),
    },
    person: { phones: [], emails: [], lead_ids: ids.map((id) => id.toHexString()) },
  };
  const created = { id: _id.toHexString(), change: 'created', version: 1 } as const;
  const event = recordEvent(privacyRequests, 'system', created, now);
  await ctx.privacyRequests.collection.insertOne(insertWithEvents(request, [event], now));
  await ctx.deletedLeads.updateMany({ _id: { $in: [...ids] }, next: ended }, { $set: { due_at: null } });
  // A hold that was set meanwhile marked its leads, and found no request to take them out of.
  const held = await ctx.deletedLeads.find({ _id: { $in: [...ids] }, held: 1 }, { _id: 1 }).lean();
  if (held.length > 0)
    await ctx.privacyRequests.updateOne(
      { _id },
      { $pull: { 'person.lead_ids': { $in: held.map((lead) => lead._id.toHexString()) } } },
    );
  ctx.countEnded(ended, ids.length);
  ctx.log.info({ class: ended, leads: ids.length, request: created.id }, 'retention has ended');
}

/**
 * Those of some deleted leads that no hold names. A hold that was set while a lead was being deleted did not find it: it is
 * looked for once more before anything is deleted for good.
 */
async function withoutHeld<D extends Pick<DeletedLeadDoc, '_id' | 'addresses'>>(
  ctx: LeadsContext,
  due: readonly D[],
): Promise<D[]> {
  const held = await heldAddresses(
    ctx,
    due.flatMap(({ addresses }) => addresses),
  );
  const isHeld = ({ addresses }: D) => addresses.some((address) => held.has(address));
  const ids = due.filter(isHeld).map(({ _id }) => _id);
  if (ids.length > 0)
    await ctx.deletedLeads.updateMany({ _id: { $in: ids } }, { $set: { held: 1, due_at: null } });
  return due.filter((each) => !isHeld(each));
}

/** What of deleted leads has ended by now, a class at a time; answers whether there was any. */
async function orderDue(ctx: LeadsContext, periods: Periods): Promise<boolean> {
  const now = ctx.clock.now();
  const due = await ctx.deletedLeads
    .find({ due_at: { $lte: now, $gt: new Date(0) }, state: 'deleted' }, { next: 1, addresses: 1 })
    .sort({ due_at: 1 })
    .limit(maxAtOnce)
    .lean<Pick<DeletedLeadDoc, '_id' | 'next' | 'addresses'>[]>();
  if (due.length === 0) return false;
  const free = await withoutHeld(ctx, due);
  const [first] = free;
  if (first === undefined) return true;
  const ids = free.filter(({ next }) => next === first.next).map(({ _id }) => _id);
  // One that was restored, by a process that died before it took it from the list.
  const living = (await livingLeads(ctx, ids)).map(({ _id }) => _id);
  if (living.length > 0) await ctx.deletedLeads.deleteMany({ _id: { $in: living } });
  const alive = new Set(living.map((id) => id.toHexString()));
  const ended = ids.filter((id) => !alive.has(id.toHexString()));
  if (ended.length > 0) await order(ctx, first.next, ended, periods);
  return true;
}

/** Ends deletions that a process left in the middle: those whose lead is gone are deleted leads, the others are none. */
async function tidyDeleting(ctx: LeadsContext): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - leftOverMs);
  const left = await ctx.deletedLeads
    .find({ state: 'deleting', deleted_at: { $lte: before } }, { _id: 1 })
    .limit(maxAtOnce)
    .lean<Pick<DeletedLeadDoc, '_id'>[]>();
  if (left.length === 0) return;
  const ids = left.map(({ _id }) => _id);
  const living = (await livingLeads(ctx, ids)).map(({ _id }) => _id);
  await ctx.deletedLeads.deleteMany({ _id: { $in: living }, state: 'deleting' });
  await confirmDeleted(ctx, ids);
}

/** Has deleted what is past its period, at a quiet pace: looks once an hour, and again at once while more is due. */
export function retentionJob(ctx: LeadsContext): Job {
  let rested: Date | undefined;
  return {
    name: 'retention',
    // A decision that is new is due years from now, after those that there are.
    collections: collectionsOf(ctx.deletedLeads, ctx.retentionPeriods),
    nextDueAt: async () => {
      if (rested !== undefined && rested > ctx.clock.now()) return rested;
      const periods = await readPeriods(ctx);
      return firstOf(
        await Promise.all([earliestDue(ctx.deletedLeads, 'due_at'), nextDecisionEndsAt(ctx, periods)]),
      );
    },
    run: async () => {
      const periods = await readPeriods(ctx);
      await releaseUnheld(ctx);
      await tidyDeleting(ctx);
      const [isOrdered, looked] = [await orderDue(ctx, periods), await expireDecisions(ctx, periods)];
      const isMore = isOrdered || looked > 0;
      rested = isMore ? undefined : new Date(ctx.clock.now().getTime() + pauseMs);
      return isMore;
    },
  };
}
