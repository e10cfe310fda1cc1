import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient, ObjectId } from 'mongodb';
import { databaseAt } from '@crm/local/environments.js';
import { addMasterKey, keysIn } from '@crm/local/keys.js';
import { newKey } from '@crm/platform/encryption/aes-gcm.js';
import { dataKeyCollection } from '@crm/platform/encryption/data-keys.js';
import { keyRing } from '@crm/platform/encryption/key-ring.js';
import { localKms, type WrappedKey } from '@crm/platform/encryption/kms.js';
import { rewrapKeysAndLeave } from '@crm/platform/encryption/rewrap-command.js';
import { startTestStore, type TestStore } from '@crm/platform/testing/test-store.js';
import { uniqueId } from '@crm/platform/testing/unique.js';
import { rotateKeysOf } from './rotate-keys.js';

let store: TestStore;
let client: MongoClient;
let folder: string;
let uri: string;
beforeAll(async () => {
  store = await startTestStore();
  client = await MongoClient.connect(store.uri);
});
afterAll(async () => {
  await client.close();
  await store.stop();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keys-'));
  const url = new URL(store.uri);
  url.pathname = `/house${uniqueId()}`;
  uri = url.toString();
});
afterEach(() => rm(folder, { recursive: true }));

const leadsUri = () => databaseAt(uri, 'leads');
const dataKeys = () =>
  client.db(new URL(leadsUri()).pathname.slice(1)).collection<{ by: string; key: string }>(dataKeyCollection);
const masters = () => JSON.stringify(keysIn(folder).masters);

/** Data keys under the folder's master key, as they are unwrapped. */
async function givenKeys(count: number) {
  const keys = Array.from({ length: count }, () => ({ owner: new ObjectId().toHexString(), key: newKey() }));
  const wrapped = await localKms(keyRing.parse(masters())).wrap(keys);
  await dataKeys().insertMany(
    keys.map(({ owner }, index) => ({
      _id: new ObjectId(owner),
      by: wrapped[index]?.by ?? '',
      key: wrapped[index]?.text ?? '',
    })),
  );
  return keys;
}

const unwrapped = async (ring: string) => {
  const stored = await dataKeys().find().sort({ _id: 1 }).toArray();
  return localKms(keyRing.parse(ring)).unwrap(
    stored.map(({ _id, by, key }) => ({
      owner: _id.toHexString(),
      wrapped: { by, text: key } satisfies WrappedKey,
    })),
  );
};

test('the master key of a data folder is exchanged, and the old one is gone', async () => {
  const keys = await givenKeys(3);
  const before = keysIn(folder);
  expect(await rotateKeysOf(folder, uri)).toBe(3);
  const after = keysIn(folder);
  expect(Object.keys(after.masters)).toEqual(['m2']);
  expect({ ...after, masters: before.masters }).toEqual(before);
  expect(((await stat(join(folder, 'keys.json'))).mode & 0o777).toString(8)).toBe('600');
  expect(await unwrapped(masters())).toEqual(keys.map(({ key }) => key));
});

test('an exchange that was interrupted goes on with the key that it made', async () => {
  const keys = await givenKeys(2);
  addMasterKey(folder);
  const [made] = Object.entries(keysIn(folder).masters);
  expect(await rotateKeysOf(folder, uri)).toBe(2);
  expect(Object.entries(keysIn(folder).masters)).toEqual([made]);
  expect(await unwrapped(masters())).toEqual(keys.map(({ key }) => key));
});

test('the command of a service wraps by the first of its master keys, and says which setting is missing', async () => {
  const keys = await givenKeys(2);
  addMasterKey(folder);
  const written: string[] = [];
  const host = (env: Record<string, string>) => ({
    env: { LOG_LEVEL: 'silent', MONGODB_URI: leadsUri(), ...env },
    exitCode: undefined as number | undefined,
    stderr: { write: (text: string) => written.push(text) },
  });
  const done = host({ MASTER_KEYS: masters() });
  await rewrapKeysAndLeave('leads', done);
  expect(done.exitCode).toBeUndefined();
  expect((await dataKeys().distinct('by')).map(String)).toEqual(['m2']);
  expect(await unwrapped(masters())).toEqual(keys.map(({ key }) => key));
  const without = host({});
  await rewrapKeysAndLeave('leads', without);
  expect([without.exitCode, written.join('')]).toEqual([1, expect.stringContaining('MASTER_KEYS')]);
});
