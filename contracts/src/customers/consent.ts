import { z } from 'zod';
import { id, instant } from '../ids.js';
import { contactChannel } from './contact.js';

/** How somebody agreed to be contacted: laws ask for different kinds, so that the kind is kept. */
export const consentKind = z.enum(['written', 'oral', 'relation']);
export type ConsentKind = z.infer<typeof consentKind>;

/** Whose certificate it is. */
export const certifier = z.enum(['trustedform', 'jornaya']);

/** Who issued a proof of a filled-in page, by which id it is found there, and where, if it has an address. */
const certificate = z.object({ by: certifier, id: z.string(), url: z.url().nullable() });
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
});
export type ConsentInput = z.infer<typeof consentInput>;

/** One consent of a person as it was received: it is never changed. */
export const consentEvent = z.object({
  id,
  kind: consentKind,
  /** Numbers and e-mails that it is about; those that the lead's status hides are left out. */
  addresses: z.array(z.string()),
  channels: z.array(contactChannel),
  /** When the person agreed; null where the sender did not say. */
  at: instant.nullable(),
  received_at: instant,
  /** Who told us of it: a partner's name, or what brought the lead. */
  received_from: z.string(),
  text: z.string().nullable(),
  url: z.string().nullable(),
  ip: z.string().nullable(),
  seller: z.string().nullable(),
  certificates: z.array(certificate),
});
export type ConsentEvent = z.infer<typeof consentEvent>;
