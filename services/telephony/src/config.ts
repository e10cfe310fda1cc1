import { z } from 'zod';
import { authTokens, secret, sid, unset } from '@crm/domain/carrier/env-fields.js';
import { mediaKeys } from '@crm/domain/media/media-keys.js';
import { agencyName, publicKeys, serviceUrl, whole } from '@crm/platform/config/env-fields.js';
import { serviceEnv, serviceSettings } from '@crm/platform/config/service-env.js';
import { hasMasterKey, kmsFields, kmsOf, noMasterKey } from '@crm/platform/encryption/key-ring.js';

const shared = {
  TWILIO_REGION: unset,
  TWILIO_EDGE: unset,
  ...serviceEnv(4002),
  ...kmsFields,
  AUTH_URL: serviceUrl,
  LEADS_URL: serviceUrl,
  PUBLIC_KEYS: publicKeys,
  MEDIA_KEYS: mediaKeys,
  /** The agency's name as customers know it: said to whoever the dialler reached in vain. */
  AGENCY_NAME: agencyName,
  /** How often calls are looked for that nothing is heard of any more. */
  SWEEP_MS: whole(1_000, 10),
};

const twilioNames = [
  'TWILIO_ACCOUNT_SID',
  'TWILIO_AUTH_TOKEN',
  'TWILIO_API_KEY',
  'TWILIO_API_SECRET',
  'TWILIO_TWIML_APP_SID',
] as const;

const namedTwilio = (env: object) => twilioNames.filter((name) => Reflect.get(env, name) !== undefined);

/** The simulated carrier: what it is reached by is given out by whoever starts it. */
const simulated = z.looseObject({
  ...shared,
  TELEPHONY_MODE: z.literal('sim'),
  PUBLIC_BASE_URL: serviceUrl,
  CARRIER_URL: serviceUrl,
  /** Where a browser's simulated device connects, or the path there on its own host; the carrier's own address by default. */
  CARRIER_DEVICE_URL: z
    .union([z.url({ protocol: /^wss?$/ }), z.string().regex(/^\//)], 'must be a ws address or a path')
    .optional(),
  CARRIER_ACCOUNT_SID: sid('AC'),
  CARRIER_AUTH_TOKEN: secret,
  CARRIER_API_KEY: sid('SK'),
  CARRIER_API_SECRET: secret,
  CARRIER_APP_SID: sid('AP'),
  /** Where texts come in, if elsewhere than calls. */
  CARRIER_TEXTS_BASE_URL: serviceUrl.optional(),
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
  TWILIO_API_KEY: sid('SK'),
  TWILIO_API_SECRET: secret,
  TWILIO_TWIML_APP_SID: sid('AP'),
  /** Of the service that writes recordings down; without it they are not. */
  TWILIO_INTELLIGENCE_SERVICE_SID: sid('GA').optional(),
  /** Of the service that texts go through; read here to check it. */
  TWILIO_MESSAGING_SERVICE_SID: sid('MG').optional(),
});

const deviceUrlOf = (carrierUrl: string) => `${carrierUrl.replace(/^http/, 'ws')}/_sim/client`;

/** Half of a real carrier is a mistake in every mode: whoever named one credential meant to call people. */
const simulatedAlone = simulated.superRefine((env, context) => {
  const named = namedTwilio(env);
  if (named.length === 0 || named.length === twilioNames.length) return;
  for (const name of twilioNames.filter((each) => !named.includes(each))) {
    context.addIssue({
      code: 'custom',
      path: [name],
      message: 'is required and is not set, while other TWILIO_ settings are',
    });
  }
});

/** Without a mode the credentials say which carrier is meant. */
const withMode = (env: unknown) =>
  typeof env !== 'object' || env === null || 'TELEPHONY_MODE' in env
    ? env
    : { ...env, TELEPHONY_MODE: namedTwilio(env).length > 0 ? 'twilio' : 'sim' };

type Env = z.output<typeof simulated> | z.output<typeof real>;

/** What differs between the carriers: addresses and credentials, and nothing else. */
function carrierOf(env: Env) {
  if (env.TELEPHONY_MODE === 'sim') {
    return {
      provider: 'sim' as const,
      baseUrl: env.CARRIER_URL,
      deviceUrl: env.CARRIER_DEVICE_URL ?? deviceUrlOf(env.CARRIER_URL),
      accountSid: env.CARRIER_ACCOUNT_SID,
      authToken: env.CARRIER_AUTH_TOKEN,
      authTokens: [env.CARRIER_AUTH_TOKEN],
      apiKey: env.CARRIER_API_KEY,
      apiSecret: env.CARRIER_API_SECRET,
      appSid: env.CARRIER_APP_SID,
      // The simulated carrier writes everything down.
      intelligenceSid: `GA${env.CARRIER_APP_SID.slice(2)}`,
      // The one that the simulated carrier begins with.
      messagingServiceSid: `MG${env.CARRIER_APP_SID.slice(2)}`,
      textsBaseUrl: env.CARRIER_TEXTS_BASE_URL,
    };
  }
  return {
    provider: 'twilio' as const,
    baseUrl: undefined,
    deviceUrl: '',
    accountSid: env.TWILIO_ACCOUNT_SID,
    ...env.TWILIO_AUTH_TOKEN,
    apiKey: env.TWILIO_API_KEY,
    apiSecret: env.TWILIO_API_SECRET,
    appSid: env.TWILIO_TWIML_APP_SID,
    intelligenceSid: env.TWILIO_INTELLIGENCE_SERVICE_SID,
    messagingServiceSid: env.TWILIO_MESSAGING_SERVICE_SID,
    textsBaseUrl: undefined,
  };
}
export type CarrierConfig = ReturnType<typeof carrierOf>;

/** The service's settings as the environment gives them, grouped; what `createTelephonyService` takes. */
export const telephonyConfig = z
  .preprocess(withMode, z.discriminatedUnion('TELEPHONY_MODE', [simulatedAlone, real]))
  .refine(hasMasterKey, noMasterKey)
  .transform((env) => ({
    ...serviceSettings(env),
    kms: kmsOf(env),
    authUrl: env.AUTH_URL,
    leadsUrl: env.LEADS_URL,
    publicKeys: env.PUBLIC_KEYS,
    mediaKeys: env.MEDIA_KEYS,
    agencyName: env.AGENCY_NAME,
    publicBaseUrl: env.PUBLIC_BASE_URL,
    carrier: carrierOf(env),
    sweepMs: env.SWEEP_MS,
  }));
export type TelephonyConfig = z.output<typeof telephonyConfig>;
