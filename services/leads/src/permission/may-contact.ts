import { Types } from 'mongoose';
import type { ContactChannel } from '@crm/contracts/entities/contact.js';
import type { LeadsContext } from '../context.js';
import { liveHoldOf } from '../lead/live-hold.js';
import { mayWork } from '../lead/lead.policy.js';
import type { EventActor } from '../lead/lead.events.js';
import type { LeadDoc } from '../lead/lead.model.js';
import { attemptsAt, decideAndCount } from './attempts.js';
import type { Attempt } from './attempts.rules.js';
import type { DoNotContactDoc } from './contact.model.js';
import { rulesOf } from './contact-rules.js';
import { overrideFor, overridesInForce } from './overrides.js';
import { decide, type Decision, type PermissionDetails } from './permission.rules.js';
import { placesOf } from './places.rules.js';

export interface Asked {
  /** Null for a number that belongs to no lead; undefined for a lead that is not there. */
  lead: LeadDoc | null | undefined;
  /** E.164, or an e-mail; what is neither is refused. */
  address: string;
  channel: ContactChannel;
  /** A customer unless said otherwise. */
  purpose?: 'customer' | 'third-party';
  /** Whoever wants to; null for somebody who is unknown or banned. */
  actor: EventActor | null;
  now: Date;
  /** Where the attempt is made now: counted with the decision. */
  attempt_id?: string | undefined;
}

const ownAddresses = ({ phone, second_phone, email }: LeadDoc, channel: ContactChannel) =>
  channel === 'email' ? [email?.toLowerCase() ?? null] : [phone, second_phone];

/** All that a decision looks at, read from the store; the attempts apart, which a sender counts as it decides. */
async function readPermissionDetails(
  ctx: LeadsContext,
  asked: Asked,
): Promise<Omit<PermissionDetails, 'attempts'>> {
  const { lead, channel, actor, now } = asked;
  const address = channel === 'email' ? asked.address.toLowerCase() : asked.address;
  const places = placesOf({
    zipcode: lead?.zipcode ?? null,
    state: lead?.state ?? null,
    phone: channel === 'email' ? null : address,
  });
  const states = places.flatMap(({ state }) => state ?? []);
  const isThird = asked.purpose === 'third-party' && lead === null && channel === 'call';
  const [rules, entries, overrides, customer] = await Promise.all([
    rulesOf(ctx, states),
    ctx.doNotContact.find({ address, active: 1 }).lean<DoNotContactDoc[]>(),
    lead ? overridesInForce(ctx, lead._id, now) : [],
    isThird ? ctx.leads.exists({ $or: [{ phone: address }, { second_phone: address }] }) : null,
  ]);
  const override = overrideFor(overrides, address, channel);
  return {
    now,
    channel,
    // Whoever is a customer of ours is one in any call.
    isThirdParty: isThird && customer === null,
    address,
    status: lead?.status ?? null,
    isOfLead: lead === null || (lead !== undefined && ownAddresses(lead, channel).includes(address)),
    isActorAllowed: actor !== null && (!lead || mayWork(actor, lead, liveHoldOf(lead, now))),
    entries,
    places,
    rules,
    override: override ? { id: override._id.toHexString(), since: override.createdAt } : null,
  };
}

/**
 * Whether somebody may be contacted: yes, or no with the rule, a sentence and the next allowed time. Answers the facts
 * it was decided by beside it. With `attempt_id` an allowed attempt is counted in the same write.
 */
export async function mayContact(
  ctx: LeadsContext,
  asked: Asked,
): Promise<{ decision: Decision; details: PermissionDetails }> {
  const read = await readPermissionDetails(ctx, asked);
  const { address, channel, now } = read;
  const by = (attempts: readonly Attempt[]) => {
    const details = { ...read, attempts };
    const decision = decide(details);
    return { allowed: decision.allowed, decision, details };
  };
  if (asked.attempt_id !== undefined && channel !== 'email') {
    return decideAndCount(ctx, address, { id: asked.attempt_id, at: now, channel }, by);
  }
  const attempts = channel === 'email' ? undefined : (await attemptsAt(ctx, [address])).get(address);
  return by(attempts ?? []);
}

/** What a decision was based on, as it is kept. */
function basis({
  status,
  isThirdParty,
  isOfLead,
  isActorAllowed,
  entries,
  places,
  rules,
  attempts,
}: PermissionDetails) {
  return {
    status,
    ...(isThirdParty ? { isThirdParty } : {}),
    isOfLead,
    isActorAllowed,
    entries: entries.map(({ channel, how }) => ({ channel, how })),
    places,
    rules: rules.map(({ id, version }) => ({ id, version })),
    attempts: attempts.map(({ id, at, channel }) => ({ id, at, channel })),
  };
}

/** The same for whoever is about to contact, kept with what it was based on. Answers its id beside the decision. */
export async function decideAttempt(
  ctx: LeadsContext,
  asked: Asked & { lead_id: string | null; user_id: string | null; asked_by: string },
): Promise<{ decision: Decision; id: string }> {
  const { decision, details } = await mayContact(ctx, asked);
  const _id = new Types.ObjectId();
  await ctx.contactDecisions.collection.insertOne({
    _id,
    at: details.now,
    lead_id: asked.lead_id === null ? null : new Types.ObjectId(asked.lead_id),
    address: details.address,
    channel: details.channel,
    user_id: asked.user_id === null ? null : new Types.ObjectId(asked.user_id),
    asked_by: asked.asked_by,
    attempt_id: asked.attempt_id ?? null,
    allowed: decision.allowed,
    rule: decision.rule,
    sentence: decision.sentence,
    next: decision.next,
    override_id: decision.override,
    based_on: basis(details),
  });
  return { decision, id: _id.toHexString() };
}
