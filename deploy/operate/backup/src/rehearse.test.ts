import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import { newKey } from '@crm/platform/encryption/aes-gcm.js';
import { startTestStore, type TestStore } from '@crm/platform/testing/test-store.js';
import { uniqueId } from '@crm/platform/testing/unique.js';
import { openArchive } from './archive.js';
import { backUp } from './back-up.js';
import { compare, contentOf } from './compare.js';
import { withPrefix } from './databases.js';
import { rehearse } from './rehearse.js';

const keys = new Map([['b1', newKey()]]);
let root: string;
let store: TestStore;
let client: MongoClient;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'rehearse-'));
  store = await startTestStore();
  client = await MongoClient.connect(store.uri);
});
afterAll(async () => {
  await client.close();
  await store.stop();
  await rm(root, { recursive: true });
});

/** A backup of a store with 1,000 leads, restored into another one. */
async function restored() {
  const [from, to] = [`house${uniqueId()}`, `house${uniqueId()}`];
  const leads = Array.from({ length: 1_000 }, (_, _id) => ({ _id, text: `lead ${String(_id)}` }));
  await client.db(`${from}_leads`).collection<{ _id: number }>('leads').insertMany(leads);
  const folder = join(root, from);
  await backUp({ uri: withPrefix(store.uri, from), reading: 'quiet', keys }, folder, new Date(0));
  const uri = withPrefix(store.uri, to);
  const rehearsal = await rehearse(uri, folder, keys);
  return {
    rehearsal,
    folder,
    uri,
    leads: client.db(`${to}_leads`).collection<{ _id: number; text: string }>('leads'),
  };
}

test('a rehearsal restores and finds every collection equal', async () => {
  const { rehearsal, leads } = await restored();
  expect(rehearsal.manifest.collections.map(({ documents }) => documents)).toEqual([1_000]);
  expect(await leads.countDocuments()).toBe(1_000);
});

test('one changed letter, one lead more and one less are noticed', async () => {
  const { folder, uri, leads } = await restored();
  const differences = async () =>
    compare(uri, folder, await openArchive(folder, keys, { allowsClear: false }));
  expect(await differences()).toEqual([]);
  await leads.updateOne({ _id: 500 }, { $set: { text: 'Lead 500' } });
  expect((await differences()).map(({ collection, found }) => [collection, found.documents])).toEqual([
    ['leads.leads', 1_000],
  ]);
  await leads.updateOne({ _id: 500 }, { $set: { text: 'lead 500' } });
  expect(await differences()).toEqual([]);
  await leads.insertOne({ _id: 1_000, text: 'one more' });
  expect((await differences())[0]?.found.documents).toBe(1_001);
  await leads.deleteMany({ _id: { $gte: 999 } });
  expect((await differences())[0]?.found.documents).toBe(999);
});

test('a store that holds something is not rehearsed in', async () => {
  const { folder, uri } = await restored();
  await expect(rehearse(uri, folder, keys)).rejects.toThrow('is not empty');
});

test('the order of documents makes no difference, their number does, even of equal ones', async () => {
  async function* inOrder(...texts: string[]) {
    for (const text of texts) yield await Promise.resolve(Buffer.from(text));
  }
  const hash = await contentOf(inOrder('a', 'b', 'b'));
  expect(await contentOf(inOrder('b', 'a', 'b'))).toEqual(hash);
  expect(await contentOf(inOrder('a', 'b'))).not.toEqual(hash);
  expect((await contentOf(inOrder('a', 'a', 'b'))).hash).not.toBe(hash.hash);
});
