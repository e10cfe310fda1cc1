import type { Types } from 'mongoose';
import { typeNameOf } from '@crm/contracts/codes/lead-types.js';
import type { PersonLead } from '@crm/contracts/http/privacy.js';
import { deletedLeads, type DeletedLead } from '@crm/contracts/resources/deleted-lead.js';
import { literalPattern } from '@crm/platform/mongo/literal-pattern.js';
import type { Source } from '@crm/platform/resources/records.js';
import type { LeadsContext } from '../context.js';
import { livingLeads } from '../lead/batches.js';
import type { EventActor } from '../lead/lead.events.js';
import type { LeadDoc } from '../lead/lead.model.js';
import { isPerson } from '../lead/lead.policy.js';
import { heldAddresses } from './held-addresses.js';
import { readPeriods } from './periods.js';
import type { DeletedLeadDoc } from './retention.model.js';
import { endOf, firstClassOf } from './retention.rules.js';

const maxFound = 100;

/** By what a person is known who is in a lead. */
export const addressesOf = ({ phone, second_phone, email }: LeadDoc): string[] => [
  ...new Set([phone, second_phone, email?.trim().toLowerCase()].flatMap((each) => each || [])),
];

/**
 * Saves leads that are about to be deleted. `confirmDeleted` makes them deleted leads once their tombstones are written;
 * the same lead again replaces what was saved of it.
 */
export async function saveDeleted(
  ctx: LeadsContext,
  actor: EventActor,
  leads: readonly LeadDoc[],
  { isRestricted }: { isRestricted: boolean },
): Promise<void> {
  const now = ctx.clock.now();
  const [periods, held] = await Promise.all([
    readPeriods(ctx),
    heldAddresses(ctx, leads.flatMap(addressesOf)),
  ]);
  const docs = leads.map((lead): DeletedLeadDoc => {
    const { hold: _hold, ...stored } = lead;
    const addresses = addressesOf(lead);
    const next = firstClassOf(lead);
    const isHeld = addresses.some((address) => held.has(address));
    return {
      _id: lead._id,
      version: lead.version + 1,
      state: 'deleting',
      lead: stored,
      fullname: lead.fullname,
      type: typeNameOf[lead.type_id],
      status: lead.status,
      agent: lead.agent_fullname ?? '',
      deleted_at: now,
      deleted_by: isPerson(actor) ? actor.fullname : '',
      addresses,
      words: lead.list.words,
      next,
      due_at: isHeld ? null : endOf(now, next, periods),
      held: isHeld ? 1 : 0,
      restricted: isRestricted ? 1 : 0,
    };
  });
  await ctx.deletedLeads.collection.bulkWrite(
    docs.map((doc) => ({ replaceOne: { filter: { _id: doc._id }, replacement: doc, upsert: true } })),
    { ordered: false },
  );
}

/** Makes deleted leads of those that were saved; again it changes nothing. */
export async function confirmDeleted(
  { deletedLeads: model }: Pick<LeadsContext, 'deletedLeads'>,
  ids: readonly Types.ObjectId[],
): Promise<void> {
  await model.updateMany({ _id: { $in: [...ids] }, state: 'deleting' }, { $set: { state: 'deleted' } });
}

/** These leads whole, as far as they are there or were deleted and are stored. */
export async function leadsEvenDeleted(
  ctx: LeadsContext,
  ids: readonly Types.ObjectId[],
): Promise<{ living: LeadDoc[]; deleted: DeletedLeadDoc[] }> {
  const [living, deleted] = await Promise.all([
    livingLeads(ctx, ids),
    ctx.deletedLeads.find({ _id: { $in: [...ids] }, state: 'deleted' }).lean<DeletedLeadDoc[]>(),
  ]);
  const alive = new Set(living.map(({ _id }) => _id.toHexString()));
  return { living, deleted: deleted.filter(({ _id }) => !alive.has(_id.toHexString())) };
}

/** Deleted leads that have one of the addresses, the last deleted first. */
export async function findDeleted(
  { deletedLeads: model }: Pick<LeadsContext, 'deletedLeads'>,
  addresses: readonly string[],
): Promise<PersonLead[]> {
  const found = await model
    .find({ addresses: { $in: [...addresses] }, state: 'deleted' })
    .sort({ deleted_at: -1, _id: -1 })
    .limit(maxFound)
    .lean<DeletedLeadDoc[]>();
  return found.map(deletedPersonLead);
}

/** A deleted lead as a person's. */
export function deletedPersonLead({ _id, deleted_at, lead }: DeletedLeadDoc): PersonLead {
  const { type_id, fullname, status, agent_fullname, phone, second_phone, email, createdAt } = lead;
  return {
    ...{ type_id, fullname, status, agent_fullname, phone, second_phone, email },
    id: _id.toHexString(),
    createdAt: createdAt.toISOString(),
    deleted_at: deleted_at.toISOString(),
  };
}

/** A deleted lead as the page shows it. */
const deletedView = (doc: DeletedLeadDoc): DeletedLead => ({
  id: doc._id.toHexString(),
  version: doc.version,
  fullname: doc.fullname,
  type: doc.type,
  status: doc.status,
  agent: doc.agent,
  deleted_at: doc.deleted_at.toISOString(),
  deleted_by: doc.deleted_by,
  next: doc.next,
  due_at: doc.due_at?.toISOString() ?? null,
  held: doc.held,
  restricted: doc.restricted,
});

/** Which deleted leads a search finds: as the lead tables do. */
function beginningWith(text: string): object {
  const words = text.trim().toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return {};
  return { $and: words.map((word) => ({ words: { $regex: `^${literalPattern(word)}` } })) };
}

/** The list as a resource. */
export const listedDeleted = ({
  deletedLeads: model,
}: Pick<LeadsContext, 'deletedLeads'>): Source<typeof deletedLeads.fields, DeletedLeadDoc> => ({
  resource: deletedLeads,
  model,
  view: deletedView,
  within: { state: 'deleted' },
  searchedBy: beginningWith,
});
