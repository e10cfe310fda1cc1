import type { Collection } from 'mongodb';
import { temporaryStore, type TemporaryStore } from './test/temporary-store.js';

const MANY = 50_000;
const finds = 20;

let store: TemporaryStore;
let many: Collection;
let few: Collection<{ _id: number }>;

beforeAll(async () => {
  store = await temporaryStore(true);
  const db = store.client.db('fair');
  many = db.collection('many');
  few = db.collection('few');
  await few.insertMany(Array.from({ length: 100 }, (_, i) => ({ _id: i })));
});
afterAll(() => store.close());

/** How many runs of `work` it takes until 20 sequential finds have been answered while it was running. */
async function turnsUntilAnswered(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let answered = 0;
  while (answered < finds) {
    let running = true;
    turns++;
    const done = work().finally(() => (running = false));
    while (running) {
      expect(await few.findOne({ _id: answered % 100 })).toEqual({ _id: answered % 100 });
      if (running) answered++;
    }
    await done;
  }
  return turns;
}

// If `work` blocked the event loop, at most one find would be answered per run.
describe('other clients are not blocked during', () => {
  it('an insert of 50,000 documents', async () => {
    const insert = () =>
      many.insertMany(Array.from({ length: MANY }, (_, i) => ({ n: i, text: 'x'.repeat(200) })));
    expect(await turnsUntilAnswered(insert)).toBeLessThan(finds / 2);
  });

  it('a collection scan', async () => {
    const scan = () => many.countDocuments({ text: /y$/ });
    expect(await turnsUntilAnswered(scan)).toBeLessThan(finds / 2);
  });

  it('an update of all documents', async () => {
    const change = () => many.updateMany({}, { $inc: { n: 1 } });
    expect(await turnsUntilAnswered(change)).toBeLessThan(finds / 2);
  });
});
