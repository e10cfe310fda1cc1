import { z } from 'zod';
import { authTokens, secret, sid, unset } from '@crm/domain/carrier/env-fields.js';
import { mediaKeys } from '@crm/domain/media/media-keys.js';
import { hasMasterKey, keyRing, kmsFields, kmsOf, noMasterKey } from '@crm/platform/encryption/key-ring.js';
import { agencyName, json, networks, publicKeys, serviceUrl } from '@crm/platform/config/env-fields.js';
import { serviceEnv, serviceSettings } from '@crm/platform/config/service-env.js';

/** Those of the browsers that people use: Chrome and Edge's own, Firefox's, Safari's. */
const pushServices = [
  'https://fcm.googleapis.com',
  'https://updates.push.services.mozilla.com',
  'https://*.push.apple.com',
  'https://*.notify.windows.com',
];

const shared = {
  TWILIO_REGION: unset,
  TWILIO_EDGE: unset,
  ...serviceEnv(4003),
  ...kmsFields,
  AUTH_URL: serviceUrl,
  LEADS_URL: serviceUrl,
  TELEPHONY_URL: serviceUrl,
  PUBLIC_KEYS: publicKeys,
  MEDIA_KEYS: mediaKeys,
  /** Who writes, as customers know it: begins the first text to a number. */
  AGENCY_NAME: agencyName,
  /** Where customers get help: a number, an e-mail or a page. Without it they are told the number they wrote to. */
  AGENCY_CONTACT: z.string().trim().min(1).max(100).optional(),
  /** Where e-mails go of users without a mailbox of their own: `smtps://user:password@host`. */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  /** The folder that they are laid down in where there is no mail server either. */
  MAIL_DROP: z.string().min(1).optional(),
  /** Where mailboxes with credentials of their own are reached, and where their tokens are refreshed. */
  OAUTH_SMTP_URL: z.url({ protocol: /^smtps?$/ }).default('smtps://smtp.gmail.com:465'),
  OAUTH_TOKEN_URL: z.url({ protocol: /^https?$/ }).default('https://oauth2.googleapis.com/token'),
  /** The pair by which push services know us (VAPID), `{"publicKey", "privateKey"}` in base64url; none: nothing is pushed. */
  PUSH_KEYS: json('publicKey and privateKey')
    .pipe(z.object({ publicKey: z.string().length(87), privateKey: z.string().length(43) }))
    .optional(),
  /** Whom a push service turns to: `mailto:` or an https address. */
  PUSH_CONTACT: z.url({ protocol: /^(mailto|https)$/ }).optional(),
  /** The push services that notices are sent to, as origins; `https://*.push.apple.com` for all below. */
  PUSH_SERVICES: z
    .string()
    .transform((list) => list.split(',').map((each) => each.trim()))
    .optional(),
  /** Encrypt the secrets of webhooks, `{"<key id>": "<base64>"}`: the first encrypts, all decrypt. None: there are no webhooks. */
  WEBHOOK_KEYS: keyRing.optional(),
  /** Networks of the operator's own that webhooks may lead to, by http as well; none otherwise than the internet by https. */
  WEBHOOK_NETWORKS: networks.default([]),
};

const simulated = z.object({
  ...shared,
  TELEPHONY_MODE: z.literal('sim'),
  PUBLIC_BASE_URL: serviceUrl,
  CARRIER_URL: serviceUrl,
  CARRIER_ACCOUNT_SID: sid('AC'),
  CARRIER_AUTH_TOKEN: secret,
  CARRIER_MESSAGING_SERVICE_SID: sid('MG').optional(),
});

const real = z.object({
  ...shared,
  TELEPHONY_MODE: z.literal('twilio'),
  /** Where the carrier reaches us, and what its signatures are checked against. */
  PUBLIC_BASE_URL: z
    .url({ protocol: /^https$/, error: 'must be an https address' })
    .transform((url) => url.replace(/\/+$/, '')),
  TWILIO_ACCOUNT_SID: sid('AC'),
  TWILIO_AUTH_TOKEN: authTokens,
  /** Of the service that texts go through, registered with the US carriers; without it they go by their number alone. */
  TWILIO_MESSAGING_SERVICE_SID: sid('MG').optional(),
});

/** Without a mode the credentials say which carrier is meant. */
const withMode = (env: unknown) =>
  typeof env !== 'object' || env === null || 'TELEPHONY_MODE' in env
    ? env
    : { ...env, TELEPHONY_MODE: 'TWILIO_ACCOUNT_SID' in env ? 'twilio' : 'sim' };

/** What differs between the carriers: address and credentials, and nothing else. */
const carrierOf = (env: z.output<typeof simulated> | z.output<typeof real>) =>
  env.TELEPHONY_MODE === 'sim'
    ? {
        baseUrl: env.CARRIER_URL,
        accountSid: env.CARRIER_ACCOUNT_SID,
        authToken: env.CARRIER_AUTH_TOKEN,
        authTokens: [env.CARRIER_AUTH_TOKEN],
        messagingServiceSid: env.CARRIER_MESSAGING_SERVICE_SID,
      }
    : {
        baseUrl: undefined,
        accountSid: env.TWILIO_ACCOUNT_SID,
        ...env.TWILIO_AUTH_TOKEN,
        messagingServiceSid: env.TWILIO_MESSAGING_SERVICE_SID,
      };

/** Notices of the browser's own: both the pair and whom to turn to are needed. */
const pushOf = ({
  PUSH_KEYS,
  PUSH_CONTACT,
  PUSH_SERVICES,
}: z.output<typeof simulated> | z.output<typeof real>) =>
  PUSH_KEYS && PUSH_CONTACT
    ? { ...PUSH_KEYS, subject: PUSH_CONTACT, services: PUSH_SERVICES ?? pushServices }
    : undefined;

/** The service's settings as the environment gives them, grouped; what `createMessagingService` takes. */
export const messagingConfig = z
  .preprocess(withMode, z.discriminatedUnion('TELEPHONY_MODE', [simulated, real]))
  .refine(hasMasterKey, noMasterKey)
  .transform((env) => ({
    ...serviceSettings(env),
    kms: kmsOf(env),
    authUrl: env.AUTH_URL,
    leadsUrl: env.LEADS_URL,
    telephonyUrl: env.TELEPHONY_URL,
    publicKeys: env.PUBLIC_KEYS,
    mediaKeys: env.MEDIA_KEYS,
    publicBaseUrl: env.PUBLIC_BASE_URL,
    carrier: carrierOf(env),
    agencyName: env.AGENCY_NAME,
    agencyContact: env.AGENCY_CONTACT,
    push: pushOf(env),
    webhookKeys: env.WEBHOOK_KEYS,
    webhookNetworks: env.WEBHOOK_NETWORKS,
    mail: {
      smtpUrl: env.SMTP_URL,
      dropFolder: env.MAIL_DROP,
      oauthSmtpUrl: env.OAUTH_SMTP_URL,
      oauthTokenUrl: env.OAUTH_TOKEN_URL,
    },
  }));
export type MessagingConfig = z.output<typeof messagingConfig>;
