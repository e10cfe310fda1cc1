import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { databaseAt } from '@crm/local/environments.js';
import { startStore } from '@crm/local/store-process.js';
import { newKey } from '@crm/platform/encryption/aes-gcm.js';
import { createDataKeys } from '@crm/platform/encryption/data-keys.js';
import { localKms } from '@crm/platform/encryption/kms.js';
import { createLogger } from '@crm/platform/log/logger.js';
import { createMigrator } from '@crm/platform/migrations/migrator.js';
import { rawCollection } from '@crm/platform/mongo/raw-collection.js';
import { connectMongo } from '@crm/platform/mongo/connect.js';
import { leadMigrations } from './lead-notes.js';
import { workBeside, type LeadDoc } from './work-beside.js';

const { values } = parseArgs({ options: { large: { type: 'boolean', default: false } } });
const count = values.large ? 1_000_000 : 20_000;
const insertedAtOnce = 5_000;
const calmMs = 3_000;
const lookMs = 100;
/** What the store needs for a million leads with their keys, with room to compact its file. */
const largeNeeds = { memory: 4, disk: 6 };
const gigabyte = 2 ** 30;

const say = (line: string) => {
  process.stdout.write(`${line}\n`);
};
const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;

function requireRoom(): void {
  const { bavail, bsize } = statfsSync(tmpdir());
  const has = { memory: freemem() / gigabyte, disk: (bavail * bsize) / gigabyte };
  for (const what of ['memory', 'disk'] as const) {
    if (!values.large || has[what] >= largeNeeds[what]) continue;
    const [needed, free] = [String(largeNeeds[what]), has[what].toFixed(1)];
    say(`--large needs ${needed} GB of free ${what}, and ${free} GB are free.`);
    process.exit(1);
  }
}

requireRoom();
const folder = mkdtempSync(join(tmpdir(), 'migrations-'));
const server = await startStore(folder);
const uri = databaseAt(server.uri, 'leads');
const log = createLogger({ service: 'leads', level: 'warn' });
const store = await connectMongo({ uri, log });
const { connection, clock } = store;
const master = newKey();
const keys = createDataKeys(connection, localKms(new Map([['m1', master]])));
const migrator = createMigrator({
  ...{ service: 'leads', connection, clock, log },
  migrations: leadMigrations(() => ({ connection, keys })),
});

const start = () =>
  spawn(process.execPath, [fileURLToPath(new URL('worker.js', import.meta.url))], {
    env: { PATH: process.env['PATH'], STORE_URI: uri, MASTER_KEY: master.toString('base64') },
    stdio: ['ignore', 'inherit', 'inherit'],
  });

async function untilDocuments(least: number): Promise<number> {
  for (;;) {
    const [progress] = await migrator.progress();
    if (progress?.state === 'done' || (progress?.documents ?? 0) >= least) return progress?.documents ?? 0;
    await pause(lookMs);
  }
}

try {
  const leads = rawCollection<LeadDoc>(connection, 'leads');
  const ids = Array.from({ length: count }, () => new connection.base.mongo.ObjectId());
  for (let from = 0; from < count; from += insertedAtOnce)
    await leads.insertMany(
      ids.slice(from, from + insertedAtOnce).map((_id, index) => ({
        ...{ _id, name: `Lead ${String(from + index)}`, medications: ['metformin', String(from + index)] },
        version: 0,
      })),
    );
  say(`${count.toLocaleString('en')} leads in clear`);

  const work = workBeside(leads, ids);
  await pause(calmMs);
  const calm = work.latency();
  const from = performance.now();
  const killed = start();
  const atKill = await untilDocuments(count / 2);
  const killedAt = performance.now();
  const gone = once(killed, 'exit');
  killed.kill('SIGKILL');
  await gone;
  const next = start();
  await untilDocuments(atKill + 1);
  const goesOnAt = performance.now();
  await untilDocuments(Infinity);
  const end = performance.now();
  const loaded = work.latency();
  await work.stop();
  const nextGone = once(next, 'exit');
  next.kill('SIGTERM');
  await nextGone;

  const clear = await leads.countDocuments({ medications: { $type: 'array' } });
  assert.equal(clear, 0, 'leads are left in clear');
  let seen = 0;
  for await (const { _id, version } of leads.find({}, { projection: { version: 1 } })) {
    seen += 1;
    assert.equal(version, work.changed.get(_id.toHexString()) ?? 0, 'a change made meanwhile was lost');
  }
  assert.equal(seen, count, 'leads were lost or doubled');
  const [progress] = await migrator.progress();
  assert.deepEqual(
    { version: progress?.version, documents: progress?.documents },
    { version: 1, documents: count },
    'a batch that was saved was done twice',
  );
  const busyMs = end - from - (goesOnAt - killedAt);
  const ms = (value: number) => `${value.toFixed(1)} ms`;
  say(`ok     killed at ${atKill.toLocaleString('en')}, went on after ${seconds(goesOnAt - killedAt)}`);
  say(
    `       ${seconds(busyMs)} at work, ${Math.round(count / (busyMs / 1_000)).toLocaleString('en')} leads a second`,
  );
  say(`       changes beside it: median ${ms(calm.median)} before, ${ms(loaded.median)} meanwhile;`);
  say(`       99th percentile ${ms(calm.p99)} before, ${ms(loaded.p99)} meanwhile`);
} finally {
  await store.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
