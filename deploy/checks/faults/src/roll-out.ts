import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { databaseAt } from '@crm/local/environments.js';
import { ownRelease, serviceNames } from '@crm/local/processes/start-processes.js';
import type { FaultEnvironment } from './environment.js';

const run = promisify(execFile);
const readyMs = 120_000;

/** What `k8s/prepare` does: indexes, and what migrates before a roll-out. */
async function prepareStores({ system: { storeUri } }: FaultEnvironment): Promise<void> {
  for (const name of serviceNames)
    await run(process.execPath, [join(ownRelease, `services/${name}/dist/build-indexes.js`)], {
      env: { PATH: process.env['PATH'], MONGODB_URI: databaseAt(storeUri, name), LOG_LEVEL: 'warn' },
    });
}

/**
 * Rolls this release out over the last one: the first process of each service and every gateway in turn, then both
 * releases work on one store, broker and Redis for `besideMs`, then the rest follows.
 */
export async function rollOut(environment: FaultEnvironment, besideMs: number): Promise<void> {
  const { releases, system } = environment;
  if (releases === undefined) throw new Error('The environment does not begin with the last release');
  await prepareStores(environment);
  const all = [...system.processes.values()].filter(({ name }) => releases.has(name));
  const first = all.filter(({ name }) => name.endsWith('-1'));
  const rest = all.filter((each) => !first.includes(each));
  for (const some of [first, rest]) {
    for (const each of some) {
      releases.set(each.name, ownRelease);
      await each.restart();
      await each.whenReady(readyMs);
    }
    if (some === first) await pause(besideMs);
  }
}
