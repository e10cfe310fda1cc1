import { Long, type Db, type Document } from 'mongodb';

import { temporaryStore, type TemporaryStore } from '../test/temporary-store.js';

let store: TemporaryStore;
let db: Db;

beforeAll(async () => {
  store = await temporaryStore(true);
  db = store.client.db('read');
  await numbered('things').insertMany(
    Array.from({ length: 250 }, (_, i) => ({
      _id: i,
      n: i % 10,
      tags: [`t${String(i % 3)}`, `u${String(i % 2)}`],
    })),
  );
});
afterAll(() => store.close());

interface Numbered extends Document {
  _id: number;
}
const numbered = (name: string) => db.collection<Numbered>(name);

interface Batch {
  cursor: { id: Long; ns: string; firstBatch?: Document[]; nextBatch?: Document[] };
}

/** The first batch of a response, with the cursor id as a Long. */
const open = async (command: Document) =>
  (await db.command(command, { promoteLongs: false })) as unknown as Batch;
const more = async (id: Long, extra: Document = {}) =>
  (await db.command(
    { getMore: id, collection: 'things', ...extra },
    { promoteLongs: false },
  )) as unknown as Batch;
const ids = (batch: Document[] | undefined) => batch?.map(({ _id }) => Number(_id));

describe('find', () => {
  it('returns a first batch of 101 documents, the rest with getMore, then closes the cursor', async () => {
    const { cursor } = await open({ find: 'things' });
    expect([cursor.ns, cursor.firstBatch?.length]).toEqual(['read.things', 101]);
    const rest = await more(cursor.id);
    expect([rest.cursor.nextBatch?.length, rest.cursor.id.toString(), rest.cursor.ns]).toEqual([
      149,
      '0',
      'read.things',
    ]);
    await expect(more(cursor.id)).rejects.toMatchObject({ code: 43, codeName: 'CursorNotFound' });
  });

  it('returns batches of the requested size, an empty first one if that is zero', async () => {
    const { cursor } = await open({ find: 'things', batchSize: 0 });
    expect(cursor.firstBatch).toEqual([]);
    expect(ids((await more(cursor.id, { batchSize: 3 })).cursor.nextBatch)).toEqual([0, 1, 2]);
    expect(ids((await more(cursor.id, { batchSize: 2 })).cursor.nextBatch)).toEqual([3, 4]);
    await db.command({ killCursors: 'things', cursors: [cursor.id] });
  });

  it('ends at its limit, in one batch or several', async () => {
    const whole = await open({ find: 'things', limit: 5 });
    expect([ids(whole.cursor.firstBatch), whole.cursor.id.toString()]).toEqual([[0, 1, 2, 3, 4], '0']);
    const { cursor } = await open({ find: 'things', limit: 4, batchSize: 2 });
    const rest = await more(cursor.id, { batchSize: 2 });
    expect([ids(rest.cursor.nextBatch), rest.cursor.id.toString()]).toEqual([[2, 3], '0']);
  });

  it('with singleBatch opens no cursor', async () => {
    const { cursor } = await open({ find: 'things', batchSize: 2, singleBatch: true });
    expect([ids(cursor.firstBatch), cursor.id.toString()]).toEqual([[0, 1], '0']);
  });

  it('skips, limits and sorts through the driver', async () => {
    const found = await db
      .collection('things')
      .find({ n: { $lt: 3 } })
      .sort({ n: -1, _id: 1 })
      .skip(1)
      .limit(2)
      .toArray();
    expect(ids(found)).toEqual([12, 22]);
    expect(ids(await db.collection('things').find().sort({ $natural: -1 }).limit(2).toArray())).toEqual([
      249, 248,
    ]);
  });

  it('reads all batches from the same snapshot', async () => {
    const other = numbered('steady');
    await other.insertMany(Array.from({ length: 10 }, (_, i) => ({ _id: i, v: 'old' })));
    const cursor = other.find({}, { batchSize: 2 });
    await cursor.next();
    await other.deleteMany({ _id: { $gt: 4 } });
    await other.updateMany({}, { $set: { v: 'new' } });
    await other.insertOne({ _id: 99 });
    const rest = await cursor.toArray();
    expect(rest).toHaveLength(9);
    expect(new Set(rest.map(({ v }) => String(v)))).toEqual(new Set(['old']));
  });

  it('of a missing collection is empty', async () => {
    expect((await open({ find: 'missing', filter: { a: 1 } })).cursor).toMatchObject({
      firstBatch: [],
      ns: 'read.missing',
    });
  });

  it('rejects getMore on another collection, and kills cursors', async () => {
    const { cursor } = await open({ find: 'things', batchSize: 1 });
    await expect(more(cursor.id, { collection: 'other' })).rejects.toMatchObject({
      code: 13,
      codeName: 'Unauthorized',
    });
    expect(ids((await more(cursor.id, { batchSize: 1 })).cursor.nextBatch)).toEqual([1]);
    expect(
      await db.command(
        { killCursors: 'things', cursors: [cursor.id, Long.fromNumber(5)] },
        { promoteLongs: false },
      ),
    ).toMatchObject({
      cursorsKilled: [cursor.id],
      cursorsNotFound: [Long.fromNumber(5)],
      cursorsAlive: [],
      cursorsUnknown: [],
    });
    await expect(more(cursor.id)).rejects.toMatchObject({ code: 43 });
  });

  it('reads its snapshot to the end even if its collection is dropped', async () => {
    await db.collection('short').insertMany(Array.from({ length: 5 }, () => ({})));
    const cursor = db.collection('short').find({}, { batchSize: 1 });
    await cursor.next();
    await db.collection('short').drop();
    expect(await cursor.toArray()).toHaveLength(4);
    expect(await db.collection('short').countDocuments()).toBe(0);
  });
});

