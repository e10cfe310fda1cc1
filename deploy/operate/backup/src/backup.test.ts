import { createHash } from 'node:crypto';
import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { BSON, Decimal128, Int32, Long, MongoClient, ObjectId } from 'mongodb';
import { startTestStore, type TestStore } from '@crm/platform/testing/test-store.js';
import { uniqueId } from '@crm/platform/testing/unique.js';
import { newKey } from '@crm/platform/encryption/aes-gcm.js';
import { dataKeyCollection } from '@crm/platform/encryption/data-keys.js';
import { backUp } from './back-up.js';
import { restore } from './restore.js';

const now = new Date('2026-11-20T17:41:00.000Z');
const keys = new Map([['b1', newKey()]]);
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
  await house
    .db('leads')
    .collection('leads')
    .createIndex({ at: 1 }, { name: 'since', partialFilterExpression: { at: { $gt: new Date(0) } } });
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
  const manifest = await backUp({ uri: house.uri, reading: 'quiet', keys }, folder, now);
  expect(manifest.collections.map(({ service, name, documents }) => [service, name, documents])).toEqual([
    ['auth', 'empty', 0],
    ['auth', 'users', 1],
    ['leads', 'leads', 1_200],
  ]);

  const other = newHouse();
  await restore(other.uri, folder, { keys });
  expect(await contentOf(other)).toEqual(await contentOf(house));
  const indexes = await other.db('leads').collection('leads').listIndexes().toArray();
  expect(indexes).toContainEqual(expect.objectContaining({ name: 'by_number', key: { number: -1 } }));
  // A service that makes its index once more finds it as it is.
  const since = { name: 'since', partialFilterExpression: { at: { $gt: new Date(0) } } };
  await other.db('leads').collection('leads').createIndex({ at: 1 }, since);
  await expect(
    other.db('auth').collection('users').insertOne({ email: 'dana@example.com' }),
  ).rejects.toMatchObject({ code: 11_000 });
});

test('a backup goes into no folder that holds something', async () => {
  const house = await furnished();
  const folder = folderOf(house);
  await backUp({ uri: house.uri, reading: 'quiet', keys }, folder, now);
  await expect(backUp({ uri: house.uri, reading: 'quiet', keys }, folder, now)).rejects.toThrow(
    /is not empty/,
  );
});

test('a store that holds something is not written over, unless that is said', async () => {
  const house = await furnished();
  const folder = folderOf(house);
  await backUp({ uri: house.uri, reading: 'quiet', keys }, folder, now);
  await house.db('leads').collection('leads').deleteMany({});
  await expect(restore(house.uri, folder, { keys })).rejects.toThrow(/--replace/);
  await restore(house.uri, folder, { keys, replaces: true });
  expect(await contentOf(house)).toHaveLength(1_200);
});

test('a file that was changed, cut or lost is noticed before anything is written', async () => {
  const house = await furnished();
  const folder = folderOf(house);
  await backUp({ uri: house.uri, reading: 'quiet', keys }, folder, now);
  const file = join(folder, 'leads.leads.bson.gz.enc');
  const whole = await readFile(file);
  const other = newHouse();
  for (const spoiled of [
    whole.subarray(0, whole.length / 2),
    await readFile(join(folder, 'auth.users.bson.gz.enc')),
  ]) {
    await writeFile(file, spoiled);
    await expect(restore(other.uri, folder, { keys })).rejects.toThrow(/leads\.leads\.bson\.gz/);
  }
  await rm(file);
  await expect(restore(other.uri, folder, { keys })).rejects.toThrow(/cannot be read/);
  expect(await other.db('auth').listCollections().toArray()).toEqual([]);
});

test('a backup that was not finished is none', async () => {
  const house = await furnished();
  const folder = folderOf(house);
  await backUp({ uri: house.uri, reading: 'quiet', keys }, folder, now);
  await rm(join(folder, 'manifest.json'));
  await expect(restore(newHouse().uri, folder, { keys })).rejects.toThrow(/no finished backup/);
});

