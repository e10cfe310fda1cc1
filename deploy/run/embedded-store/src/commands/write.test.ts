import { BSONRegExp, Double, Long, MongoBulkWriteError, ObjectId, type Db, type Document } from 'mongodb';
import { temporaryStore, type TemporaryStore } from '../test/temporary-store.js';

let store: TemporaryStore;
let db: Db;

interface Thing extends Document {
  _id: number;
}

beforeAll(async () => {
  store = await temporaryStore(true);
  db = store.client.db('write');
});
afterAll(() => store.close());
beforeEach(() => db.dropDatabase());

const things = () => db.collection<Thing>('things');
const all = () => things().find().sort({ _id: 1 }).toArray();
const put = (...documents: Thing[]) => things().insertMany(documents);

describe('insert', () => {
  it('moves _id to the front, and generates a missing one', async () => {
    await db.command({ insert: 'things', documents: [{ a: 1, _id: 5 }, { a: 2 }] });
    const found = await db.collection('things').find().toArray();
    expect(found.map((one) => Object.keys(one))).toEqual([
      ['_id', 'a'],
      ['_id', 'a'],
    ]);
    expect(found[1]?._id).toMatchObject({ _bsontype: 'ObjectId' });
  });

  test.each<[string, unknown]>([
    ['an ObjectId', new ObjectId()],
    ['a number', 7],
    ['a text longer than what stands before it', 'x'.repeat(500)],
    ['null', null],
    ['a document', { a: 1 }],
  ])('moves an _id that is %s to the front and leaves the others in their order', async (_what, _id) => {
    const others = { b: 'x', a: [1, 2], text: 'é'.repeat(20) };
    for (const before of [0, 1, 3]) {
      await db.dropDatabase();
      const fields = Object.entries<unknown>(others);
      fields.splice(before, 0, ['_id', _id]);
      await db.command({ insert: 'things', documents: [Object.fromEntries(fields)] });
      const [found] = await db.collection('things').find().toArray();
      expect(Object.entries<unknown>(found ?? {})).toEqual([['_id', _id], ...Object.entries(others)]);
      expect(await db.collection('things').findOne({ _id: found?._id })).toEqual(found);
    }
  });

  it('ordered stops at the first error', async () => {
    const error = await put({ _id: 1 }, { _id: 1, a: 1 }, { _id: 2 }).catch((one: unknown) => one);
    expect(error).toBeInstanceOf(MongoBulkWriteError);
    expect(error).toMatchObject({ insertedCount: 1, writeErrors: [{ index: 1, code: 11000 }] });
    expect(await all()).toEqual([{ _id: 1 }]);
  });

  it('unordered continues, and reports each error', async () => {
    await put({ _id: 300 });
    const documents = Array.from({ length: 600 }, (_, i) => ({ _id: i === 599 ? 0 : i }));
    const error = await things()
      .insertMany(documents, { ordered: false })
      .catch((one: unknown) => one);
    expect(error).toMatchObject({ insertedCount: 598, writeErrors: [{ index: 300 }, { index: 599 }] });
    expect(await things().countDocuments()).toBe(599);
  });

  it('preserves natural order, even if documents grow or later ones have a smaller _id', async () => {
    await put({ _id: 2 }, { _id: 3 }, { _id: 1 });
    await things().updateOne({ _id: 2 }, { $set: { text: 'x'.repeat(10_000) } });
    await put({ _id: 0 });
    expect((await things().find().project({ _id: 1 }).toArray()).map(({ _id }) => _id as number)).toEqual([
      2, 3, 1, 0,
    ]);
  });

  test.each<[string, unknown, number]>([
    ['an array', [1], 53],
    ['a regex', new BSONRegExp('x'), 53],
    ['a document with $', { $a: 1 }, 52],
  ])('rejects an _id that is %s', async (_what, _id, code) => {
    const answer = await db.command({
      insert: 'things',
      documents: [{ _id, a: 1 }, { _id: 1 }],
      ordered: false,
    });
    expect(answer).toMatchObject({ n: 1, writeErrors: [{ index: 0, code }] });
    const upsert = await db.command({
      update: 'things',
      updates: [{ q: { a: 9 }, u: { _id, a: 9 }, upsert: true }],
    });
    expect(upsert).toMatchObject({ writeErrors: [{ index: 0 }] });
    expect(await things().countDocuments()).toBe(1);
  });

  it('accepts an _id of any other type, each once', async () => {
    const ids: unknown[] = [
      null,
      '',
      { a: 1 },
      true,
      new Date(0),
      new Double(0.5),
      Buffer.from('x'),
      Long.MAX_VALUE,
    ];
    await db.command({ insert: 'things', documents: ids.map((_id) => ({ _id })) });
    for (const _id of ids) {
      expect(await db.command({ insert: 'things', documents: [{ _id }] })).toMatchObject({
        writeErrors: [{ code: 11000 }],
      });
      expect(await db.collection('things').countDocuments({ _id: _id as never })).toBe(1);
    }
  });

  it('rejects documents above 16 MB and accepts those just below', async () => {
    const wide = (bytes: number) => ({ _id: bytes, text: 'x'.repeat(bytes) });
    await put(wide(16 * 1024 * 1024 - 50));
    const { insert } = { insert: db.command({ insert: 'things', documents: [wide(16 * 1024 * 1024)] }) };
    expect(await insert).toMatchObject({ n: 0, writeErrors: [{ index: 0, code: 10334 }] });
    const grown = db.command({
      update: 'things',
      updates: [{ q: {}, u: { $set: { more: 'x'.repeat(100) } } }],
    });
    expect(await grown).toMatchObject({ nModified: 0, writeErrors: [{ index: 0, code: 10334 }] });
    expect(await things().findOne({}, { projection: { text: 0 } })).toEqual({ _id: 16 * 1024 * 1024 - 50 });
  });

  it('creates its collection; write concerns that need replication are rejected', async () => {
    await things().insertOne({ _id: 1 }, { writeConcern: { w: 0 } });
    await things().insertOne({ _id: 2 }, { writeConcern: { w: 'majority', j: true } });
    expect(await things().countDocuments()).toBe(2);
    await expect(
      db.command({ insert: 'things', documents: [{}], writeConcern: { w: 2 } }),
    ).rejects.toMatchObject({ code: 2 });
    await expect(
      db.command({ delete: 'things', deletes: [{ q: {}, limit: 0 }], writeConcern: { w: 3 } }),
    ).rejects.toMatchObject({ code: 2 });
    expect(await things().countDocuments()).toBe(2);
  });
});

