import { Types } from 'mongoose';
import type { Actor } from '@crm/contracts/access.js';
import { hidesPhones } from '@crm/contracts/codes/statuses.js';
import type { ConsentEvent, ConsentInput } from '@crm/contracts/customers/consent.js';
import { toE164 } from '@crm/contracts/phone.js';
import { isDuplicate } from '@crm/platform/mongo/store-errors.js';
import type { LeadsContext } from '../context.js';
import { workableLead } from '../lead/lead.access.js';
import type { LeadDoc } from '../lead/lead.model.js';
import { certificatesOf, consentIdOf, isSaid } from './consent.rules.js';
import type { ConsentDoc } from './consent.model.js';

const maxListed = 100;

type Person = { phone: string; second_phone?: string | null | undefined; email: string };

interface Received {
  external_id: string;
  consent: ConsentInput;
  /** Whom it is about, as the sender wrote it. */
  person: Person;
  lead_id: Types.ObjectId | null;
  received_from: string;
}

const addressesOf = ({ phone, second_phone, email }: Person): string[] => [
  ...[phone, second_phone ?? ''].flatMap((number) => toE164(number) ?? []),
  email.trim().toLowerCase(),
];

/**
 * Saves what came with a delivery, also where its lead was not taken: it is about the person. Once for each external id;
 * nothing where nothing was said. What is wrong with it was refused before (`consentErrors`).
 */
export async function saveConsent(
  { consents, clock }: Pick<LeadsContext, 'consents' | 'clock'>,
  { external_id, consent, person, lead_id, received_from }: Received,
): Promise<void> {
  if (!isSaid(consent)) return;
  const { consent_text, consent_url, consent_ip, consent_at, seller, channels } = consent;
  const doc: ConsentDoc = {
    _id: new Types.ObjectId(consentIdOf(external_id)),
    lead_id,
    addresses: [...new Set(addressesOf(person))],
    kind: 'written',
    channels: [...new Set(channels ?? [])],
    at: consent_at === undefined ? null : new Date(consent_at),
    received_at: clock.now(),
    received_from,
    text: consent_text ?? null,
    url: consent_url ?? null,
    ip: consent_ip ?? null,
    seller: seller ?? null,
    certificates: certificatesOf(consent),
  };
  try {
    await consents.collection.insertOne(doc);
  } catch (error) {
    if (!isDuplicate(error)) throw error;
  }
}

const consentView = (doc: ConsentDoc, isHidden: boolean): ConsentEvent => {
  const { _id, lead_id: _lead, at, received_at, addresses, ...said } = doc;
  return {
    ...said,
    id: _id.toHexString(),
    addresses: isHidden ? addresses.filter((address) => address.includes('@')) : addresses,
    at: at?.toISOString() ?? null,
    received_at: received_at.toISOString(),
  };
};

/** What is known of the consent of a lead, of its numbers and of its e-mail, the last received first. */
export async function consentsOf(
  { consents }: Pick<LeadsContext, 'consents'>,
  { _id, phone, second_phone, email, status }: LeadDoc,
): Promise<ConsentEvent[]> {
  const addresses = [phone, second_phone, email?.toLowerCase()].filter((each) => each !== null);
  const found = await consents
    .find({ $or: [{ lead_id: _id }, { addresses: { $in: addresses } }] })
    .sort({ received_at: -1 })
    .limit(maxListed)
    .lean<ConsentDoc[]>();
  return found.map((doc) => consentView(doc, hidesPhones(status)));
}

/** The same of a lead that the actor may work. Another agent's lead is 404. */
export async function listConsents(ctx: LeadsContext, actor: Actor, leadId: string): Promise<ConsentEvent[]> {
  const { lead } = await workableLead(ctx, actor, leadId);
  return consentsOf(ctx, lead);
}

/** A person's consents as they are kept, for the person. */
export async function consentRecords(
  { consents }: Pick<LeadsContext, 'consents'>,
  { addresses, leads }: { addresses: string[]; leads: Types.ObjectId[] },
): Promise<ConsentEvent[]> {
  const found = await consents
    .find({ $or: [{ lead_id: { $in: leads } }, { addresses: { $in: addresses } }] })
    .sort({ received_at: 1 })
    .lean<ConsentDoc[]>();
  return found.map((doc) => consentView(doc, false));
}
