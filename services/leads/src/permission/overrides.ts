import { Types } from 'mongoose';
import type { Actor } from '@crm/contracts/access.js';
import { contactOverridden } from '@crm/contracts/bus/events.js';
import type { ContactChannel, ContactPlace } from '@crm/contracts/customers/contact.js';
import type { InputOf } from '@crm/contracts/endpoint/endpoint.js';
import type { allowContact as endpoint, ContactOverride } from '@crm/contracts/http/permission.js';
import { invalid, invalidField, notFound } from '@crm/platform/errors/app-error.js';
import { newEvent } from '@crm/platform/outbox/new-event.js';
import type { LeadsContext } from '../context.js';
import { workableLead } from '../lead/lead.access.js';
import type { LeadDoc } from '../lead/lead.model.js';
import { contactLeads } from './contact-lead.js';
import type { ContactOverrideDoc, DoNotContactDoc, OverrideInForce } from './contact.model.js';
import { overrideDenialReason, requestDateError } from './own-word.rules.js';

/** What of a lead a place names, as it is contacted. */
export function addressAt(
  lead: Pick<LeadDoc, 'phone' | 'second_phone' | 'email'>,
  place: ContactPlace,
): string | null {
  return place === 'email' ? (lead.email?.toLowerCase() ?? null) : lead[place];
}

/** An override on the wire. */
export function overrideView({
  _id,
  lead_id,
  place,
  channel,
  reason,
  requested_on,
  until,
  by,
  createdAt,
}: OverrideInForce): ContactOverride {
  return {
    id: _id.toHexString(),
    lead_id: lead_id.toHexString(),
    place,
    channel,
    reason,
    requested_on: requested_on ?? null,
    until: until.toISOString(),
    by,
    createdAt: createdAt.toISOString(),
  };
}

/** Of a lead's overrides in force the one by which the rules are set aside for an address and a channel. */
export function overrideFor(
  overrides: readonly OverrideInForce[],
  address: string,
  channel: ContactChannel,
): OverrideInForce | undefined {
  return overrides.find((each) => each.address === address && each.channel === channel);
}

/**
 * An admin sets the rules aside for one address and channel of a lead, for a while. It stays on record. Throws `invalid`
 * where the customer's own word closed the channel, and where they asked for it too long ago.
 */
export async function allowContact(
  ctx: LeadsContext,
  actor: Actor,
  leadId: string,
  { place, channel, reason, requested_on, minutes }: InputOf<typeof endpoint>['body'],
): Promise<ContactOverride> {
  const { lead } = await workableLead(ctx, actor, leadId);
  if ((place === 'email') !== (channel === 'email')) {
    throw invalidField('channel', 'E-mail needs an e-mail address, calls and texts a phone number');
  }
  const address = addressAt(lead, place);
  if (address === null) throw invalidField('place', 'The lead has no such number or e-mail');
  const entries = await ctx.doNotContact.find({ address, active: 1 }).lean<DoNotContactDoc[]>();
  const denied = overrideDenialReason(entries, channel);
  if (denied !== undefined) throw invalid({}, denied);
  const now = ctx.clock.now();
  const wrongDate = requestDateError(requested_on, now);
  if (wrongDate !== undefined) throw invalidField('requested_on', wrongDate);
  const override: ContactOverrideDoc = {
    _id: new Types.ObjectId(),
    lead_id: lead._id,
    place,
    address,
    channel,
    reason,
    requested_on,
    until: new Date(now.getTime() + minutes * 60_000),
    by: actor.fullname,
    by_id: new Types.ObjectId(actor.id),
    createdAt: now,
    endedAt: null,
    ended_by: null,
  };
  await ctx.contactOverrides.collection.insertOne(override);
  announceOverride(ctx, actor, lead);
  return overrideView(override);
}

/** An admin ends an override before its time. Throws 404 where none of the lead's is in force under the id. */
export async function endOverride(
  ctx: LeadsContext,
  actor: Actor,
  leadId: string,
  id: string,
): Promise<void> {
  const now = ctx.clock.now();
  const ended = await ctx.contactOverrides.updateOne(
    { _id: new Types.ObjectId(id), lead_id: new Types.ObjectId(leadId), endedAt: null, until: { $gt: now } },
    { $set: { endedAt: now, ended_by: actor.fullname } },
  );
  if (ended.matchedCount === 0) throw notFound('Override');
  const [lead] = await contactLeads(ctx, [leadId]);
  if (lead !== undefined) announceOverride(ctx, actor, lead);
}

/** Pages that miss this ask again within a minute. */
function announceOverride(
  { announce, clock }: LeadsContext,
  actor: Actor,
  { _id, user_id }: Pick<LeadDoc, '_id' | 'user_id'>,
): void {
  const lead_id = _id.toHexString();
  const about = { source: 'leads', subject: `lead/${lead_id}/overrides`, sequence: 0 } as const;
  const data = { lead_id, user_id: user_id?.toHexString() ?? null };
  announce([newEvent(contactOverridden, { ...about, data, actor, now: clock.now() })]);
}
