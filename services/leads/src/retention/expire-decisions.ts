import type { Types } from 'mongoose';
import { alive } from '@crm/platform/outbox/outbox-fields.js';
import type { LeadsContext } from '../context.js';
import type { LeadDoc } from '../lead/lead.model.js';
import { heldAddresses } from './held-addresses.js';
import { isEnrolment, yearsAfter, type Periods, type RetainedLead } from './retention.rules.js';

const batchSize = 500;

/** The leads whose decisions stay with them: deleted ones, and living ones of an enrolment. */
async function leadsThatKeepTheirs(ctx: LeadsContext, ids: readonly Types.ObjectId[]) {
  const [deleted, living] = await Promise.all([
    ctx.deletedLeads.find({ _id: { $in: [...ids] } }, { _id: 1 }).lean(),
    ctx.leads
      .find(alive({ _id: { $in: [...ids] } }), { type_id: 1, status: 1, post_sale: 1 })
      .lean<(RetainedLead & Pick<LeadDoc, '_id'>)[]>(),
  ]);
  return new Set([...deleted, ...living.filter(isEnrolment)].map(({ _id }) => _id.toHexString()));
}

/**
 * Deletes contact decisions whose period is over, a batch at a time; answers how many were looked at. One that a hold keeps,
 * or that belongs to records of a longer class, is marked and goes with those.
 */
export async function expireDecisions(ctx: LeadsContext, periods: Periods): Promise<number> {
  const until = yearsAfter(ctx.clock.now(), -periods.contact);
  const due = await ctx.contactDecisions
    .find({ stays: null, at: { $lte: until } }, { lead_id: 1, address: 1 })
    .sort({ at: 1 })
    .limit(batchSize)
    .lean();
  if (due.length === 0) return 0;
  const [leads, held] = await Promise.all([
    leadsThatKeepTheirs(
      ctx,
      due.flatMap(({ lead_id }) => lead_id ?? []),
    ),
    heldAddresses(
      ctx,
      due.map(({ address }) => address),
    ),
  ]);
  const [stay, go]: [Types.ObjectId[], Types.ObjectId[]] = [[], []];
  for (const { _id, lead_id, address } of due) {
    const stays = held.has(address) || (lead_id !== null && leads.has(lead_id.toHexString()));
    (stays ? stay : go).push(_id);
  }
  if (stay.length > 0)
    await ctx.contactDecisions.updateMany({ _id: { $in: stay } }, { $set: { stays: true } });
  if (go.length > 0) await ctx.contactDecisions.deleteMany({ _id: { $in: go } });
  return due.length;
}

/** When the next decision's period is over; null where none waits. */
export async function nextDecisionEndsAt(ctx: LeadsContext, periods: Periods): Promise<Date | null> {
  const oldest = await ctx.contactDecisions
    .findOne({ stays: null, at: { $gt: new Date(0) } }, { at: 1 })
    .sort({ at: 1 })
    .lean();
  return oldest === null ? null : yearsAfter(oldest.at, periods.contact);
}
