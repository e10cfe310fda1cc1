import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBucket, type Bucket } from './bucket/bucket.js';
import { startObjectStore, type ObjectStore } from './testing/object-store.js';
import { watchBackups } from './watch-backups.js';

let root: string;
let store: ObjectStore;
let bucket: Bucket;
let server: Server;
let now: Date;
let reported: unknown[];
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'watch-'));
  store = await startObjectStore();
  bucket = openBucket(store);
  now = new Date('2026-11-20T18:00:00.000Z');
  reported = [];
  server = await watchBackups(bucket, { port: 0, now: () => now, report: (error) => reported.push(error) });
});
afterEach(async () => {
  server.close();
  await store.stop();
  await rm(root, { recursive: true });
});

const urlOf = (path: string) => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('There is no port');
  return `http://127.0.0.1:${String(address.port)}${path}`;
};

/** The values of the metrics by name. */
async function metrics(): Promise<Record<string, number>> {
  const text = await (await fetch(urlOf('/metrics'))).text();
  return Object.fromEntries(
    [...text.matchAll(/^(\w+) (\S+)$/gm)].map(([, name = '', value]) => [name, Number(value)]),
  );
}

async function stored(name: string): Promise<void> {
  const file = join(root, 'file');
  await writeFile(file, '0123456789');
  await bucket.put(`${name}/leads.leads.bson.gz`, file);
  await bucket.put(`${name}/manifest.json`, file);
}

const lastSuccess = 'backup_last_success_timestamp_seconds';

test('the newest complete backup is told with its time and size', async () => {
  await stored('2026-11-19T03-00-00Z');
  await stored('2026-11-20T03-00-00Z');
  expect(await metrics()).toEqual({
    [lastSuccess]: Date.parse('2026-11-20T03:00:00Z') / 1_000,
    backup_last_size_bytes: 20,
    backup_complete_count: 2,
  });
});

test('without any backup there is no time, which an alert notices, and none is counted', async () => {
  expect(await metrics()).toEqual({ backup_complete_count: 0 });
});

test('a bucket that cannot be listed has no values, not those of before, and the reason is reported', async () => {
  await stored('2026-11-20T03-00-00Z');
  expect(Object.keys(await metrics())).toHaveLength(3);
  now = new Date(now.getTime() + 301_000);
  store.failNext('list-type', 403);
  expect(await metrics()).toEqual({});
  expect(reported.map(String)).toEqual([expect.stringContaining('refuses GET')]);
  expect(await metrics()).toHaveProperty([lastSuccess]);
});

test('scrapes within five minutes share a listing; a backup that is gone afterwards is gone', async () => {
  await stored('2026-11-20T03-00-00Z');
  expect((await metrics())['backup_complete_count']).toBe(1);
  store.objects.clear();
  expect((await metrics())['backup_complete_count']).toBe(1);
  now = new Date(now.getTime() + 301_000);
  expect((await metrics())['backup_complete_count']).toBe(0);
});

test('it is alive without the bucket, and serves nothing else', async () => {
  expect((await fetch(urlOf('/healthz'))).status).toBe(200);
  expect((await fetch(urlOf('/'))).status).toBe(404);
});

test('the alerts ask for the metric by this name', () => {
  expect(readFileSync('deploy/operate/watching/alerts.yml', 'utf8')).toContain(lastSuccess);
});