describe('update', () => {
  it('counts matched and modified documents', async () => {
    await put({ _id: 1, a: 1 }, { _id: 2, a: 1 }, { _id: 3, a: 2 });
    expect(await things().updateMany({}, { $set: { a: 1 } })).toMatchObject({
      matchedCount: 3,
      modifiedCount: 1,
    });
    expect(await things().updateOne({ a: 9 }, { $set: { a: 1 } })).toMatchObject({
      matchedCount: 0,
      modifiedCount: 0,
      upsertedId: null,
    });
  });

  it('reports upserted documents', async () => {
    await put({ _id: 1 });
    const answer = await db.command({
      update: 'things',
      updates: [
        { q: { _id: 1 }, u: { $set: { a: 1 } }, upsert: true },
        { q: { _id: 7 }, u: { $setOnInsert: { b: 1 } }, upsert: true },
        { q: { c: 5, d: { $gt: 1 } }, u: { $set: { e: 1 } }, upsert: true, multi: true },
        { q: { _id: 8 }, u: { f: 1 }, upsert: true },
      ],
    });
    const upserted = answer['upserted'] as Document[];
    expect(answer).toMatchObject({ n: 4, nModified: 1 });
    expect(upserted.map(({ index }) => index as number)).toEqual([1, 2, 3]);
    expect([upserted[0]?._id, upserted[2]?._id]).toEqual([7, 8]);
    const found = await db.collection('things').findOne({ c: 5 });
    expect(found).toEqual({ _id: upserted[1]?._id as unknown, c: 5, e: 1 });
  });

  it('ordered stops at the first error, unordered continues', async () => {
    await put({ _id: 1, a: 'text' }, { _id: 2, a: 1 });
    const updates = [
      { q: { _id: 1 }, u: { $inc: { a: 1 } } },
      { q: { _id: 2 }, u: { $inc: { a: 1 } } },
    ];
    expect(await db.command({ update: 'things', updates })).toMatchObject({
      n: 0,
      nModified: 0,
      writeErrors: [{ index: 0, code: 14 }],
    });
    expect(await db.command({ update: 'things', updates, ordered: false })).toMatchObject({
      n: 1,
      nModified: 1,
      writeErrors: [{ index: 0, code: 14 }],
    });
    expect(await all()).toEqual([
      { _id: 1, a: 'text' },
      { _id: 2, a: 2 },
    ]);
  });

  it('stops an ordered batch at its first error, even if many statements share a commit', async () => {
    const updates = Array.from({ length: 600 }, (_, _id) => ({
      q: { _id },
      u: _id === 300 || _id === 400 ? { _id: 'other' } : { $set: { a: _id } },
      upsert: true,
    }));
    const answer = await db.command({ update: 'things', updates });
    expect(answer).toMatchObject({ n: 300, writeErrors: [{ index: 300 }] });
    expect((answer['writeErrors'] as unknown[]).length).toBe(1);
    expect(await things().countDocuments()).toBe(300);
    const unordered = await db.command({ update: 'things', updates, ordered: false });
    expect(unordered).toMatchObject({ n: 598, writeErrors: [{ index: 300 }, { index: 400 }] });
  });

  it('each statement of a batch sees the writes of earlier ones, with and without an index', async () => {
    await put(...Array.from({ length: 600 }, (_, _id) => ({ _id, a: _id })));
    const answer = await db.command({
      update: 'things',
      updates: [
        { q: { _id: 'new' }, u: { $set: { a: -1 } }, upsert: true },
        { q: { a: -1 }, u: { $set: { b: 1 } } },
        { q: { b: 1 }, u: { $inc: { b: 1 } }, multi: true },
        { q: { _id: 'new', b: 2 }, u: { $set: { c: true } } },
      ],
    });
    expect(answer).toMatchObject({ n: 4, nModified: 3 });
    expect(await things().findOne({ _id: 'new' as never })).toEqual({ _id: 'new', a: -1, b: 2, c: true });
  });

  it('multi is not rolled back after an error', async () => {
    await things().createIndex({ a: 1 }, { unique: true });
    await put({ _id: 1, a: 1 }, { _id: 2, a: 2 }, { _id: 3, a: 3 });
    await expect(things().updateMany({}, { $set: { a: 9 } })).rejects.toMatchObject({ code: 11000 });
    expect(await all()).toEqual([
      { _id: 1, a: 9 },
      { _id: 2, a: 2 },
      { _id: 3, a: 3 },
    ]);
  });

  it('multi changes each document once, even if it moves in the scanned index (Halloween problem)', async () => {
    await things().createIndex({ n: 1 });
    await put(...Array.from({ length: 1500 }, (_, i) => ({ _id: i, n: i })));
    expect(await things().updateMany({ n: { $gte: 0 } }, { $inc: { n: 1000 } })).toMatchObject({
      modifiedCount: 1500,
    });
    expect(await things().countDocuments({ n: { $gte: 1000, $lt: 2500 } })).toBe(1500);
  });

  it('of one document changes the first one of the sort', async () => {
    await put({ _id: 1, n: 1 }, { _id: 2, n: 3 }, { _id: 3, n: 2 });
    await db.command({ update: 'things', updates: [{ q: {}, u: { $set: { top: true } }, sort: { n: -1 } }] });
    expect(await things().findOne({ top: true })).toMatchObject({ _id: 2 });
  });

  it('of a missing collection changes nothing and does not create it', async () => {
    expect(await things().updateMany({}, { $set: { a: 1 } })).toMatchObject({ matchedCount: 0 });
    expect(await db.listCollections().toArray()).toEqual([]);
  });
});

