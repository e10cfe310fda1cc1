import type { SourceName } from '@crm/contracts/codes/sources.js';
import { stateName } from '@crm/contracts/codes/states.js';
import type { StatusCode } from '@crm/contracts/codes/statuses.js';
import { statusTitle } from '@crm/contracts/codes/statuses.js';
import type {
  ContactChannel,
  OptOutHow,
  PermissionRule,
  RefusedChannel,
} from '@crm/contracts/customers/contact.js';
import { phoneNumber } from '@crm/contracts/phone.js';
import type { ContactRule } from '@crm/contracts/resources/contact-rule.js';
import { z } from 'zod';
import { usedUp, type Tries } from './attempts.rules.js';
import { consentDenialReason, type ConsentOnFile } from './consent.rules.js';
import {
  isScreened,
  outdatedRefusal,
  suppressionRefusal,
  type Suppression,
} from '../suppression/suppression.rules.js';
import { closedWindow, closesAt, nextOpen, type Window } from '@crm/domain/hours/hours.rules.js';
import { isOwnWord } from './own-word.rules.js';
import type { Place } from './places.rules.js';
import { isCustomer, purposeOf } from './purpose.rules.js';
import { localTime, shownTime } from '@crm/domain/hours/zone-time.js';

export type Limits = Pick<
  ContactRule,
  | 'id'
  | 'version'
  | 'channels'
  | 'hours'
  | 'closed_days'
  | 'max_attempts'
  | 'attempts_per_person'
  | 'customer_months'
  | 'no_automated_dialling'
  | 'consent_for'
>;

/** All that a decision looks at. */
export interface PermissionDetails extends Tries {
  now: Date;
  channel: ContactChannel;
  /** Somebody is rung into a customer's call whose number no lead has. */
  isThirdParty: boolean;
  /** A text that answers HELP, which a carrier wants answered whoever asks and whenever. */
  isHelpReply: boolean;
  /** The automatic dialler chose the number. */
  isAutomated: boolean;
  /** A recorded message is to be played. */
  isPrerecorded: boolean;
  /** E.164 or an e-mail, as it was given. */
  address: string;
  /** The lead's; null without a lead. */
  status: StatusCode | null;
  /** Whether the lead is there and the address one of its own; true where no lead is named. */
  isOfLead: boolean;
  /** Whether whoever asks may work the lead. */
  isActorAllowed: boolean;
  /** Why the agent's licences do not allow it; null where they do, and where none is asked for. */
  licenceDenial?: string | null | undefined;
  /** What stands on the list of those not to be contacted, for any channel. */
  entries: readonly { channel: RefusedChannel; how: OptOutHow; since: Date; own_word?: 0 | 1 }[];
  /** What lists of numbers say of the address; nothing of an e-mail. */
  suppression: Suppression;
  places: readonly Place[];
  /** The default, and those of the states of the places. */
  rules: readonly Limits[];
  /** The earliest time at which this customer of ours can have bought; null for who is none. */
  boughtSince: Date | null;
  /** Where the lead came from; null without a lead. */
  source: SourceName | null;
  /** The person's consents, where a rule may ask for one. */
  consents: readonly ConsentOnFile[];
  /** How the agency calls itself. */
  agency: string;
  /** An override of an admin that has not run out. */
  override: { id: string; since: Date } | null;
}

export interface Decision {
  allowed: boolean;
  rule: PermissionRule | null;
  sentence: string;
  next: Date | null;
  /** Of a yes: when the hours end. */
  closes: Date | null;
  override: string | null;
}

const channelWords: Record<ContactChannel, string> = { call: 'calls', text: 'texts', email: 'e-mails' };
const howWords: Record<OptOutHow, string> = {
  status: 'by the status of a lead',
  agent: 'as told to us',
  keyword: 'by their own word',
  carrier: 'by their carrier',
  import: 'by a list',
  api: 'as another system told us',
};
const email = z.email().max(320);

function no(rule: PermissionRule, sentence: string, next: Date | null = null): Decision {
  return { allowed: false, rule, sentence, next, closes: null, override: null };
}

/** Whether an address can be reached by a channel at all: no service code (911), no number that charges its caller. */
export function isReachable(address: string, channel: ContactChannel): boolean {
  if (channel === 'email') return email.safeParse(address).success;
  return phoneNumber.safeParse(address).success && !/^\+1(900|\d11|\d{3}\d11|\d{3}976)/.test(address);
}

/** The rules about a channel that hold at the places of a customer. */
const limitsOf = ({ channel, places, rules }: PermissionDetails) =>
  rules.filter(
    ({ id, channels }) =>
      channels.includes(channel) && (id === 'default' || places.some(({ state }) => state === id)),
  );

/** The rules of a place that are about a channel, by the clocks of that place. */
function windowsOf({ channel, places, rules }: PermissionDetails): Window[] {
  return places.flatMap(({ state, zones }) =>
    rules
      .filter(({ id, channels }) => (id === 'default' || id === state) && channels.includes(channel))
      .flatMap((rule) => zones.map((zone) => ({ zone, rule }))),
  );
}

function closedSentence({ channel, now }: PermissionDetails, { zone }: Window, next: Date | null): string {
  const what = channelWords[channel];
  if (next === null) return `There are no permitted hours for ${what} there`;
  const isToday = localTime(zone, now).date === localTime(zone, next).date;
  const begin = isToday
    ? `at ${shownTime(zone, next)}`
    : `on ${shownTime(zone, next, true).replace(' ', ' at ')}`;
  return `It is ${shownTime(zone, now, !isToday)} there; ${what} may begin ${begin}`;
}

