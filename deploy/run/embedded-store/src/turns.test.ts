import { Long, MongoClient, type Collection, type Db, type Document } from 'mongodb';
import { sortInTurns } from './query/sorting.js';
import { createServer, type StoreServer } from './server.js';
import { PAUSE, TURN_MS, Turns } from './turns.js';

/** A fake clock that advances by a millisecond on each read, so that it counts the reads. */
let time = 0;
const clock = () => ++time;

const many = 3_000;
let server: StoreServer;
let client: MongoClient;
let other: MongoClient;
let db: Db;
let things: Collection;

beforeAll(async () => {
  server = await createServer({ memory: true, clock });
  client = await new MongoClient(server.uri).connect();
  other = await new MongoClient(server.uri).connect();
  db = client.db('turns');
  things = db.collection('things');
  await things.createIndex({ n: 1, m: 1 });
  await fill();
  const list = Array.from({ length: many }, (_, i) => i);
  await db.collection('long').insertOne({ list });
});
afterAll(async () => {
  await client.close();
  await other.close();
  await server.close();
});

const fill = () =>
  things.insertMany(
    Array.from({ length: many }, (_, i) => ({
      n: i,
      m: (i * 7_919) % many,
      word: `word ${String((i * 31) % many)}`,
    })),
  );

/** This many hellos show that the command yields repeatedly. */
const enough = 10;

/** How many sequential hellos of another client are answered while the command runs, up to `enough`. */
async function answeredDuring(command: Document): Promise<number> {
  let isRunning = true;
  const done = db.command(command).finally(() => (isRunning = false));
  let answered = 0;
  while (isRunning && answered < enough) {
    await other.db('admin').command({ hello: 1 });
    if (isRunning) answered++;
  }
  await done;
  return answered;
}

const aggregate = (from: string, ...pipeline: Document[]): Document => ({
  aggregate: from,
  pipeline,
  cursor: {},
});
const numbers = Array.from({ length: 20_000 }, (_, i) => i * 3);

const long: [string, () => Document][] = [
  ['a scan', () => ({ find: 'things', filter: { none: 1 } })],
  ['a scan by a regular expression', () => ({ count: 'things', query: { word: /x(y+)+z$/ } })],
  ['a sort', () => ({ find: 'things', sort: { word: 1 }, limit: 5 })],
  ['a sort of all', () => ({ find: 'things', sort: { word: -1 }, batchSize: many })],
  ['an $in of many values', () => ({ find: 'things', filter: { n: { $in: numbers } }, limit: 1 })],
  [
    'an $in under a sort',
    () => ({ find: 'things', filter: { n: { $in: numbers } }, sort: { m: 1 }, limit: 1 }),
  ],
  [
    'an $in that nothing is in',
    () => ({ count: 'things', query: { n: { $in: numbers.map((n) => -1 - n) } } }),
  ],
  ['an $or of many', () => ({ find: 'things', filter: { $or: numbers.slice(0, 2000).map((n) => ({ n })) } })],
  ['a distinct', () => ({ distinct: 'things', key: 'word' })],
  ['a $sort', () => aggregate('things', { $project: { word: 1 } }, { $sort: { word: 1 } }, { $limit: 1 })],
  ['a $group', () => aggregate('things', { $group: { _id: '$word', n: { $sum: 1 } } }, { $match: { n: 2 } })],
  [
    'an $unwind of one',
    () => aggregate('long', { $unwind: '$list' }, { $group: { _id: null, n: { $sum: '$list' } } }),
  ],
  ['a $count', () => aggregate('things', { $unwind: '$word' }, { $count: 'n' })],
  [
    'what is explained',
    () => ({ explain: { find: 'things', sort: { word: 1 } }, verbosity: 'executionStats' }),
  ],
  [
    'an update of many',
    () => ({ update: 'things', updates: [{ q: {}, u: { $inc: { x: 1 } }, multi: true }] }),
  ],
  [
    'many updates',
    () => ({
      update: 'things',
      updates: numbers.slice(0, 1000).map((n) => ({ q: { n }, u: { $inc: { x: 1 } } })),
    }),
  ],
  ['a delete of many', () => ({ delete: 'things', deletes: [{ q: { n: { $lt: 1500 } }, limit: 0 }] })],
];

