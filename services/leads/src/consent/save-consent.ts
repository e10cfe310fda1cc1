import { Types } from 'mongoose';
import { consentRecorded } from '@crm/contracts/bus/consent-events.js';
import type { ConsentInput, ConsentKind } from '@crm/contracts/customers/consent.js';
import { certificatesOf, isSaid } from '@crm/contracts/customers/consent.rules.js';
import { toE164 } from '@crm/contracts/phone.js';
import { isDuplicate } from '@crm/platform/mongo/store-errors.js';
import { newEvent } from '@crm/platform/outbox/new-event.js';
import { insertWithEvents, type OutboxFields } from '@crm/platform/outbox/outbox-fields.js';
import type { LeadsContext } from '../context.js';
import { insertUnlessKnown } from '../lead/insert-unless-known.js';
import type { EventActor } from '../lead/lead.events.js';
import { consentIdOf } from './consent.rules.js';
import type { ConsentDoc } from './consent.model.js';

/** What storing a consent needs of the service. */
export interface ConsentContext extends Pick<LeadsContext, 'consents' | 'clock'> {
  config: Pick<LeadsContext['config'], 'agencyName' | 'certificateUrl'>;
  certificateWork: Pick<LeadsContext['certificateWork'], 'wake'>;
}

export type NewConsent = Omit<ConsentDoc, keyof OutboxFields | 'claim_at' | 'claim_failures'>;

/** A consent as it is inserted, with the event that it is there; its certificates are to be claimed where that is set up. */
function inserted({ clock, config }: ConsentContext, actor: EventActor, doc: NewConsent) {
  const now = clock.now();
  // A certificate is of one visit to a page: that of a whole file would be claimed in vain for each of its persons.
  const isToClaim =
    config.certificateUrl !== undefined && doc.certificates.length > 0 && doc.import?.covers !== 'file';
  const event = newEvent(consentRecorded, {
    source: 'leads',
    subject: `consent/${doc._id.toHexString()}`,
    sequence: 1,
    data: {
      consent_id: doc._id.toHexString(),
      lead_id: doc.lead_id?.toHexString() ?? null,
      kind: doc.kind,
      channels: doc.channels,
      seller: doc.seller,
      at: doc.at?.toISOString() ?? null,
      expires_at: doc.expires_at?.toISOString() ?? null,
      has_certificate: doc.certificates.length > 0,
    },
    actor,
    now,
  });
  return insertWithEvents({ ...doc, ...(isToClaim ? { claim_at: now } : {}) }, [event], now);
}

/** Stores a consent, once for its id. Answers whether it was new. */
export async function insertConsent(
  ctx: ConsentContext,
  actor: EventActor,
  doc: NewConsent,
): Promise<boolean> {
  const stored = inserted(ctx, actor, doc);
  try {
    await ctx.consents.collection.insertOne(stored);
  } catch (error) {
    if (isDuplicate(error)) return false;
    throw error;
  }
  if (stored.claim_at !== undefined) ctx.certificateWork.wake();
  return true;
}

type Person = { phone: string; second_phone?: string | null | undefined; email: string | null };

const addressesOf = ({ phone, second_phone, email }: Person): string[] => [
  ...[phone, second_phone ?? ''].flatMap((number) => toE164(number) ?? []),
  ...(email === null ? [] : [email.trim().toLowerCase()]),
];

/** What somebody outside says of a consent. */
export interface Received {
  external_id: string;
  consent: ConsentInput;
  /** Whom it is about, as the sender wrote it. */
  person: Person;
  lead_id: Types.ObjectId | null;
  received_from: string;
  /** In writing unless it is said. */
  kind?: ConsentKind;
  /** The import that brings it. */
  import?: ConsentDoc['import'];
}

/** The same as it is stored: for all numbers and the e-mail that the sender gave. */
export function receivedConsent(
  { external_id, consent, person, lead_id, received_from, kind = 'written', import: from = null }: Received,
  now: Date,
): NewConsent {
  const { consent_text, consent_url, consent_ip, consent_at, consent_expires_at, seller, channels } = consent;
  return {
    _id: new Types.ObjectId(consentIdOf(external_id)),
    lead_id,
    addresses: [...new Set(addressesOf(person))],
    kind,
    channels: [...new Set(channels ?? [])],
    at: consent_at === undefined ? null : new Date(consent_at),
    received_at: now,
    received_from,
    import: from,
    asked_by: null,
    text: consent_text ?? null,
    url: consent_url ?? null,
    ip: consent_ip ?? null,
    seller: seller ?? null,
    note: null,
    expires_at: consent_expires_at === undefined ? null : new Date(consent_expires_at),
    certificates: certificatesOf(consent),
    revocations: [],
  };
}

/**
 * Saves what came with a delivery, also where its lead was not taken: it is about the person. Once for each external id;
 * nothing where nothing was said. What is wrong with it was refused before (`consentErrors`).
 */
export async function saveConsent(ctx: ConsentContext, received: Received): Promise<void> {
  if (!isSaid(received.consent)) return;
  await insertConsent(ctx, 'system', receivedConsent(received, ctx.clock.now()));
}

/** The same of many at once, as rows of a file bring them. */
export async function saveConsents(
  ctx: ConsentContext,
  actor: EventActor,
  received: readonly Received[],
): Promise<void> {
  if (received.length === 0) return;
  const now = ctx.clock.now();
  const docs = received.map((each) => inserted(ctx, actor, receivedConsent(each, now)));
  await insertUnlessKnown(ctx.consents.collection, docs);
  if (docs.some(({ claim_at }) => claim_at !== undefined)) ctx.certificateWork.wake();
}
