import { Types } from 'mongoose';
import { sourceById } from '@crm/contracts/codes/sources.js';
import type { ContactChannel, ContactPurpose } from '@crm/contracts/customers/contact.js';
import type { ContactRule } from '@crm/contracts/resources/contact-rule.js';
import type { LeadsContext } from '../context.js';
import { liveHoldOf } from '../lead/live-hold.js';
import { mayWork } from '../lead/lead.policy.js';
import type { EventActor } from '../lead/lead.events.js';
import type { LeadDoc } from '../lead/lead.model.js';
import { announceTimeline } from '../lead/announce-timeline.js';
import { screenNumbers } from '../suppression/screen-numbers.js';
import { unscreened } from '../suppression/suppression.rules.js';
import { attemptsAt, decideAndCount, type NumbersTried } from './attempts.js';
import { asksForConsent, type ConsentOnFile } from './consent.rules.js';
import type { Attempt, Tries } from './attempts.rules.js';
import type { ContactOverrideDoc, DoNotContactDoc } from './contact.model.js';
import { overrideFor, overridesInForce } from './overrides.js';
import { decide, type Decision, type PermissionDetails } from './permission.rules.js';
import { writtenConsents } from './written-consents.js';
import { placesOf, type Place } from './places.rules.js';
import { isCustomer, purposeOf } from './purpose.rules.js';

/** Of a number; the last ones are enough, since what is asked for is one that holds. */
const maxConsents = 100;

export interface Asked {
  /** Null for a number that belongs to no lead; undefined for a lead that is not there. */
  lead: LeadDoc | null | undefined;
  /** E.164, or an e-mail; what is neither is refused. */
  address: string;
  channel: ContactChannel;
  /** Sales unless said otherwise; what of it is service follows from what is known. */
  purpose?: Exclude<ContactPurpose, 'service'>;
  /** Whether a recorded message is to be played. */
  prerecorded?: boolean;
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

/** The default, and the rules of the states of some places. */
const rulesAt = (rules: readonly ContactRule[], places: readonly Place[]) =>
  rules.filter(({ id }) => id === 'default' || places.some(({ state }) => state === id));

const isThirdPartyCall = ({ purpose, lead, channel }: Asked) =>
  purpose === 'third-party' && lead === null && channel === 'call';

const sourceOf = (lead: Asked['lead']) => (lead ? (sourceById(lead.source_id)?.name ?? null) : null);

/** The consents for the numbers that are asked about, read only where a rule may ask for one. */
async function consentsAsked(
  { consents }: LeadsContext,
  asked: readonly Asked[],
  rules: readonly ContactRule[],
): Promise<ConsentOnFile[]> {
  const wanted = asked.filter((each) => {
    const { lead, channel, prerecorded = false } = each;
    const source = sourceOf(lead);
    const purpose = purposeOf({
      isThirdParty: false,
      status: lead?.status ?? null,
      reachedAt: null,
      now: each.now,
    });
    return asksForConsent(rulesAt(rules, placesAsked(each)), {
      ...{ channel, purpose, source },
      isPrerecorded: prerecorded,
    });
  });
  const addresses = [...new Set(wanted.map(addressIn))];
  if (addresses.length === 0) return [];
  return consents
    .find({ addresses: { $in: addresses } })
    .sort({ received_at: -1 })
    .limit(maxConsents)
    .lean<ConsentOnFile[]>();
}

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
  const [{ lead, licenceDenial, now }] = asked;
  const states = new Set(asked.flatMap(placesAsked).flatMap(({ state }) => state ?? []));
  const thirds = asked.filter(isThirdPartyCall).map(addressIn);
  const numbers = asked.filter(({ channel }) => channel !== 'email').map(addressIn);
  const rulesThere = ctx.rulesAtHand.of([...states]);
  const [rules, consents, suppressionOf, customers, denied] = await Promise.all([
    rulesThere,
    rulesThere.then((rules) => consentsAsked(ctx, asked, rules)),
    screenNumbers(ctx, [...new Set(numbers)], writtenConsents(ctx, now)),
    Promise.all(
      thirds.map((address) => ctx.leads.exists({ $or: [{ phone: address }, { second_phone: address }] })),
    ),
    lead ? licenceDenial?.() : undefined,
  ]);
  const strangers = new Set(thirds.filter((_address, index) => customers[index] === null));
  return { rules, consents, suppressionOf, strangers, licenceDenial: denied ?? null };
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
  lead && isCustomer(lead.status) ? lead.createdAt : null;

/** All that a decision looks at; the attempts apart, which a sender counts as it decides. */
function detailsOf(
  asked: Asked,
  { rules, consents, entries, overrides, suppressionOf, strangers, licenceDenial }: Surroundings,
  agency: string,
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
    isHelpReply: asked.purpose === 'help-reply' && channel === 'text',
    isAutomated: asked.automated === true,
    isPrerecorded: asked.prerecorded === true,
    isActorAllowed: actor !== null && (!lead || mayWork(actor, lead, liveHoldOf(lead, now))),
    licenceDenial,
    entries: entries.filter((entry) => entry.address === address),
    suppression: channel === 'email' ? unscreened : suppressionOf(address),
    places,
    boughtSince: boughtSince(lead),
    source: sourceOf(lead),
    consents,
    agency,
    rules: rulesAt(rules, places),
    override: override ? { id: override._id.toHexString(), since: override.createdAt } : null,
  };
}