beforeEach(async () => {
  if ((await things.countDocuments()) === many) return;
  await things.deleteMany({});
  await fill();
});

describe('other clients are not blocked during', () => {
  test.each(long)('%s', async (_what, command) => {
    expect(await answeredDuring(command())).toBe(enough);
  });
});

describe('a command that exceeds maxTimeMS fails with MaxTimeMSExpired', () => {
  test.each(long)('%s', async (_what, command) => {
    await expect(db.command({ ...command(), maxTimeMS: TURN_MS * 3 })).rejects.toMatchObject({
      code: 50,
      codeName: 'MaxTimeMSExpired',
    });
  });

  it('also across the batches of a cursor, not counting idle time between them', async () => {
    const pieces = async (maxTimeMS: number) => {
      const { cursor } = await db.command({
        find: 'things',
        filter: { m: { $gte: 0 } },
        batchSize: 0,
        maxTimeMS,
      });
      for (let piece = 1; ; piece++) {
        time += 1_000_000;
        const next = await db.command({
          getMore: Long.fromValue((cursor as { id: Long }).id),
          collection: 'things',
          batchSize: 10,
        });
        if (Number((next['cursor'] as { id: unknown }).id) === 0) return piece;
        if (piece > many) throw new Error('It has no end');
      }
    };
    expect(await pieces(1_000_000)).toBeGreaterThan(100);
    await expect(pieces(100)).rejects.toMatchObject({ code: 50 });
  });

  it('but getMore does not accept its own maxTimeMS', async () => {
    await expect(
      db.command({ getMore: Long.fromNumber(5), collection: 'things', maxTimeMS: 100 }),
    ).rejects.toMatchObject({ code: 2 });
  });
});

it('distinct takes time linear in the number of values', async () => {
  const steps = async (count: number) => {
    const values = db.collection('values');
    await values.deleteMany({});
    await values.insertMany(Array.from({ length: count }, (_, i) => ({ v: [i, new Date(i), String(i)] })));
    const before = time;
    expect((await values.distinct('v')).length).toBe(count * 3);
    return time - before;
  };
  expect((await steps(4_000)) / (await steps(2_000))).toBeLessThan(3);
});

it('distinct treats equal numbers of different types as one value', async () => {
  const values = db.collection('values');
  await values.deleteMany({});
  await values.insertMany([
    { v: 1 },
    { v: Long.fromNumber(1) },
    { v: 1.5 },
    { v: '1' },
    { v: [1, 2] },
    { v: null },
  ]);
  expect(await values.distinct('v')).toEqual([null, 1, 1.5, 2, '1']);
});

it('sorting in time slices is stable and gives the same result as sorting synchronously', () => {
  const rows = Array.from({ length: 5_000 }, (_, at) => ({ key: (at * 7_919) % 97, at }));
  const compare = (a: { key: number }, b: { key: number }) => a.key - b.key;
  const work = sortInTurns([...rows], compare, new Turns(clock));
  let pauses = 0;
  for (let next = work.next(); ; next = work.next()) {
    if (next.done !== true) {
      expect(next.value).toBe(PAUSE);
      pauses++;
      continue;
    }
    expect(next.value).toEqual(rows.toSorted(compare));
    break;
  }
  expect(pauses).toBeGreaterThan(100);
});

test('what runs out of time is told to let go of what it holds', async () => {
  let isHeld = true;
  const work = (function* (): Generator<typeof PAUSE, void> {
    try {
      for (;;) yield PAUSE;
    } finally {
      isHeld = false;
    }
  })();
  await expect(new Turns(clock, 5).run(work)).rejects.toThrow('operation exceeded time limit');
  expect(isHeld).toBe(false);
});
