import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { databasesOf, type Databases } from '@crm/faults/databases.js';
import { startStore } from '@crm/local/store-process.js';
import { countersOf, pidsOfServers, type Spent } from './clicks/counters.js';
import { untilEmpty } from './day/after-day.js';
import { openEnvironment, type TestEnvironment } from './day/environment.js';
import { countStoreCommands } from './idle/store-commands.js';
import { pidOfStore } from './processor-time.js';
import { noProfiles, processorProfiles } from './profile/profiles.js';

export const measuredPassword = 'measured copper lantern';
/** What a piece of work left to do is done when nothing waits and this has passed. */
const calmMs = 1_500;
const patienceMs = 120_000;

/** One gateway, one process of each service, the embedded store, RabbitMQ and Redis, with all that they spend counted. */
export interface MeasuredSystem {
  environment: TestEnvironment;
  storeUri: string;
  /** The services' databases past the counter: looking there is no cost of theirs. */
  databases: Databases;
  spentBy: ReturnType<typeof countersOf>;
  /** Resolves when nothing waits anywhere. */
  settle: () => Promise<void>;
  /** Profiles the processes while some work is done, where that is wanted. */
  profiled<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** The commands that one click, or one second, asked for most often. */
export function frequentCommands({ commands }: Spent, times: number, shown = 6): string {
  return [...commands]
    .sort(([, one], [, other]) => other - one)
    .slice(0, shown)
    .map(([name, count]) => `${(count / times).toFixed(2)} ${name.replace(/bench_\w+?_(?=crm|[a-z])/, '')}`)
    .join(', ');
}

/** Starts it, with the demo's users; `isProfiled` has its processes profiled. */
export async function openMeasuredSystem(options: {
  rabbitmqUrl: string;
  isProfiled: boolean;
  /** Modules that every service preloads beside what profiles it. */
  preload?: readonly URL[];
  log: (line: string) => void;
}): Promise<MeasuredSystem> {
  const { rabbitmqUrl, isProfiled, preload = [], log } = options;
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const profiles = isProfiled ? processorProfiles(log) : noProfiles;
  const store = await startStore(join(folder, 'store'));
  const counted = await countStoreCommands(store.uri);
  const past = await new MongoClient(store.uri).connect();
  const closeStore = async () => {
    await past.close();
    counted.close();
    await store.stop();
    profiles.close();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const environment = await openEnvironment({
      ...{ password: measuredPassword, gateways: 1, replicas: 1, rabbitmqUrl },
      mongodbUri: counted.uri,
      preload: (name) => [...profiles.preload(name), ...preload],
    });
    const servers = new Map([...(await pidsOfServers()), ['store', await pidOfStore(store.uri)] as const]);
    const own = () => new Map([...environment.pids()].filter(([name]) => !name.startsWith('carrier')));
    return {
      environment,
      storeUri: store.uri,
      databases: databasesOf(past, environment.storeUri),
      spentBy: countersOf(() => new Map([...own(), ...servers]), {
        store: counted,
        metricsUrls: [
          environment.url,
          ...[environment.authUrl, environment.leadsUrl, environment.telephonyUrl],
          ...[environment.messagingUrl, environment.statsUrl, environment.followupsUrl],
        ],
      }),
      settle: async () => {
        await untilEmpty(environment, patienceMs);
        await pause(calmMs);
      },
      profiled: (work) => profiles.during(own(), work),
      close: async () => {
        await environment.close();
        await closeStore();
      },
    };
  } catch (error) {
    await closeStore();
    throw error;
  }
}
