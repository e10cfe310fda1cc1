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

/** How many finds one after another are answered while the work runs. */
async function answeredDuring(work: Promise<unknown>): Promise<number> {
  let running = true;
  const done = work.finally(() => (running = false));
  let answered = 0;
  while (running) {
    expect(await few.findOne({ _id: answered % 100 })).toEqual({ _id: answered % 100 });
    if (running) answered++;
  }
  await done;
  return answered;
}

describe('finds of others are answered while', () => {
  it('50,000 documents are inserted', async () => {
    const documents = Array.from({ length: MANY }, (_, i) => ({ n: i, text: 'x'.repeat(200) }));
    expect(await answeredDuring(many.insertMany(documents))).toBeGreaterThanOrEqual(finds);
  }, 60_000);

  it('all of them are looked through', async () => {
    const scan = async () => {
      for (let turn = 0; turn < 4; turn++) expect(await many.countDocuments({ text: /y$/ })).toBe(0);
    };
    expect(await answeredDuring(scan())).toBeGreaterThanOrEqual(finds);
  }, 60_000);

  it('all of them are changed', async () => {
    expect(await answeredDuring(many.updateMany({}, { $inc: { n: 1 } }))).toBeGreaterThanOrEqual(finds);
  }, 60_000);
});
