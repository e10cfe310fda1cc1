import { Types } from 'mongoose';
import type { PersonCounts } from '@crm/contracts/customers/privacy.js';
import type { RetentionClass } from '@crm/contracts/customers/retention.js';
import type { LeadsContext } from '../context.js';
import { alive } from '@crm/platform/outbox/outbox-fields.js';
import type { LeadDoc } from '../lead/lead.model.js';
import { eraseNotes } from '../notes/notes.js';
import { eraseChanges } from '../timeline/save-changes.js';
import { readPeriods } from './periods.js';
import type { DeletedLeadDoc } from './retention.model.js';
import { classAfter, endOf } from './retention.rules.js';

/** Deletes consents of deleted leads, save those that prove why a living lead with the same number is contacted. */
async function purgeConsents(ctx: LeadsContext, ids: readonly Types.ObjectId[]): Promise<number> {
  const consents = await ctx.consents.find({ lead_id: { $in: [...ids] } }, { addresses: 1 }).lean();
  const addresses = { $in: consents.flatMap((each) => each.addresses) };
  const living = await ctx.leads
    .find(alive({ $or: [{ phone: addresses }, { second_phone: addresses }] }), { phone: 1, second_phone: 1 })
    .lean<Pick<LeadDoc, 'phone' | 'second_phone'>[]>();
  const known = new Set<string | null>(living.flatMap(({ phone, second_phone }) => [phone, second_phone]));
  const over = consents.filter((each) => !each.addresses.some((address) => known.has(address)));
  const deleted = await ctx.consents.deleteMany({ _id: { $in: over.map(({ _id }) => _id) } });
  return deleted.deletedCount;
}

/** Deletes what leads stores of deleted leads, for good. */
async function purge(ctx: LeadsContext, ids: readonly Types.ObjectId[]): Promise<PersonCounts> {
  const lead_id = { $in: [...ids] };
  const notes = await ctx.notes.countDocuments({ lead_id });
  await Promise.all([eraseNotes(ctx, ids), eraseChanges(ctx, ids)]);
  const overrides = await ctx.contactOverrides.deleteMany({ lead_id });
  const consents = await purgeConsents(ctx, ids);
  const decisions = await ctx.contactDecisions.deleteMany({ lead_id, stays: true });
  // Last: by it the rest is found again after a crash.
  const leads = await ctx.deletedLeads.deleteMany({ _id: lead_id });
  return {
    leads: leads.deletedCount,
    notes,
    contact_overrides: overrides.deletedCount,
    consents,
    contact_decisions: decisions.deletedCount,
  };
}

/**
 * A class of deleted leads has ended in all services: each gets the date of its next class, and behind the last one all
 * that leads stores is deleted. What a hold keeps since, and what was done before, stays as it is.
 */
export async function endRetention(
  ctx: LeadsContext,
  leadIds: readonly string[],
  ended: RetentionClass,
): Promise<PersonCounts> {
  const [periods, docs] = await Promise.all([
    readPeriods(ctx),
    ctx.deletedLeads
      .find({ _id: { $in: leadIds.map((id) => new Types.ObjectId(id)) }, next: ended, held: 0 })
      .lean<DeletedLeadDoc[]>(),
  ]);
  const over: Types.ObjectId[] = [];
  for (const { _id, lead, deleted_at } of docs) {
    const next = classAfter(lead, ended);
    if (next === undefined) over.push(_id);
    else
      await ctx.deletedLeads.updateOne(
        { _id, next: ended },
        { $set: { next, due_at: endOf(deleted_at, next, periods) } },
      );
  }
  return over.length === 0 ? {} : purge(ctx, over);
}
