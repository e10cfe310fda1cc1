import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startObjectStore, type ObjectStore } from '../testing/object-store.js';
import { openBucket, type Bucket } from './bucket.js';
import { backupName, fetchBackup, storeBackup, storedBackups } from './stored-backups.js';

const partBytes = 1_000;
let root: string;
let store: ObjectStore;
let bucket: Bucket;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'bucket-'));
  store = await startObjectStore();
  bucket = openBucket({ ...store, partBytes });
});
afterEach(async () => {
  await store.stop();
  await rm(root, { recursive: true });
});

async function fileOf(content: Uint8Array | string, name = 'file'): Promise<string> {
  const path = join(root, name);
  await writeFile(path, content);
  return path;
}

/** A folder as a backup leaves it. */
async function madeBackup(name: string): Promise<string> {
  const folder = join(root, name);
  await mkdir(folder);
  for (const file of ['auth.users.bson.gz', 'leads.leads.bson.gz', 'manifest.json'])
    await writeFile(join(folder, file), `${file} of ${name}`);
  return folder;
}

test.each([
  ['an empty file', 0],
  ['a file of one part', partBytes],
  ['a file of several parts, the last a short one', 3 * partBytes + 1],
  ['a file of exactly two parts', 2 * partBytes],
])('%s comes back as it was stored, below the folder of the address', async (_what, size) => {
  const content = randomBytes(size);
  await bucket.put('a/file', await fileOf(content));
  expect([...store.objects.keys()]).toEqual(['call-centre/a/file']);
  const back = join(root, 'back');
  await bucket.get('a/file', back);
  expect((await readFile(back)).equals(content)).toBe(true);
  expect(store.openUploads()).toBe(0);
});

test('a list has every object, over as many pages as it takes', async () => {
  for (const key of ['a/1', 'a/2', 'a/3', 'a/4', 'a/5', 'b/1']) await bucket.put(key, await fileOf(key));
  expect((await bucket.list('a/')).map(({ key, bytes }) => [key, bytes])).toEqual([
    ...['a/1', 'a/2', 'a/3', 'a/4', 'a/5'].map((key) => [key, 3]),
  ]);
  expect(await bucket.list('c/')).toEqual([]);
});

test('what the store cannot take at the moment is sent again', async () => {
  store.failNext('PUT', 503, 2);
  await bucket.put('a', await fileOf('content'));
  expect(store.objects.get('call-centre/a')?.toString()).toBe('content');
});

test('an upload in parts that fails leaves neither an object nor parts behind', async () => {
  const file = await fileOf(randomBytes(3 * partBytes));
  // The store does not know the part any more: that is not tried again.
  store.failNext('partNumber=2', 404);
  await expect(bucket.put('a', file)).rejects.toThrow(/refuses PUT a: InternalError/);
  expect([store.objects.size, store.openUploads()]).toEqual([0, 0]);
});

test.each([
  ['with another secret', { secretAccessKey: 'guessed' }, 'SignatureDoesNotMatch'],
  ['by somebody unknown', { accessKeyId: 'NOBODY' }, 'InvalidAccessKeyId'],
])('a store refuses %s, and says so', async (_what, other, code) => {
  const stranger = openBucket({ ...store, ...other });
  await expect(stranger.put('a', await fileOf('x'))).rejects.toThrow(`refuses PUT a: ${code}`);
  expect(store.objects.size).toBe(0);
});

test('a store that is not there is named', async () => {
  const away = openBucket({ ...store, url: 'http://127.0.0.1:1/agency-backups' });
  await expect(away.list('')).rejects.toThrow('127.0.0.1:1 cannot be reached');
});

test('a bucket that is not there is named, and so is a server that answers otherwise than S3 does', async () => {
  const wrong = openBucket({ ...store, url: store.url.replace('agency-backups', 'other') });
  await expect(wrong.list('')).rejects.toThrow('refuses GET other: NoSuchBucket');
  store.failNext('list-type', 200);
  await expect(bucket.list('')).rejects.toThrow('something else than S3 does');
});

test('an upload that is refused only after its answer has begun is no success', async () => {
  store.failNext('a?uploadId', 200);
  await expect(bucket.put('a', await fileOf(randomBytes(3 * partBytes)))).rejects.toThrow(
    'refuses a: InternalError',
  );
  expect([store.objects.size, store.openUploads()]).toEqual([0, 0]);
});

test('backups are listed by time once they are complete, with their size', async () => {
  const times = ['2026-11-20T17:41:00.000Z', '2026-11-19T17:41:00.500Z'].map((text) => new Date(text));
  for (const at of times) await storeBackup(bucket, await madeBackup(backupName(at)), backupName(at));
  await bucket.put('2026-11-21T17-41-00Z/auth.users.bson.gz', await fileOf('cut short'));
  await bucket.put('notes/manifest.json', await fileOf('something else'));
  const found = await storedBackups(bucket);
  expect(found.map(({ name, at }) => [name, at.toISOString()])).toEqual([
    ['2026-11-19T17-41-00Z', '2026-11-19T17:41:00.000Z'],
    ['2026-11-20T17-41-00Z', '2026-11-20T17:41:00.000Z'],
  ]);
  const [name = ''] = store.objects.keys();
  expect(name).toContain('2026-11-20');
  expect(found[1]?.bytes).toBe(
    [...store.objects]
      .filter(([key]) => key.includes('2026-11-20T'))
      .reduce((sum, [, each]) => sum + each.length, 0),
  );
});

test('a backup that cannot be stored whole is not among the complete ones', async () => {
  const folder = await madeBackup('2026-11-20T17-41-00Z');
  store.failNext('leads.leads', 403);
  await expect(storeBackup(bucket, folder, '2026-11-20T17-41-00Z')).rejects.toThrow('leads.leads.bson.gz');
  expect(store.objects.size).toBe(1);
  expect(await storedBackups(bucket)).toEqual([]);
});

test('a backup is fetched whole into a new folder, or not at all', async () => {
  const folder = await madeBackup('2026-11-20T17-41-00Z');
  await storeBackup(bucket, folder, '2026-11-20T17-41-00Z');
  const back = join(root, 'back');
  await fetchBackup(bucket, '2026-11-20T17-41-00Z', back);
  expect((await readdir(back)).sort()).toEqual((await readdir(folder)).sort());
  expect(await readFile(join(back, 'manifest.json'), 'utf8')).toContain('manifest.json of');
  await expect(fetchBackup(bucket, '2026-11-20T17-41-00Z', back)).rejects.toThrow('is not empty');
  await expect(fetchBackup(bucket, '2026-11-21T17-41-00Z', join(root, 'other'))).rejects.toThrow(
    'no complete backup',
  );
});

test('a backup whose fetching was cut short has no manifest', async () => {
  await storeBackup(bucket, await madeBackup('2026-11-20T17-41-00Z'), '2026-11-20T17-41-00Z');
  const back = join(root, 'back');
  store.failNext('/manifest.json', 403);
  await expect(fetchBackup(bucket, '2026-11-20T17-41-00Z', back)).rejects.toThrow();
  expect(await readdir(back).catch(() => [])).not.toContain('manifest.json');
});