describe('time limits and killed cursors', () => {
  beforeAll(async () => {
    const many = db.collection('many');
    await many.insertMany(Array.from({ length: 20_000 }, (_, i) => ({ n: i, text: 'x'.repeat(50) })));
  });

  test.each<[string, Document]>([
    ['find', { find: 'many', filter: { text: /y$/ } }],
    ['count', { count: 'many', query: { text: /y$/ } }],
    ['distinct', { distinct: 'many', key: 'n' }],
    ['aggregate', { aggregate: 'many', pipeline: [{ $group: { _id: '$n' } }], cursor: {} }],
    ['update', { update: 'many', updates: [{ q: { text: /y$/ }, u: { $set: { a: 1 } }, multi: true }] }],
    ['delete', { delete: 'many', deletes: [{ q: { text: /y$/ }, limit: 0 }] }],
    ['findAndModify', { findAndModify: 'many', query: { text: /y$/ }, remove: true }],
  ])('%s fails with MaxTimeMSExpired when maxTimeMS is exceeded', async (_name, command) => {
    const outcome = await db.command({ ...command, maxTimeMS: 1 }).then(
      (answer) => (answer['writeErrors'] as Document[] | undefined)?.[0],
      (error: unknown) => error,
    );
    expect(outcome).toMatchObject({ code: 50 });
    expect(await db.collection('many').estimatedDocumentCount()).toBe(20_000);
  });

  it('a sufficient maxTimeMS has no effect', async () => {
    expect(await db.command({ count: 'many', query: { text: /y$/ }, maxTimeMS: 60_000 })).toMatchObject({
      n: 0,
    });
    expect(await db.command({ count: 'many', query: {}, maxTimeMS: 0 })).toMatchObject({ n: 20_000 });
  });

  it('a getMore whose cursor is killed ends early, and the store keeps working', async () => {
    const { cursor } = await open({
      find: 'many',
      batchSize: 1,
      filter: { text: { $not: /y$/ } },
      projection: { n: 1 },
    });
    const fetching = db
      .command({ getMore: cursor.id, collection: 'many', batchSize: 100_000 })
      .catch((error: unknown) => error);
    await db.command({ killCursors: 'many', cursors: [cursor.id] });
    const outcome = await fetching;
    // The getMore had either finished before, or failed with CursorKilled.
    if (outcome instanceof Error) expect([43, 237]).toContain((outcome as Error & { code: number }).code);
    expect(await db.command({ ping: 1 })).toMatchObject({ ok: 1 });
  });
});

