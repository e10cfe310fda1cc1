import { createHash } from 'node:crypto';
import type { CarrierChange, CarrierReport } from '@crm/contracts/http/carrier.js';
import { createTwilioClient, type ThroughClient } from '@crm/domain/carrier/twilio-client.js';
import type { Clock } from '@crm/platform/clock.js';
import type { TelephonyConfig } from '../config.js';
import { readOf, type AccountState, type Wanted } from './account-state.js';
import { changesOf } from './changes.rules.js';
import { findingsOf } from './findings.rules.js';
import { readAccount, type AccountClients } from './read-account.js';
import { wantedOf } from './wanted.rules.js';
import { writeChanges, type RefusedChange } from './write-changes.js';

/** The carrier account of an installation: what it is checked and mended by. */
export interface CarrierAccount {
  config: Pick<TelephonyConfig, 'carrier' | 'publicBaseUrl'>;
  clients: AccountClients;
  clock: Clock;
  /** The numbers that calls are placed from here; undefined where nobody could be asked. */
  inUse: () => Promise<Wanted['inUse']>;
}

/** The clients of an account: one by its token, one by its API key. */
export const accountClients = (
  { carrier }: Pick<TelephonyConfig, 'carrier'>,
  through?: ThroughClient,
): AccountClients => ({
  account: createTwilioClient(carrier, through),
  key: createTwilioClient({ ...carrier, user: carrier.apiKey, authToken: carrier.apiSecret }, through),
});

const digestOf = (changes: readonly CarrierChange[]) =>
  createHash('sha256').update(JSON.stringify(changes)).digest('hex').slice(0, 32);

/** Settings that do not name the application or the service that the account has. */
function settingsOf({ application, service }: AccountState, wanted: Wanted): string[] {
  const [app, messaging] = [readOf(application), readOf(service)];
  return [
    ...(app && app.sid !== wanted.applicationSid ? [`${wanted.settings.application}=${app.sid}`] : []),
    ...(messaging && messaging.sid !== wanted.serviceSid
      ? [`${wanted.settings.service}=${messaging.sid}`]
      : []),
  ];
}

async function look({ config, clients, clock, inUse }: CarrierAccount) {
  const wanted = wantedOf(config, await inUse());
  const state = await readAccount(clients, config.carrier, wanted);
  const changes = 'unread' in state.account ? [] : changesOf(state, wanted);
  const report: CarrierReport = {
    checked_at: clock.now().toISOString(),
    simulated: config.carrier.provider === 'sim',
    findings: findingsOf(state, wanted),
    changes,
    digest: digestOf(changes),
    settings: settingsOf(state, wanted),
  };
  return { report, service: readOf(state.service) };
}

/** Reads the account and says what blocks, what warns and what is fine. Writes nothing. */
export const checkAccount = async (account: CarrierAccount): Promise<CarrierReport> =>
  (await look(account)).report;

/** What came of mending: `stale`: other changes are needed by now, and none was written. */
export type Mended =
  | { stale: true; report: CarrierReport }
  | { stale: false; report: CarrierReport; written: CarrierChange[]; refused: RefusedChange[] };

/** Writes the changes that somebody saw and confirmed, which `digest` stands for, and checks again. */
export async function mendAccount(account: CarrierAccount, digest: string): Promise<Mended> {
  const { report, service } = await look(account);
  if (report.digest !== digest) return { stale: true, report };
  const refused = await writeChanges(account.clients.account, report.changes, service?.sid ?? null);
  const failed = new Set(refused.map(({ change }) => change));
  return {
    stale: false,
    report: await checkAccount(account),
    written: report.changes.filter((change) => !failed.has(change)),
    refused,
  };
}
