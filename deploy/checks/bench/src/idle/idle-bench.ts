import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { keysIn } from '@crm/local/keys.js';
import { ownKeysIn } from '@crm/local/service-keys/key-ring.js';
import { startStore } from '@crm/local/store-process.js';
import { demoAdminEmail } from '@crm/seed/demo-people.js';
import { seedDemo } from '@crm/seed/seed-demo.js';
import { startInOneProcess } from '../one-process.js';
import { pidOfStore, processorSeconds } from '../processor-time.js';
import { countStoreCommands } from './store-commands.js';

const password = 'a-password-of-the-bench';
/** The system has settled after being this calm for this long. */
const settling = { looksEveryMs: 5_000, calmLooks: 3, maxCommandsPerLook: 100, maxLooks: 60 };
/** Limit of CPU seconds for five idle minutes. */
const allowed = { seconds: 3, minutes: 5 };

function report(log: (line: string) => void, counts: ReadonlyMap<string, number>, seconds: number): void {
  const sum = [...counts.values()].reduce((all, count) => all + count, 0);
  log(`  ${(sum / seconds).toFixed(2)} a second`);
  for (const [name, count] of [...counts].sort(([, one], [, other]) => other - one))
    log(`    ${(count / seconds).toFixed(3).padStart(8)} ${name}`);
}

/**
 * Starts the system as `npm start` does on an empty folder, seeds the demo, waits until all work is done, and
 * measures the cost of idling: CPU time per process, store commands, requests between services.
 */
export async function benchIdle({
  minutes,
  log,
}: {
  minutes: number;
  log: (line: string) => void;
}): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'idle-bench-'));
  const store = await startStore(join(folder, 'store'));
  const counted = await countStoreCommands(store.uri);
  const services = await startInOneProcess({
    storeUri: counted.uri,
    folder,
    firstAdmin: { email: demoAdminEmail, password },
    logLevel: 'warn',
  });
  try {
    await seedDemo({ ...services, keys: ownKeysIn(keysIn(folder).services, 'seed'), password });
    let calmLooks = 0;
    for (let look = 0; look < settling.maxLooks && calmLooks < settling.calmLooks; look += 1) {
      counted.take();
      await wait(settling.looksEveryMs);
      const commands = [...counted.take().values()].reduce((all, count) => all + count, 0);
      calmLooks = commands <= settling.maxCommandsPerLook ? calmLooks + 1 : 0;
    }
    if (services.pid === undefined) throw new Error('No phone number is configured');
    const pids = new Map([
      ['services', services.pid],
      ['store', await pidOfStore(store.uri)],
    ]);
    await services.requests();
    counted.take();
    const before = new Map([...pids].map(([name, pid]) => [name, processorSeconds(pid)]));
    const seconds = minutes * 60;
    await wait(seconds * 1_000);
    const used = [...pids].map(
      ([name, pid]) => [name, processorSeconds(pid) - (before.get(name) ?? 0)] as const,
    );
    const commands = counted.take();
    const requests = await services.requests();

    log(`idle for ${String(minutes)} min with a seeded demo`);
    log('store commands');
    report(log, commands, seconds);
    log('HTTP requests');
    report(log, requests, seconds);
    const sum = used.reduce((all, [, each]) => all + each, 0);
    const most = (allowed.seconds * minutes) / allowed.minutes;
    for (const [name, each] of used)
      log(`${name}: ${each.toFixed(2)} s of processor time, ${((each / seconds) * 100).toFixed(2)} %`);
    log(
      `together: ${sum.toFixed(2)} s, ${((sum / seconds) * 100).toFixed(2)} % of a core; limit ${most.toFixed(1)} s: ${sum <= most ? 'ok' : 'EXCEEDED'}`,
    );
  } finally {
    await services.stop();
    counted.close();
    await store.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
