import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { Certificate, ConsentInput } from '@crm/contracts/customers/consent.js';
import type { ContactPlace } from '@crm/contracts/customers/contact.js';
import type { recordedConsent } from '@crm/contracts/http/consents.js';

/** Clocks of senders go ahead of ours by so much. */
const aheadMs = 5 * 60_000;

/** Who certified the page that was filled in. A certificate of TrustedForm is known by the last part of its address. */
export function certificatesOf({
  trustedform_cert_url,
  jornaya_lead_id,
}: ConsentInput): Pick<Certificate, 'by' | 'id' | 'url'>[] {
  const name = trustedform_cert_url && new URL(trustedform_cert_url).pathname.split('/').findLast(Boolean);
  return [
    ...(name && trustedform_cert_url
      ? [{ by: 'trustedform' as const, id: name, url: trustedform_cert_url }]
      : []),
    ...(jornaya_lead_id === undefined
      ? []
      : [{ by: 'jornaya' as const, id: jornaya_lead_id.toUpperCase(), url: null }]),
  ];
}

/** Whether anything was said of a consent. */
export const isSaid = (consent: ConsentInput): boolean =>
  Object.values(consent).some((value) => value !== undefined);

/** Whether the address of a certificate leads to the issuer and names none. */
export const noCertificate = ({ trustedform_cert_url }: ConsentInput): boolean =>
  trustedform_cert_url !== undefined && new URL(trustedform_cert_url).pathname === '/';

/** Whether a consent proves something: its wording, its page or a certificate is there. */
export const isProved = (consent: ConsentInput): boolean =>
  consent.consent_text !== undefined ||
  consent.consent_url !== undefined ||
  certificatesOf(consent).length > 0;

/**
 * What is wrong with what was said of a consent, by field: it proves something only with its wording, its page or a
 * certificate, and nobody agrees in the future.
 */
export function consentErrors(consent: ConsentInput, now: Date): Record<string, string> {
  if (!isSaid(consent)) return {};
  const { consent_at, consent_expires_at } = consent;
  return {
    ...(isProved(consent)
      ? {}
      : { consent_text: 'Send the wording, the page or a certificate of the consent' }),
    ...(noCertificate(consent) ? { trustedform_cert_url: 'The address names no certificate' } : {}),
    ...(consent_at !== undefined && new Date(consent_at).getTime() > now.getTime() + aheadMs
      ? { consent_at: 'This time is in the future' }
      : {}),
    ...(consent_at !== undefined && consent_expires_at !== undefined && consent_expires_at <= consent_at
      ? { consent_expires_at: 'Must be after the consent was given' }
      : {}),
  };
}

const idOf = (words: string): string => createHash('sha256').update(words).digest('hex').slice(0, 24);

/** The id of the consent that came with a delivery: the same for each delivery under one external id. */
export const consentIdOf = (externalId: string): string => idOf(`consent ${externalId}`);

/** The id of a consent that a person recorded of a lead: the same for the same words, so that a click twice is one. */
export const recordedIdOf = (leadId: string, recorded: object): string =>
  idOf(`recorded ${leadId} ${JSON.stringify(recorded)}`);

/** The id of the consent to be recorded that a version of a lead began. */
export const recordingIdOf = (leadId: string, version: number): string =>
  idOf(`recording ${leadId} ${String(version)}`);

/** What is wrong with a consent that a person records, by field; `has` are the numbers and e-mails that the lead has. */
export function recordErrors(
  { kind, channels, places, at, wording, expires_at }: z.output<typeof recordedConsent>,
  has: readonly ContactPlace[],
  now: Date,
): Record<string, string> {
  const needsNumber = channels.some((channel) => channel !== 'email');
  const missing = places.find((place) => !has.includes(place));
  const namesNone =
    (needsNumber && !places.some((place) => place !== 'email')) ||
    (channels.includes('email') && !places.includes('email'));
  return {
    ...(missing !== undefined
      ? { places: 'The lead has no such number or e-mail' }
      : namesNone
        ? { places: 'Calls and texts need a number, e-mails the e-mail' }
        : {}),
    ...(kind === 'written' && wording === '' ? { wording: 'Enter what was agreed to in writing' } : {}),
    ...(new Date(at).getTime() > now.getTime() + aheadMs ? { at: 'This time is in the future' } : {}),
    ...(expires_at !== null && new Date(expires_at) <= new Date(at)
      ? { expires_at: 'Must be after the consent was given' }
      : {}),
  };
}