const lawOf = (id: ContactRule['id']) => (id === 'default' ? 'the rules allow' : `${stateName(id)} allows`);

/** What lists of numbers are asked by. */
const suppressionAsked = (details: PermissionDetails) => ({
  ...details,
  states: details.places.map(({ state }) => state),
  isCustomer: details.boughtSince !== null,
});

/** The refusals that an override cannot set aside. */
function absoluteRefusal(details: PermissionDetails): Decision | undefined {
  const { address, channel, isOfLead, isActorAllowed, isAutomated, licenceDenial, rules } = details;
  if (!isReachable(address, channel)) {
    return no(
      'number',
      channel === 'email' ? 'This e-mail address cannot receive e-mail' : 'This number cannot be reached',
    );
  }
  if (!isOfLead) return no('lead', 'The lead no longer exists or no longer has this number or e-mail');
  if (!isActorAllowed) return no('actor', 'This lead is not yours to contact');
  if (licenceDenial) return no('licence', licenceDenial);
  // Without the default nobody knows what is allowed.
  if (!rules.some(({ id }) => id === 'default')) return no('rules', 'The contact rules could not be loaded');
  // What an admin allows is a call that a person makes.
  const barred = limitsOf(details).find(({ no_automated_dialling }) => no_automated_dialling === 1);
  const isFree = isScreened(details) || details.boughtSince !== null;
  if (isAutomated && barred !== undefined && !isFree) {
    const law = lawOf(barred.id);
    const allows = law.charAt(0).toUpperCase() + law.slice(1);
    return no('dialler', `${allows} no automated dialling of numbers that were not screened`);
  }
  const outdated = isAutomated ? outdatedRefusal(suppressionAsked(details)) : undefined;
  if (outdated !== undefined) return no('outdated_list', outdated);
  const listed = suppressionRefusal(suppressionAsked(details));
  return listed?.isAbsolute === true ? no('suppression', listed.sentence) : undefined;
}

/**
 * What no override sets aside: the customer's own word, whenever it was said, and whatever was said since an admin
 * said yes.
 */
function isOverruled({ entries, channel, override }: PermissionDetails): boolean {
  return entries.some(
    (each) =>
      (each.channel === 'all' || each.channel === channel) &&
      override !== null &&
      (isOwnWord(each) || each.since > override.since),
  );
}

function refusal(details: PermissionDetails): Decision | undefined {
  const { channel, isThirdParty, status, entries, places, boughtSince, now } = details;
  const closing = entries.filter((each) => each.channel === 'all' || each.channel === channel);
  const entry = closing.find(isOwnWord) ?? closing[0];
  if (entry !== undefined)
    return no('do_not_contact', `Does not want ${channelWords[channel]}, ${howWords[entry.how]}`);
  // Hours and attempts are about solicitation.
  if (isThirdParty) return undefined;
  if (channel !== 'email' && (status === 'doNotCall' || status === 'wrongPhoneNumber')) {
    return no('status', `The status is '${statusTitle(status)}'`);
  }
  const listed = suppressionRefusal(suppressionAsked(details));
  if (listed !== undefined) return no('suppression', listed.sentence);
  const limits = limitsOf(details);
  if (limits.length === 0) return undefined;
  if (places.length === 0)
    return no('place', "The customer's local time is unknown: enter a ZIP code or a state");

  const unproved = consentDenialReason(limits, { ...details, purpose: purposeOf(details) });
  if (unproved !== undefined) return no('consent', unproved);

  const windows = windowsOf(details);
  const used = usedUp(limits, details, boughtSince, now);
  const next = nextOpen(windows, used === undefined ? now : used.freeAt);
  const closed = closedWindow(windows, now);
  if (closed !== undefined) return no('hours', closedSentence(details, closed, next), next);
  if (used === undefined) return undefined;
  const zone = windows[0]?.zone;
  const again = next === null || zone === undefined ? '' : `; again from ${shownTime(zone, next, true)}`;
  const whom = used.rule.attempts_per_person === 1 ? ' for each person' : '';
  const times = `${String(used.count)} ${used.count === 1 ? 'time' : 'times'}`;
  return no(
    'attempts',
    `Tried ${times} in 24 hours, ${lawOf(used.rule.id)} ${String(used.rule.max_attempts)}${whom}${again}`,
    next,
  );
}

/** The sentence of a yes, with what it is for where that is no solicitation. */
function allowedSentence(details: PermissionDetails): string {
  if (purposeOf(details) !== 'service') return 'May be contacted';
  return isCustomer(details.status)
    ? 'May be contacted about their policy'
    : 'May be contacted in answer to them';
}

/** Whether somebody may be contacted: yes; or no with the first rule that refuses, why, and when it may be tried next. */
export function decide(details: PermissionDetails): Decision {
  if (details.isHelpReply && isReachable(details.address, details.channel)) {
    const sentence = 'Answers HELP';
    return { allowed: true, rule: null, sentence, next: null, closes: null, override: null };
  }
  const absolute = absoluteRefusal(details);
  if (absolute !== undefined) return absolute;
  const refused = refusal(details);
  if (refused === undefined) {
    return {
      allowed: true,
      rule: null,
      sentence: allowedSentence(details),
      next: null,
      closes: details.isThirdParty ? null : closesAt(windowsOf(details), details.now),
      override: null,
    };
  }
  // A missing consent is recorded, not set aside.
  if (details.override === null || refused.rule === 'consent' || isOverruled(details)) return refused;
  return {
    allowed: true,
    rule: refused.rule,
    sentence: `Allowed by an admin: ${refused.sentence}`,
    next: null,
    closes: null,
    override: details.override.id,
  };
}
