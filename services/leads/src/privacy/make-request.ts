import { Types } from 'mongoose';
import type { Actor } from '@crm/contracts/access.js';
import type { InputOf } from '@crm/contracts/endpoint/endpoint.js';
import type { makePrivacyRequest, Person } from '@crm/contracts/http/privacy.js';
import { privacyRequests, type PrivacyRequest } from '@crm/contracts/resources/privacy-request.js';
import { invalidField } from '@crm/platform/errors/app-error.js';
import { insertWithEvents } from '@crm/platform/outbox/outbox-fields.js';
import { recordEvent } from '@crm/platform/resources/records.js';
import type { LeadsContext } from '../context.js';
import { deleteLeads } from '../editing/delete-leads.js';
import type { LeadDoc } from '../lead/lead.model.js';
import { optOut } from '../permission/do-not-contact.js';
import { leadsEvenDeleted } from '../retention/deleted-leads.js';
import { limitErasure } from './erasure-limits.js';
import type { PrivacyRequestDoc } from './privacy-request.model.js';
import { hintOf, requestView } from './privacy-request.rules.js';

type Asked = InputOf<typeof makePrivacyRequest>['body'];

/**
 * The person that is meant: with all numbers and e-mails of the chosen leads, deleted ones too, and those leads. Throws 422
 * where a lead is gone.
 */
export async function personMeant(
  ctx: LeadsContext,
  { phones, emails, lead_ids }: Person,
): Promise<{ person: Person; leads: LeadDoc[] }> {
  const ids = [...new Set(lead_ids)];
  const { living, deleted } = await leadsEvenDeleted(
    ctx,
    ids.map((id) => new Types.ObjectId(id)),
  );
  const leads = [...living, ...deleted.map(({ lead }) => lead)];
  if (leads.length < ids.length) {
    throw invalidField('lead_ids', 'One of these leads no longer exists, please search again');
  }
  const known = (values: readonly (string | null)[]) => values.filter((value) => value !== null);
  const person = {
    phones: [...new Set([...phones, ...known(leads.flatMap((lead) => [lead.phone, lead.second_phone]))])],
    emails: [...new Set([...emails, ...known(leads.map(({ email }) => email?.toLowerCase() ?? null))])],
    lead_ids: ids,
  };
  return { person, leads };
}

async function neverContact(ctx: LeadsContext, actor: Actor, { phones, emails }: Person): Promise<void> {
  for (const address of [...phones, ...emails])
    await optOut(ctx, actor, {
      address,
      channel: 'all',
      how: 'agent',
      by: actor.fullname,
      lead_id: null,
      reason: 'Asked for erasure',
    });
}

/** Hides leads that stay although erasure was asked for: nobody works or restores them any more. */
async function restrict(ctx: LeadsContext, actor: Actor, leads: readonly LeadDoc[]): Promise<void> {
  if (leads.length === 0) return;
  const ids = leads.map(({ _id }) => _id);
  await deleteLeads(
    ctx,
    actor,
    ids.map((id) => id.toHexString()),
    'restricted',
  );
  await ctx.deletedLeads.updateMany({ _id: { $in: ids } }, { $set: { restricted: 1 } });
}

/**
 * Writes down what an admin asks for in a person's name; from then on it is done by itself, by every service, whatever
 * stops in between. The addresses of an erasure are refused contact before anything is erased.
 */
export async function makeRequest(ctx: LeadsContext, actor: Actor, asked: Asked): Promise<PrivacyRequest> {
  const { person, leads } = await personMeant(ctx, asked);
  const limits = asked.kind === 'erasure' ? await limitErasure(ctx, person, leads) : undefined;
  if (asked.kind === 'erasure' && asked.never_contact === 1) await neverContact(ctx, actor, person);
  if (limits !== undefined) await restrict(ctx, actor, limits.restricted);
  const waits = { state: 'waits', counts: {}, at: null } as const;
  const parts = { leads: waits, telephony: waits, messaging: waits, followups: waits, stats: waits };
  const _id = new Types.ObjectId();
  const now = ctx.clock.now();
  const request: PrivacyRequestDoc = {
    _id,
    version: 1,
    kind: asked.kind,
    at: now,
    user_id: actor.id,
    user_fullname: actor.fullname,
    reason: asked.reason,
    hints: [...person.phones, ...person.emails].map(hintOf),
    leads: person.lead_ids.length,
    state: 'running',
    doneAt: null,
    expiresAt: null,
    fetched: [],
    parts,
    stays: limits?.stays ?? [],
    person: limits?.erased ?? person,
  };
  const created = { id: _id.toHexString(), change: 'created', version: 1 } as const;
  const event = recordEvent(privacyRequests, actor, created, now);
  await ctx.privacyRequests.collection.insertOne(insertWithEvents(request, [event], now));
  ctx.privacyWork.wake();
  return requestView(request);
}
