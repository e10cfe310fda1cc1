import { Double, Int32, Long, type Collection, type Document } from 'mongodb';
import { EJSON } from 'bson';
import fc from 'fast-check';
import { temporaryStore, type TemporaryStore } from './test/temporary-store.js';

// Small domains, so that values collide: across numeric types, null and missing, arrays and their elements.
const scalar = fc.oneof(
  fc.integer({ min: -2, max: 4 }).map((n) => new Int32(n)),
  fc.integer({ min: -2, max: 4 }).map((n) => Long.fromNumber(n)),
  fc.constantFrom(0.5, 1, 2.5, NaN, Infinity, -0).map((n) => new Double(n)),
  fc.constantFrom('', 'a', 'ab', 'abc', 'b', 'é'),
  fc.constantFrom(null, true, false),
  fc.integer({ min: 0, max: 3 }).map((n) => new Date(n * 1000)),
);
const inner = fc.record({ x: scalar, y: scalar }, { requiredKeys: [] });
const value = fc.oneof(
  { weight: 6, arbitrary: scalar },
  { weight: 1, arbitrary: inner },
  { weight: 1, arbitrary: fc.array(scalar, { maxLength: 3 }) },
  { weight: 1, arbitrary: fc.array(inner, { maxLength: 2 }) },
);
const document = fc.record({ a: value, b: scalar, c: value }, { requiredKeys: [] });

const path = fc.constantFrom('a', 'b', 'c', 'a.x', 'a.y', 'c.x', 'a.0');
const test: fc.Arbitrary<unknown> = fc.oneof(
  scalar,
  fc
    .tuple(fc.constantFrom('$eq', '$ne', '$gt', '$gte', '$lt', '$lte'), scalar)
    .map(([op, v]) => ({ [op]: v })),
  fc
    .tuple(fc.constantFrom('$gt', '$gte'), scalar, fc.constantFrom('$lt', '$lte'), scalar)
    .map(([low, x, high, y]) => ({ [low]: x, [high]: y })),
  fc
    .tuple(fc.constantFrom('$in', '$nin'), fc.array(scalar, { maxLength: 4 }))
    .map(([op, v]) => ({ [op]: v })),
  fc.boolean().map((exists) => ({ $exists: exists })),
  fc.constantFrom('number', 'int', 'string', 'date', 'bool', 'object').map((type) => ({ $type: type })),
  fc.constantFrom(/^a/, /b$/, /^ab?/i).map((regex) => ({ $regex: regex })),
  inner.map((v) => ({ $eq: v })),
  fc.record({ x: scalar }).map((v) => ({ $elemMatch: v })),
  fc.tuple(scalar).map(([v]) => ({ $elemMatch: { $gte: v } })),
  fc.tuple(scalar).map(([v]) => ({ $not: { $gt: v } })),
);
const simple = fc.dictionary(path, test, { minKeys: 1, maxKeys: 3 });
const filter = fc.oneof(
  { weight: 4, arbitrary: simple },
  { weight: 1, arbitrary: fc.array(simple, { minLength: 1, maxLength: 3 }).map((parts) => ({ $or: parts })) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(simple, fc.array(simple, { minLength: 1, maxLength: 2 }))
      .map(([first, parts]) => ({ ...first, $and: parts })),
  },
);
// Never two fields that may both contain arrays: sorting by parallel arrays is an error.
const sort = fc
  .oneof(
    fc.uniqueArray(fc.constantFrom('a', 'b'), { maxLength: 2 }),
    fc.uniqueArray(fc.constantFrom('b', 'c'), { maxLength: 2 }),
    fc.constant(['a.x']),
  )
  .chain((paths) =>
    fc.tuple(...paths.map((p) => fc.constantFrom(1, -1).map((direction) => [p, direction] as const))),
  )
  .map((parts): [string, 1 | -1][] => [
    ...parts.map(([p, d]): [string, 1 | -1] => [p, d === 1 ? 1 : -1]),
    ['_id', 1],
  ]);
// As in the documents, `b` is never an array: a compound index rejects parallel arrays.
const update = fc.oneof(
  fc.tuple(fc.constantFrom('a', 'c'), value).map(([p, v]) => ({ $set: { [p]: v } })),
  scalar.map((v) => ({ $set: { b: v } })),
  fc.constantFrom('a', 'b', 'c').map((p) => ({ $unset: { [p]: '' } })),
  fc.constant({ $set: { d: 1 } }),
);
const query = fc.record({
  filter,
  sort,
  skip: fc.integer({ min: 0, max: 3 }),
  limit: fc.integer({ min: 0, max: 5 }),
});

const indexes: Document[] = [
  { a: 1 },
  { b: -1 },
  { c: 1, b: 1 },
  { b: 1, a: -1 },
  { 'a.x': 1, 'a.y': 1 },
  { b: 1, _id: 1 },
  { 'c.x': -1 },
];

let store: TemporaryStore;
beforeAll(async () => (store = await temporaryStore()));
afterAll(() => store.close());

const both = () => {
  const db = store.client.db('property');
  return [db.collection('plain'), db.collection('indexed')] as const;
};

const shown = (documents: Document[]) => documents.map((one) => EJSON.stringify(one, { relaxed: false }));

interface Query {
  filter: Document;
  sort: [string, 1 | -1][];
  skip: number;
  limit: number;
}

async function sameAnswers([plain, indexed]: readonly Collection[], queries: Query[]) {
  for (const { filter: where, sort: by, skip, limit } of queries) {
    const find = (collection: Collection | undefined) =>
      (collection as Collection).find(where).sort(by).skip(skip).limit(limit).toArray();
    expect(shown(await find(indexed))).toEqual(shown(await find(plain)));
    const count = async (collection: Collection | undefined) =>
      String(
        (
          (await store.client
            .db('property')
            .command({ count: (collection as Collection).collectionName, query: where })) as { n: unknown }
        ).n,
      );
    expect(await count(indexed)).toBe(await count(plain));
  }
}

it('finds, sorts, counts and updates give the same results with and without indexes, and after a restart', async () => {
  let restarts = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(document, { minLength: 1, maxLength: 30 }),
      fc.array(query, { minLength: 3, maxLength: 8 }),
      fc.array(fc.tuple(filter, update), { maxLength: 3 }),
      fc.subarray(indexes, { minLength: 1 }),
      async (documents, queries, updates, chosen) => {
        await store.client.db('property').dropDatabase();
        const [plain, indexed] = both();
        for (const [i, key] of chosen.entries()) {
          await indexed.createIndex(key, { name: `i${String(i)}`, sparse: i % 3 === 2 });
        }
        const numbered = documents.map((one, i) => ({ _id: new Int32(i) as unknown as never, ...one }));
        await plain.insertMany(numbered);
        await indexed.insertMany(numbered);
        await sameAnswers([plain, indexed], queries);
        for (const [where, change] of updates) {
          const outcomes = await Promise.all(
            [plain, indexed].map((c) => c.updateMany(where, change as Document)),
          );
          expect(String(outcomes[1]?.modifiedCount)).toBe(String(outcomes[0]?.modifiedCount));
        }
        await sameAnswers([plain, indexed], queries);
        if (restarts++ % 10 === 0) {
          await store.restart();
          await sameAnswers(both(), queries);
        }
      },
    ),
    {
      numRuns: Number(process.env['PROPERTY_RUNS'] ?? 40),
    },
  );
});
