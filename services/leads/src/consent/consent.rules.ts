import { createHash } from 'node:crypto';
import type { Certificate, ConsentInput } from '@crm/contracts/customers/consent.js';

/** Clocks of senders go ahead of ours by so much. */
const aheadMs = 5 * 60_000;

/** Who certified the page that was filled in. A certificate of TrustedForm is known by the last part of its address. */
export function certificatesOf({ trustedform_cert_url, jornaya_lead_id }: ConsentInput): Certificate[] {
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

/**
 * What is wrong with what was said of a consent, by field: it proves something only with its wording, its page or a
 * certificate, and nobody agrees in the future.
 */
export function consentErrors(consent: ConsentInput, now: Date): Record<string, string> {
  if (!isSaid(consent)) return {};
  const { consent_text, consent_url, consent_at, trustedform_cert_url } = consent;
  const isProved = consent_text !== undefined || consent_url !== undefined;
  return {
    ...(isProved || certificatesOf(consent).length > 0
      ? {}
      : { consent_text: 'Send the wording, the page or a certificate of the consent' }),
    ...(trustedform_cert_url !== undefined && new URL(trustedform_cert_url).pathname === '/'
      ? { trustedform_cert_url: 'The address names no certificate' }
      : {}),
    ...(consent_at !== undefined && new Date(consent_at).getTime() > now.getTime() + aheadMs
      ? { consent_at: 'This time is in the future' }
      : {}),
  };
}

/** The id of the consent that came with a delivery: the same for each delivery under one external id. */
export const consentIdOf = (externalId: string): string =>
  createHash('sha256').update(`consent ${externalId}`).digest('hex').slice(0, 24);
