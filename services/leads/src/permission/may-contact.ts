import { Types } from 'mongoose';
import type { ContactChannel } from '@crm/contracts/customers/contact.js';
import type { LeadsContext } from '../context.js';
import { liveHoldOf } from '../lead/live-hold.js';
import { mayWork } from '../lead/lead.policy.js';
import type { EventActor } from '../lead/lead.events.js';
import type { LeadDoc } from '../lead/lead.model.js';
import { announceTimeline } from '../lead/announce-timeline.js';
import { attemptsAt, decideAndCount } from './attempts.js';
import type { Attempt, Tries } from './attempts.rules.js';
import type { ContactOverrideDoc, DoNotContactDoc } from './contact.model.js';
import { overrideFor, overridesInForce } from './overrides.js';
import { decide, type Decision, type PermissionDetails } from './permission.rules.js';
import { placesOf, type Place } from './places.rules.js';

export interface Asked {
  /** Null for a number that belongs to no lead; undefined for a lead that is not there. */
  lead: LeadDoc | null | undefined;
  /** E.164, or an e-mail; what is neither is refused. */
  address: string;
  channel: ContactChannel;
  /** A customer unless said otherwise. */
  purpose?: 'customer' | 'third-party';
  /** Whether the automatic dialler asks; a person unless said otherwise. */
  automated?: boolean;
  /** Whoever wants to; null for somebody who is unknown or banned. */
  actor: EventActor | null;
  now: Date;
  /** Where the attempt is made now: counted with the decision. */
  attempt_id?: string | undefined;
}

const numbersOf = ({ phone, second_phone }: LeadDoc) =>
  [phone, second_phone].filter((number) => number !== null);

const ownAddresses = (lead: LeadDoc, channel: ContactChannel) =>
  channel === 'email' ? [lead.email?.toLowerCase() ?? null] : numbersOf(lead);

const addressIn = ({ address, channel }: Asked) => (channel === 'email' ? address.toLowerCase() : address);

const placesAsked = (asked: Asked): Place[] =>
  placesOf({
    zipcode: asked.lead?.zipcode ?? null,
    state: asked.lead?.state ?? null,
    phone: asked.channel === 'email' ? null : addressIn(asked),
  });

const isThirdPartyCall = ({ purpose, lead, channel }: Asked) =>
  purpose === 'third-party' && lead === null && channel === 'call';

/** What the store says of some attempts at one lead, or at a number of none: read once for all of them. */
async function readAround(ctx: LeadsContext, asked: readonly [Asked, ...Asked[]]) {
  const [{ lead, now }] = asked;
  const states = new Set(asked.flatMap(placesAsked).flatMap(({ state }) => state ?? []));
  const thirds = asked.filter(isThirdPartyCall).map(addressIn);
  const [rules, entries, overrides, customers] = await Promise.all([
    ctx.rulesAtHand.of([...states]),
    ctx.doNotContact
      .find({ address: { $in: [...new Set(asked.map(addressIn))] }, active: 1 })
      .lean<DoNotContactDoc[]>(),
    lead ? overridesInForce(ctx, lead._id, now) : [],
    Promise.all(
      thirds.map((address) => ctx.leads.exists({ $or: [{ phone: address }, { second_phone: address }] })),
    ),
  ]);
  const strangers = new Set(thirds.filter((_address, index) => customers[index] === null));
  return { rules, entries, overrides, strangers };
}

type Surroundings = Awaited<ReturnType<typeof readAround>>;

/** The numbers of a lead beside the one that is asked about. */
const otherNumbers = (asked: Asked): string[] =>
  asked.lead ? numbersOf(asked.lead).filter((number) => number !== addressIn(asked)) : [];

/**
 * The earliest time at which a customer can have bought: nothing says when the lead was sold, but never before it was
 * made. Of a lead that is older than a rule allows for, the limit holds however late the sale was.
 */
const boughtSince = (lead: Asked['lead']): Date | null =>
  lead && (lead.status === 'purchased' || lead.status === 'in-force') ? lead.createdAt : null;

