import { createCarrierSim, type CarrierSim } from '@crm/carrier-sim/carrier-sim.js';
import type { Environment } from './environments.js';
import type { Keys } from './keys.js';

/** The demo's own numbers, which accept incoming calls. */
export interface CarrierOptions {
  keys: Keys['carrier'];
  /** The future address of the telephony service. */
  telephonyUrl: string;
  /** The address for texts: the messaging service. */
  messagingUrl: string;
  numbers: readonly string[];
  /** Its speed relative to real time. */
  speed?: number | undefined;
}

/** A simulated carrier on this machine, with the settings telephony and messaging need for it. */
export async function startCarrier({
  keys,
  telephonyUrl,
  messagingUrl,
  numbers,
  speed,
}: CarrierOptions): Promise<{
  sim: CarrierSim;
  telephonyEnv: Environment;
  messagingEnv: Environment;
}> {
  const { apiKey: apiKeySid, appSid: applicationSid, ...shared } = keys;
  const hook = (path: string) => `${telephonyUrl}/tw/${path}`;
  const sim = createCarrierSim({
    ...shared,
    apiKeySid,
    applicationSid,
    seed: seedOf(keys),
    voiceUrl: hook('voice/client'),
    numberVoiceUrl: hook('voice/number'),
    smsUrl: `${messagingUrl}/tw/sms/in`,
    transcriptUrl: hook('transcript'),
    fallbackUrl: hook('fallback'),
    numbers: [...numbers],
    speed,
  });
  const url = await sim.start();
  return { sim, ...simulatedCarrier({ keys, telephonyUrl, messagingUrl, carrierUrl: url }) };
}

/** Settings of telephony and messaging for a simulated carrier, in whichever process it runs. */
export function simulatedCarrier({
  keys,
  carrierUrl,
  telephonyUrl,
  messagingUrl,
}: Pick<CarrierOptions, 'keys' | 'telephonyUrl' | 'messagingUrl'> & { carrierUrl: string }): {
  telephonyEnv: Environment;
  messagingEnv: Environment;
} {
  const account = {
    TELEPHONY_MODE: 'sim',
    CARRIER_URL: carrierUrl,
    CARRIER_ACCOUNT_SID: keys.accountSid,
    CARRIER_AUTH_TOKEN: keys.authToken,
  };
  return {
    messagingEnv: {
      ...account,
      PUBLIC_BASE_URL: messagingUrl,
      // The one that the simulated carrier begins with.
      CARRIER_MESSAGING_SERVICE_SID: `MG${keys.appSid.slice(2)}`,
    },
    telephonyEnv: {
      ...account,
      PUBLIC_BASE_URL: telephonyUrl,
      CARRIER_API_KEY: keys.apiKey,
      CARRIER_API_SECRET: keys.apiSecret,
      CARRIER_APP_SID: keys.appSid,
      CARRIER_DEVICE_URL: '/_sim/client',
      CARRIER_TEXTS_BASE_URL: messagingUrl,
    },
  };
}

/** The environment of a simulated carrier in its own process. */
export function carrierProcess({
  keys,
  telephonyUrl,
  messagingUrl,
  numbers,
  speed = 1,
}: CarrierOptions): Environment {
  return {
    CARRIER_ACCOUNT_SID: keys.accountSid,
    CARRIER_AUTH_TOKEN: keys.authToken,
    CARRIER_API_KEY: keys.apiKey,
    CARRIER_API_SECRET: keys.apiSecret,
    CARRIER_APP_SID: keys.appSid,
    PUBLIC_BASE_URL: telephonyUrl,
    SMS_BASE_URL: messagingUrl,
    NUMBERS: numbers.join(','),
    SEED: seedOf(keys),
    SPEED: String(speed),
  };
}

// Every start generates new sids: those of the previous one are in the store.
const seedOf = ({ accountSid }: Keys['carrier']) => `${accountSid}:${String(Date.now())}`;
