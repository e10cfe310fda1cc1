import type { Types } from 'mongoose';
import type { Actor } from '@crm/contracts/access.js';
import { hidesPhones } from '@crm/contracts/codes/statuses.js';
import type { Certificate, ConsentEvent } from '@crm/contracts/customers/consent.js';
import type { LeadsContext } from '../context.js';
import { workableLead } from '../lead/lead.access.js';
import type { LeadDoc } from '../lead/lead.model.js';
import type { DoNotContactDoc } from '../permission/contact.model.js';
import { consentStateAt } from '../permission/consent.rules.js';
import { isOwnWord } from '../permission/own-word.rules.js';
import { readContacts, type ContactsOnFile, type ListedEntry } from '../permission/read-contacts.js';
import { shownOfConsent, type CertificatePart, type ConsentDoc, type ShownConsent } from './consent.model.js';

const maxListed = 100;

/** Finds the consents of persons: what came with their leads, and what is about their numbers and e-mails. */
export const ofPersons = ({ leads, addresses }: { leads: Types.ObjectId[]; addresses: string[] }) => ({
  $or: [{ lead_id: { $in: leads } }, { addresses: { $in: addresses } }],
});

/** The person whom a lead is about, as its consents name them. */
export const personOf = ({ _id, phone, second_phone, email }: LeadDoc) => ({
  leads: [_id],
  addresses: [phone, second_phone, email?.toLowerCase() ?? null].filter((each) => each !== null),
});

const certificateView = ({ by, id, url, claim }: CertificatePart): Certificate => ({
  ...{ by, id, url },
  claim: claim
    ? {
        result: claim.result,
        claimed_at: claim.claimed_at.toISOString(),
        expires_at: claim.expires_at?.toISOString() ?? null,
      }
    : null,
});

/** Whether the customer closed it: by a text, through the carrier, or by word to somebody of ours. */
const isOptOut = (entry: ListedEntry) => isOwnWord(entry) || entry.how === 'agent';

/** A consent as it is shown at an instant; `entries` are those of its addresses on the do-not-contact list. */
export function consentView(
  doc: ShownConsent,
  { isHidden, entries, now }: { isHidden: boolean; entries: readonly ListedEntry[]; now: Date },
): ConsentEvent {
  const { addresses } = doc;
  return {
    id: doc._id.toHexString(),
    kind: doc.kind,
    state: consentStateAt(doc, now),
    addresses: isHidden ? addresses.filter((address) => address.includes('@')) : addresses,
    channels: doc.channels,
    at: doc.at?.toISOString() ?? null,
    received_at: doc.received_at.toISOString(),
    received_from: doc.received_from,
    import: doc.import ? { id: doc.import.id.toHexString(), covers: doc.import.covers } : null,
    asked_by: doc.asked_by ?? null,
    text: doc.text,
    url: doc.url,
    ip: doc.ip,
    seller: doc.seller,
    note: doc.note ?? null,
    expires_at: doc.expires_at?.toISOString() ?? null,
    certificates: doc.certificates.map(certificateView),
    revocations: (doc.revocations ?? []).map(({ at, by, reason, channels }) => ({
      ...{ by, reason, channels },
      at: at.toISOString(),
    })),
    opt_outs: entries
      .filter((entry) => addresses.includes(entry.address) && isOptOut(entry))
      .map(({ since, channel, how }) => ({ at: since.toISOString(), channel, how })),
  };
}

/**
 * Consents with the opt-outs in force that stand against them. Those are on the do-not-contact list and nowhere else: an
 * opt-out that is lifted there does not have to be taken back here. `read`: what is listed of some addresses, where it was
 * read already.
 */
export async function withOptOuts(
  { doNotContact, clock }: Pick<LeadsContext, 'doNotContact' | 'clock'>,
  docs: readonly ShownConsent[],
  isHidden: boolean,
  read: { addresses: readonly string[]; entries: readonly ListedEntry[] } = { addresses: [], entries: [] },
): Promise<ConsentEvent[]> {
  const addresses = new Set(docs.flatMap((doc) => doc.addresses));
  for (const address of read.addresses) addresses.delete(address);
  const others =
    addresses.size === 0
      ? []
      : await doNotContact.find({ address: { $in: [...addresses] }, active: 1 }).lean<DoNotContactDoc[]>();
  const entries = [...read.entries, ...others];
  const now = clock.now();
  return docs.map((doc) => consentView(doc, { isHidden, entries, now }));
}

type Listing = Pick<LeadsContext, 'consents' | 'doNotContact' | 'clock'>;

/** The consents of a person by when they were received: the last first, or the first; a limit of 0 is none. */
const consentsOfPerson = (
  { consents }: Pick<Listing, 'consents'>,
  person: Parameters<typeof ofPersons>[0],
  { order, limit }: { order: 1 | -1; limit: number },
) => consents.find(ofPersons(person)).sort({ received_at: order }).limit(limit).lean<ConsentDoc[]>();

/**
 * What is known of the consent of a lead, of its numbers and of its e-mail, the last received first. Another agent's lead
 * is 404.
 */
export async function listConsents(ctx: LeadsContext, actor: Actor, leadId: string): Promise<ConsentEvent[]> {
  const { lead } = await workableLead(ctx, actor, leadId);
  const found = await consentsOfPerson(ctx, personOf(lead), { order: -1, limit: maxListed });
  return withOptOuts(ctx, found, hidesPhones(lead.status));
}

/** What decides how a lead may be contacted, with all that is shown of its consents: by one command, for both. */
export function contactsOfLead(ctx: LeadsContext, lead: LeadDoc): Promise<ContactsOnFile<ShownConsent>> {
  const { leads, addresses } = personOf(lead);
  const tried = addresses.filter((address) => address !== lead.email?.toLowerCase());
  return readContacts<ShownConsent>(ctx, { addresses, tried, leads }, ctx.clock.now(), {
    filter: ofPersons({ leads, addresses }),
    fields: shownOfConsent,
  });
}

/** The same as `listConsents` of what was read for the permission. */
export function consentsAmong(
  ctx: Listing,
  lead: LeadDoc,
  { consents, entries }: ContactsOnFile<ShownConsent>,
): Promise<ConsentEvent[]> {
  const { addresses } = personOf(lead);
  return withOptOuts(ctx, consents.slice(0, maxListed), hidesPhones(lead.status), { addresses, entries });
}

/** A person's consents as they are stored, for the person. */
export async function consentRecords(
  ctx: Listing,
  person: { addresses: string[]; leads: Types.ObjectId[] },
): Promise<ConsentEvent[]> {
  const found = await consentsOfPerson(ctx, person, { order: 1, limit: 0 });
  return withOptOuts(ctx, found, false);
}