describe('an encrypted backup', () => {
  test('has nothing in clear, its manifest neither', async () => {
    const house = await furnished();
    const folder = folderOf(house);
    await backUp({ uri: house.uri, reading: 'quiet', keys }, folder, now);
    for (const file of await readdir(folder)) {
      const content = await readFile(join(folder, file));
      const clear = file.includes('.enc')
        ? content
        : Buffer.from(content.toString().replace(/"[^"]{40,}"/, ''));
      expect([file, /dana@example|64\.20|by_number|sha256/.test(clear.toString('latin1'))]).toEqual([
        file,
        false,
      ]);
      expect([file, content[0] === 0x1f && content[1] === 0x8b]).toEqual([file, false]);
    }
  });

  test.each<[string, (folder: string) => Promise<void>]>([
    [
      'a file of another backup under the same key',
      async (folder) => {
        const other = await furnished();
        await backUp({ uri: other.uri, reading: 'quiet', keys }, folderOf(other), now);
        await copyFile(
          join(folderOf(other), 'auth.users.bson.gz.enc'),
          join(folder, 'auth.users.bson.gz.enc'),
        );
      },
    ],
    [
      'a file without its last chunk',
      async (folder) => {
        const path = join(folder, 'auth.users.bson.gz.enc');
        await writeFile(path, (await readFile(path)).subarray(0, -1));
      },
    ],
    [
      'a changed manifest',
      async (folder) => {
        const path = join(folder, 'manifest.json');
        const text = await readFile(path, 'utf8');
        await writeFile(path, text.replace(/"content":"(.{8})/, '"content":"AAAAAAAA'));
      },
    ],
    [
      'a manifest in clear in its place',
      async (folder) => {
        const manifest = { format: 1, at: now.toISOString(), collections: [] };
        await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));
      },
    ],
  ])('is refused with %s, before anything is written', async (_what, spoil) => {
    const house = await furnished();
    const folder = folderOf(house);
    await backUp({ uri: house.uri, reading: 'quiet', keys }, folder, now);
    await spoil(folder);
    const other = newHouse();
    await expect(restore(other.uri, folder, { keys })).rejects.toThrow(
      /cannot be read|was changed|not encrypted/,
    );
    expect(await other.db('auth').listCollections().toArray()).toEqual([]);
  });

  test('is opened by the key that it names, also behind a newer one, and by no other', async () => {
    const house = await furnished();
    const folder = folderOf(house);
    await backUp({ uri: house.uri, reading: 'quiet', keys }, folder, now);
    const without = new Map([['b2', newKey()]]);
    await expect(restore(newHouse().uri, folder, { keys: without })).rejects.toThrow(
      'The backup key b1 is not',
    );
    const wrong = new Map([['b1', newKey()]]);
    await expect(restore(newHouse().uri, folder, { keys: wrong })).rejects.toThrow(/another key/);
    const other = newHouse();
    await restore(other.uri, folder, { keys: new Map([...without, ...keys]) });
    expect(await contentOf(other)).toHaveLength(1_200);
  });

  test('of an earlier version, in clear, is restored where that is asked for', async () => {
    const folder = await mkdtemp(join(root, 'clear-'));
    const bytes = Buffer.from(BSON.serialize({ _id: new ObjectId(), email: 'dana@example.com' }));
    await writeFile(join(folder, 'auth.users.bson.gz'), gzipSync(bytes));
    const entry = { service: 'auth', name: 'users', file: 'auth.users.bson.gz', documents: 1, indexes: [] };
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const manifest = { format: 1, at: now.toISOString(), collections: [{ ...entry, sha256 }] };
    await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));
    const other = newHouse();
    await expect(restore(other.uri, folder, { keys })).rejects.toThrow('--unencrypted');
    await restore(other.uri, folder, { keys, allowsClear: true });
    expect(await other.db('auth').collection('users').countDocuments()).toBe(1);
  });
});

describe('the data keys of persons', () => {
  const wrapped = (_id: ObjectId) => ({ _id, by: 'm1', key: 'wrapped' });
  const keysOf = (house: ReturnType<typeof newHouse>) =>
    house.db('leads').collection(dataKeyCollection).find().sort({ _id: 1 }).toArray();

  test('are in no backup of the data, but in one of their own', async () => {
    const house = await furnished();
    await house.db('leads').collection(dataKeyCollection).insertOne(wrapped(new ObjectId()));
    const data = await backUp({ uri: house.uri, reading: 'quiet', keys }, folderOf(house), now);
    expect(data.collections.map(({ name }) => name)).not.toContain(dataKeyCollection);
    const own = `${folderOf(house)}-keys`;
    const { collections } = await backUp({ uri: house.uri, reading: 'quiet', keys, part: 'keys' }, own, now);
    expect(collections.map(({ service, name }) => [service, name])).toEqual([['leads', dataKeyCollection]]);
    const other = newHouse();
    await restore(other.uri, own, { keys });
    // The data come behind the keys: what is there is no reason to refuse them.
    await restore(other.uri, folderOf(house), { keys });
    expect(await keysOf(other)).toEqual(await keysOf(house));
    expect(await contentOf(other)).toHaveLength(1_200);
  });

  test('that were destroyed since stay destroyed, whatever is restored; who came back with the data is named', async () => {
    const house = newHouse();
    const [gone, there] = [new ObjectId(), new ObjectId()];
    await house
      .db('leads')
      .collection('leads')
      .insertMany([
        { _id: gone, fullname: 'Raymond' },
        { _id: there, fullname: 'Nora' },
      ]);
    await house
      .db('leads')
      .collection(dataKeyCollection)
      .insertMany([wrapped(gone), wrapped(there)]);
    await backUp({ uri: house.uri, reading: 'quiet', keys }, folderOf(house), now);
    const own = `${folderOf(house)}-keys`;
    await backUp({ uri: house.uri, reading: 'quiet', keys, part: 'keys' }, own, now);

    await house.db('leads').collection('leads').deleteOne({ _id: gone });
    await house.db('leads').collection(dataKeyCollection).replaceOne({ _id: gone }, { destroyedAt: now });
    const after = await keysOf(house);
    const { erasedSince } = await restore(house.uri, folderOf(house), { keys, replaces: true });
    expect(erasedSince).toEqual([gone.toHexString()]);
    await restore(house.uri, own, { keys });
    expect(await keysOf(house)).toEqual(after);
  });

  test('that a later backup says are destroyed are destroyed here', async () => {
    const [before, later] = [newHouse(), newHouse()];
    const gone = new ObjectId();
    await before.db('leads').collection(dataKeyCollection).insertOne(wrapped(gone));
    await later.db('leads').collection(dataKeyCollection).insertOne({ _id: gone, destroyedAt: now });
    await backUp({ uri: later.uri, reading: 'quiet', keys, part: 'keys' }, folderOf(later), now);
    await restore(before.uri, folderOf(later), { keys });
    expect(await keysOf(before)).toEqual([{ _id: gone, destroyedAt: now }]);
  });
});
