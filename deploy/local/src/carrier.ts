import { createCarrierSim, type CarrierSim } from '@crm/carrier-sim/carrier-sim.js';
import type { Keys } from './keys.js';

/** The numbers of the demo's office; calls to them come in. */
export interface CarrierOptions {
  keys: Keys['carrier'];
  /** Where the telephony service will answer. */
  telephonyUrl: string;
  numbers: readonly string[];
}

/** A simulated carrier for this machine, and what the telephony service has to be told of it. */
export async function startCarrier({ keys, telephonyUrl, numbers }: CarrierOptions): Promise<{
  sim: CarrierSim;
  telephonyEnv: Record<string, string>;
}> {
  const { apiKey: apiKeySid, appSid: applicationSid, ...shared } = keys;
  const hook = (path: string) => `${telephonyUrl}/tw/${path}`;
  const sim = createCarrierSim({
    ...shared,
    apiKeySid,
    applicationSid,
    // Every start makes sids of its own: those of the one before stand in the store.
    seed: `${keys.accountSid}:${String(Date.now())}`,
    voiceUrl: hook('voice/client'),
    numberVoiceUrl: hook('voice/number'),
    smsUrl: hook('sms/in'),
    transcriptUrl: hook('transcript'),
    fallbackUrl: hook('fallback'),
    numbers: [...numbers],
  });
  const url = await sim.start();
  return {
    sim,
    telephonyEnv: {
      TELEPHONY_MODE: 'sim',
      PUBLIC_BASE_URL: telephonyUrl,
      CARRIER_URL: url,
      CARRIER_ACCOUNT_SID: keys.accountSid,
      CARRIER_AUTH_TOKEN: keys.authToken,
      CARRIER_API_KEY: keys.apiKey,
      CARRIER_API_SECRET: keys.apiSecret,
      CARRIER_APP_SID: keys.appSid,
      CARRIER_DEVICE_URL: '/_sim/client',
    },
  };
}
