import type { Certificate, ConsentInput } from './consent.js';

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

/** Whether a time that a sender names has not come yet; clocks of senders go ahead of ours a little. */
export const isInFuture = (time: string, now: Date): boolean =>
  new Date(time).getTime() > now.getTime() + aheadMs;

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
    ...(consent_at !== undefined && isInFuture(consent_at, now)
      ? { consent_at: 'This time is in the future' }
      : {}),
    ...(consent_at !== undefined && consent_expires_at !== undefined && consent_expires_at <= consent_at
      ? { consent_expires_at: 'Must be after the consent was given' }
      : {}),
  };
}