describe('delete', () => {
  it('of one and of many', async () => {
    await put(...Array.from({ length: 600 }, (_, i) => ({ _id: i, a: i % 2 })));
    expect(await things().deleteOne({ a: 1 })).toMatchObject({ deletedCount: 1 });
    expect(await things().deleteMany({ a: 1 })).toMatchObject({ deletedCount: 299 });
    expect(await things().deleteMany({})).toMatchObject({ deletedCount: 300 });
    expect(await things().deleteMany({})).toMatchObject({ deletedCount: 0 });
    expect(await db.collection('missing').deleteMany({})).toMatchObject({ deletedCount: 0 });
  });

  it('reports a failed statement by its index', async () => {
    await put({ _id: 1 }, { _id: 2 });
    const deletes = [
      { q: { _id: 1 }, limit: 1 },
      { q: { a: { $foo: 1 } }, limit: 1 },
      { q: { _id: 2 }, limit: 1 },
    ];
    expect(await db.command({ delete: 'things', deletes })).toMatchObject({
      n: 1,
      writeErrors: [{ index: 1, code: 2 }],
    });
    expect(await db.command({ delete: 'things', deletes, ordered: false })).toMatchObject({ n: 1 });
    expect(await all()).toEqual([]);
  });
});

describe('findAndModify', () => {
  const run = (command: Document) => db.command({ findAndModify: 'things', ...command });

  it('returns the document before, after or removed, and reports what it did', async () => {
    await put({ _id: 1, n: 1 }, { _id: 2, n: 2 });
    const change = { query: { n: { $gt: 0 } }, sort: { n: -1 }, update: { $inc: { n: 10 } } };
    expect(await run(change)).toMatchObject({
      value: { _id: 2, n: 2 },
      lastErrorObject: { n: 1, updatedExisting: true },
    });
    expect(await run({ ...change, new: true, fields: { n: 1, _id: 0 } })).toMatchObject({ value: { n: 22 } });
    expect(await run({ query: { _id: 1 }, remove: true })).toMatchObject({
      value: { _id: 1, n: 1 },
      lastErrorObject: { n: 1 },
    });
    expect(await run({ query: { _id: 1 }, remove: true })).toMatchObject({
      value: null,
      lastErrorObject: { n: 0 },
    });
    expect(await all()).toEqual([{ _id: 2, n: 22 }]);
  });

  it('upserts, returning null or the new document', async () => {
    const change = { query: { _id: 5 }, update: { $set: { a: 1 } }, upsert: true };
    expect(await run(change)).toMatchObject({
      value: null,
      lastErrorObject: { n: 1, updatedExisting: false, upserted: 5 },
    });
    expect(await run({ ...change, query: { _id: 6 }, new: true, fields: { a: 1, _id: 0 } })).toMatchObject({
      value: { a: 1 },
    });
    expect(await run({ query: { _id: 7 }, update: { $set: { a: 1 } } })).toMatchObject({
      value: null,
      lastErrorObject: { n: 0, updatedExisting: false },
    });
  });

  it('replaces', async () => {
    await put({ _id: 1, a: 2 });
    await run({ query: { _id: 1 }, update: { c: 1 } });
    expect(await all()).toEqual([{ _id: 1, c: 1 }]);
  });

  test.each<[string, Document, number, string]>([
    ['neither update nor remove', {}, 9, 'Either an update or remove=true must be specified'],
    [
      'both',
      { remove: true, update: { $set: { a: 1 } } },
      9,
      'Cannot specify both an update and remove=true',
    ],
    ['remove and upsert', { remove: true, upsert: true }, 9, 'both upsert=true and remove=true'],
    ['remove and new', { remove: true, new: true }, 9, 'both new=true and remove=true'],
    ['an unknown field', { remove: true, filter: {} }, 40415, "'findAndModify.filter'"],
    ['a query that is no document', { remove: true, query: 1 }, 14, "'findAndModify.query'"],
    ['a flag in words', { remove: 'yes' }, 14, "'findAndModify.remove'"],
    ['an update that is no document', { update: 5 }, 9, ''],
    ['an unknown operator', { update: { $foo: { a: 1 } } }, 9, '$foo'],
    ['a pipeline', { update: [{ $set: { a: 1 } }] }, 238, 'a pipeline'],
    ['array filters', { update: { $set: { a: 1 } }, arrayFilters: [{ e: 1 }] }, 238, "'arrayFilters'"],
    ['a change of _id', { update: { $set: { _id: 9 } } }, 66, '_id'],
    ['fields that mix', { remove: true, fields: { a: 1, b: 0 } }, 31254, ''],
    ['an unknown hint', { remove: true, hint: 'nope' }, 2, 'hint'],
    ['a collation', { remove: true, collation: { locale: 'de' } }, 238, "'collation'"],
    ['more than one machine', { remove: true, writeConcern: { w: 2 } }, 2, 'not replicated'],
  ])('rejects %s', async (_what, command, code, message) => {
    await put({ _id: 1, a: 1 });
    await expect(run(command)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(message) as string,
    });
    expect(await all()).toEqual([{ _id: 1, a: 1 }]);
  });
});

