import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { useBroker, type TestBroker } from '@crm/platform/bus/testing/broker.js';
import { demoAdminEmail } from '@crm/seed/demo-people.js';
import type { seedDemo } from '@crm/seed/seed-demo.js';
import { CannotStart } from '../data-folder.js';
import { keysIn, type Keys } from '../keys.js';
import { ownKeysIn } from '../service-keys/key-ring.js';
import {
  ownRelease,
  startProcesses,
  type Processes,
  type ProcessesOptions,
  type WayTo,
} from './start-processes.js';

const seeding = z.object({
  seedDemo: z.custom<typeof seedDemo>((value) => typeof value === 'function'),
});

/** The seed of a release: that of a later one may ask for what it does not know. */
const seedIn = async (release: string) =>
  seeding.parse(await import(pathToFileURL(join(release, 'deploy/run/seed/dist/seed-demo.js')).href));

/** A system of separate processes for tests, isolated on shared servers. */
export interface OwnProcesses {
  system: Processes;
  folder: string;
  broker: TestBroker;
  keys: Keys;
  /** Stops and removes everything. */
  close(): Promise<void>;
}

/**
 * Starts the services as separate processes on a temporary folder, with its own RabbitMQ virtual host and Redis
 * prefix, the demo's users and the given number of leads. The servers are RABBITMQ_URL and REDIS_URL, or the local
 * defaults.
 */
export async function startOwnProcesses(
  options: {
    leads: number;
    password: string;
    /** Prepares the data folder while it is empty; returns its cleanup. */
    prepareFolder?: ((folder: string) => Promise<() => Promise<void>>) | undefined;
  } & Partial<
    Pick<
      ProcessesOptions,
      | 'gateways'
      | 'replicas'
      | 'carrierSpeed'
      | 'wayTo'
      | 'preload'
      | 'releaseOf'
      | 'logLevel'
      | 'onEnd'
      | 'answers'
      | 'readingPerHour'
      | 'storeUri'
    >
  >,
): Promise<OwnProcesses> {
  const { leads, password, prepareFolder, ...chosen } = options;
  const wayTo: WayTo = chosen.wayTo ?? (async (_what, url) => url);
  const url = new URL(process.env['RABBITMQ_URL'] ?? 'amqp://guest:guest@127.0.0.1:5672');
  const broker = await useBroker(url);
  if (broker.prefix !== '')
    throw new CannotStart('Creating a virtual host needs rabbitmqctl on this machine.');
  const folder = mkdtempSync(join(tmpdir(), 'processes-'));
  const undo = await prepareFolder?.(folder);
  const keys = keysIn(folder);
  const redis = new URL(process.env['REDIS_URL'] ?? 'redis://127.0.0.1:6379');
  redis.pathname = '/15';

  let system: Processes | undefined;
  const close = async () => {
    await system?.stop();
    await broker.remove();
    await undo?.();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    system = await startProcesses({
      port: 0,
      gateways: 3,
      replicas: 2,
      dataFolder: folder,
      keys,
      rabbitmqUrl: await wayTo('rabbitmq', broker.url, 'all'),
      redisUrl: await wayTo('redis', redis.href, 'all'),
      redisPrefix: `crm-test-${randomUUID()}`,
      logLevel: 'warn',
      answers: 'strict',
      firstAdmin: { email: demoAdminEmail, password },
      ...chosen,
    });
    const { seedDemo: seed } = await seedIn(chosen.releaseOf?.('seed') ?? ownRelease);
    await seed({ ...system, keys: ownKeysIn(keys.services, 'seed'), password, leads });
    return { system, folder, broker, keys, close };
  } catch (error) {
    await close();
    throw error;
  }
}