describe('count', () => {
  test.each<[string, Document, number]>([
    ['all', {}, 250],
    ['what a filter finds', { query: { n: 3 } }, 25],
    ['no further than its limit', { query: { n: 3 }, limit: 7 }, 7],
    ['behind what it skips', { query: { n: 3 }, skip: 20 }, 5],
    ['with both', { query: { n: 3 }, skip: 20, limit: 3 }, 3],
    ['nothing behind the end', { skip: 300 }, 0],
    ['as well with a negative limit', { limit: -4 }, 4],
    ['by a hint', { query: { n: 3 }, hint: '_id_' }, 25],
  ])('counts %s', async (_what, options, n) => {
    expect(await db.command({ count: 'things', ...options })).toMatchObject({ n });
  });

  it('of a missing collection is zero', async () => {
    expect(await db.command({ count: 'missing' })).toMatchObject({ n: 0 });
  });
});

describe('distinct', () => {
  it('returns each value once, array elements individually, in order', async () => {
    expect(await db.collection('things').distinct('tags')).toEqual(['t0', 't1', 't2', 'u0', 'u1']);
    expect(await db.collection('things').distinct('n', { n: { $gt: 6 } })).toEqual([7, 8, 9]);
  });

  it('traverses documents in arrays, and array indexes', async () => {
    const deep = db.collection('deep');
    await deep.insertMany([
      { a: [{ b: 1 }, { b: [2, 3] }] },
      { a: { b: 1n } },
      { a: 5 },
      {},
      { a: [{ b: null }] },
    ]);
    expect(await deep.distinct('a.b')).toEqual([null, 1, 2, 3]);
    expect(await deep.distinct('a.0.b')).toEqual([null, 1]);
    expect(await deep.distinct('nothing')).toEqual([]);
  });

  it('of a missing collection is empty', async () => {
    expect(await db.collection('missing').distinct('a')).toEqual([]);
  });
});

