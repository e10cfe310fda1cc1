import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { databaseAt } from '@crm/local/environments.js';
import { ownRelease, serviceNames } from '@crm/local/processes/start-processes.js';
import type { SupervisedProcess } from '@crm/local/processes/supervised-process.js';
import type { FaultEnvironment } from './environment.js';
import type { Pace } from './pace.js';

const run = promisify(execFile);
const readyMs = 120_000;

/** What `k8s/prepare` does: indexes, and what migrates before a roll-out. */
async function prepareStores({ system: { storeUri } }: FaultEnvironment): Promise<void> {
  for (const name of serviceNames)
    await run(process.execPath, [join(ownRelease, `services/${name}/dist/build-indexes.js`)], {
      env: { PATH: process.env['PATH'], MONGODB_URI: databaseAt(storeUri, name), LOG_LEVEL: 'warn' },
    });
}

/** Whether this is a process of a service, by its name: `leads-1`. */
const isOf = ({ name }: Pick<SupervisedProcess, 'name'>, services: readonly string[]) =>
  services.includes(name.replace(/-\d+$/, ''));

/**
 * Rolls this release out over an earlier one. Services whose releases must not be at work together are stopped and started on
 * this one. Of the others the first process of each and the first gateway follow one by one, then both releases work on one store, broker
 * and Redis for `outMs`, then the rest follows.
 */
export async function rollOut(environment: FaultEnvironment, { outMs, report }: Pace): Promise<void> {
  const { rollOut: begun, system } = environment;
  if (begun === undefined) throw new Error('The environment does not begin with an earlier release');
  const { releases, neverBeside } = begun;
  await prepareStores(environment);
  const all = [...system.processes.values()].filter(({ name }) => releases.has(name));

  const stopped = all.filter((each) => isOf(each, neverBeside));
  if (stopped.length > 0) {
    const from = Date.now();
    await Promise.all(stopped.map((each) => each.shutDown()));
    for (const each of stopped) {
      releases.set(each.name, ownRelease);
      each.comeBack();
    }
    await Promise.all(stopped.map((each) => each.whenReady(readyMs)));
    report(`${neverBeside.join(', ')} did not respond for ${((Date.now() - from) / 1_000).toFixed(1)} s`);
  }

  const beside = all.filter((each) => !stopped.includes(each));
  const first = beside.filter(({ name }) => name.endsWith('-1'));
  const rest = beside.filter((each) => !first.includes(each));
  for (const some of [first, rest]) {
    for (const each of some) {
      releases.set(each.name, ownRelease);
      await each.restart();
      await each.whenReady(readyMs);
    }
    report(`${String(some.length)} processes were replaced one by one`);
    if (some === first) await pause(outMs);
  }
}
