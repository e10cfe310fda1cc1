import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { LRUCache } from 'lru-cache';
import { Schema, Types, type Model } from 'mongoose';
import { pino } from 'pino';
import { connectMongo, type Store } from '../mongo/connect.js';
import { startTestStore, type TestStore } from '../testing/test-store.js';
import { CiphertextRefused, keyLength, newKey } from './aes-gcm.js';
import { createDataKeys, dataKeyCollection, DataKeyMissing, type DataKeys } from './data-keys.js';
import { localKms, type KeyRing } from './kms.js';
import { indexedDataKeys, rewrapKeys } from './rewrap-keys.js';
import { sealCollection } from './seal-collection.js';
import { sealingMigration } from './seal-stored.js';
import { SealedFieldMisused, type SealedFields } from './sealed-fields.js';

interface PersonDoc {
  _id: Types.ObjectId;
  name: string;
  born?: string | null;
  illnesses?: string[];
  relatives?: { name: string; since: Date }[];
}
interface NoteDoc {
  _id: Types.ObjectId;
  person: Types.ObjectId;
  text: string;
}

const persons: SealedFields = {
  collection: 'persons',
  owner: '_id',
  fields: new Set(['born', 'illnesses', 'relatives']),
};
const notes: SealedFields = { collection: 'notes', owner: 'person', fields: new Set(['text']) };
const now = new Date('2026-11-20T17:41:00.000Z');
const log = pino({ level: 'silent' });

let server: TestStore;
const open: Store[] = [];
beforeAll(async () => {
  server = await startTestStore();
});
afterAll(async () => {
  for (const store of open) await store.close();
  await server.stop();
});

interface House {
  store: Store;
  keys: DataKeys;
  people: Model<PersonDoc>;
  notes: Model<NoteDoc>;
  /** What is stored, past everything. */
  raw: (collection: string) => Promise<Record<string, unknown>[]>;
}

const newMasters = (): KeyRing => new Map([['m1', newKey()]]);

/** A process on a database: models of their own, sealed unless it is one of the version before. */
async function processOn(database: string, masters: KeyRing, { isSealed = true } = {}): Promise<House> {
  const uri = new URL(server.uri);
  uri.pathname = `/${database}`;
  const store = await connectMongo({ uri: uri.toString(), log });
  open.push(store);
  const { connection } = store;
  const people = connection.model<PersonDoc>(
    'person',
    new Schema<PersonDoc>(
      { name: String, born: String, illnesses: [String], relatives: Schema.Types.Mixed },
      { collection: 'persons', versionKey: false },
    ),
  );
  const noteModel = connection.model<NoteDoc>(
    'note',
    new Schema<NoteDoc>(
      { person: Schema.Types.ObjectId, text: String },
      { collection: 'notes', versionKey: false },
    ),
  );
  const keys = createDataKeys(connection, localKms(masters));
  if (isSealed) for (const spec of [persons, notes]) sealCollection(connection, spec, keys);
  return {
    store,
    keys,
    people,
    notes: noteModel,
    raw: async (name) => (await connection.db?.collection(name).find().toArray()) ?? [],
  };
}

const newHouse = () => processOn(randomUUID(), newMasters());
const person = (fields: Partial<PersonDoc> = {}): PersonDoc => ({
  _id: new Types.ObjectId(),
  name: 'Raymond Okafor',
  born: '1957-06-02',
  illnesses: ['diabetes', 'copd'],
  relatives: [{ name: 'Ngozi', since: now }],
  ...fields,
});

