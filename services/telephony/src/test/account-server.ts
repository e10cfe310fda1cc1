import { createCarrierSim, type CarrierSim } from '@crm/carrier-sim/carrier-sim.js';
import { freePort } from '@crm/platform/network/free-port.js';
import { carrierCredentials, startTelephony, type TelephonyServer } from './telephony-server.js';

/** The service beside a simulated carrier whose account is sound: its numbers, and where they lead. */
export interface AccountServer {
  sim: CarrierSim;
  server: TelephonyServer;
  /** The service's own address. */
  base: string;
  credentials: ReturnType<typeof carrierCredentials>;
  stop(): Promise<void>;
}

/** Starts both with an account of the test's own: many plant mistakes in it. */
export async function startAccountServer(numbers: readonly string[]): Promise<AccountServer> {
  const credentials = carrierCredentials();
  const port = await freePort();
  const base = `http://127.0.0.1:${String(port)}`;
  const sim = createCarrierSim({
    accountSid: credentials.CARRIER_ACCOUNT_SID,
    authToken: credentials.CARRIER_AUTH_TOKEN,
    apiKeySid: credentials.CARRIER_API_KEY,
    apiSecret: credentials.CARRIER_API_SECRET,
    applicationSid: credentials.CARRIER_APP_SID,
    checksApi: true,
    voiceUrl: `${base}/tw/voice/client`,
    numberVoiceUrl: `${base}/tw/voice/number`,
    smsUrl: `${base}/tw/sms/in`,
    fallbackUrl: `${base}/tw/fallback`,
    numbers: [...numbers],
  });
  await sim.start();
  const server = await startTelephony({
    ...credentials,
    PORT: String(port),
    PUBLIC_BASE_URL: base,
    CARRIER_URL: sim.url,
  });
  return {
    ...{ sim, server, base, credentials },
    stop: async () => {
      await server.stop();
      await sim.stop();
    },
  };
}
