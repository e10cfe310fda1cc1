import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { databasesOf, type Databases } from '@crm/faults/databases.js';
import type { ServiceAddresses } from '@crm/local/environments.js';
import { keysIn, type Keys } from '@crm/local/keys.js';
import { ownKeysIn } from '@crm/local/service-keys/key-ring.js';
import { startOwnProcesses } from '@crm/local/processes/own-processes.js';
import { serviceNames, type ProcessesOptions } from '@crm/local/processes/start-processes.js';
import { startStore } from '@crm/local/store-process.js';
import { demoAdminEmail } from '@crm/seed/demo-people.js';
import { seedDemo } from '@crm/seed/seed-demo.js';
import { startInOneProcess } from '../one-process.js';

/** The day creates its own leads; these are the demo's users and settings. */
const demoLeads = 40;

export interface EnvironmentOptions {
  password: string;
  /** A RabbitMQ: then every service runs as separate processes. Without one, all share a process and its bus. */
  rabbitmqUrl: string | undefined;
  /** A MongoDB; without one the embedded store. */
  mongodbUri: string | undefined;
  gateways: number;
  replicas: number;
  /** Modules preloaded by a process, by the process's name; of separate processes. */
  preload?: ProcessesOptions['preload'];
}

/** The system under load. */
export interface TestEnvironment extends ServiceAddresses {
  /** Address of the gateways. */
  url: string;
  carrierUrl: string;
  keys: Keys;
  databases: Databases;
  storeUri: string;
  brokerUrl: string | undefined;
  /** Its processes by name. */
  pids(): ReadonlyMap<string, number>;
  /** What the services logged so far, one JSON object a line. */
  logLines(): string[];
  /** Processes that exited by themselves. */
  ended: string[];
  close(): Promise<void>;
}

type Started = Omit<TestEnvironment, 'databases' | 'ended'>;

async function startMany(options: EnvironmentOptions, storeUri: string | undefined, ended: string[]) {
  const own = await startOwnProcesses({
    leads: demoLeads,
    password: options.password,
    // An hour's work is done in minutes.
    readingPerHour: 1_000_000,
    gateways: options.gateways,
    replicas: options.replicas,
    storeUri,
    ...(options.preload && { preload: options.preload }),
    answers: 'logged',
    logLevel: 'warn',
    onEnd: (name, how) => ended.push(`${name} ended (${how})`),
  });
  const { system, folder, broker, keys } = own;
  if (system.carrierUrl === undefined) throw new Error('The environment has no simulated carrier');
  return {
    ...system,
    carrierUrl: system.carrierUrl,
    keys,
    brokerUrl: broker.url,
    pids: () =>
      new Map(
        [...system.processes].flatMap(([name, { pid }]): [string, number][] =>
          pid === undefined ? [] : [[name, pid]],
        ),
      ),
    logLines: () => linesIn(join(folder, 'logs')),
    close: () => own.close(),
  } satisfies Started;
}

async function startOne({ password }: EnvironmentOptions, given: string | undefined): Promise<Started> {
  const folder = mkdtempSync(join(tmpdir(), 'day-bench-'));
  const logs = join(folder, 'logs');
  mkdirSync(logs);
  const store = given === undefined ? await startStore(join(folder, 'store')) : undefined;
  const storeUri = store?.uri ?? given ?? '';
  const firstAdmin = { email: demoAdminEmail, password };
  const services = await startInOneProcess({ storeUri, folder: logs, firstAdmin, logLevel: 'warn' });
  const keys = keysIn(logs);
  await seedDemo({ ...services, keys: ownKeysIn(keys.services, 'seed'), password, leads: demoLeads });
  return {
    ...services,
    keys,
    storeUri,
    brokerUrl: undefined,
    pids: () => new Map(services.pid === undefined ? [] : [['services', services.pid]]),
    logLines: () => linesIn(logs),
    close: async () => {
      await services.stop();
      await store?.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const linesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.log'))
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'));

/** Starts the whole system. On a given MongoDB the day uses its own databases and drops them afterwards. */
export async function openEnvironment(options: EnvironmentOptions): Promise<TestEnvironment> {
  const corner = `bench_${randomBytes(4).toString('hex')}`;
  const storeUri =
    options.mongodbUri === undefined
      ? undefined
      : Object.assign(new URL(options.mongodbUri), { pathname: `/${corner}` }).toString();
  const ended: string[] = [];
  const started =
    options.rabbitmqUrl === undefined
      ? await startOne(options, storeUri)
      : await startMany(options, storeUri, ended);
  const store = new MongoClient(started.storeUri);
  const databases = databasesOf(store, started.storeUri);
  return {
    ...started,
    databases,
    ended,
    close: async () => {
      if (storeUri === undefined) await store.close();
      await started.close();
      if (storeUri === undefined) return;
      for (const service of serviceNames) await databases(service).dropDatabase();
      await store.close();
    },
  };
}
