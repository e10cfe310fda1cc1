import { Types } from 'mongoose';
import { typeIdOf } from '@crm/contracts/codes/lead-types.js';
import type { PersonCounts } from '@crm/contracts/customers/privacy.js';
import type { RetentionClass } from '@crm/contracts/customers/retention.js';
import type { ConsentDoc } from '../consent/consent.model.js';
import { ofPersons } from '../consent/consents.js';
import type { LeadsContext } from '../context.js';
import { alive } from '@crm/platform/outbox/outbox-fields.js';
import type { LeadDoc } from '../lead/lead.model.js';
import { eraseNotes } from '../notes/notes.js';
import { eraseChanges } from '../timeline/save-changes.js';
import { addressesOf } from './deleted-leads.js';
import { heldAddresses } from './held-addresses.js';
import { readPeriods } from './periods.js';
import type { DeletedLeadDoc } from './retention.model.js';
import { classAfter, endOf } from './retention.rules.js';

/** Of some numbers and e-mails those that a living lead has, another deleted lead whose records stay, or a hold names. */
async function stillNeeded(ctx: LeadsContext, some: readonly string[], ended: readonly Types.ObjectId[]) {
  const addresses = { $in: [...new Set(some)] };
  const [living, stored, held] = await Promise.all([
    ctx.leads
      .find(
        alive({
          $or: [
            { phone: addresses },
            { second_phone: addresses },
            // An e-mail stands whole among the words that a search finds a lead by.
            { type_id: { $in: Object.values(typeIdOf) }, 'list.words': addresses },
          ],
        }),
        { phone: 1, second_phone: 1, email: 1 },
      )
      .lean<LeadDoc[]>(),
    ctx.deletedLeads.find({ addresses, _id: { $nin: [...ended] } }, { addresses: 1 }).lean(),
    heldAddresses(ctx, some),
  ]);
  return new Set([
    ...living.flatMap(addressesOf),
    ...stored.flatMap((deleted) => deleted.addresses),
    ...held,
  ]);
}

/**
 * Deletes consents of deleted leads and of their numbers and e-mails, as files brought them, save those that prove why
 * another lead with one of them is or was contacted.
 */
async function purgeConsents(ctx: LeadsContext, leads: readonly DeletedLeadDoc[]): Promise<number> {
  const ids = leads.map(({ _id }) => _id);
  const own = leads.flatMap(({ addresses }) => addresses);
  const consents = await ctx.consents
    .find(ofPersons({ leads: ids, addresses: own }), { addresses: 1 })
    .lean<Pick<ConsentDoc, '_id' | 'addresses'>[]>();
  const needed = await stillNeeded(
    ctx,
    consents.flatMap(({ addresses }) => addresses),
    ids,
  );
  const over = consents.filter(({ addresses }) => !addresses.some((address) => needed.has(address)));
  const deleted = await ctx.consents.deleteMany({ _id: { $in: over.map(({ _id }) => _id) } });
  return deleted.deletedCount;
}

/** Deletes what leads stores of deleted leads, for good. */
async function purge(ctx: LeadsContext, ended: readonly DeletedLeadDoc[]): Promise<PersonCounts> {
  const ids = ended.map(({ _id }) => _id);
  const lead_id = { $in: [...ids] };
  const notes = await ctx.notes.countDocuments({ lead_id });
  await Promise.all([eraseNotes(ctx, ids), eraseChanges(ctx, ids)]);
  const overrides = await ctx.contactOverrides.deleteMany({ lead_id });
  const consents = await purgeConsents(ctx, ended);
  const decisions = await ctx.contactDecisions.deleteMany({ lead_id, stays: true });
  // Last: by it the rest is found again after a crash.
  const leads = await ctx.deletedLeads.deleteMany({ _id: lead_id });
  await ctx.dataKeys.destroy(
    ids.map((id) => id.toHexString()),
    ctx.clock.now(),
  );
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
  const over: DeletedLeadDoc[] = [];
  for (const doc of docs) {
    const { _id, lead, deleted_at } = doc;
    const next = classAfter(lead, ended);
    if (next === undefined) over.push(doc);
    else
      await ctx.deletedLeads.updateOne(
        { _id, next: ended },
        { $set: { next, due_at: endOf(deleted_at, next, periods) } },
      );
  }
  return over.length === 0 ? {} : purge(ctx, over);
}