describe('a write is rejected', () => {
  test.each<[string, Document, number, string]>([
    ['insert of nothing', { insert: 'things', documents: [] }, 16, 'between 1 and 100000. Got 0 operations'],
    ['insert without documents', { insert: 'things' }, 40414, "'insert.documents' is missing"],
    ['insert of no list', { insert: 'things', documents: 5 }, 14, "'insert.documents'"],
    ['insert of values', { insert: 'things', documents: [5] }, 14, "'insert.documents.0' is the wrong type"],
    ['insert with an unknown field', { insert: 'things', documents: [{}], docs: 1 }, 40415, "'insert.docs'"],
    [
      'insert with order in words',
      { insert: 'things', documents: [{}], ordered: 'yes' },
      14,
      "'insert.ordered'",
    ],
    ['insert in a bad namespace', { insert: 'a$b', documents: [{}] }, 73, 'Invalid namespace'],
    ['update without updates', { update: 'things' }, 40414, "'update.updates'"],
    ['update of too many', { update: 'things', updates: [] }, 16, 'Got 0 operations'],
    ['delete without deletes', { delete: 'things' }, 40414, "'delete.deletes'"],
    [
      'delete with an unknown field',
      { delete: 'things', deletes: [{ q: {}, limit: 0 }], all: true },
      40415,
      "'delete.all'",
    ],
  ])('%s', async (_what, command, code, message) => {
    await expect(db.command(command)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(message) as string,
    });
    expect(await db.listCollections().toArray()).toEqual([]);
  });

  test.each<[string, Document, number]>([
    ['an unknown field', { q: {}, u: { $set: { a: 1 } }, many: true }, 40415],
    ['a filter that is no document', { q: 5, u: { $set: { a: 1 } } }, 14],
    ['a flag in words', { q: {}, u: { $set: { a: 1 } }, multi: 'yes' }, 14],
    ['many replaced', { q: {}, u: { a: 1 }, multi: true }, 9],
    ['no update', { q: {} }, 40414],
    ['sort with many', { q: {}, u: { $set: { a: 1 } }, multi: true, sort: { a: 1 } }, 9],
    ['two updates of one field', { q: {}, u: { $set: { a: 1 }, $inc: { a: 1 } } }, 40],
  ])('of an update statement: %s', async (_what, statement, code) => {
    await put({ _id: 1 });
    const outcome = await db.command({ update: 'things', updates: [statement] }).then(
      (answer) => (answer['writeErrors'] as Document[] | undefined)?.[0],
      (error: unknown) => error,
    );
    expect(outcome).toMatchObject({ code });
    expect(await all()).toEqual([{ _id: 1 }]);
  });

  test.each<[string, Document, number]>([
    ['no limit', { q: {} }, 40414],
    ['a limit of two', { q: {}, limit: 2 }, 9],
  ])('of a delete statement: %s', async (_what, statement, code) => {
    await put({ _id: 1 });
    await expect(db.command({ delete: 'things', deletes: [statement] })).rejects.toMatchObject({ code });
    expect(await all()).toEqual([{ _id: 1 }]);
  });
});