/** The attempts that count for what is asked; none for an e-mail. */
function triesAmong(attempts: NumbersTried, asked: Asked): Tries {
  if (asked.channel === 'email') return { attempts: [], elsewhere: [], reachedAt: null };
  const own = attempts.get(addressIn(asked));
  return {
    attempts: own?.attempts ?? [],
    elsewhere: otherNumbers(asked).flatMap((number) => attempts.get(number)?.attempts ?? []),
    reachedAt: own?.reachedAt ?? null,
  };
}

/** One that an admin would give now, to see what it would set aside. */
const anyOverride = (now: Date) => ({ id: '', since: now });

/**
 * The same as `mayContact` for some ways to one lead, to be shown: the store is asked once for all of them, and nothing is
 * counted. Answers the decisions in the order of what was asked, each with whether an admin could override it and with the
 * override it was made by or could be.
 */
export async function decideToShow(
  ctx: LeadsContext,
  asked: readonly Asked[],
): Promise<{ decision: Decision; isOverridable: boolean; override: ContactOverrideDoc | undefined }[]> {
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
  return asked.map((each) => {
    const details = { ...detailsOf(each, around, ctx.config.agencyName), ...triesAmong(attempts, each) };
    const decision = decide(details);
    return {
      decision,
      isOverridable: !decision.allowed && decide({ ...details, override: anyOverride(details.now) }).allowed,
      override: overrideFor(around.overrides, addressIn(each), each.channel),
    };
  });
}

/** What was read beside the lead: what is listed, and the attempts at the number that is asked about. */
export type ReadBeside = Listed & { attempts: NumbersTried };

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
  const read = detailsOf(asked, { ...listed, ...surroundings }, ctx.config.agencyName);
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

/** What of lists is kept with a decision; nothing where there was none. */
function suppressionBasis({ hits, loaded, scrubbedAt, consents }: PermissionDetails['suppression']) {
  if (loaded.length === 0 && scrubbedAt === null && hits.length === 0) return {};
  const dated = ({ scope, state, as_of }: (typeof loaded)[number]) => ({ scope, state, as_of });
  return { suppression: { hits, loaded: loaded.map(dated), scrubbedAt, consents } };
}

/** What a decision was based on, as it is kept. */
function basis({
  status,
  isThirdParty,
  isHelpReply,
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
  suppression,
}: PermissionDetails) {
  const shown = ({ id, at, channel }: Attempt) => ({ id, at, channel });
  return {
    status,
    ...(isThirdParty ? { isThirdParty } : {}),
    ...(isHelpReply ? { isHelpReply } : {}),
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
    ...suppressionBasis(suppression),
  };
}

/** The same for whoever is about to contact, kept with what it was based on. Answers its id beside the decision. */
export async function decideAttempt(
  ctx: LeadsContext,
  asked: Asked & { lead_id: string | null; user_id: string | null; asked_by: string },
  beside: ReadBeside,
): Promise<{ decision: Decision; purpose: ContactPurpose; id: string }> {
  const { decision, details } = await mayContact(ctx, asked, beside);
  const purpose = purposeOf(details);
  const _id = new Types.ObjectId();
  await ctx.contactDecisions.collection.insertOne({
    _id,
    at: details.now,
    lead_id: asked.lead_id === null ? null : new Types.ObjectId(asked.lead_id),
    address: details.address,
    channel: details.channel,
    purpose,
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
  return { decision, purpose, id: _id.toHexString() };
}
