import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Decimal128, Int32, Long, MongoClient, ObjectId } from 'mongodb';
import { startTestStore, type TestStore } from '@crm/platform/testing/test-store.js';
import { uniqueId } from '@crm/platform/testing/unique.js';
import { backUp } from './back-up.js';
import { restore } from './restore.js';

const now = new Date('2026-11-20T17:41:00.000Z');
let root: string;
let store: TestStore;
let client: MongoClient;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'backup-'));
  store = await startTestStore();
  client = await MongoClient.connect(store.uri);
});
afterAll(async () => {
  await client.close();
  await store.stop();
  await rm(root, { recursive: true, force: true });
});

/** A server's worth of databases of a test's own. */
function newHouse() {
  const name = `house${uniqueId()}`;
  const url = new URL(store.uri);
  url.pathname = `/${name}`;
  return { uri: url.toString(), db: (service: string) => client.db(`${name}_${service}`) };
}

/** A few leads with every kind of value, and users under a unique index. */
async function furnished() {
  const house = newHouse();
  const leads = Array.from({ length: 1_200 }, (_, index) => ({
    _id: new ObjectId(),
    number: new Int32(index),
    large: Long.fromString('9007199254740993'),
    price: Decimal128.fromString('64.20'),
    at: now,
    text: 'Zoë 👩‍👩‍👧',
    bytes: Buffer.from([0, 255, 10]),
    nothing: null,
    list: [1, 1.5, { deep: [true] }],
  }));
  await house.db('leads').collection('leads').insertMany(leads);
  await house.db('leads').collection('leads').createIndex({ number: -1 }, { name: 'by_number' });
  await house.db('auth').collection('users').insertOne({ email: 'dana@example.com' });
  await house.db('auth').collection('users').createIndex({ email: 1 }, { unique: true });
  await house.db('auth').createCollection('empty');
  return house;
}

const folderOf = (house: { uri: string }) => join(root, new URL(house.uri).pathname.slice(1));
const contentOf = async (house: ReturnType<typeof newHouse>) =>
  house.db('leads').collection('leads').find({}, { promoteValues: false }).sort({ number: 1 }).toArray();

test('what was backed up is in another store with every kind of value, and its indexes', async () => {
  const house = await furnished();
  const folder = folderOf(house);
  const manifest = await backUp({ uri: house.uri, reading: 'quiet' }, folder, now);
  expect(manifest.collections.map(({ service, name, documents }) => [service, name, documents])).toEqual([
    ['auth', 'empty', 0],
    ['auth', 'users', 1],
    ['leads', 'leads', 1_200],
  ]);

  const other = newHouse();
  await restore(other.uri, folder);
  expect(await contentOf(other)).toEqual(await contentOf(house));
  const indexes = await other.db('leads').collection('leads').listIndexes().toArray();
  expect(indexes).toContainEqual(expect.objectContaining({ name: 'by_number', key: { number: -1 } }));
  await expect(
    other.db('auth').collection('users').insertOne({ email: 'dana@example.com' }),
  ).rejects.toMatchObject({ code: 11_000 });
});

test('a backup goes into no folder that holds something', async () => {
  const house = await furnished();
  const folder = folderOf(house);
  await backUp({ uri: house.uri, reading: 'quiet' }, folder, now);
  await expect(backUp({ uri: house.uri, reading: 'quiet' }, folder, now)).rejects.toThrow(/is not empty/);
});

test('a store that holds something is not written over, unless that is said', async () => {
  const house = await furnished();
  const folder = folderOf(house);
  await backUp({ uri: house.uri, reading: 'quiet' }, folder, now);
  await house.db('leads').collection('leads').deleteMany({});
  await expect(restore(house.uri, folder)).rejects.toThrow(/--replace/);
  await restore(house.uri, folder, { replaces: true });
  expect(await contentOf(house)).toHaveLength(1_200);
});

test('a file that was changed, cut or lost is noticed before anything is written', async () => {
  const house = await furnished();
  const folder = folderOf(house);
  await backUp({ uri: house.uri, reading: 'quiet' }, folder, now);
  const file = join(folder, 'leads.leads.bson.gz');
  const whole = await readFile(file);
  const other = newHouse();
  for (const spoiled of [
    whole.subarray(0, whole.length / 2),
    await readFile(join(folder, 'auth.users.bson.gz')),
  ]) {
    await writeFile(file, spoiled);
    await expect(restore(other.uri, folder)).rejects.toThrow(/leads\.leads\.bson\.gz/);
  }
  await rm(file);
  await expect(restore(other.uri, folder)).rejects.toThrow(/cannot be read/);
  expect(await other.db('auth').listCollections().toArray()).toEqual([]);
});

test('a backup that was not finished is none', async () => {
  const house = await furnished();
  const folder = folderOf(house);
  await backUp({ uri: house.uri, reading: 'quiet' }, folder, now);
  await rm(join(folder, 'manifest.json'));
  await expect(restore(newHouse().uri, folder)).rejects.toThrow(/no finished backup/);
});
