import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { MongoClient, type Collection } from 'mongodb';
import { z } from 'zod';
import { signIn } from '@crm/contracts/http/auth.js';
import { keysIn } from '@crm/local/keys.js';
import { ownKeysIn } from '@crm/local/service-keys/key-ring.js';
import { startStore } from '@crm/local/store-process.js';
import { createServiceClient, type ServiceClient } from '@crm/platform/http/service-client.js';
import { createLogger } from '@crm/platform/log/logger.js';
import { httpClient } from '@crm/platform/testing/http-client.js';
import { demoAdminEmail } from '@crm/seed/demo-people.js';
import { seedDemo } from '@crm/seed/seed-demo.js';
import { loadUnindexed } from './load-unindexed.js';
import { multiplyLeads, migrated } from './multiply-leads.js';
import { startInOneProcess } from './one-process.js';
import { pidOfStore, processorSeconds } from './processor-time.js';
import { watchHello } from './watch-hello.js';

const password = 'measured copper lantern';
/** A second in which a process works less than this has nothing left to do. */
const calmSeconds = 0.05;
const patienceMs = 120_000;

/** Resolves when none of the processes has worked for two seconds: what was loaded is known everywhere. */
async function untilCalm(pids: readonly number[]): Promise<void> {
  const spent = () => pids.map(processorSeconds);
  const begin = Date.now();
  for (let before = spent(), calm = 0; calm < 2 && Date.now() - begin < patienceMs;) {
    await pause(1_000);
    const now = spent();
    calm = now.every((each, index) => each - (before[index] ?? 0) < calmSeconds) ? calm + 1 : 0;
    before = now;
  }
}

export interface ManyLeads {
  system: Awaited<ReturnType<typeof startInOneProcess>>;
  /** The collection of leads, past the service. */
  leads: Collection;
  /** The databases of the services, past them. */
  mongo: MongoClient;
  storeUri: string;
  /** The admin's session token. */
  token: string;
  /** Calls of another service. */
  services: ServiceClient;
}

/** Starts everything in a process on an embedded store with that many leads, works with it, and puts all of it away. */
export async function withManyLeads(
  options: { leads: number; log: (line: string) => void },
  work: (many: ManyLeads) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'many-leads-'));
  const store = await startStore(join(folder, 'store'));
  const keys = keysIn(folder);
  const system = await startInOneProcess({
    storeUri: store.uri,
    folder,
    logLevel: 'silent',
    firstAdmin: { email: demoAdminEmail, password },
  });
  const mongo = await new MongoClient(store.uri).connect();
  try {
    const leads = mongo.db('crm_leads').collection('leads');
    const seeding = performance.now();
    const own = Math.min(options.leads, migrated);
    await seedDemo({ ...system, keys: ownKeysIn(keys.services, 'seed'), password, leads: own });
    const hello = watchHello(store.uri);
    const { loaded, indexed } = await loadUnindexed(leads, () =>
      multiplyLeads({ storeUri: store.uri, masters: keys.masters, wanted: options.leads }),
    );
    const slowest = await hello.stop();
    const seconds = (ms: number) => (ms / 1000).toFixed(0);
    options.log(
      `leads ${String(await leads.estimatedDocumentCount())}, made in ${seconds(performance.now() - seeding - indexed)} s (copies in ${seconds(loaded)} s), indexed in ${seconds(indexed)} s, file ${(statSync(join(folder, 'store', 'data.mdb')).size / 1e9).toFixed(1)} GB`,
    );
    options.log(`slowest hello meanwhile ${slowest.toFixed(0)} ms (at most 1000)`);
    const { token } = (
      await httpClient(system.url).call(signIn, { body: { email: demoAdminEmail, password } })
    ).answer;
    const services = createServiceClient({
      from: 'telephony',
      keys: ownKeysIn(keys.services, 'telephony'),
      baseUrlOf: () => system.leadsUrl,
      log: createLogger({ service: 'bench', level: 'silent' }),
    });
    await untilCalm([z.int().parse(system.pid), await pidOfStore(store.uri)]);
    await work({ system, leads, mongo, storeUri: store.uri, token, services });
  } finally {
    await mongo.close();
    await system.stop();
    await store.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
