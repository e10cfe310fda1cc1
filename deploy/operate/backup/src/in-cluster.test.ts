import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { newKey } from '@crm/platform/encryption/aes-gcm.js';
import { dataKeyCollection } from '@crm/platform/encryption/data-keys.js';
import { startTestStore, type TestStore } from '@crm/platform/testing/test-store.js';
import { uniqueId } from '@crm/platform/testing/unique.js';
import { openBucket } from './bucket/bucket.js';
import { fetchBackup, storedBackups } from './bucket/stored-backups.js';
import { withPrefix } from './databases.js';
import { backUpToBucket } from './in-cluster.js';
import { rehearse } from './rehearse.js';
import { startObjectStore, type ObjectStore } from './testing/object-store.js';

const now = new Date('2026-11-20T03:00:00.000Z');
/** The embedded store has no snapshots over several reads. */
const reading = 'quiet';
const key = newKey();
const keys = new Map([['b1', key]]);
let root: string;
let store: TestStore;
let objects: ObjectStore;
let client: MongoClient;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'in-cluster-'));
  store = await startTestStore();
  objects = await startObjectStore();
  client = await MongoClient.connect(store.uri);
});
afterAll(async () => {
  await client.close();
  await objects.stop();
  await store.stop();
  await rm(root, { recursive: true });
});

const environment = (prefix: string) => ({
  MONGODB_URI: store.uri,
  DATABASE_PREFIX: prefix,
  BACKUP_KEYS: JSON.stringify({ b1: key.toString('base64') }),
  SCRATCH_DIR: root,
  BACKUP_BUCKET_URL: `${objects.url}/${prefix}`,
  BACKUP_BUCKET_REGION: objects.region,
  BACKUP_ACCESS_KEY_ID: objects.accessKeyId,
  BACKUP_SECRET_ACCESS_KEY: objects.secretAccessKey,
});
const leadsOf = (prefix: string) =>
  client.db(`${prefix}_leads`).collection<{ _id: number; text: string }>('leads');

test('the store is in the bucket while others write, and a restore of that is equal by count and hash', async () => {
  const prefix = `house${uniqueId()}`;
  const leads = leadsOf(prefix);
  await leads.insertMany(Array.from({ length: 2_000 }, (_, _id) => ({ _id, text: `lead ${String(_id)}` })));
  let isOver = false;
  let written = 2_000;
  const load = (async () => {
    while (!isOver) {
      await leads.insertOne({ _id: (written += 1), text: 'meanwhile' });
      await leads.updateOne({ _id: written % 2_000 }, { $set: { text: `changed ${String(written)}` } });
    }
  })();
  const line = await backUpToBucket(environment(prefix), now, { reading }).finally(() => {
    isOver = true;
  });
  await load;
  expect(line).toMatch(/^Backed up: \d+ documents in 1 collections, 2026-11-20T03-00-00Z\.$/);
  expect(written).toBeGreaterThan(2_000);

  const bucket = openBucket({ ...objects, url: `${objects.url}/${prefix}` });
  const [stored] = await storedBackups(bucket);
  const folder = join(root, `fetched-${prefix}`);
  await fetchBackup(bucket, stored?.name ?? '', folder);
  const { manifest } = await rehearse(withPrefix(store.uri, `restored${prefix}`), folder, keys);
  expect(await leadsOf(`restored${prefix}`).countDocuments()).toBe(manifest.collections[0]?.documents);
});

test('the data keys of persons are backed up by themselves, and the data without them', async () => {
  const prefix = `house${uniqueId()}`;
  await leadsOf(prefix).insertOne({ _id: 1, text: 'lead' });
  await client.db(`${prefix}_leads`).collection(dataKeyCollection).insertMany([{}, {}]);
  const env = environment(prefix);
  const of = (folder: string) => ({ ...env, BACKUP_BUCKET_URL: `${objects.url}/${prefix}-${folder}` });
  const [data, apart] = [
    await backUpToBucket(of('data'), new Date(now.getTime() + 60_000), { reading }),
    await backUpToBucket(of('keys'), new Date(now.getTime() + 120_000), { reading, part: 'keys' }),
  ];
  expect(data).toContain('1 documents in 1 collections');
  expect(apart).toContain('2 documents in 1 collections');
});

test.each(['BACKUP_BUCKET_URL', 'BACKUP_KEYS'])(
  'without %s nothing is written, and it is named',
  async (name) => {
    const env = { ...environment('none'), [name]: undefined };
    await expect(backUpToBucket(env, now)).rejects.toThrow(`${name}: is required`);
  },
);

test.each([
  ['mongodb://h:27017', 'mongodb://h:27017/crm'],
  [
    'mongodb://u:p@a:27017,b:27017/admin?replicaSet=rs',
    'mongodb://u:p@a:27017,b:27017/crm?replicaSet=rs&authSource=admin',
  ],
  ['mongodb://u:p@a/admin?authSource=users', 'mongodb://u:p@a/crm?authSource=users'],
  [
    'mongodb+srv://u:p@cluster.example.com/?w=majority',
    'mongodb+srv://u:p@cluster.example.com/crm?w=majority',
  ],
])('the databases of %s are found at %s', (given, wanted) => {
  expect(withPrefix(given, 'crm')).toBe(wanted);
});
