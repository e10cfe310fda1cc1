import type { SourceName } from '@crm/contracts/codes/sources.js';
import { stateName } from '@crm/contracts/codes/states.js';
import type { ConsentChannel, ConsentKind, ConsentState } from '@crm/contracts/customers/consent.js';
import type { ContactChannel, ContactPurpose } from '@crm/contracts/customers/contact.js';
import type { ConsentNeed, ContactRule } from '@crm/contracts/resources/contact-rule.js';

/** What a decision looks at of a consent. */
export interface ConsentOnFile {
  kind: ConsentKind;
  /** E.164 numbers and e-mails in lower case. */
  addresses: readonly string[];
  /** Empty where the sender did not say: then it covers nothing that has to be proved. */
  channels: readonly ConsentChannel[];
  seller: string | null;
  /** Its wording. */
  text: string | null;
  expires_at?: Date | null;
  revocations?: readonly { channels: readonly ConsentChannel[] }[];
}

/**
 * Sources whose leads were bought: somebody else asked the person, so that it has to be proved that they agreed to be
 * texted by us. Bulk files are lists that were bought; own and manual leads came to the agency itself.
 */
export const boughtSources: readonly SourceName[] = ['mediaalpha', 'bulk', 'clickListing', 'liveTransfer'];

/** What was agreed to and not taken back since. */
export function channelsLeft({
  channels,
  revocations = [],
}: Pick<ConsentOnFile, 'channels' | 'revocations'>): ConsentChannel[] {
  const revoked = new Set(revocations.flatMap((each) => each.channels));
  return channels.filter((channel) => !revoked.has(channel));
}

/** Whether a consent holds at an instant: for anything, or for nothing any more. One without channels is revoked whole. */
export function consentStateAt(
  consent: Pick<ConsentOnFile, 'channels' | 'revocations' | 'expires_at'>,
  now: Date,
): ConsentState {
  if ((consent.revocations ?? []).length > 0 && channelsLeft(consent).length === 0) return 'revoked';
  const { expires_at } = consent;
  return expires_at && expires_at <= now ? 'expired' : 'valid';
}

/** What a decision about consent looks at. */
export interface ConsentAsked {
  channel: ContactChannel;
  purpose: ContactPurpose;
  isPrerecorded: boolean;
  /** Where the lead came from; null without a lead. */
  source: SourceName | null;
  /** The number that is contacted. */
  address: string;
  /** How the agency calls itself. */
  agency: string;
  consents: readonly ConsentOnFile[];
  now: Date;
}

type Rule = Pick<ContactRule, 'id' | 'consent_for'>;

/** What a need asks for, where it is about what is asked: undefined where it is not. */
interface Need {
  channel: 'call' | 'text';
  isWritten: boolean;
  namesAgency: boolean;
}

function needOf(
  need: ConsentNeed,
  { channel, purpose, isPrerecorded, source }: Omit<ConsentAsked, 'address' | 'agency' | 'consents' | 'now'>,
): Need | undefined {
  const isWritten = need.endsWith('-written');
  const namesAgency = need === 'bought-text';
  // A recorded message asks for consent whatever it is about.
  if (need === 'recorded' || need === 'recorded-written')
    return isPrerecorded && channel === 'call' ? { channel, isWritten, namesAgency } : undefined;
  if (purpose !== 'sales') return undefined;
  if (need === 'call' || need === 'call-written')
    return channel === 'call' ? { channel, isWritten, namesAgency } : undefined;
  if (channel !== 'text') return undefined;
  if (namesAgency && (source === null || !boughtSources.includes(source))) return undefined;
  return { channel, isWritten, namesAgency };
}

const plain = (text: string) =>
  ` ${text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;

/** Whether a consent names the agency, as the seller or in its wording. */
export const namesAgency = (
  { seller, text }: Pick<ConsentOnFile, 'seller' | 'text'>,
  agency: string,
): boolean => [seller, text].some((each) => each !== null && plain(each).includes(plain(agency)));

/** Whether a consent is of the kind, for the number and to whom a need asks for; whether it still holds is not asked. */
function fits(consent: ConsentOnFile, need: Need, { address, agency }: ConsentAsked): boolean {
  // A relation is no agreement to be texted.
  const isOfKind = need.isWritten
    ? consent.kind === 'written'
    : consent.kind !== 'relation' || need.channel === 'call';
  return (
    isOfKind &&
    consent.addresses.includes(address) &&
    consent.channels.includes(need.channel) &&
    (!need.namesAgency || namesAgency(consent, agency))
  );
}

const holds = (consent: ConsentOnFile, need: Need, now: Date) =>
  consentStateAt(consent, now) === 'valid' && channelsLeft(consent).includes(need.channel);

/** Why the one on file does not count, of several the first that was read. */
function faultOf(fitting: readonly ConsentOnFile[], need: Need, now: Date): string {
  const [consent] = fitting;
  if (consent === undefined) return 'none is on file';
  return channelsLeft(consent).includes(need.channel) && consentStateAt(consent, now) === 'expired'
    ? 'the one on file has expired'
    : 'the one on file was revoked';
}

function sentenceOf(rule: Rule, need: Need, asked: ConsentAsked, fault: string): string {
  const what = asked.isPrerecorded ? 'recorded messages' : need.channel === 'call' ? 'calls' : 'texts';
  const kind = need.isWritten ? 'a written consent' : 'a consent';
  if (need.namesAgency) return `Texts to bought leads need a consent that names ${asked.agency}: ${fault}`;
  const whose = rule.id === 'default' ? 'The rules ask' : `${stateName(rule.id)} asks`;
  return `${whose} for ${kind} to ${what}: ${fault}`;
}

/** Why a contact lacks the consent that the rules of its places ask for; undefined where nothing is missing. */
export function consentDenialReason(rules: readonly Rule[], asked: ConsentAsked): string | undefined {
  for (const rule of rules) {
    for (const each of rule.consent_for) {
      const need = needOf(each, asked);
      if (need === undefined) continue;
      const fitting = asked.consents.filter((consent) => fits(consent, need, asked));
      if (fitting.some((consent) => holds(consent, need, asked.now))) continue;
      return sentenceOf(rule, need, asked, faultOf(fitting, need, asked.now));
    }
  }
  return undefined;
}
