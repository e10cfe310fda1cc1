import { z } from 'zod';
import { createCarrierSim } from './carrier-sim.js';

/** What the environment says; an empty value counts as not set. */
const environment = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(4010),
  CARRIER_ACCOUNT_SID: z.string(),
  CARRIER_AUTH_TOKEN: z.string(),
  CARRIER_API_KEY: z.string(),
  CARRIER_API_SECRET: z.string(),
  CARRIER_APP_SID: z.string(),
  /** The public address of the application whose webhooks are called. */
  PUBLIC_BASE_URL: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  NUMBERS: z
    .string()
    .default('')
    .transform((text) => text.split(',').filter((number) => number !== '')),
  SEED: z.string().default('carrier'),
  SPEED: z.coerce.number().positive().max(1000).default(1),
});

const given = Object.entries(process.env).filter(([, value]) => value !== '');
const read = environment.safeParse(Object.fromEntries(given));
if (!read.success) {
  const problems = read.error.issues.map(({ path, message }) => `  - ${path.join('.')}: ${message}`);
  process.stderr.write(`The configuration is not complete:\n${problems.join('\n')}\n`);
  process.exit(1);
}

const { PUBLIC_BASE_URL: base, ...settings } = read.data;
const sim = createCarrierSim({
  host: settings.HOST,
  port: settings.PORT,
  accountSid: settings.CARRIER_ACCOUNT_SID,
  authToken: settings.CARRIER_AUTH_TOKEN,
  apiKeySid: settings.CARRIER_API_KEY,
  apiSecret: settings.CARRIER_API_SECRET,
  applicationSid: settings.CARRIER_APP_SID,
  seed: settings.SEED,
  speed: settings.SPEED,
  numbers: settings.NUMBERS,
  ...(base === undefined
    ? {}
    : {
        voiceUrl: `${base}/tw/voice/client`,
        numberVoiceUrl: `${base}/tw/voice/number`,
        smsUrl: `${base}/tw/sms/in`,
        transcriptUrl: `${base}/tw/transcript`,
        fallbackUrl: `${base}/tw/fallback`,
      }),
});

const url = await sim.start();
process.stdout.write(`The simulated carrier is on ${url}; its phone on ${url}/_sim/phone/\n`);
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    void sim.stop().then(() => process.exit(0));
  });
