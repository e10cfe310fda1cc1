import { Types, type mongo } from 'mongoose';
import { pino } from 'pino';
import { connectMongo, type Store } from '@crm/platform/mongo/connect.js';
import { ManualClock } from '@crm/platform/testing/manual-clock.js';
import { startTestStore, type TestStore } from '@crm/platform/testing/test-store.js';
import { fetchAnew, fetchNext, type FetchedDoc } from './fetch-next.js';
import type { NotFetched } from './fetch-retry.rules.js';

const second = 1_000;
const log = pino({ level: 'silent' });
const _id = new Types.ObjectId();

let server: TestStore;
let store: Store;
let clock: ManualClock;
let documents: mongo.Collection<FetchedDoc>;
/** What was done with the document, in order. */
let did: string[];
beforeAll(async () => {
  server = await startTestStore();
});
afterAll(() => server.stop());
beforeEach(async () => {
  store = await connectMongo({ uri: server.newDatabase(), log });
  clock = new ManualClock();
  did = [];
  documents = store.connection.collection<FetchedDoc>('pictures');
  await documents.insertOne({ _id, fetch: { at: clock.now(), tries: 0 } });
});
afterEach(() => store.close());

type Outcome = 'settled' | 'asked-anew' | NotFetched;
const next = (attempt: (tries: number) => Outcome | Promise<Outcome>) =>
  fetchNext({
    ...{ documents, clock, log, what: 'picture' },
    attempt: (_, tries) => {
      did.push(`attempt ${String(tries)}`);
      return Promise.resolve(attempt(tries));
    },
    giveUp: async () => {
      did.push('given up');
      await documents.updateOne({ _id }, { $unset: { fetch: 1 } });
    },
  });
const job = async () => (await documents.findOne({ _id }))?.fetch;
const askAnew = async () => {
  await documents.updateOne({ _id }, { $set: { fetch: fetchAnew(await job(), clock.now()) } });
};
const fails = () => 'out-of-reach' as const;
const notThere = () => 'not-ready' as const;

test('what is not there is asked for again a little later, and no sooner', async () => {
  expect(await next(notThere)).toBe(true);
  expect(await next(notThere)).toBe(false);
  clock.advance(15 * second);
  expect(await next(notThere)).toBe(true);
  expect(did).toEqual(['attempt 1', 'attempt 2']);
});

test('what nobody has is given up behind the sixth attempt', async () => {
  for (const wait of [0, 15, 45, 120, 180, 240]) {
    clock.advance(wait * second);
    await next(notThere);
  }
  expect(did.slice(-2)).toEqual(['attempt 6', 'given up']);
  expect(await job()).toBeUndefined();
});

test('while it is being fetched nobody else begins, until that counts as broken off', async () => {
  await next(async (): Promise<Outcome> => {
    expect(await next(fails)).toBe(false);
    clock.advance(180 * second);
    expect(await next(fails)).toBe(true);
    return 'settled';
  });
  expect(did).toEqual(['attempt 1', 'attempt 2']);
});

test('asked for anew while it waits, it is fetched at once', async () => {
  await next(fails);
  await askAnew();
  expect(await next(fails)).toBe(true);
  expect(did).toEqual(['attempt 1', 'attempt 1']);
});

test.each<[string, Outcome]>([
  ['has the rest', 'asked-anew'],
  ['fails', 'out-of-reach'],
])(
  'asked for anew while it is being fetched, it is fetched from the start as soon as that %s',
  async (_, end) => {
    await next(async (): Promise<Outcome> => {
      await askAnew();
      expect(await next(fails)).toBe(false);
      return end;
    });
    expect(await next(fails)).toBe(true);
    expect(did).toEqual(['attempt 1', 'attempt 1']);
  },
);

test('asked for anew during the last attempt, it is not given up', async () => {
  await documents.updateOne({ _id }, { $set: { 'fetch.tries': 5 } });
  await next(async (): Promise<Outcome> => {
    await askAnew();
    return 'not-ready';
  });
  expect(await next(notThere)).toBe(true);
  expect(did).toEqual(['attempt 6', 'attempt 1']);
});
