import { Types } from 'mongoose';
import type { KeyActor } from '@crm/contracts/access.js';
import { typeIdOf, type TypeId } from '@crm/contracts/codes/lead-types.js';
import { sources } from '@crm/contracts/codes/sources.js';
import type { AnswerOf, InputOf } from '@crm/contracts/endpoint/endpoint.js';
import {
  keyLead,
  openKeyLead,
  type getLeadByKey,
  type KeyLead,
  type listLeadsByKey,
} from '@crm/contracts/http/integration.js';
import { invalidField } from '@crm/platform/errors/app-error.js';
import { alive, withoutOutbox } from '@crm/platform/outbox/outbox-fields.js';
import type { LeadsContext } from '../context.js';
import { withoutSealed, workableLead } from '../lead/lead.access.js';
import type { LeadDoc } from '../lead/lead.model.js';
import { leadView } from '../lead/lead.view.js';
import { agentEmailsOf } from '../users/find-users.js';

type Query = InputOf<typeof listLeadsByKey>['query'];
/** Where a list goes on: behind a lead in the order of changes. */
interface Place {
  at: Date;
  behind?: Types.ObjectId;
}

const placeText = ({ updatedAt, _id }: LeadDoc) => `${updatedAt.toISOString()}_${_id.toHexString()}`;

/** The place that a text names. Throws `invalid` where it names none. */
function readPlace(text: string): Place {
  const [, instant = '', id = ''] = /^(.+)_([0-9a-f]{24})$/.exec(text) ?? [];
  const at = new Date(instant);
  if (id === '' || Number.isNaN(at.getTime()))
    throw invalidField('after', 'Not the next of an earlier answer');
  return { at, behind: new Types.ObjectId(id) };
}

function placeOf({ after, updated_since }: Query): Place | undefined {
  if (after !== undefined) return readPlace(after);
  return updated_since === undefined ? undefined : { at: new Date(updated_since) };
}

/** Every source, so that the index of the tables, which has the source before the last change, is used. */
const everySource = { $in: sources.map(({ id }) => id) };

/** Which leads come next: those changed later, and of those changed at the same moment the ones behind. */
const from = ({ at, behind }: Place) => ({
  updatedAt: { $gte: at },
  ...(behind && { $or: [{ updatedAt: { $gt: at } }, { _id: { $gt: behind } }] }),
});

/** What a key reads of a lead, and as what: sealed fields only where it has the scope. */
const readingOf = ({ scopes }: KeyActor) =>
  scopes.includes('leads:read-sealed')
    ? { projection: withoutOutbox, shape: keyLead }
    : { projection: withoutSealed, shape: openKeyLead };
type Reading = ReturnType<typeof readingOf>;

/** Leads as a key reads them. */
async function viewsOf(ctx: LeadsContext, { shape }: Reading, leads: readonly LeadDoc[]): Promise<KeyLead[]> {
  const agentEmailOf = await agentEmailsOf(ctx, leads);
  const now = ctx.clock.now();
  return leads.map((lead) => {
    const agentEmail = agentEmailOf(lead);
    return shape.parse({ ...leadView(lead, { agentEmail, now }), external_id: lead.external_id ?? null });
  });
}

async function foundLeads(
  { leadCollection }: LeadsContext,
  { projection }: Reading,
  query: Query,
): Promise<LeadDoc[]> {
  const { type, external_id, limit } = query;
  const type_id = type === undefined ? { $in: [2, 4] as TypeId[] } : typeIdOf[type];
  if (external_id !== undefined)
    return leadCollection.find(alive({ external_id, type_id }), { projection }).toArray();
  const place = placeOf(query);
  return leadCollection
    .find(alive({ type_id, 'list.source': everySource, ...(place && from(place)) }), { projection })
    .sort({ updatedAt: 1, _id: 1 })
    .limit(limit)
    .toArray();
}

/** Leads in the order of their last change, or the one of an external id. Throws `invalid` for a place that is none. */
export async function listByKey(
  ctx: LeadsContext,
  key: KeyActor,
  query: Query,
): Promise<AnswerOf<typeof listLeadsByKey>> {
  const reading = readingOf(key);
  const leads = await foundLeads(ctx, reading, query);
  const last = leads.at(-1);
  return {
    leads: await viewsOf(ctx, reading, leads),
    next: last === undefined ? (query.after ?? null) : placeText(last),
  };
}

/** One lead. Throws `not_found`. */
export async function getByKey(
  ctx: LeadsContext,
  key: KeyActor,
  id: string,
): Promise<AnswerOf<typeof getLeadByKey>> {
  const reading = readingOf(key);
  const { lead: stored } = await workableLead(ctx, 'system', id, reading.projection);
  const [lead] = await viewsOf(ctx, reading, [stored]);
  if (lead === undefined) throw new Error(`Lead ${id} has no view`);
  return { lead };
}
