import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keysIn } from '@crm/local/keys.js';
import { ownKeysIn } from '@crm/local/service-keys/key-ring.js';
import { startOwnProcesses } from '@crm/local/processes/own-processes.js';
import { startStore } from '@crm/local/store-process.js';
import { startSystem, type System, type SystemOptions } from '@crm/local/system.js';
import { demoAdminEmail } from '@crm/seed/demo-people.js';
import { seedDemo } from '@crm/seed/seed-demo.js';

export const password = 'copper lantern rivers';

export interface TestEnvironment {
  readonly url: string;
  /** The connection string of its store; undefined if the environment runs as separate processes. */
  storeUri?: string;
  /** The folder to which sent e-mails are written. */
  mailFolder: string;
  /** Stops everything except the store, and restarts it, at another address, after `meanwhile`. */
  restart(meanwhile?: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/** Options of an environment that are passed to `startSystem`. */
type Manner = Pick<
  SystemOptions,
  'carrierSpeed' | 'trustProxy' | 'callsPerMinute' | 'webhookNetworks' | 'ssoNetworks'
>;
export type EnvironmentOptions = { leads: number } & Manner;

const storeIn = (folder: string) => startStore(join(folder, 'store'));

const systemOn = (folder: string, storeUri: string, options: Manner = {}): Promise<System> =>
  startSystem({
    ...options,
    host: '127.0.0.1',
    port: 0,
    storeUri,
    keys: keysIn(folder),
    logLevel: 'error',
    mail: { dropFolder: join(folder, 'mail') },
    firstAdmin: { email: demoAdminEmail, password },
    answers: 'strict',
  });

/** Seeds a folder with the demo's users and leads, by starting a system on it and shutting it down. */
async function seedInto(folder: string, leads: number): Promise<void> {
  const store = await storeIn(folder);
  const system = await systemOn(folder, store.uri);
  await seedDemo({ ...system, keys: ownKeysIn(keysIn(folder).services, 'seed'), password, leads });
  await system.stop();
  await store.stop();
}

/** A seeded temporary folder, copied from the cache of seeded folders (`E2E_SEEDS`) if the runner sets one. */
async function seededFolder(leads: number): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'floor-'));
  const seeds = process.env['E2E_SEEDS'];
  if (seeds === undefined) {
    await seedInto(folder, leads);
    return folder;
  }
  const kept = join(seeds, String(leads));
  if (!existsSync(kept)) {
    const fresh = mkdtempSync(join(seeds, 'fresh-'));
    await seedInto(fresh, leads);
    try {
      renameSync(fresh, kept);
    } catch (error) {
      // Another worker may have won the race to seed this size; its folder is equivalent.
      if (!existsSync(kept)) throw error;
      rmSync(fresh, { recursive: true });
    }
  }
  cpSync(kept, folder, { recursive: true });
  return folder;
}

/** The same environment as separate processes, several instances of each, with real servers (store, broker). */
async function openEnvironmentOfProcesses({
  leads,
  carrierSpeed,
}: EnvironmentOptions): Promise<TestEnvironment> {
  const own = await startOwnProcesses({ leads, password, carrierSpeed });
  const { system } = own;
  const others = [...system.processes.values()].filter(({ name }) => name !== 'store');
  return {
    url: system.url,
    mailFolder: system.mailFolder,
    restart: async (meanwhile) => {
      await Promise.all(others.map((each) => each.stayDown()));
      await meanwhile?.();
      for (const each of others) each.comeBack();
      await Promise.all(others.map((each) => each.whenReady(120_000)));
    },
    close: () => own.close(),
  };
}

/**
 * Starts an isolated system on a temporary folder, seeded with the demo's users and `leads` leads: in this process, or as
 * separate processes if E2E_PROCESSES is set.
 */
export async function openEnvironment(options: EnvironmentOptions): Promise<TestEnvironment> {
  if (process.env['E2E_PROCESSES']) return openEnvironmentOfProcesses(options);
  const { leads, ...how } = options;
  const folder = await seededFolder(leads);
  const store = await storeIn(folder);
  let system = await systemOn(folder, store.uri, how);
  return {
    get url() {
      return system.url;
    },
    storeUri: store.uri,
    mailFolder: join(folder, 'mail'),
    restart: async (meanwhile) => {
      await system.stop();
      await meanwhile?.();
      system = await systemOn(folder, store.uri, how);
    },
    close: async () => {
      await system.stop();
      await store.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