describe('what is sealed', () => {
  test('is not in the store in clear, and is read as it was by model, driver, cursor and batch', async () => {
    const { people, raw, store } = await newHouse();
    const all = [person(), person({ name: 'Nora' }), person({ name: 'Kim', illnesses: [], born: null })];
    await people.insertMany(all.slice(0, 1));
    await people.collection.insertOne({ ...person(), ...all[1] });
    await people.bulkWrite([
      { updateOne: { filter: { _id: all[2]?._id }, update: { $set: all[2] ?? {} }, upsert: true } },
    ]);
    const stored = JSON.stringify(await raw('persons'));
    for (const marker of ['1957', 'diabetes', 'Ngozi', 'ZGlhYmV0ZXM']) expect(stored).not.toContain(marker);
    expect(stored).toContain('Raymond Okafor');

    expect(await people.find().sort({ _id: 1 }).lean()).toEqual(all);
    expect(await people.findOne({ name: 'Nora' }).lean()).toEqual(all[1]);
    const driver = store.connection.collection<PersonDoc>('persons');
    expect(await driver.find().sort({ _id: 1 }).project({ born: 1 }).toArray()).toEqual(
      all.map(({ _id, born }) => ({ _id, born })),
    );
    const read: unknown[] = [];
    for await (const each of people.find().sort({ _id: 1 }).lean().cursor()) read.push(each);
    expect(read).toEqual(all);
    const first = await people.findOneAndUpdate(
      { _id: all[0]?._id },
      { $set: { born: '1958-01-01' } },
      { returnDocument: 'after' },
    );
    expect(first?.toObject()).toEqual({ ...all[0], born: '1958-01-01' });
    expect((await people.findOneAndDelete({ _id: all[1]?._id }).lean())?.illnesses).toEqual([
      'diabetes',
      'copd',
    ]);
  });

  test('is under the key of its owner, one for all that is theirs', async () => {
    const { people, notes: noteModel, raw } = await newHouse();
    const raymond = person();
    await people.create(raymond);
    await noteModel.create({ _id: new Types.ObjectId(), person: raymond._id, text: 'Has diabetes' });
    await noteModel.create({ _id: new Types.ObjectId(), person: raymond._id, text: 'Call after 11' });
    expect(await raw(dataKeyCollection)).toHaveLength(1);
    expect((await noteModel.find().lean()).map(({ text }) => text)).toEqual([
      'Has diabetes',
      'Call after 11',
    ]);
  });

  test('leaves nothing where nothing is known: no key is made for that', async () => {
    const { people, raw } = await newHouse();
    await people.create(person({ born: null, illnesses: [], relatives: [] }));
    expect(await raw(dataKeyCollection)).toEqual([]);
    expect(await raw('persons')).toMatchObject([{ born: null, illnesses: [] }]);
  });

  test('is refused once it was changed, or moved to another field or another person', async () => {
    const { people, store } = await newHouse();
    const [one, two] = [person(), person()];
    await people.create([one, two]);
    const raw = store.connection.db?.collection('persons');
    const [first, second] = (await raw?.find().sort({ _id: 1 }).toArray()) ?? [];
    const spoil = async (set: Record<string, unknown>) => {
      await raw?.updateOne({ _id: one._id }, { $set: set });
      await expect(people.findOne({ _id: one._id }).lean()).rejects.toThrow(CiphertextRefused);
    };
    await spoil({ born: second?.['born'] });
    await spoil({ born: first?.['illnesses'] });
    const bytes: unknown = first?.['born'];
    if (bytes === null || typeof bytes !== 'object' || !('buffer' in bytes)) throw new Error('Not sealed');
    const content = Buffer.from(bytes.buffer as Uint8Array);
    content[content.length - 1] = (content.at(-1) ?? 0) ^ 1;
    await spoil({
      born: Object.assign(Object.create(Object.getPrototypeOf(bytes) as object) as object, bytes, {
        buffer: content,
      }),
    });
    expect(await people.findOne({ _id: two._id }).lean()).toEqual(two);
  });
});

