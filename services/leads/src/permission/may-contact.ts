import { Types } from 'mongoose';
import type { ContactChannel } from '@crm/contracts/customers/contact.js';
import type { LeadsContext } from '../context.js';
import { liveHoldOf } from '../lead/live-hold.js';
import { mayWork } from '../lead/lead.policy.js';
import type { EventActor } from '../lead/lead.events.js';
import type { LeadDoc } from '../lead/lead.model.js';
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
  /** Answers why the actor's licences do not allow it (rule A21): asked with all else that is read. */
  licenceDenial?: () => Promise<string | undefined>;
  now: Date;
  /** Where the attempt is made now: counted with the decision. */
  attempt_id?: string | undefined;
}

const numbersOf = ({ phone, second_phone }: LeadDoc) =>
  [phone, second_phone].filter((number) => number !== null);

const ownAddresses = (lead: LeadDoc, channel: ContactChannel) =>
  channel === 'email' ? [lead.email?.toLowerCase() ?? null] : numbersOf(lead);

/** An address as it is listed and counted. */
export const addressIn = ({ address, channel }: Pick<Asked, 'address' | 'channel'>): string =>
  channel === 'email' ? address.toLowerCase() : address;

const placesAsked = (asked: Asked): Place[] =>
  placesOf({
    zipcode: asked.lead?.zipcode ?? null,
    state: asked.lead?.state ?? null,
    phone: asked.channel === 'email' ? null : addressIn(asked),
  });

const isThirdPartyCall = ({ purpose, lead, channel }: Asked) =>
  purpose === 'third-party' && lead === null && channel === 'call';

/** What is listed of some addresses and set aside for a lead: known without the lead itself, so read beside it. */
export interface Listed {
  entries: DoNotContactDoc[];
  overrides: ContactOverrideDoc[];
}

export async function readListed(
  ctx: LeadsContext,
  { addresses, lead_id }: { addresses: readonly string[]; lead_id: string | Types.ObjectId | null },
  now: Date,
): Promise<Listed> {
  const [entries, overrides] = await Promise.all([
    ctx.doNotContact.find({ address: { $in: [...new Set(addresses)] }, active: 1 }).lean<DoNotContactDoc[]>(),
    lead_id === null ? [] : overridesInForce(ctx, new Types.ObjectId(lead_id), now),
  ]);
  return { entries, overrides };
}

/**
 * What holds where the customers of some attempts at one lead may be, what its asker's licences say of it, and which third
 * parties are nobody's customer.
 */
async function readAround(ctx: LeadsContext, asked: readonly [Asked, ...Asked[]]) {
  const [{ lead, licenceDenial }] = asked;
  const states = new Set(asked.flatMap(placesAsked).flatMap(({ state }) => state ?? []));
  const thirds = asked.filter(isThirdPartyCall).map(addressIn);
  const [rules, customers, denied] = await Promise.all([
    ctx.rulesAtHand.of([...states]),
    Promise.all(
      thirds.map((address) => ctx.leads.exists({ $or: [{ phone: address }, { second_phone: address }] })),
    ),
    lead ? licenceDenial?.() : undefined,
  ]);
  const strangers = new Set(thirds.filter((_address, index) => customers[index] === null));
  return { rules, strangers, licenceDenial: denied ?? null };
}

type Surroundings = Listed & Awaited<ReturnType<typeof readAround>>;

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
  { rules, entries, overrides, strangers, licenceDenial }: Surroundings,
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
    licenceDenial,
    entries: entries.filter((entry) => entry.address === address),
    places,
    boughtSince: boughtSince(lead),
    rules: rules.filter(({ id }) => id === 'default' || places.some(({ state }) => state === id)),
    override: override ? { id: override._id.toHexString(), since: override.createdAt } : null,
  };
}

/** The attempts of some numbers. */
type Attempts = ReadonlyMap<string, readonly Attempt[]>;

/** The attempts that count for what is asked; none for an e-mail. */
function triesAmong(attempts: Attempts, asked: Asked): Tries {
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
  const { lead, now } = first;
  const [listed, surroundings, attempts] = await Promise.all([
    readListed(ctx, { addresses: asked.map(addressIn), lead_id: lead?._id ?? null }, now),
    readAround(ctx, [first, ...others]),
    attemptsAt(ctx, [...new Set(numbers)]),
  ]);
  const around = { ...listed, ...surroundings };
  return asked.map((each) => ({
    decision: decide({ ...detailsOf(each, around), ...triesAmong(attempts, each) }),
    override: overrideFor(around.overrides, addressIn(each), each.channel),
  }));
}

/** What was read beside the lead: what is listed, and the attempts at the number that is asked about. */
export type ReadBeside = Listed & { attempts: Attempts };

/**
 * Whether somebody may be contacted: yes, or no with the rule, a sentence and the next allowed time. Answers the details
 * it was decided by beside it. With `attempt_id` an allowed attempt is counted in the same write.
 */
async function mayContact(
  ctx: LeadsContext,
  asked: Asked,
  { attempts, ...listed }: ReadBeside,
): Promise<{ decision: Decision; details: PermissionDetails }> {
  const others = asked.channel === 'email' ? [] : otherNumbers(asked);
  const isCounted = asked.attempt_id !== undefined && asked.channel !== 'email';
  const [surroundings, elsewhere] = await Promise.all([
    readAround(ctx, [asked]),
    isCounted || others.length === 0 ? [] : attemptsAt(ctx, others),
  ]);
  const read = detailsOf(asked, { ...listed, ...surroundings });
  const { address, channel, now } = read;
  const by = (tries: Tries) => {
    const details = { ...read, ...tries };
    const decision = decide(details);
    return { allowed: decision.allowed, decision, details };
  };
  if (asked.attempt_id !== undefined && channel !== 'email') {
    // What another number was tried for decides nothing where each has a limit of its own.
    const isPerPerson = read.rules.some((rule) => rule.attempts_per_person === 1);
    const numbers = { number: address, others: isPerPerson ? others : [] };
    return decideAndCount(ctx, numbers, { id: asked.attempt_id, at: now, channel }, by);
  }
  return by(triesAmong(new Map([...attempts, ...elsewhere]), asked));
}

/** What a decision was based on, as it is kept. */
function basis({
  status,
  isThirdParty,
  isAutomated,
  isOfLead,
  isActorAllowed,
  licenceDenial,
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
    ...(licenceDenial ? { licenceDenial } : {}),
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
  beside: ReadBeside,
): Promise<{ decision: Decision; id: string }> {
  const { decision, details } = await mayContact(ctx, asked, beside);
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
