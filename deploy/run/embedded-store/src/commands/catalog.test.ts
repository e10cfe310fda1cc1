import type { Db, Document } from 'mongodb';
import { temporaryStore, type TemporaryStore } from '../test/temporary-store.js';

let store: TemporaryStore;
let db: Db;

beforeAll(async () => {
  store = await temporaryStore(true);
});
afterAll(() => store.close());
beforeEach(async () => {
  db = store.client.db('catalog');
  await db.dropDatabase();
});

const indexNames = async () => (await db.collection('things').indexes()).map(({ name }) => String(name));

describe('indexes', () => {
  it('are created once, together with their collection', async () => {
    const command = { createIndexes: 'things', indexes: [{ key: { a: 1 }, name: 'a_1' }] };
    expect(await db.command(command)).toMatchObject({
      numIndexesBefore: 1,
      numIndexesAfter: 2,
      createdCollectionAutomatically: true,
    });
    expect(await db.command(command)).toMatchObject({
      numIndexesBefore: 2,
      numIndexesAfter: 2,
      note: 'all indexes already exist',
    });
    expect(await db.collection('things').createIndex({ a: 1 })).toBe('a_1');
  });

  it('that conflict leave no new collection behind', async () => {
    const indexes = [
      { key: { a: 1 }, name: 'one' },
      { key: { b: 1 }, name: 'one' },
    ];
    await expect(db.command({ createIndexes: 'things', indexes })).rejects.toMatchObject({ code: 86 });
    expect(await db.listCollections().toArray()).toEqual([]);
    await db.collection('things').createIndex({ b: 1 }, { name: 'one' });
    expect(await indexNames()).toEqual(['_id_', 'one']);
  });

  it('contain the existing documents', async () => {
    await db.collection('things').insertMany([{ a: 1 }, { a: [2, 3] }, {}]);
    await db.collection('things').createIndex({ a: 1 });
    expect(await db.collection('things').find({ a: 3 }).hint('a_1').toArray()).toHaveLength(1);
    expect(await db.collection('things').find({ a: null }).hint('a_1').toArray()).toHaveLength(1);
  });

  it('are dropped by name, by key pattern, by several names, or all except _id', async () => {
    const create = () =>
      db.collection('things').createIndexes(['a', 'b', 'c', 'd'].map((field) => ({ key: { [field]: 1 } })));
    await create();
    expect(await db.command({ dropIndexes: 'things', index: 'a_1' })).toMatchObject({ nIndexesWas: 5 });
    await db.command({ dropIndexes: 'things', index: { b: 1 } });
    expect(await indexNames()).toEqual(['_id_', 'c_1', 'd_1']);
    await db.command({ dropIndexes: 'things', index: ['c_1', 'd_1'] });
    expect(await indexNames()).toEqual(['_id_']);
    await create();
    await db.command({ dropIndexes: 'things', index: '*' });
    expect(await indexNames()).toEqual(['_id_']);
  });

  it('that are dropped and recreated contain documents written in between', async () => {
    const things = db.collection('things');
    await things.createIndex({ a: 1 }, { unique: true });
    await things.insertOne({ a: 1 });
    await things.dropIndex('a_1');
    await things.insertOne({ a: 1 });
    await expect(things.createIndex({ a: 1 }, { unique: true })).rejects.toMatchObject({ code: 11000 });
    await things.deleteOne({ a: 1 });
    await things.createIndex({ a: 1 }, { unique: true });
    expect(await things.countDocuments({ a: 1 })).toBe(1);
  });

  test.each<[string, Document, number]>([
    ['listIndexes of a missing collection', { listIndexes: 'missing' }, 26],
    ['dropIndexes of a missing collection', { dropIndexes: 'missing', index: '*' }, 26],
    ['dropping an index that is not there', { dropIndexes: 'things', index: 'b_1' }, 27],
    ['dropping keys that are not there', { dropIndexes: 'things', index: { a: -1 } }, 27],
    ['dropping that of _id', { dropIndexes: 'things', index: '_id_' }, 72],
    ['dropping that of _id by its key', { dropIndexes: 'things', index: { _id: 1 } }, 72],
    ['dropping one of several that is not there', { dropIndexes: 'things', index: ['a_1', 'b_1'] }, 27],
    ['dropping nothing', { dropIndexes: 'things' }, 40414],
    ['createIndexes without indexes', { createIndexes: 'things' }, 40414],
    ['createIndexes of no list', { createIndexes: 'things', indexes: {} }, 14],
    [
      'an unknown field of createIndexes',
      { createIndexes: 'things', indexes: [{ key: { z: 1 }, name: 'z' }], now: 1 },
      40415,
    ],
    ['an unknown field of listIndexes', { listIndexes: 'things', all: true }, 40415],
    ['an unknown field of dropIndexes', { dropIndexes: 'things', index: '*', all: true }, 40415],
  ])('%s is rejected', async (_what, command, code) => {
    await db.collection('things').createIndex({ a: 1 });
    await expect(db.command(command)).rejects.toMatchObject({ code });
    expect(await indexNames()).toEqual(['_id_', 'a_1']);
  });
});

