import { Types } from 'mongoose';
import { typeIdOf } from '@crm/contracts/codes/lead-types.js';
import type { migrateLeads as endpoint } from '@crm/contracts/http/lead-migration.js';
import type { AnswerOf, InputOf } from '@crm/contracts/endpoint/endpoint.js';
import { pacificDate } from '@crm/contracts/time/pacific.js';
import { invalid, unavailable } from '@crm/platform/errors/app-error.js';
import { insertWithEvents } from '@crm/platform/outbox/outbox-fields.js';
import { saveConsents, type Received } from '../consent/save-consent.js';
import type { LeadsContext } from '../context.js';
import { insertUnlessKnown } from '../lead/insert-unless-known.js';
import type { CarrierNameOf } from '../reference/carrier-names.js';
import { firstAssignedEvent, createdEvent, statusChangedEvent } from '../lead/lead.events.js';
import type { LeadDoc } from '../lead/lead.model.js';
import { leadView } from '../lead/lead.view.js';
import { priceCentsOf } from '../lead/money.rules.js';
import { newLead } from '../lead/new-lead.js';
import { readLeadInput } from '../lead/read-input.rules.js';

type TakenLead = InputOf<typeof endpoint>['body']['leads'][number];
type Owners = ReadonlyMap<string, { fullname: string; email: string }>;

async function ownersOf(ctx: LeadsContext, leads: readonly TakenLead[]): Promise<Owners> {
  const ids = [...new Set(leads.map(({ agent }) => agent).filter((agent) => agent !== 0))];
  const users = await ctx.users
    .find({ _id: { $in: ids.map((id) => new Types.ObjectId(id)) } })
    .select({ fullname: 1, email: 1 })
    .lean();
  const owners = new Map(users.map(({ _id, fullname, email }) => [_id.toHexString(), { fullname, email }]));
  // A user made a moment ago is on the way here as an event.
  if (ids.some((id) => !owners.has(id)))
    throw unavailable('An agent of these leads is not known to this service yet');
  return owners;
}

/** A lead with its history as events, each at its own time, so that statistics begin where the other system ended. */
function takenDocument(
  taken: TakenLead,
  index: number,
  { owners, carrierNameOf }: { owners: Owners; carrierNameOf: CarrierNameOf },
): LeadDoc {
  const createdAt = new Date(taken.created_at);
  const updatedAt = new Date(taken.changed_at);
  const { fields, errors } = readLeadInput(taken.lead, pacificDate(updatedAt));
  if (Object.keys(errors).length > 0) {
    throw invalid(
      Object.fromEntries(
        Object.entries(errors).map(([name, message]) => [`leads.${String(index)}.lead.${name}`, message]),
      ),
    );
  }
  const owner = taken.agent === 0 ? undefined : owners.get(taken.agent);
  const lead = newLead(
    typeIdOf[taken.lead.type],
    {
      ...fields,
      status: taken.status,
      user_id: taken.agent === 0 ? null : new Types.ObjectId(taken.agent),
      agent_fullname: owner?.fullname ?? null,
      price: Object.fromEntries(
        Object.entries(taken.price).map(([carrier, dollars]) => [carrier, priceCentsOf(dollars)]),
      ),
      empty: taken.empty,
      AD_status: taken.AD_status,
      external_id: taken.external_id,
      createdAt,
      updatedAt,
    },
    updatedAt,
    carrierNameOf,
  );
  const view = leadView(lead, { agentEmail: owner?.email ?? null, now: updatedAt });
  const change = { actor: 'system', lead: view } as const;
  const events = [
    createdEvent({ ...change, now: createdAt }, 'import'),
    ...(taken.agent === 0 ? [] : [firstAssignedEvent({ ...change, now: createdAt }, 'bulk')]),
    ...(taken.status === 'newLead' ? [] : [statusChangedEvent({ ...change, now: updatedAt }, 'newLead')]),
  ];
  return insertWithEvents(lead, events, updatedAt);
}

/** The consent that a lead brings along. A second delivery finds it, as it finds the lead. */
function consentOf({ external_id, lead, consent }: TakenLead): Received[] {
  if (consent === undefined) return [];
  const { phone, second_phone, email } = lead;
  const person = { phone, second_phone, email };
  return [
    { external_id: `migration:${external_id}`, consent, person, lead_id: null, received_from: 'Migration' },
  ];
}

/**
 * Takes leads over from elsewhere with status, agent, prices and times as they were. Known by their external id: a second
 * delivery changes nothing. Throws `invalid` with every wrong field, and `unavailable` while an agent is not known here.
 */
export async function migrateLeads(
  ctx: LeadsContext,
  { leads }: InputOf<typeof endpoint>['body'],
): Promise<AnswerOf<typeof endpoint>> {
  const owners = await ownersOf(ctx, leads);
  const documents = leads.map((taken, index) =>
    takenDocument(taken, index, { owners, carrierNameOf: ctx.carrierNames.of }),
  );
  const known = await insertUnlessKnown(ctx.leadCollection, documents);
  await saveConsents(ctx, 'system', leads.flatMap(consentOf));
  return { saved: documents.length - known.size, known: known.size };
}
