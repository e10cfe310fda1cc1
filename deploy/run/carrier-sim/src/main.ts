import { createCarrierSim } from './carrier-sim.js';
import { environment } from './environment.js';

const given = Object.entries(process.env).filter(([, value]) => value !== '');
const read = environment.safeParse(Object.fromEntries(given));
if (!read.success) {
  const problems = read.error.issues.map(({ path, message }) => `  - ${path.join('.')}: ${message}`);
  process.stderr.write(`Invalid configuration:\n${problems.join('\n')}\n`);
  process.exit(1);
}

const { PUBLIC_BASE_URL: base, SMS_BASE_URL: smsBase = base, ...settings } = read.data;
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
        transcriptUrl: `${base}/tw/transcript`,
        fallbackUrl: `${base}/tw/fallback`,
      }),
  ...(smsBase === undefined ? {} : { smsUrl: `${smsBase}/tw/sms/in` }),
});

const url = await sim.start();
process.stdout.write(`The simulated carrier is on ${url}; its phone on ${url}/_sim/phone/\n`);
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    void sim.stop().then(() => process.exit(0));
  });
