import { Double, Int32, Long, type Collection, type Document } from 'mongodb';
import { temporaryStore, type TemporaryStore } from '../test/temporary-store.js';

let store: TemporaryStore;
let things: Collection;

beforeAll(async () => {
  store = await temporaryStore();
});
afterAll(() => store.close());
beforeEach(async () => {
  await store.client.db('find').dropDatabase();
  things = store.client.db('find').collection('things');
});

const ids = async (filter: Document, options: Document = {}) =>
  (await things.find(filter, options).toArray()).map((one) => String(one['_id']));
const explained = async (filter: Document, sort: Document = {}, limit = 0) => {
  const plan = (await things.find(filter).sort(sort).limit(limit).explain('executionStats')) as {
    executionStats: Record<string, { valueOf(): unknown }>;
  };
  return Object.fromEntries(
    ['nReturned', 'totalKeysExamined', 'totalDocsExamined'].map((name) => [
      name,
      Number(plan.executionStats[name]),
    ]),
  );
};
const insert = (...documents: Document[]) =>
  things.insertMany(documents.map((one, i) => ({ _id: new Int32(i) as unknown as never, ...one })));

describe('results', () => {
  it('contain the included fields in document order, with their numeric types', async () => {
    await insert({ b: new Long(5n), a: new Double(1), c: new Int32(2) });
    const [found] = await things.find({}, { projection: { a: 1, b: 1 } }).toArray();
    expect(Object.keys(found ?? {})).toEqual(['_id', 'b', 'a']);
    expect([found?.['b'], found?.['a']]).toEqual([expect.any(Long), expect.any(Double)]);
  });

  it('of an $or with one branch are sorted as asked, not as its index is', async () => {
    await things.createIndex({ a: 1 });
    await insert({ a: 2 }, { a: 1 });
    const filter = { $or: [{ a: { $exists: true } }] };
    expect(await ids(filter, { sort: { b: 1, _id: 1 }, limit: 1 })).toEqual(['0']);
    expect(await ids(filter, { sort: { a: 1 }, limit: 1 })).toEqual(['1']);
  });

  it('are sorted by type, then value: null, numbers, strings, documents; arrays by their smallest element', async () => {
    await insert(
      { v: 'a' },
      { v: new Long(3n) },
      { v: null },
      {},
      { v: new Double(2.5) },
      { v: { x: new Int32(1) } },
      { v: [new Int32(9), new Int32(1)] },
      { v: [] },
    );
    // _ids by value: [] < null = missing < 1 (in the array) < 2.5 < 3 < 'a' < {x: 1}
    expect(await ids({}, { sort: { v: 1, _id: 1 } })).toEqual(['7', '2', '3', '6', '4', '1', '0', '5']);
    await things.createIndex({ v: 1, _id: 1 });
    expect(await ids({}, { sort: { v: 1, _id: 1 } })).toEqual(['7', '2', '3', '6', '4', '1', '0', '5']);
  });

  it('contain NaN for an equality, but not for a range', async () => {
    await things.createIndex({ v: 1 });
    await insert({ v: new Double(NaN) }, { v: new Double(1) }, { v: new Double(-Infinity) });
    expect(await ids({ v: { $lt: 5 } })).toEqual(['2', '1']);
    expect(await ids({ v: NaN })).toEqual(['0']);
  });

  it('are empty for an empty $in, and complete for an empty filter', async () => {
    await insert({ v: 1 }, { v: 2 });
    expect(await ids({ v: { $in: [] } })).toEqual([]);
    expect(await ids({})).toEqual(['0', '1']);
  });
});