it('bulk writes through the driver report upserts and errors', async () => {
  await put({ _id: 1, a: 1 });
  const result = await things()
    .bulkWrite(
      [
        { insertOne: { document: { _id: 2, a: 2 } } },
        { updateOne: { filter: { _id: 9 }, update: { $set: { a: 9 } }, upsert: true } },
        { insertOne: { document: { _id: 1 } } },
        { deleteOne: { filter: { _id: 2 } } },
        { replaceOne: { filter: { _id: 1 }, replacement: { b: 1 } } },
      ],
      { ordered: false },
    )
    .catch((error: unknown) => error);
  expect(result).toMatchObject({
    insertedCount: 1,
    upsertedIds: { 1: 9 },
    deletedCount: 1,
    modifiedCount: 1,
    writeErrors: [{ index: 2, code: 11000 }],
  });
  expect(await all()).toEqual([
    { _id: 1, b: 1 },
    { _id: 9, a: 9 },
  ]);
});

it('adds a document to a partial index and removes it, even if its key is unchanged', async () => {
  await things().createIndex({ a: 1 }, { name: 'partial', partialFilterExpression: { b: { $gt: 0 } } });
  await put({ _id: 1, a: 1, b: -1 });
  const inIndex = () =>
    things()
      .find({ a: 1, b: { $gt: 0 } })
      .hint('partial')
      .toArray();
  expect(await inIndex()).toEqual([]);
  await things().updateOne({ _id: 1 }, { $set: { b: 2 } });
  expect(await inIndex()).toEqual([{ _id: 1, a: 1, b: 2 }]);
  await things().updateOne({ _id: 1 }, { $set: { b: -2 } });
  expect(await inIndex()).toEqual([]);
});
