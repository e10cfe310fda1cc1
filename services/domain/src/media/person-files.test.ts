import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Types } from 'mongoose';
import { pino } from 'pino';
import { newKey } from '@crm/platform/encryption/aes-gcm.js';
import { chunkLength } from '@crm/platform/encryption/chunk-cipher.js';
import {
  createDataKeys,
  dataKeyCollection,
  DataKeyDestroyed,
  DataKeyMissing,
  type DataKeys,
} from '@crm/platform/encryption/data-keys.js';
import { localKms } from '@crm/platform/encryption/kms.js';
import { connectMongo, type Store } from '@crm/platform/mongo/connect.js';
import { dumpDatabase } from '@crm/platform/testing/dump-database.js';
import { startTestStore, type TestStore } from '@crm/platform/testing/test-store.js';
import {
  dropPersonFile,
  openPersonFile,
  personFiles,
  storePersonFile,
  type OwnedFile,
  type PersonFiles,
} from './person-files.js';
import { sealFilesMigration } from './seal-person-files.js';
import { dropFile, storeFile, UnfitFile } from './stored-files.js';

const words = 'I have a pacemaker since May';
const masters = new Map([['m1', newKey()]]);
const now = new Date('2026-11-27T17:00:00.000Z');

let server: TestStore;
let store: Store;
let keys: DataKeys;
let files: PersonFiles;
beforeAll(async () => {
  server = await startTestStore();
});
afterAll(() => server.stop());
beforeEach(async () => {
  store = await connectMongo({ uri: server.newDatabase(), log: pino({ level: 'silent' }) });
  keys = createDataKeys(store.connection, localKms(masters));
  files = personFiles(store.connection, 'sounds', keys);
});
afterEach(() => store.close());

const taken = { maxBytes: 10_000_000, typeOf: () => 'sound' as const };
const newFile = (): OwnedFile => ({ id: new Types.ObjectId(), owner: new Types.ObjectId() });
/** Some pieces of cipher chunks, and as many of the store's; with words in the middle and at the end. */
const content = Buffer.concat([
  ...[randomBytes(5 * chunkLength), Buffer.from(words)],
  ...[randomBytes(3 * chunkLength), Buffer.from(words)],
]);
const save = (file: OwnedFile, bytes = content) =>
  storePersonFile(files, file, Readable.from([bytes.subarray(0, 1_000), bytes.subarray(1_000)]), taken);
const saveInClear = ({ id }: OwnedFile, bytes = content) =>
  storeFile(files.clear, id, Readable.from([bytes]), taken);

async function read(file: OwnedFile, range = { start: 0, end: content.length - 1 }) {
  const open = await openPersonFile(files, file);
  return open && buffer(open(range));
}
/** Whether it is read as `content`, or that part of it. Jest takes seconds to compare bytes one by one. */
const reads = async (file: OwnedFile, range = { start: 0, end: content.length - 1 }, whole = content) =>
  (await read(file, range))?.equals(whole.subarray(range.start, range.end + 1));
const database = () => {
  const { db } = store.connection;
  if (db === undefined) throw new Error('The store is not connected');
  return db;
};
const stored = () => dumpDatabase(database());
const named = (name: string) => database().collection(name).countDocuments();

test('a file is stored encrypted, and what is said of it is said of what came in', async () => {
  const file = newFile();
  expect(await save(file)).toEqual({
    ...{ bytes: content.length, type: 'sound' },
    sha256: createHash('sha256').update(content).digest('hex'),
  });
  expect((await stored()).includes(words)).toBe(false);
  expect(await reads(file)).toBe(true);
});

test.each([
  [0, 0],
  [0, chunkLength - 1],
  [chunkLength - 1, chunkLength],
  [chunkLength, 2 * chunkLength - 1],
  [100, 7 * chunkLength + 3],
  [content.length - 1, content.length - 1],
  [8 * chunkLength, content.length - 1],
])('its bytes from %i to %i are read', async (start, end) => {
  const file = newFile();
  await save(file);
  expect(await reads(file, { start, end })).toBe(true);
});

test.each([1, chunkLength, 4 * chunkLength])('one of %i bytes comes back', async (length) => {
  const file = newFile();
  const bytes = randomBytes(length);
  await save(file, bytes);
  expect(await reads(file, { start: 0, end: length - 1 }, bytes)).toBe(true);
});

