import { MongoClient, MongoServerError, type Document, type UpdateFilter } from 'mongodb';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { Store } from './store.js';
import { parseFilter } from '../filter/match.js';
import { createServer, type StoreServer } from '../server.js';
import { runs } from '../test/arbitrary.js';
import { indexContent } from '../test/index-content.js';
import { makeIndex } from './indexes.js';
import { pathsOf, placeOf, touches } from './touched.js';

const index = (key: Record<string, number>, partial?: Record<string, number>) =>
  makeIndex(
    1,
    new Map<string, string | Map<string, number>>([
      ['name', 'i'],
      ['key', new Map(Object.entries(key))],
      ...(partial ? [['partialFilterExpression', new Map(Object.entries(partial))] as const] : []),
    ]),
  );

describe('an index is affected by a write', () => {
  test.each([
    ['to its field', { a: 1 }, 'a'],
    ['above its field', { 'a.b': 1 }, 'a'],
    ['below its field', { a: 1 }, 'a.b'],
    ['to any of its fields', { a: 1, 'b.c': 1 }, 'b.c'],
    ['to an element beside its path, which may come with others', { 'a.x': 1 }, 'a.3.y'],
    ['to the element that matched', { 'a.x': 1 }, 'a.$.y'],
    ['to an element that its own path names', { 'a.0.x': 1 }, 'a.0'],
  ])('%s', (_, key, path) => {
    expect(touches([placeOf(path.split('.'))], index(key as unknown as Record<string, number>))).toBe(true);
  });

  it('to a path of its partial filter', () => {
    expect(touches([['raw']], index({ a: 1 }, { raw: 1 }))).toBe(true);
    expect(pathsOf(parseFilter(new Map([['raw.deep', 1]])))).toEqual([['raw', 'deep']]);
  });

  test.each([
    ['beside its field', { a: 1 }, 'b'],
    ['to a name that only begins alike', { 'a.b': 1 }, 'a.bc'],
    ['to its sibling', { 'a.b': 1 }, 'a.c'],
  ])('never %s', (_, key, path) => {
    expect(touches([placeOf(path.split('.'))], index(key as unknown as Record<string, number>))).toBe(false);
  });
});

const scalar = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.constantFrom('x', 'y', null));
const inner = fc.dictionary(fc.constantFrom('x', 'y', '0'), scalar, { maxKeys: 3 });
const value = fc.oneof(
  { weight: 3, arbitrary: scalar },
  { weight: 2, arbitrary: inner },
  { weight: 1, arbitrary: fc.array(scalar, { maxLength: 3 }) },
  { weight: 2, arbitrary: fc.array(fc.oneof(inner, scalar), { maxLength: 3 }) },
);
const document = fc.dictionary(fc.constantFrom('a', 'b', 'c', '0'), value, { maxKeys: 4 });
const path = fc.constantFrom(
  'a',
  'b',
  'c',
  '0',
  'a.x',
  'a.y',
  'a.0',
  'a.2',
  'a.1.x',
  'b.x',
  'b.0',
  'c.y',
  'a.0.y',
);
const elements = fc.constantFrom('a.$', 'a.$.x', 'a.$.y');

const change: fc.Arbitrary<UpdateFilter<Document> | Document> = fc.oneof(
  fc.tuple(path, value).map(([p, v]) => ({ $set: { [p]: v } })),
  fc.tuple(path, path, value, scalar).map(([p, q, v, w]) => ({ $set: { [p]: v }, $min: { [q]: w } })),
  path.map((p) => ({ $unset: { [p]: '' } })),
  fc.tuple(path, value).map(([p, v]) => ({ $push: { [p]: v } })),
  fc.tuple(path, scalar).map(([p, v]) => ({ $pull: { [p]: v } })),
  fc.tuple(path, scalar).map(([p, v]) => ({ $addToSet: { [p]: v } })),
  path.map((p) => ({ $inc: { [p]: 1 } })),
  fc.tuple(elements, value).map(([p, v]) => ({ $set: { [p]: v } })),
  document,
);

const specs: [Document, Document?][] = [
  [{ a: 1 }],
  [{ 'a.x': 1 }],
  [{ 'a.x': 1, 'a.y': -1 }, { sparse: true }],
  [{ 'a.0': 1 }],
  [{ 'a.0.y': 1 }],
  [{ b: 1 }, { partialFilterExpression: { c: { $gt: 0 } } }],
  [{ 'b.x': 1, c: 1 }, { partialFilterExpression: { 'a.x': 1 } }],
  [{ 0: 1 }],
  [{ 'c.y': -1 }, { partialFilterExpression: { 0: { $exists: true } } }],
];

/** Whether the store rejects the update of one document, which then stays unchanged. */
async function tried(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    expect(error).toBeInstanceOf(MongoServerError);
    expect(error).toMatchObject({ code: expect.any(Number) as number });
    expect(error).not.toMatchObject({ code: 1 });
  });
}

describe('the indexes of changed documents', () => {
  let folder: string;
  let last = 0;
  beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'store-touched-'))));
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** The content of the indexes after `work`, and after dropping and rebuilding them. */
  async function compared(work: (client: MongoClient) => Promise<void>): Promise<void> {
    const path = join(folder, String(++last));
    const read = async () => {
      const store = await Store.open({ path, noSync: true });
      const found = indexContent(store, 'touched.things');
      await store.close();
      return found;
    };
    const using = async (then: (client: MongoClient, server: StoreServer) => Promise<void>) => {
      const server = await createServer({ path, noSync: true });
      const client = await new MongoClient(server.uri).connect();
      await then(client, server);
      await client.close();
      await server.close();
    };
    await using(async (client) => {
      await client.db('touched').createCollection('things');
      await build(client);
      await work(client);
    });
    const kept = await read();
    await using(async (client) => {
      await client.db('touched').collection('things').dropIndexes();
      await build(client);
    });
    expect(kept).toEqual(await read());
    await rm(path, { recursive: true });
  }

  async function build(client: MongoClient): Promise<void> {
    for (const [i, [key, options]] of specs.entries()) {
      await client
        .db('touched')
        .collection('things')
        .createIndex(key, { name: `i${String(i)}`, ...options });
    }
  }

  it('have the same content as rebuilt ones', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(document, { minLength: 1, maxLength: 6 }),
        fc.array(fc.tuple(change, fc.constantFrom({}, { a: 1 }, { 'a.x': { $gte: 0 } })), {
          minLength: 1,
          maxLength: 12,
        }),
        (documents, changes) =>
          compared(async (client) => {
            const things = client.db('touched').collection<{ _id: number }>('things');
            await tried(
              things.insertMany(
                documents.map((one, _id) => ({ ...one, _id })),
                { ordered: false },
              ),
            );
            for (const [i, [update, filter]] of changes.entries()) {
              const of = { _id: i % documents.length, ...filter };
              const operators = Object.keys(update)[0]?.startsWith('$') ?? false;
              await tried(operators ? things.updateOne(of, update) : things.replaceOne(of, update));
            }
          }),
      ),
      runs(60),
    );
  });
});