describe('a fault of the code is thrown, before the store is asked:', () => {
  test.each<[string, (house: House) => unknown]>([
    ['a filter for a sealed value', ({ people }) => people.find({ born: '1957-06-02' }).lean()],
    [
      'one within another',
      ({ people }) => people.countDocuments({ $or: [{ name: 'x' }, { illnesses: 'copd' }] }),
    ],
    ['distinct values', ({ people }) => people.distinct('born')],
    [
      'adding to a sealed list',
      ({ people }) => people.updateOne({ _id: new Types.ObjectId() }, { $push: { illnesses: 'x' } }),
    ],
    ['setting many', ({ people }) => people.updateMany({ name: 'x' }, { $set: { born: '1957-06-02' } })],
    [
      'setting one that is not named',
      ({ people }) => people.updateOne({ name: 'x' }, { $set: { born: '1957-06-02' } }),
    ],
    [
      'reading without the owner',
      async ({ notes: noteModel }) => {
        await noteModel.create({ _id: new Types.ObjectId(), person: new Types.ObjectId(), text: 'x' });
        return noteModel.find({}, { text: 1 }).lean();
      },
    ],
  ])('%s', async (_what, misuse) => {
    const house = await newHouse();
    await expect((async () => misuse(house))()).rejects.toThrow(SealedFieldMisused);
  });
});

describe('a key', () => {
  test('that was destroyed leaves nothing to read, in a copy of before neither, and is never made again', async () => {
    const { people, keys, raw, store } = await newHouse();
    const raymond = person();
    await people.create(raymond);
    const copy = await raw('persons');
    await keys.destroy([raymond._id.toHexString()], now);
    await people.deleteOne({ _id: raymond._id });
    await store.connection.db?.collection('persons').insertMany(copy);
    expect(await people.findOne({ _id: raymond._id }).lean()).toEqual({
      _id: raymond._id,
      name: 'Raymond Okafor',
    });
    await expect(people.updateOne({ _id: raymond._id }, { $set: { born: '1957-06-02' } })).rejects.toThrow(
      /was destroyed/,
    );
    expect(await raw(dataKeyCollection)).toEqual([{ _id: raymond._id, destroyedAt: now }]);
  });

  test('that is lost is told from one that was destroyed', async () => {
    const { people, store } = await newHouse();
    await people.create(person());
    await store.connection.db?.collection(dataKeyCollection).deleteMany({});
    const other = await processOn(store.connection.name, newMasters());
    await expect(other.people.find().lean()).rejects.toThrow(DataKeyMissing);
  });

  test('is one, where two processes make it at the same moment', async () => {
    const masters = newMasters();
    const one = await processOn(randomUUID(), masters);
    const two = await processOn(one.store.connection.name, masters);
    const owner = new Types.ObjectId().toHexString();
    const made = await Promise.all([one, two].map(({ keys }) => keys.forWriting([owner])));
    expect(made[0]).toEqual(made[1]);
    expect(await one.raw(dataKeyCollection)).toHaveLength(1);
  });

  test('that is kept for a while keeps no memory beside its own', async () => {
    const bytesHeldBy = (kept: unknown) =>
      (Buffer.isBuffer(kept) ? kept.buffer : Buffer.from(String(kept), 'latin1')).byteLength;
    const kept = jest.spyOn(LRUCache.prototype, 'set');
    const masters = newMasters();
    const owner = new Types.ObjectId().toHexString();
    const one = await processOn(randomUUID(), masters);
    await one.keys.forWriting([owner]);
    // Another one unwraps it: small buffers that Node makes share one piece of memory, of 64 KiB since Node 26.
    const two = await processOn(one.store.connection.name, masters);
    const found = [await two.keys.find([owner]), await two.keys.find([owner]), await one.keys.find([owner])];
    expect(new Set(found.map((keys) => String(keys.get(owner)?.toString('hex'))))).toHaveProperty('size', 1);
    const its = kept.mock.calls.filter(([key]) => key === owner);
    kept.mockRestore();
    expect(its.map(([, value]) => bytesHeldBy(value))).toEqual([keyLength, keyLength]);
  });
});