test('one that is too large, or breaks off, leaves nothing', async () => {
  const file = newFile();
  const small = { ...taken, maxBytes: 100 };
  await expect(storePersonFile(files, file, Readable.from([content]), small)).rejects.toThrow(UnfitFile);
  async function* broken() {
    yield await Promise.resolve(content);
    throw new Error('The line is down');
  }
  await expect(storePersonFile(files, file, broken(), taken)).rejects.toThrow('The line is down');
  expect(await read(file)).toBeUndefined();
  expect(await named('sealedsounds.chunks')).toBe(0);
});

test('stored again it is in place of what an earlier attempt left', async () => {
  const file = newFile();
  await save(file, Buffer.from('an earlier one'));
  await save(file);
  expect(await reads(file)).toBe(true);
});

test('once the key is destroyed it is not there any more, also where it lies in clear, and nothing is stored under it', async () => {
  const [file, inClear] = [newFile(), newFile()];
  await save(file);
  await saveInClear(inClear);
  await keys.destroy([file.owner.toHexString(), inClear.owner.toHexString()], now);
  expect([await read(file), await read(inClear)]).toEqual([undefined, undefined]);
  await expect(save(file)).rejects.toThrow(DataKeyDestroyed);
});

test('a key that was lost is no erasure', async () => {
  const file = newFile();
  await save(file);
  await database().collection(dataKeyCollection).deleteMany({});
  files = personFiles(store.connection, 'sounds', createDataKeys(store.connection, localKms(masters)));
  await expect(read(file)).rejects.toThrow(DataKeyMissing);
});

test('one that is thrown away is gone, sealed or in clear', async () => {
  const [file, inClear] = [newFile(), newFile()];
  await save(file);
  await saveInClear(inClear);
  for (const { id } of [file, inClear, newFile()]) await dropPersonFile(files, id);
  expect([await read(file), await read(inClear)]).toEqual([undefined, undefined]);
  for (const bucket of ['sounds', 'sealedsounds']) expect(await named(`${bucket}.chunks`)).toBe(0);
});

describe('files that a release before stored in clear', () => {
  const migrate = async (owned: readonly OwnedFile[]) => {
    const { next } = sealFilesMigration(() => ({ connection: store.connection, keys }), 'sounds', {
      version: 1,
      ownersOf: (_connection, ids) =>
        Promise.resolve(owned.filter(({ id }) => ids.some((each) => each.equals(id)))),
    });
    let batch = await next(undefined);
    while (batch.isMore) batch = await next(batch.after);
  };

  test('are read as they are, then sealed, and read as before; what is nobody’s stays', async () => {
    const owned = Array.from({ length: 11 }, newFile);
    const nobodys = newFile();
    for (const file of [...owned, nobodys]) await saveInClear(file);
    for (const file of owned) expect(await reads(file, { start: 5, end: 99 })).toBe(true);
    await migrate(owned);
    expect((await stored()).split(words).length - 1).toBe(2);
    for (const file of owned) expect(await reads(file)).toBe(true);
    expect(await named('sounds.files')).toBe(1);
    expect(await reads(nobodys)).toBe(true);
  });

  test('are sealed where a process died between the copy and the end, or within the copy', async () => {
    const [copied, half] = [newFile(), newFile()];
    for (const file of [copied, half]) {
      await save(file);
      await saveInClear(file);
    }
    // The file is the last thing that is written of it.
    await database().collection<{ _id: Types.ObjectId }>('sealedsounds.files').deleteOne({ _id: half.id });
    await migrate([copied, half]);
    await migrate([copied, half]);
    for (const file of [copied, half]) expect(await reads(file)).toBe(true);
    expect(await named('sounds.chunks')).toBe(0);
    expect((await stored()).includes(words)).toBe(false);
  });

  test('of somebody who was erased go, and one of which a part is lost does not hold up the others', async () => {
    const [erased, lost, whole] = [newFile(), newFile(), newFile()];
    for (const file of [erased, lost, whole]) await saveInClear(file);
    await keys.destroy([erased.owner.toHexString()], now);
    await database().collection('sounds.chunks').deleteOne({ files_id: lost.id, n: 1 });
    await migrate([erased, lost, whole]);
    expect(await reads(whole)).toBe(true);
    expect(await database().collection('sounds.files').distinct('_id')).toEqual([lost.id]);
    await dropFile(files.clear, lost.id);
    expect(await named('sounds.chunks')).toBe(0);
  });
});