/** All that a decision looks at; the attempts apart, which a sender counts as it decides. */
function detailsOf(
  asked: Asked,
  { rules, entries, overrides, strangers }: Surroundings,
): Omit<PermissionDetails, keyof Tries> {
  const { lead, channel, actor, now } = asked;
  const address = addressIn(asked);
  const places = placesAsked(asked);
  const override = overrideFor(overrides, address, channel);
  return {
    now,
    channel,
    // Whoever is a customer of ours is one in any call.
    isThirdParty: isThirdPartyCall(asked) && strangers.has(address),
    address,
    status: lead?.status ?? null,
    isOfLead: lead === null || (lead !== undefined && ownAddresses(lead, channel).includes(address)),
    isAutomated: asked.automated === true,
    isActorAllowed: actor !== null && (!lead || mayWork(actor, lead, liveHoldOf(lead, now))),
    entries: entries.filter((entry) => entry.address === address),
    places,
    boughtSince: boughtSince(lead),
    rules: rules.filter(({ id }) => id === 'default' || places.some(({ state }) => state === id)),
    override: override ? { id: override._id.toHexString(), since: override.createdAt } : null,
  };
}

/** The attempts that count for what is asked; none for an e-mail. */
function triesAmong(attempts: ReadonlyMap<string, readonly Attempt[]>, asked: Asked): Tries {
  if (asked.channel === 'email') return { attempts: [], elsewhere: [] };
  return {
    attempts: attempts.get(addressIn(asked)) ?? [],
    elsewhere: otherNumbers(asked).flatMap((number) => attempts.get(number) ?? []),
  };
}

/**
 * The same as `mayContact` for some ways to one lead, to be shown: the store is asked once for all of them, and nothing is
 * counted. Answers the decisions in the order of what was asked, each with the override it was made by or could be.
 */
export async function decideToShow(
  ctx: LeadsContext,
  asked: readonly Asked[],
): Promise<{ decision: Decision; override: ContactOverrideDoc | undefined }[]> {
  const [first, ...others] = asked;
  if (first === undefined) return [];
  const numbers = asked
    .filter(({ channel }) => channel !== 'email')
    .flatMap((each) => [addressIn(each), ...otherNumbers(each)]);
  const [around, attempts] = await Promise.all([
    readAround(ctx, [first, ...others]),
    attemptsAt(ctx, [...new Set(numbers)]),
  ]);
  return asked.map((each) => ({
    decision: decide({ ...detailsOf(each, around), ...triesAmong(attempts, each) }),
    override: overrideFor(around.overrides, addressIn(each), each.channel),
  }));
}

/**
 * Whether somebody may be contacted: yes, or no with the rule, a sentence and the next allowed time. Answers the details
 * it was decided by beside it. With `attempt_id` an allowed attempt is counted in the same write.
 */
export async function mayContact(
  ctx: LeadsContext,
  asked: Asked,
): Promise<{ decision: Decision; details: PermissionDetails }> {
  const read = detailsOf(asked, await readAround(ctx, [asked]));
  const { address, channel, now } = read;
  const by = (tries: Tries) => {
    const details = { ...read, ...tries };
    const decision = decide(details);
    return { allowed: decision.allowed, decision, details };
  };
  if (asked.attempt_id !== undefined && channel !== 'email') {
    // What another number was tried for decides nothing where each has a limit of its own.
    const isPerPerson = read.rules.some((rule) => rule.attempts_per_person === 1);
    const numbers = { number: address, others: isPerPerson ? otherNumbers(asked) : [] };
    return decideAndCount(ctx, numbers, { id: asked.attempt_id, at: now, channel }, by);
  }
  const tried = channel === 'email' ? [] : [address, ...otherNumbers(asked)];
  return by(triesAmong(await attemptsAt(ctx, tried), asked));
}

/** What a decision was based on, as it is kept. */
function basis({
  status,
  isThirdParty,
  isAutomated,
  isOfLead,
  isActorAllowed,
  entries,
  places,
  rules,
  attempts,
  elsewhere,
  boughtSince: since,
}: PermissionDetails) {
  const shown = ({ id, at, channel }: Attempt) => ({ id, at, channel });
  return {
    status,
    ...(isThirdParty ? { isThirdParty } : {}),
    ...(isAutomated ? { isAutomated } : {}),
    isOfLead,
    isActorAllowed,
    entries: entries.map(({ channel, how }) => ({ channel, how })),
    places,
    rules: rules.map(({ id, version }) => ({ id, version })),
    attempts: attempts.map(shown),
    ...(elsewhere.length > 0 ? { elsewhere: elsewhere.map(shown) } : {}),
    ...(since === null ? {} : { boughtSince: since }),
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
  // Of a refused call telephony tells.
  if (!decision.allowed && asked.channel !== 'call' && asked.lead)
    announceTimeline(ctx, asked.lead._id.toHexString());
  return { decision, id: _id.toHexString() };
}
