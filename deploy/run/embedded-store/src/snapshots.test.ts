import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Collection, Document } from 'mongodb';
import { temporaryStore, type TemporaryStore } from './test/temporary-store.js';

interface Thing extends Document {
  _id: number;
  kind: number;
  n: number;
}

let store: TemporaryStore;
let things: Collection<Thing>;

// Each its own: what one held would hold the others' writes, too.
beforeEach(async () => {
  store = await temporaryStore(true);
  things = store.client.db('snapshots').collection<Thing>('things');
  await things.createIndex({ kind: 1, n: 1 });
  await things.insertMany(Array.from({ length: 400 }, (_, n) => ({ _id: n, kind: n % 4, n })));
});
afterEach(() => store.close());

const pageBytes = 4_096;
const fileBytes = () => statSync(join(store.path, 'data.mdb')).size;

/** Each leaves more unread than it reads. */
const reads: Record<string, () => Promise<unknown>> = {
  'a find with a limit': () => things.find({ kind: 1 }).limit(1).toArray(),
  'a find in an order with a limit': () => things.find({ kind: 1 }).sort({ n: -1 }).limit(2).toArray(),
  'a find of several ranges in one order': () =>
    things
      .find({ kind: { $in: [0, 1, 3] } })
      .sort({ n: 1 })
      .limit(3)
      .toArray(),
  'a find in a single batch': () =>
    things.db.command({ find: 'things', filter: { kind: 2 }, batchSize: 2, singleBatch: true }),
  'a cursor that is given up': async () => {
    const cursor = things.find({ kind: 1 }).batchSize(2);
    await cursor.next();
    await cursor.close();
  },
  'a pipeline with a limit': () =>
    things
      .aggregate([
        { $match: { kind: 1 } },
        { $project: { more: '$n' } },
        { $match: { more: { $gt: 3 } } },
        { $limit: 1 },
      ])
      .toArray(),
  'a pipeline that is given up': async () => {
    const cursor = things.aggregate([{ $match: { kind: 1 } }, { $project: { n: 1 } }], { batchSize: 2 });
    await cursor.next();
    await cursor.close();
  },
  'a pipeline over two collections with a limit': () =>
    things.aggregate([{ $match: { kind: 1 } }, { $unionWith: 'things' }, { $limit: 150 }]).toArray(),
  'a count with a limit': () => things.countDocuments({ kind: 1 }, { limit: 1 }),
  'a change of the first of several': () =>
    things.findOneAndUpdate({ kind: 2 }, { $inc: { changes: 1 } }, { sort: { n: 1 } }),
};

test.each(Object.entries(reads))('%s holds no state of the past once it is answered', async (_what, read) => {
  const rounds = async (count: number) => {
    for (let round = 0; round < count; round += 1) {
      await read();
      await things.updateOne({ _id: 399 }, { $set: { filling: 'x'.repeat(round % 2_000) } });
    }
  };
  await rounds(20);
  const before = fileBytes();
  await rounds(150);
  // What a write replaces is room for the next, unless somebody may still read it.
  expect(fileBytes() - before).toBeLessThan(16 * pageBytes);
});
