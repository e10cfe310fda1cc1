import { z } from 'zod';
import { agencyName, publicKeys, serviceUrl, whole } from '@crm/platform/config/env-fields.js';
import { serviceEnv, serviceSettings } from '@crm/platform/config/service-env.js';
import { hasMasterKey, kmsFields, kmsOf, noMasterKey } from '@crm/platform/encryption/key-ring.js';

const statementOf = (agency: string) =>
  `I agree to be called and texted about insurance by ${agency} at the numbers given here, also with automated technology. ` +
  'This is no condition of buying anything. Message and data rates may apply. I can reply STOP at any time.';

/** The service's settings as the environment gives them, grouped; what `createLeadsService` takes. */
export const leadsConfig = z
  .object({
    ...serviceEnv(4001),
    ...kmsFields,
    AUTH_URL: serviceUrl,
    TELEPHONY_URL: serviceUrl,
    MESSAGING_URL: serviceUrl,
    FOLLOWUPS_URL: serviceUrl,
    PUBLIC_KEYS: publicKeys,
    /** The agency's name as customers know it: consents are asked whether they name it. */
    AGENCY_NAME: agencyName,
    /** The statement of consent on the public quick-add page; without it one that names the agency. */
    CONSENT_STATEMENT: z.string().trim().min(1).max(2_000).optional(),
    /** How many proxies stand in front: the gateway says whose address a request has. */
    TRUST_PROXY: whole(1, 0),
    /** Claims certificates of consent with their issuers; without it they stay unclaimed. */
    CERTIFICATE_URL: serviceUrl.optional(),
    /** The largest CSV file that is taken. */
    IMPORT_MAX_MB: whole(200),
    /** How many leads the public quick-add page may make in an hour, all together. */
    QUICK_ADD_PER_HOUR: whole(600),
    /** The service that is asked on which lists numbers are; without one the loaded files alone say. */
    SCRUB_URL: z.url({ protocol: /^https?$/ }).optional(),
    /** What it knows us by: sent as a bearer token. */
    SCRUB_TOKEN: z.string().min(1).optional(),
    /** Different leads that an agent or guide opens, and lists, in an hour before that is slowed down; an admin ten times as many. */
    OPENED_PER_HOUR: whole(300, 2),
    LISTED_PER_HOUR: whole(3_000, 2),
    /** How often expired holds are looked for. */
    HOLD_SWEEP_MS: whole(1_000, 10),
  })
  .refine(hasMasterKey, noMasterKey)
  .transform((env) => ({
    ...serviceSettings(env),
    kms: kmsOf(env),
    authUrl: env.AUTH_URL,
    telephonyUrl: env.TELEPHONY_URL,
    messagingUrl: env.MESSAGING_URL,
    followupsUrl: env.FOLLOWUPS_URL,
    publicKeys: env.PUBLIC_KEYS,
    agencyName: env.AGENCY_NAME,
    consentStatement: env.CONSENT_STATEMENT ?? statementOf(env.AGENCY_NAME),
    trustProxy: env.TRUST_PROXY,
    certificateUrl: env.CERTIFICATE_URL,
    importMaxBytes: env.IMPORT_MAX_MB * 1024 * 1024,
    quickAddPerHour: env.QUICK_ADD_PER_HOUR,
    scrub: env.SCRUB_URL === undefined ? undefined : { url: env.SCRUB_URL, token: env.SCRUB_TOKEN },
    readingLimits: { opened: env.OPENED_PER_HOUR, listed: env.LISTED_PER_HOUR },
    holdSweepMs: env.HOLD_SWEEP_MS,
  }));
export type LeadsConfig = z.output<typeof leadsConfig>;
