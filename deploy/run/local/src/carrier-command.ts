import { mkdirSync } from 'node:fs';
import { loadConfig } from '@crm/platform/config/load-config.js';
import { carrierAtTerminal } from '@crm/telephony/carrier-account/at-terminal.js';
import { simulatedCarrier } from './carrier.js';
import { environments, type Environment } from './environments.js';
import { keysIn } from './keys.js';
import { realCarrier } from './real-carrier.js';
import { runningAddresses } from './running.js';
import { sentenceOf } from './sentence-of.js';
import { CannotStart } from './data-folder.js';
import { settingsSchema } from './settings.js';

const unused = 'http://127.0.0.1:1';

/** Telephony's settings on this machine: those of the environment, and what the data folder has. */
export function telephonyEnvironment(env: NodeJS.ProcessEnv): Environment {
  const settings = loadConfig(settingsSchema, env);
  mkdirSync(settings.DATA_DIR, { recursive: true, mode: 0o700 });
  const keys = keysIn(settings.DATA_DIR);
  const running = runningAddresses(settings.DATA_DIR);
  const { twilio } = realCarrier(env);
  if (twilio === undefined && running?.carrierUrl === undefined) {
    throw new CannotStart(
      'There is no carrier to check: set TWILIO_* and PUBLIC_BASE_URL, or run npm start for the simulated one.',
    );
  }
  const carrier =
    twilio ??
    simulatedCarrier({
      keys: keys.carrier,
      carrierUrl: running?.carrierUrl ?? unused,
      telephonyUrl: running?.telephonyUrl ?? unused,
      messagingUrl: running?.messagingUrl ?? unused,
    }).telephonyEnv;
  const details = {
    ...{ keys, storeUri: 'mongodb://127.0.0.1:1', logLevel: 'silent' },
    mail: { dropFolder: settings.DATA_DIR },
  };
  return {
    ...environments(details).telephony({ authUrl: unused, leadsUrl: unused }, carrier),
    // Where the service answers, if it runs.
    PORT: running === undefined ? '1' : new URL(running.telephonyUrl).port,
  };
}

/** The command on this machine, beside `npm start` or before it. */
export async function runHere(): Promise<void> {
  try {
    await carrierAtTerminal(telephonyEnvironment(process.env));
  } catch (error) {
    process.stderr.write(`${sentenceOf(error)}\n`);
    process.exitCode = 1;
  }
}
