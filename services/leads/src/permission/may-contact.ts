import { Types } from 'mongoose';
import { sourceById } from '@crm/contracts/codes/sources.js';
import type { ContactChannel, ContactPurpose } from '@crm/contracts/customers/contact.js';
import type { ContactRule } from '@crm/contracts/resources/contact-rule.js';
import type { LeadsContext } from '../context.js';
import { liveHoldOf } from '../lead/live-hold.js';
import { mayWork } from '../lead/lead.policy.js';
import type { EventActor } from '../lead/lead.events.js';
import { announceTimeline } from '../lead/announce-timeline.js';
import { screenNumbers } from '../suppression/screen-numbers.js';
import { unscreened } from '../suppression/suppression.rules.js';
import { attemptsAt, decideAndCount, type NumbersTried } from './attempts.js';
import type { Attempt, Tries } from './attempts.rules.js';
import type { ContactLead } from './contact-lead.js';
import type { OverrideInForce } from './contact.model.js';
import { overrideFor } from './overrides.js';
import { decide, type Decision, type PermissionDetails } from './permission.rules.js';
import { readContacts, type ContactsOnFile } from './read-contacts.js';
import { writtenConsents } from './written-consents.js';
import { placesOf, type Place } from './places.rules.js';
import { isCustomer, purposeOf } from './purpose.rules.js';
import { rulesOfStates } from './rules-at-hand.js';

export interface Asked {
  /** Null for a number that belongs to no lead; undefined for a lead that is not there. */
  lead: ContactLead | null | undefined;
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

const numbersOf = ({ phone, second_phone }: ContactLead) =>
  [phone, second_phone].filter((number) => number !== null);

const ownAddresses = (lead: ContactLead, channel: ContactChannel) =>
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

/**
 * What holds where the customers of some attempts may be, what each asker's licences say of it, and which third parties are
 * nobody's customer.
 */
async function readAround(ctx: LeadsContext, asked: readonly [Asked, ...Asked[]]) {
  const [{ now }] = asked;
  const states = new Set(asked.flatMap(placesAsked).flatMap(({ state }) => state ?? []));
  const thirds = asked.filter(isThirdPartyCall).map(addressIn);
  const numbers = asked.filter(({ channel }) => channel !== 'email').map(addressIn);
  const [rules, suppressionOf, customers, denials] = await Promise.all([
    rulesOfStates(ctx.contactRules, [...states]),
    screenNumbers(ctx, [...new Set(numbers)], writtenConsents(ctx, now)),
    Promise.all(
      thirds.map((address) => ctx.leads.exists({ $or: [{ phone: address }, { second_phone: address }] })),
    ),
    Promise.all(
      asked.map(({ lead, licenceDenial }) =>
        lead && licenceDenial ? licenceDenial() : Promise.resolve(undefined),
      ),
    ),
  ]);
  const strangers = new Set(thirds.filter((_address, index) => customers[index] === null));
  const denialOf = new Map(asked.map((each, index) => [each, denials[index] ?? null]));
  return { rules, suppressionOf, strangers, denialOf };
}

type Surroundings = Omit<ContactsOnFile, 'attempts'> & Awaited<ReturnType<typeof readAround>>;

/** The numbers of a lead beside the one that is asked about. */
const otherNumbers = (asked: Asked): string[] =>
  asked.lead ? numbersOf(asked.lead).filter((number) => number !== addressIn(asked)) : [];

/**
 * The earliest time at which a customer can have bought: nothing says when the lead was sold, but never before it was
 * made. Of a lead that is older than a rule allows for, the limit holds however late the sale was.
 */
const boughtSince = (lead: Asked['lead']): Date | null =>
  lead && isCustomer(lead.status) ? lead.createdAt : null;

/** What sets the rules aside for what is asked: an override is one lead's. */
const overrideOf = (overrides: readonly OverrideInForce[], asked: Asked) =>
  overrideFor(
    overrides.filter(({ lead_id }) => asked.lead?._id.equals(lead_id)),
    addressIn(asked),
    asked.channel,
  );

/** All that a decision looks at; the attempts apart, which a sender counts as it decides. */
function detailsOf(
  asked: Asked,
  { rules, consents, entries, overrides, suppressionOf, strangers, denialOf }: Surroundings,
  agency: string,
): Omit<PermissionDetails, keyof Tries> {
  const { lead, channel, actor, now } = asked;
  const address = addressIn(asked);
  const places = placesAsked(asked);
  const override = overrideOf(overrides, asked);
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
    licenceDenial: denialOf.get(asked) ?? null,
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
 * The same as `mayContact` for some ways to some leads, to be shown: the store is asked once for all of them, and nothing is
 * counted. Answers the decisions in the order of what was asked, each with whether an admin could override it and with the
 * override it was made by or could be. `read`: what is on file, where it is read for more than this.
 */
export async function decideToShow(
  ctx: LeadsContext,
  asked: readonly Asked[],
  read?: Promise<ContactsOnFile>,
): Promise<{ decision: Decision; isOverridable: boolean; override: OverrideInForce | undefined }[]> {
  const [first, ...others] = asked;
  if (first === undefined) return [];
  const numbers = asked
    .filter(({ channel }) => channel !== 'email')
    .flatMap((each) => [addressIn(each), ...otherNumbers(each)]);
  const leads = new Set(asked.flatMap(({ lead }) => lead?._id.toHexString() ?? []));
  const [{ attempts, ...onFile }, surroundings] = await Promise.all([
    read ??
      readContacts(ctx, { addresses: asked.map(addressIn), tried: numbers, leads: [...leads] }, first.now),
    readAround(ctx, [first, ...others]),
  ]);
  const around = { ...onFile, ...surroundings };
  return asked.map((each) => {
    const details = { ...detailsOf(each, around, ctx.config.agencyName), ...triesAmong(attempts, each) };
    const decision = decide(details);
    return {
      decision,
      isOverridable: !decision.allowed && decide({ ...details, override: anyOverride(details.now) }).allowed,
      override: overrideOf(around.overrides, each),
    };
  });
}

/**
 * Whether somebody may be contacted: yes, or no with the rule, a sentence and the next allowed time. Answers the details
 * it was decided by beside it. With `attempt_id` an allowed attempt is counted in the same write.
 */
async function mayContact(
  ctx: LeadsContext,
  asked: Asked,
  { attempts, ...onFile }: ContactsOnFile,
): Promise<{ decision: Decision; details: PermissionDetails }> {
  const others = asked.channel === 'email' ? [] : otherNumbers(asked);
  const isCounted = asked.attempt_id !== undefined && asked.channel !== 'email';
  const [surroundings, elsewhere] = await Promise.all([
    readAround(ctx, [asked]),
    isCounted || others.length === 0 ? [] : attemptsAt(ctx, others),
  ]);
  const read = detailsOf(asked, { ...onFile, ...surroundings }, ctx.config.agencyName);
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
  beside: ContactsOnFile,
): Promise<{ decision: Decision; purpose: ContactPurpose; id: string }> {
  const { decision, details } = await mayContact(ctx, asked, beside);
  const purpose = purposeOf(details);
  const _id = new Types.ObjectId();
  await ctx.saveDecisions([
    {
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
    },
  ]);
  // Of a refused call telephony tells.
  if (!decision.allowed && asked.channel !== 'call' && asked.lead)
    announceTimeline(ctx, asked.lead._id.toHexString());
  return { decision, purpose, id: _id.toHexString() };
}