describe('plans', () => {
  beforeEach(async () => {
    await things.createIndexes([
      { key: { state: 1, at: -1, _id: -1 } },
      { key: { status: 1, at: -1 } },
      { key: { at: -1 } },
      { key: { phone: 1 }, unique: true },
    ]);
    await insert(
      ...Array.from({ length: 4000 }, (_, i) => ({
        state: ['TX', 'CA', 'NY', 'FL'][i % 4],
        status: i % 200 === 7 ? 'rare' : `s${String(i % 7)}`,
        at: new Date((i * 7919) % 100_003),
        phone: `+1${String(2_000_000_000 + i)}`,
      })),
    );
  });

  it('examines one document for a point lookup in a unique index', async () => {
    expect(await explained({ phone: '+12000000005' })).toEqual({
      nReturned: 1,
      totalKeysExamined: 1,
      totalDocsExamined: 1,
    });
  });

  it('examines only the requested page of a filter and sort, forwards and backwards', async () => {
    for (const direction of [1, -1]) {
      expect(await explained({ state: 'TX' }, { at: direction }, 10)).toEqual({
        nReturned: 10,
        totalKeysExamined: 10,
        totalDocsExamined: 10,
      });
    }
  });

  it('merge-sorts the ranges of several values', async () => {
    const stats = await explained({ state: { $in: ['TX', 'CA', 'NY'] } }, { at: -1 }, 10);
    expect(stats['totalDocsExamined']).toBe(10);
    const merged = await ids({ state: { $in: ['TX', 'CA', 'NY'] } }, { sort: { at: -1 }, limit: 10 });
    const walked = await ids(
      { state: { $in: ['TX', 'CA', 'NY'] } },
      { sort: { at: -1 }, limit: 10, hint: { at: -1 } },
    );
    expect(merged).toEqual(walked);
  });

  it.each([1, -1] as const)(
    'reaches a far page of merged ranges without reading the ones before (%i)',
    async (direction) => {
      const filter = { state: { $in: ['TX', 'CA', 'NY'] } };
      for (const skip of [0, 1, 95, 96, 97, 1500, 2990, 2999, 3000, 5000]) {
        const far = { sort: { at: direction, _id: direction }, skip, limit: 10 };
        const merged = await ids(filter, { ...far, hint: { state: 1, at: -1, _id: -1 } });
        expect([skip, merged]).toEqual([skip, await ids(filter, { ...far, hint: { $natural: 1 } })]);
      }
      const { executionStats } = (await things
        .find(filter)
        .sort({ at: direction, _id: direction })
        .skip(1500)
        .limit(10)
        .explain('executionStats')) as { executionStats: Record<string, unknown> };
      expect(Number(executionStats['totalDocsExamined'])).toBe(10);
    },
  );

  it('intersects two indexes if neither is selective enough alone', async () => {
    const stats = await explained(
      { state: 'NY', status: { $in: ['s1', 's2'] }, at: { $gt: new Date(90_000) } },
      { at: -1 },
      10,
    );
    expect(stats['nReturned']).toBe(10);
    expect(stats['totalDocsExamined']).toBeLessThan(40);
  });

  it('examines only matches for an $or whose branches are indexed', async () => {
    const stats = await explained({ $or: [{ phone: '+12000000001' }, { status: 'rare' }] });
    expect(stats).toMatchObject({ nReturned: 21, totalDocsExamined: 21 });
  });

  it('counts keys only if one index covers the filter', async () => {
    const { executionStats } = (await store.client.db('find').command({
      explain: { count: 'things', query: { status: 'rare' } },
      verbosity: 'executionStats',
    })) as unknown as { executionStats: Record<string, unknown> };
    expect([
      Number(executionStats['totalDocsExamined']),
      Number(executionStats['totalKeysExamined']),
    ]).toEqual([0, 20]);
  });

  it.each([
    ['$ne', { status: { $ne: 'rare' } }, 3980],
    ['$nin', { status: { $nin: ['rare', 'none'] } }, 3980],
    ['$nin of nothing', { status: { $nin: [] } }, 4000],
  ])(
    'counts keys only of what %s leaves, documents without the field among them',
    async (_op, query, left) => {
      await things.updateOne({ status: { $ne: 'rare' } }, { $unset: { status: 1 } });
      const { executionStats } = (await store.client.db('find').command({
        explain: { count: 'things', query },
        verbosity: 'executionStats',
      })) as unknown as { executionStats: Record<string, unknown> };
      expect(Number(executionStats['totalDocsExamined'])).toBe(0);
      expect(Number(await things.countDocuments(query))).toBe(left);
    },
  );

  it('takes no partial index for what $ne leaves', async () => {
    await things.createIndex({ kind: 1 }, { partialFilterExpression: { kind: { $type: 'string' } } });
    await things.insertMany([
      { phone: 1, kind: 'x' },
      { phone: 2, kind: 1 },
    ]);
    expect(Number(await things.countDocuments({ kind: { $ne: 'x' } }))).toBe(4001);
  });

  it('examines no document if an index range is empty', async () => {
    expect(await explained({ status: 'none', state: 'TX' })).toMatchObject({
      nReturned: 0,
      totalDocsExamined: 0,
    });
    expect(await explained({ status: { $in: ['none', 'never'] }, other: 1 })).toMatchObject({
      totalDocsExamined: 0,
    });
  });

  it('considers only one of two equivalent indexes', async () => {
    await things.createIndexes([{ key: { status: 1, phone: 1, _id: 1 } }, { key: { status: 1, _id: 1 } }]);
    expect(await explained({ status: 'rare' })).toEqual({
      nReturned: 20,
      totalKeysExamined: 20,
      totalDocsExamined: 20,
    });
  });

  it('countDocuments counts keys only too, with skip and limit, and returns 0 for no match', async () => {
    const count = (filter: Document, options = {}) => things.countDocuments(filter, options).then(Number);
    expect(await count({ status: 'rare' })).toBe(20);
    expect(await count({ status: 'rare' }, { skip: 5, limit: 10 })).toBe(10);
    expect(await count({ status: 'none' })).toBe(0);
    expect(await count({})).toBe(4000);
    const pipeline = [{ $match: { status: 'rare' } }, { $group: { _id: 1, n: { $sum: 1 } } }];
    const { executionStats } = (await things.aggregate(pipeline).explain('executionStats')) as {
      executionStats: Record<string, unknown>;
    };
    expect(Number(executionStats['totalDocsExamined'])).toBe(0);
  });

  describe('of sixty ranges that contain most documents', () => {
    const filter = {
      type: 2,
      source: { $in: [0, 1, 2, 3, 4, 5] },
      status: { $in: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] },
    };
    const examinedBy = async (command: Document) => {
      const { executionStats } = (await store.client.db('find').command({
        explain: command,
        verbosity: 'executionStats',
      })) as unknown as { executionStats: Record<string, unknown> };
      return ['totalKeysExamined', 'totalDocsExamined'].map((name) => Number(executionStats[name]));
    };

    beforeEach(async () => {
      await things.drop();
      await things.createIndexes([
        { key: { type: 1, source: 1, at: 1, _id: 1 } },
        { key: { type: 1, source: 1, status: 1, at: 1, _id: 1 } },
      ]);
      // Each range has 42 keys: more than the planner's first probe and far fewer than its second.
      await insert(
        ...Array.from({ length: 3024 }, (_, i) => ({
          type: new Int32(2),
          source: new Int32(i % 6),
          status: new Int32(Math.floor(i / 6) % 12),
          at: new Date((i * 7919) % 100_003),
        })),
      );
    });

    it('merges a page', async () => {
      const stats = await explained(filter, { at: -1, _id: -1 }, 10);
      expect(stats).toEqual({ nReturned: 10, totalKeysExamined: 10, totalDocsExamined: 10 });
      const page = { sort: { at: -1, _id: -1 }, limit: 10 } as const;
      expect(await ids(filter, page)).toEqual(await ids(filter, { ...page, hint: { $natural: 1 } }));
    });

    it('counts keys only, by count and by aggregate', async () => {
      expect(await examinedBy({ count: 'things', query: filter })).toEqual([2520, 0]);
      const pipeline = [{ $match: filter }, { $group: { _id: 1, n: { $sum: 1 } } }];
      expect(await examinedBy({ aggregate: 'things', pipeline, cursor: {} })).toEqual([2520, 0]);
      expect(Number(await things.countDocuments(filter))).toBe(2520);
    });

    it('countDocuments counts keys only too, with skip and limit', async () => {
      const { type, source } = filter;
      expect(await examinedBy({ count: 'things', query: { type, source } })).toEqual([3024, 0]);
      expect(Number(await things.countDocuments({ type, source }, { skip: 24, limit: 2000 }))).toBe(2000);
    });
  });

  it('rejects a hint for an index that does not exist', async () => {
    await expect(things.find({}).hint('nope').toArray()).rejects.toThrow(/hint provided does not correspond/);
  });
});

describe('sparse and partial indexes', () => {
  it('are not used if they may not contain all matches', async () => {
    await things.createIndex({ a: 1 }, { sparse: true });
    await things.createIndex({ b: 1 }, { partialFilterExpression: { kind: 'x' } });
    await insert({ a: 1, b: 1, kind: 'x' }, { b: 1 }, { a: null, kind: 'y' });
    expect(await ids({ a: null })).toEqual(['1', '2']);
    expect(await ids({ b: 1 })).toEqual(['0', '1']);
    expect(await explained({ b: 1, kind: 'x' })).toMatchObject({ nReturned: 1, totalDocsExamined: 1 });
  });

  it('enforce uniqueness only among the documents they contain', async () => {
    await things.createIndex(
      { mail: 1 },
      { unique: true, partialFilterExpression: { mail: { $type: 'string' } } },
    );
    await insert({}, {}, { mail: 'a' });
    await expect(things.insertOne({ mail: 'a' })).rejects.toThrow('index: mail_1 dup key: { mail: "a" }');
  });
});
