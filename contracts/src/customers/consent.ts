import { z } from 'zod';
import { id, instant } from '../ids.js';
import { contactChannel, optOutHow, refusedChannel } from './contact.js';

/** How somebody agreed to be contacted: laws ask for different kinds, so that the kind is kept. */
export const consentKind = z.enum(['written', 'oral', 'relation']);
export type ConsentKind = z.infer<typeof consentKind>;

/** What somebody agreed to: to be contacted by a channel, or to be recorded and to get recorded messages. */
export const consentChannel = z.enum([...contactChannel.options, 'recording']);
export type ConsentChannel = z.infer<typeof consentChannel>;

/** Whose certificate it is. */
export const certifier = z.enum(['trustedform', 'jornaya']);

/**
 * What the issuer answered when a certificate was claimed: `matched` where it was made with the person's phone or e-mail,
 * `mismatched` where it was not, `refused` where the issuer has no such certificate or does not give it.
 */
export const certificateClaim = z.object({
  result: z.enum(['matched', 'mismatched', 'refused']),
  claimed_at: instant,
  /** Until when the issuer stores it; null where it did not say. */
  expires_at: instant.nullable(),
});
export type CertificateClaim = z.infer<typeof certificateClaim>;

/** Who issued a proof of a filled-in page, by which id it is found there, and where, if it has an address. */
const certificate = z.object({
  by: certifier,
  id: z.string(),
  url: z.url().nullable(),
  /** Null where it is not claimed. */
  claim: certificateClaim.nullable(),
});
export type Certificate = z.infer<typeof certificate>;

const atMost = (count: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(count, `At most ${String(count)} characters`);
const webAddress = z.url({ protocol: /^https?$/, error: 'Enter a web address' }).max(2_000);

/**
 * What a sender of a lead knows of its consent; all of it is optional, and unless some of it is there nothing is recorded.
 * `consent_at` is when the person agreed, `seller` whom they agreed to be contacted by.
 */
export const consentInput = z.object({
  /** The wording that was shown, as it stood there. */
  consent_text: atMost(5_000).optional(),
  /** The page on which it stood. */
  consent_url: webAddress.optional(),
  consent_ip: z.union([z.ipv4(), z.ipv6()], 'Enter an IP address').optional(),
  consent_at: instant.optional(),
  trustedform_cert_url: z
    .url({
      protocol: /^https$/,
      hostname: /^(cert|ping)\.trustedform\.com$/,
      error: 'Enter the https address of a TrustedForm certificate',
    })
    .max(300)
    .optional(),
  jornaya_lead_id: z.guid('Enter a LeadiD of 36 characters').optional(),
  seller: atMost(200).optional(),
  /** What was agreed to. */
  channels: z.array(contactChannel).min(1, 'Choose at least one channel').max(3).optional(),
  /** From then on it is no consent any more; without it, it holds until it is revoked. */
  consent_expires_at: instant.optional(),
});
export type ConsentInput = z.infer<typeof consentInput>;

/** What is known of the consent of all persons of a file; `consent_kind` is how they agreed, in writing unless it is said. */
export const fileConsent = consentInput.extend({ consent_kind: consentKind.optional() });
export type FileConsent = z.infer<typeof fileConsent>;

/** Somebody took a consent back, for some of what it was for. */
export const consentRevocation = z.object({
  at: instant,
  /** Who recorded it. */
  by: z.string(),
  reason: z.string(),
  channels: z.array(consentChannel),
});
export type ConsentRevocation = z.infer<typeof consentRevocation>;

/** Whether a consent holds now: for anything, or for nothing any more. */
export const consentState = z.enum(['valid', 'expired', 'revoked']);
export type ConsentState = z.infer<typeof consentState>;

/** One consent of a person as it was received, and what became of it: nothing of it is ever changed. */
export const consentEvent = z.object({
  id,
  kind: consentKind,
  state: consentState,
  /** Numbers and e-mails that it is about; those that the lead's status hides are left out. */
  addresses: z.array(z.string()),
  channels: z.array(consentChannel),
  /** When the person agreed; null where the sender did not say. */
  at: instant.nullable(),
  received_at: instant,
  /** Who told us of it: a partner's name, a file's, or whoever recorded it. */
  received_from: z.string(),
  /** The import that brought it, by a row's own columns or for the whole file; null where none did. */
  import: z.object({ id, covers: z.enum(['row', 'file']) }).nullable(),
  /** Who asked the person; null where the sender did not say. */
  asked_by: z.string().nullable(),
  text: z.string().nullable(),
  url: z.string().nullable(),
  ip: z.string().nullable(),
  seller: z.string().nullable(),
  note: z.string().nullable(),
  expires_at: instant.nullable(),
  certificates: z.array(certificate),
  revocations: z.array(consentRevocation),
  /** Opt-outs in force of the numbers and the e-mail that it is about, by what the person wrote or told us. */
  opt_outs: z.array(z.object({ at: instant, channel: refusedChannel, how: optOutHow })),
});
export type ConsentEvent = z.infer<typeof consentEvent>;