describe('exchanging the master key', () => {
  test('wraps every key anew, goes on where it was killed, and leaves the old one unused', async () => {
    const masters = newMasters();
    const house = await processOn(randomUUID(), masters);
    const { connection } = house.store;
    await house.store.buildIndexes([indexedDataKeys]);
    const all = Array.from({ length: 1_200 }, () => person());
    await house.people.insertMany(all);
    await house.keys.destroy([all[0]?._id.toHexString() ?? ''], now);
    const both: KeyRing = new Map([['m2', newKey()], ...masters]);

    const killed = rewrapKeys(connection, localKms(both), () => {
      throw new Error('killed');
    });
    await expect(killed).rejects.toThrow('killed');
    const byOf = async () =>
      (await house.raw(dataKeyCollection)).reduce<Record<string, number>>((counts, { by }) => {
        const name = String(by);
        return { ...counts, [name]: (counts[name] ?? 0) + 1 };
      }, {});
    expect(await byOf()).toEqual({ m1: 699, m2: 500, undefined: 1 });

    // Whoever has both reads what either wrapped, and writes beside it.
    const between = await processOn(connection.name, both);
    await between.people.create(person({ name: 'In between' }));
    expect(await between.people.find({ name: 'Raymond Okafor' }).lean()).toHaveLength(1_200);

    expect(await rewrapKeys(connection, localKms(both))).toEqual({
      by: 'm2',
      rewrapped: 699,
      replaced: ['m1'],
    });
    expect(await byOf()).toEqual({ m2: 1_200, undefined: 1 });
    const after = await processOn(connection.name, new Map([...both].slice(0, 1)));
    expect((await after.people.findOne({ _id: all[5]?._id }).lean())?.born).toBe('1957-06-02');
    expect(await rewrapKeys(connection, localKms(both))).toMatchObject({ rewrapped: 0 });
  });
});

describe('what was stored in clear before', () => {
  const sealing = ({ store: { connection }, keys }: Pick<House, 'store' | 'keys'>) =>
    sealingMigration(() => ({ connection, keys }), persons, { version: 1 });

  test('is read beside what is sealed, and sealed in batches that go on where one was killed', async () => {
    const masters = newMasters();
    const before = await processOn(randomUUID(), masters, { isSealed: false });
    const all = Array.from({ length: 450 }, (_, index) => person({ name: `Person ${String(index)}` }));
    await before.people.insertMany(all);
    const house = await processOn(before.store.connection.name, masters);
    const fresh = person({ name: 'Fresh' });
    await house.people.create(fresh);
    expect(await house.people.find().sort({ _id: 1 }).lean()).toEqual([...all, fresh]);

    const { next } = sealing(house);
    const first = await next(undefined);
    expect(first).toMatchObject({ documents: 200, isMore: true });
    const inClear = async () =>
      (await house.raw('persons')).filter(({ born }) => typeof born === 'string').length;
    expect(await inClear()).toBe(250);
    // Another process takes over, which does the second batch twice.
    const second = await next(first.after);
    expect(await next(first.after)).toEqual(second);
    expect(await next(second.after)).toMatchObject({ documents: 51, isMore: false });
    expect(await inClear()).toBe(0);
    expect(await house.people.find().sort({ _id: 1 }).lean()).toEqual([...all, fresh]);
  });

  test('stays as somebody wrote it meanwhile', async () => {
    const masters = newMasters();
    const before = await processOn(randomUUID(), masters, { isSealed: false });
    const raymond = person();
    await before.people.create(raymond);
    const house = await processOn(before.store.connection.name, masters);
    const { keys } = house;
    const meanwhile: DataKeys = {
      ...keys,
      forWriting: async (owners) => {
        const made = await keys.forWriting(owners);
        await house.people.updateOne({ _id: raymond._id }, { $set: { born: '1960-01-01' } });
        return made;
      },
    };
    await sealing({ ...house, keys: meanwhile }).next(undefined);
    expect(await house.people.findOne().lean()).toEqual({ ...raymond, born: '1960-01-01' });
    expect(JSON.stringify(await house.raw('persons'))).not.toContain('diabetes');
  });

  test('of a person who was erased since goes again, where a backup brought it back', async () => {
    const masters = newMasters();
    const before = await processOn(randomUUID(), masters, { isSealed: false });
    const raymond = person();
    await before.people.create(raymond);
    const house = await processOn(before.store.connection.name, masters);
    await house.keys.destroy([raymond._id.toHexString()], now);
    await sealing(house).next(undefined);
    expect(await house.raw('persons')).toEqual([{ _id: raymond._id, name: 'Raymond Okafor' }]);
  });
});
