import type { Permission } from '@crm/contracts/customers/contact.js';
import type { MessageKey } from '../../i18n/useTranslate.js';
import { shownAt } from '../lead/local-time.js';
import { localise } from '../../i18n/language.js';

/** What is said of a permission that is given, comes later, or does not come. */
export interface Says {
  allowed: MessageKey;
  later: MessageKey;
  never: MessageKey;
}

/** Of both channels of a number, or of one of them. */
export const both = {
  allowed: 'crm.contact.callAndText',
  later: 'crm.contact.from',
  never: 'crm.contact.mayNot',
} as const;
export const one = {
  call: { allowed: 'crm.contact.call', later: 'crm.contact.callsFrom', never: 'crm.contact.mayNotCall' },
  text: { allowed: 'crm.contact.text', later: 'crm.contact.textsFrom', never: 'crm.contact.mayNotText' },
} as const;

/** Whether the same can be said of two permissions. */
export const isSame = (a: Permission, b: Permission): boolean =>
  a.allowed === b.allowed && a.next_allowed_at === b.next_allowed_at && a.rule === b.rule;

export type PermissionHue = 'green' | 'orange' | 'red';

/** A permission in its colour and a word, the time by the customer's clock. */
export interface Said {
  hue: PermissionHue;
  word: MessageKey;
  time: string;
}

/** Green where it is given, orange with the next time, red where it is closed (look: Lead page). */
export function saidOf(
  { allowed, next_allowed_at: next }: Pick<Permission, 'allowed' | 'next_allowed_at'>,
  says: Says,
  zone: string | undefined,
  now: Date,
): Said {
  if (allowed) return { hue: 'green', word: says.allowed, time: '' };
  if (next === null) return { hue: 'red', word: says.never, time: '' };
  const time = zone === undefined ? '' : shownAt(zone, new Date(next), now);
  return { hue: 'orange', word: says.later, time };
}

/** Both permissions of a number under one colour: what differs is said of each, and is neither open nor closed. */
export function saidOfBoth(
  { call, text }: { call: Permission; text: Permission },
  zone: string | undefined,
  now: Date,
): { hue: PermissionHue; said: readonly Said[]; reason: string | undefined } {
  const refused = [call, text].find(({ allowed }) => !allowed);
  // Of the hours the word says all: from when.
  const reason = refused === undefined || refused.rule === 'hours' ? undefined : localise(refused.sentence);
  if (isSame(call, text)) {
    const said = saidOf(call, both, zone, now);
    return { hue: said.hue, said: [said], reason };
  }
  const said = [saidOf(call, one.call, zone, now), saidOf(text, one.text, zone, now)];
  const [first] = said;
  const hue = first !== undefined && said.every((each) => each.hue === first.hue) ? first.hue : 'orange';
  return { hue, said, reason };
}
