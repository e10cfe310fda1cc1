import { numbersInUse } from '@crm/contracts/http/carrier.js';
import type { ThroughClient } from '@crm/domain/carrier/twilio-client.js';
import { systemClock, type Clock } from '@crm/platform/clock.js';
import { loadConfig } from '@crm/platform/config/load-config.js';
import { createServiceClient } from '@crm/platform/http/service-client.js';
import { silentLogger } from '@crm/platform/log/logger.js';
import { telephonyConfig, type TelephonyConfig } from '../config.js';
import { accountClients, checkAccount, mendAccount, type CarrierAccount } from './check-account.js';
import { changeLines, reportLines } from './report-lines.rules.js';

/** What the command is run with. */
export interface CarrierCommand {
  /** Telephony's settings, as its process has them; `PORT` is where it runs. */
  env: Readonly<Record<string, string | undefined>>;
  words: readonly string[];
  print: (line: string) => void;
  /** Asks the person at the terminal. */
  confirm: (question: string) => Promise<boolean>;
  toCarrier?: ThroughClient;
  /** The system's unless said otherwise. */
  clock?: Clock;
}

const usage = 'Usage: carrier check | carrier setup [--yes]';

/** The numbers in use, asked of the telephony service that runs; undefined where none does. */
async function askTelephony(config: TelephonyConfig, clock: Clock) {
  const client = createServiceClient({
    // With telephony's settings it has telephony's keys.
    from: 'telephony',
    keys: config.serviceKeys.own,
    baseUrlOf: () => `http://127.0.0.1:${String(config.port)}`,
    log: silentLogger,
    clock,
  });
  try {
    return (await client.call(numbersInUse, {}, { asService: true, timeoutMs: 5_000 })).numbers;
  } catch {
    // Said in the report: before the first start there is nobody to ask.
    return undefined;
  }
}

async function setup(account: CarrierAccount, { words, print, confirm }: CarrierCommand): Promise<boolean> {
  const before = await checkAccount(account);
  if (before.changes.length === 0) {
    print('Nothing to change.\n');
    reportLines(before).forEach(print);
    return before.findings.some(({ severity }) => severity === 'blocks');
  }
  print('These changes would be written to the carrier account. None of them costs money.\n');
  changeLines(before.changes).forEach(print);
  print('');
  if (!words.includes('--yes') && !(await confirm('Write them? [y/N] '))) {
    print('Nothing was written.');
    return true;
  }
  const mended = await mendAccount(account, before.digest);
  if (mended.stale) {
    print('The account has changed in the meantime; nothing was written. Run the command again.');
    return true;
  }
  for (const { change, reason } of mended.refused) print(`${change.name} could not be changed: ${reason}`);
  print(`Written: ${String(mended.written.length)} of ${String(before.changes.length)}.\n`);
  reportLines(mended.report).forEach(print);
  return mended.refused.length > 0 || mended.report.findings.some(({ severity }) => severity === 'blocks');
}

/** Checks the carrier account, or sets it up, from a terminal. Answers the exit code: 1 where something blocks. */
export async function runCarrierCommand(command: CarrierCommand): Promise<0 | 1> {
  const { env, words, print, toCarrier, clock = systemClock } = command;
  const [verb] = words;
  if (verb !== 'check' && verb !== 'setup') {
    print(usage);
    return 1;
  }
  const config = loadConfig(telephonyConfig, env);
  const account: CarrierAccount = {
    ...{ config, clients: accountClients(config, toCarrier), clock },
    inUse: () => askTelephony(config, clock),
  };
  if (verb === 'setup') return (await setup(account, command)) ? 1 : 0;
  const report = await checkAccount(account);
  reportLines(report).forEach(print);
  return report.findings.some(({ severity }) => severity === 'blocks') ? 1 : 0;
}
