import { cpSync, existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keysIn } from '@crm/local/keys.js';
import { startOwnProcesses } from '@crm/local/processes/own-processes.js';
import { startStore } from '@crm/local/store-process.js';
import { startSystem, type System, type SystemOptions } from '@crm/local/system.js';
import { demoAdminEmail } from '@crm/seed/demo-people.js';
import { seedDemo } from '@crm/seed/seed-demo.js';

export const password = 'demo-demo-1';

export interface TestEnvironment {
  readonly url: string;
  /** Where its store answers; undefined where processes keep that to themselves. */
  storeUri?: string;
  /** Where e-mails are laid down. */
  mailFolder: string;
  /** Stops everything but the store, and starts it anew at another address once `meanwhile` is over. */
  restart(meanwhile?: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

/** What a floor is like beside its leads, as `startSystem` takes it. */
type Manner = Pick<SystemOptions, 'carrierSpeed' | 'trustProxy' | 'callsPerMinute'>;
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

/** Fills a folder with the demo's people and leads, as a system leaves it that was stopped. */
async function seedInto(folder: string, leads: number): Promise<void> {
  const store = await storeIn(folder);
  const system = await systemOn(folder, store.uri);
  await seedDemo({ ...system, internalKey: keysIn(folder).internal, password, leads });
  await system.stop();
  await store.stop();
}

/** A seeded folder of one's own: copied from the first of its size where the runner keeps those (`E2E_SEEDS`). */
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
    // Another worker may have been sooner, and its folder is as good.
    if (existsSync(kept)) rmSync(fresh, { recursive: true });
    else renameSync(fresh, kept);
  }
  cpSync(kept, folder, { recursive: true });
  return folder;
}

/** The same floor on separate processes, several of each, with real servers between them. */
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
 * A whole system of its own on a temporary folder, with the demo's people and as many leads as asked for: in this process,
 * or as separate ones where E2E_PROCESSES is set.
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