describe('collections', () => {
  it('are created once and listed, with nameOnly on request', async () => {
    await db.createCollection('one');
    await db.createCollection('two');
    await expect(db.command({ create: 'one' })).rejects.toMatchObject({ code: 48 });
    expect((await db.listCollections().toArray()).map(({ name }) => name).sort()).toEqual(['one', 'two']);
    const [one] = await db.listCollections({ name: 'one' }).toArray();
    expect(one).toMatchObject({
      name: 'one',
      type: 'collection',
      options: {},
      info: { readOnly: false },
      idIndex: { name: '_id_' },
    });
    expect(await db.listCollections({ name: /^t/ }, { nameOnly: true }).toArray()).toEqual([
      { name: 'two', type: 'collection' },
    ]);
    expect(await db.listCollections({ name: 'three' }).toArray()).toEqual([]);
  });

  it('are dropped with their documents; dropping a missing one succeeds', async () => {
    await db.collection('one').insertMany([{ a: 1 }, { a: 2 }]);
    expect(await db.command({ drop: 'one' })).toMatchObject({ ns: 'catalog.one', nIndexesWas: 1 });
    expect(await db.command({ drop: 'one' })).toMatchObject({ ok: 1 });
    await db.collection('one').insertOne({ a: 3 });
    expect(
      await db
        .collection('one')
        .find({}, { projection: { _id: 0 } })
        .toArray(),
    ).toEqual([{ a: 3 }]);
  });

  it('of the same name in other databases are separate', async () => {
    const other = store.client.db('catalog2');
    await db.collection('one').insertOne({});
    await other.collection('one').insertMany([{}, {}]);
    await db.dropDatabase();
    expect(await other.collection('one').countDocuments()).toBe(2);
    expect(await db.listCollections().toArray()).toEqual([]);
    await other.dropDatabase();
  });

  it('are listed in batches', async () => {
    for (const name of ['a', 'b', 'c']) await db.createCollection(name);
    expect(await db.listCollections({}, { batchSize: 1 }).toArray()).toHaveLength(3);
  });

  test.each<[string, Document, number]>([
    ['a capped one', { create: 'one', capped: true, size: 100 }, 238],
    ['one with a validator', { create: 'one', validator: {} }, 238],
    ['one with an unknown option', { create: 'one', colour: 'red' }, 40415],
    ['a bad name', { create: 'a$b' }, 73],
    ['dropping a bad name', { drop: '' }, 73],
    ['an unknown field of drop', { drop: 'one', all: true }, 40415],
    ['an unknown field of listCollections', { listCollections: 1, names: 1 }, 40415],
    ['a filter that is no document', { listCollections: 1, filter: 'x' }, 14],
    ['an unknown field of dropDatabase', { dropDatabase: 1, all: true }, 40415],
  ])('%s is rejected', async (_what, command, code) => {
    await expect(db.command(command)).rejects.toMatchObject({ code });
    expect(await db.listCollections().toArray()).toEqual([]);
  });
});

describe('sizes', () => {
  beforeEach(() => db.collection('things').insertMany([{ a: 'x'.repeat(100) }, { a: 'x'.repeat(300) }]));

  it('of databases', async () => {
    const { databases, totalSize } = await db.admin().listDatabases();
    expect(databases).toContainEqual(expect.objectContaining({ name: 'catalog', empty: false }));
    expect(totalSize).toBeGreaterThan(400);
    expect(
      (await db.admin().listDatabases({ filter: { name: 'catalog' }, nameOnly: true })).databases,
    ).toEqual([{ name: 'catalog' }]);
    await expect(db.admin().command({ listDatabases: 1, all: true })).rejects.toMatchObject({ code: 40415 });
  });

  it('of a collection and a database, scaled', async () => {
    await db.collection('things').createIndex({ a: 1 });
    const bytes = 2 * (5 + 17 + 8) + 400; // two documents: frame, _id, the text's head and end; the texts
    expect(await db.command({ collStats: 'things' })).toMatchObject({
      ns: 'catalog.things',
      count: 2,
      size: bytes,
      avgObjSize: bytes / 2,
      nindexes: 2,
    });
    expect(await db.command({ collStats: 'things', scale: 10 })).toMatchObject({
      size: Math.floor(bytes / 10),
      scaleFactor: 10,
    });
    expect(await db.command({ collStats: 'missing' })).toMatchObject({ count: 0, size: 0, nindexes: 0 });
    expect(await db.command({ dbStats: 1 })).toMatchObject({
      db: 'catalog',
      collections: 1,
      objects: 2,
      dataSize: bytes,
      indexes: 2,
    });
  });

  it('reflect every write', async () => {
    await db.collection('things').deleteOne({ a: /^x{300}$/ });
    await db.collection('things').updateOne({}, { $set: { a: '' } });
    expect(await db.command({ collStats: 'things' })).toMatchObject({ count: 1, size: 30 });
  });
});

describe('handshake', () => {
  it('announces a standalone server', async () => {
    const hello = await db.command({ hello: 1 });
    expect(hello).toMatchObject({
      isWritablePrimary: true,
      maxBsonObjectSize: 16_777_216,
      maxWireVersion: 21,
      readOnly: false,
    });
    expect(hello).not.toHaveProperty('setName');
    expect(await db.command({ ping: 1 })).toEqual({ ok: 1 });
    expect(await db.command({ buildInfo: 1 })).toMatchObject({
      version: '7.0.0',
      modules: ['embedded-store'],
    });
    expect(await db.admin().command({ serverStatus: 1 })).toMatchObject({
      storageEngine: { name: 'lmdb', persistent: true },
    });
    expect(await db.admin().command({ getParameter: 1, featureCompatibilityVersion: 1 })).toMatchObject({
      featureCompatibilityVersion: { version: '7.0' },
    });
    expect(await db.command({ connectionStatus: 1 })).toMatchObject({ authInfo: { authenticatedUsers: [] } });
    expect(await db.command({ endSessions: [] })).toEqual({ ok: 1 });
    await expect(db.command({ endSessions: 1 })).rejects.toMatchObject({ code: 14 });
    await expect(db.admin().command({ getParameter: 1, nonsense: 1 })).rejects.toMatchObject({ code: 72 });
  });
});
