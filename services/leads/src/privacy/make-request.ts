import { Types } from 'mongoose';
import type { Actor } from '@crm/contracts/access.js';
import type { InputOf } from '@crm/contracts/endpoint/endpoint.js';
import type { makePrivacyRequest, Person } from '@crm/contracts/http/privacy.js';
import { privacyRequests, type PrivacyRequest } from '@crm/contracts/resources/privacy-request.js';
import { invalidField } from '@crm/platform/errors/app-error.js';
import { insertWithEvents } from '@crm/platform/outbox/outbox-fields.js';
import { recordEvent } from '@crm/platform/resources/records.js';
import type { LeadsContext } from '../context.js';
import { livingLeads } from '../lead/batches.js';
import { optOut } from '../permission/do-not-contact.js';
import type { PrivacyRequestDoc } from './privacy-request.model.js';
import { hintOf, requestView } from './privacy-request.rules.js';

type Asked = InputOf<typeof makePrivacyRequest>['body'];

/** The person that is meant: with all numbers and e-mails of the chosen leads. Throws 422 where a lead is gone. */
async function personMeant(ctx: LeadsContext, { phones, emails, lead_ids }: Asked): Promise<Person> {
  const ids = [...new Set(lead_ids)];
  const leads = await livingLeads(
    ctx,
    ids.map((id) => new Types.ObjectId(id)),
  );
  if (leads.length < ids.length) {
    throw invalidField('lead_ids', 'One of these leads no longer exists, please search again');
  }
  const known = (values: readonly (string | null)[]) => values.filter((value) => value !== null);
  return {
    phones: [...new Set([...phones, ...known(leads.flatMap((lead) => [lead.phone, lead.second_phone]))])],
    emails: [...new Set([...emails, ...known(leads.map(({ email }) => email?.toLowerCase() ?? null))])],
    lead_ids: ids,
  };
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

/**
 * Writes down what an admin asks for in a person's name; from then on it is done by itself, by every service, whatever
 * stops in between. The addresses of an erasure are refused contact before anything is erased.
 */
export async function makeRequest(ctx: LeadsContext, actor: Actor, asked: Asked): Promise<PrivacyRequest> {
  const person = await personMeant(ctx, asked);
  if (asked.kind === 'erasure' && asked.never_contact === 1) await neverContact(ctx, actor, person);
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
    person,
  };
  const created = { id: _id.toHexString(), change: 'created', version: 1 } as const;
  const event = recordEvent(privacyRequests, actor, created, now);
  await ctx.privacyRequests.collection.insertOne(insertWithEvents(request, [event], now));
  ctx.privacyWork.wake();
  return requestView(request);
}