describe('a read is rejected', () => {
  /** [title, command, error code, part of the message] */
  test.each<[string, Document, number, string]>([
    [
      'with an unknown field',
      { find: 'things', filtr: {} },
      40415,
      "BSON field 'find.filtr' is an unknown field.",
    ],
    ['count with an unknown field', { count: 'things', q: {} }, 40415, "'count.q'"],
    ['distinct with an unknown field', { distinct: 'things', key: 'a', q: {} }, 40415, "'distinct.q'"],
    [
      'getMore with an unknown field',
      { getMore: Long.fromNumber(1), collection: 'things', size: 1 },
      40415,
      "'getMore.size'",
    ],
    [
      'a filter that is no document',
      { find: 'things', filter: 1 },
      14,
      "'find.filter' is the wrong type 'int', expected type 'object'",
    ],
    [
      'a sort that is no document',
      { find: 'things', sort: 'a' },
      14,
      "'find.sort' is the wrong type 'string'",
    ],
    ['a projection that is no document', { find: 'things', projection: [1] }, 14, "'find.projection'"],
    ['a skip in words', { find: 'things', skip: 'one' }, 14, "'find.skip'"],
    ['a negative skip', { find: 'things', skip: -1 }, 51024, "'skip' value must be >= 0, actual value '-1'"],
    [
      'a negative limit',
      { find: 'things', limit: -1 },
      51024,
      "'limit' value must be >= 0, actual value '-1'",
    ],
    ['a limit in words', { find: 'things', limit: 'one' }, 14, "'find.limit'"],
    ['a negative batch', { find: 'things', batchSize: -1 }, 51024, "'batchSize'"],
    ['a batch in words', { find: 'things', batchSize: 'all' }, 14, "'find.batchSize'"],
    ['a flag in words', { find: 'things', singleBatch: 'yes' }, 14, "'find.singleBatch'"],
    ['a sort by two directions', { find: 'things', sort: { a: 2 } }, 15975, '$sort key ordering must be 1'],
    ['a sort by words', { find: 'things', sort: { a: 'up' } }, 15975, 'Illegal key in $sort'],
    [
      'a sort by $meta',
      { find: 'things', sort: { a: { $meta: 'textScore' } } },
      238,
      'not supported by this store',
    ],
    [
      'an unknown hint',
      { find: 'things', hint: 'nope' },
      2,
      'hint provided does not correspond to an existing index',
    ],
    ['a collation', { find: 'things', collation: { locale: 'de' } }, 238, "'collation'"],
    ['let', { find: 'things', let: { a: 1 } }, 238, "'let'"],
    ['a tailable cursor', { find: 'things', tailable: true }, 238, "'tailable'"],
    ['a collection that is no text', { find: 1 }, 73, 'collection name has invalid type int'],
    ['an empty collection', { find: '' }, 73, "Invalid namespace specified 'read.'"],
    ['a collection with $', { find: 'a$b' }, 73, 'Invalid namespace'],
    ['a collection that begins with a dot', { find: '.a' }, 73, 'Invalid namespace'],
    ['an unknown command', { fnd: 'things' }, 59, "no such command: 'fnd'"],
    ['maxTimeMS in words', { find: 'things', maxTimeMS: 'soon' }, 14, 'maxTimeMS'],
    ['a negative maxTimeMS', { find: 'things', maxTimeMS: -1 }, 51024, 'maxTimeMS'],
    [
      'getMore of no cursor',
      { getMore: Long.fromNumber(99), collection: 'things' },
      43,
      'cursor id 99 not found',
    ],
    ['getMore by a number that is no long', { getMore: 'x', collection: 'things' }, 14, 'getMore.getMore'],
    ['getMore of no collection', { getMore: Long.fromNumber(99) }, 14, "'getMore.collection'"],
    ['killCursors of no list', { killCursors: 'things', cursors: 5 }, 14, "'killCursors.cursors'"],
    ['killCursors of nothing', { killCursors: 'things' }, 40414, "'killCursors.cursors' is missing"],
    ['a count by no document', { count: 'things', query: 5 }, 14, "'count.query'"],
    ['a count with a negative skip', { count: 'things', skip: -1 }, 51024, 'skip'],
    ['a count with a limit in words', { count: 'things', limit: 'x' }, 14, "'count.limit'"],
    ['a distinct of no key', { distinct: 'things' }, 14, 'distinct.key'],
    ['a distinct by a number', { distinct: 'things', key: 5 }, 14, 'distinct.key'],
    [
      'an aggregate without a cursor',
      { aggregate: 'things', pipeline: [] },
      9,
      "The 'cursor' option is required",
    ],
    [
      'an aggregate of no pipeline',
      { aggregate: 'things', cursor: {} },
      40414,
      "'aggregate.pipeline' is missing",
    ],
    [
      'an aggregate of a pipeline that is no list',
      { aggregate: 'things', pipeline: {}, cursor: {} },
      14,
      "'aggregate.pipeline'",
    ],
    ['an aggregate of a database', { aggregate: 1, pipeline: [], cursor: {} }, 238, 'whole database'],
    ['snapshot reads', { find: 'things', readConcern: { level: 'snapshot' } }, 123, 'readConcern'],
    [
      'a transaction',
      { find: 'things', txnNumber: Long.fromNumber(1), startTransaction: true, autocommit: false },
      20,
      'Transaction numbers are only allowed',
    ],
  ])('%s', async (_what, command, code, message) => {
    await expect(db.command(command)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(message) as string,
    });
  });

  it('for a database whose name cannot be one', async () => {
    // The driver itself rejects most invalid names.
    await expect(store.client.db('a"b').command({ ping: 1 })).rejects.toThrow(
      /Invalid database name|invalid/i,
    );
  });
});

describe('aggregate', () => {
  it('returns batches as find does', async () => {
    const { cursor } = await open({
      aggregate: 'things',
      pipeline: [{ $match: { n: { $lt: 5 } } }],
      cursor: { batchSize: 2 },
    });
    expect(ids(cursor.firstBatch)).toEqual([0, 1]);
    expect((await more(cursor.id)).cursor).toMatchObject({ nextBatch: { length: 123 }, ns: 'read.things' });
  });

  it('of a missing collection is empty, unless a stage produces documents', async () => {
    expect(
      await db
        .collection('missing')
        .aggregate([{ $match: {} }])
        .toArray(),
    ).toEqual([]);
    expect(
      await db
        .collection('missing')
        .aggregate([{ $count: 'n' }])
        .toArray(),
    ).toEqual([]);
  });
});
