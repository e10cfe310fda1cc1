import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { jest } from '@jest/globals';
import { newKey } from '@crm/platform/encryption/aes-gcm.js';
import { createDataKeys } from '@crm/platform/encryption/data-keys.js';
import { localKms } from '@crm/platform/encryption/kms.js';
import { alive } from '@crm/platform/outbox/outbox-fields.js';
import { silentLogger } from '@crm/platform/log/logger.js';
import { connectMongo, type Store } from '@crm/platform/mongo/connect.js';
import { ManualClock } from '@crm/platform/testing/manual-clock.js';
import { startTestStore, type TestStore } from '@crm/platform/testing/test-store.js';
import { uniqueActor, uniquePhone } from '@crm/platform/testing/unique.js';
import { leadModel, type LeadDoc } from '../lead/lead.model.js';
import { insertImportedLeads, type ImportedLine, type InsertingContext } from './insert-imported.js';

let server: TestStore;
let store: Store;
let arePeopleThere: boolean;
let ctx: InsertingContext;
beforeAll(async () => {
  server = await startTestStore();
});
beforeEach(async () => {
  store = await connectMongo({ uri: server.uri, database: randomUUID(), log: silentLogger });
  leadModel(store.connection);
  ctx = {
    leadCollection: store.connection.collection<LeadDoc>('leads'),
    dataKeys: createDataKeys(store.connection, localKms(new Map([['m1', newKey()]]))),
    clock: new ManualClock(),
    giveWay: () => Promise.resolve(arePeopleThere),
  };
  arePeopleThere = false;
});
afterEach(() => store.close());
afterAll(() => server.stop());

/** Lines of persons, of every second one a birth date, which is sealed; or of none. */
const lines = (count: number, birth_date: string | null): ImportedLine[] =>
  Array.from({ length: count }, (_, index) => ({
    line: index + 2,
    fields: {
      fullname: `Person ${String(index)}`,
      phone: uniquePhone(),
      email: null,
      birth_date: index % 2 === 0 ? birth_date : null,
    },
  }));
const insert = (all: readonly ImportedLine[]) =>
  insertImportedLeads(ctx, uniqueActor(1), all, { importId: randomUUID(), type: 'life' });

test('the keys of imported leads are made a hundred lines at a time, of those that have something to seal', async () => {
  const forWriting = jest.spyOn(ctx.dataKeys, 'forWriting');
  await insert(lines(250, '1957-06-02'));
  const asked = forWriting.mock.calls.map(([owners]) => [...owners]);
  expect(asked.map((owners) => owners.length)).toEqual([50, 50, 25]);
  const born = await ctx.leadCollection.find(alive({ birth_date: { $ne: null } })).toArray();
  expect(born.map(({ _id }) => _id.toHexString()).sort()).toEqual(asked.flat().sort());
});

test.each([
  { who: 'nobody asks', there: false, most: 6, because: 'the store joins them' },
  { who: 'people ask', there: true, most: 2, because: 'a request would wait behind all of them' },
])('while $who, $most inserts are under way at most: $because', async ({ there, most }) => {
  arePeopleThere = there;
  let [underWay, seen] = [0, 0];
  const insertMany = ctx.leadCollection.insertMany.bind(ctx.leadCollection);
  jest.spyOn(ctx.leadCollection, 'insertMany').mockImplementation(async (...args) => {
    underWay += 1;
    seen = Math.max(seen, underWay);
    await nextTurn();
    const answer = await insertMany(...args);
    underWay -= 1;
    return answer;
  });
  // Without keys to make nothing else waits in between.
  await insert(lines(400, null));
  expect(seen).toBe(most);
  expect(await ctx.leadCollection.countDocuments(alive({}))).toBe(400);
});
