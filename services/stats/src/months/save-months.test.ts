import { randomUUID } from 'node:crypto';
import { exampleLeadSummary, type LeadSummary } from '@crm/contracts/entities/lead.js';
import { silentLogger } from '@crm/platform/log/logger.js';
import { connectMongo, type Store } from '@crm/platform/mongo/connect.js';
import { startTestStore, type TestStore } from '@crm/platform/testing/test-store.js';
import { uniqueId } from '@crm/platform/testing/unique.js';
import { figureSets } from '../sets/figure-sets.js';
import type { LeadNews } from '../leads/lead-updates.rules.js';
import { writeNews } from '../sets/ingest.js';
import { figureFilter } from '../filter/filter.rules.js';
import { countSettledMonths, settleMonths } from './save-months.js';
import type { FigureSet, KeptMonths } from './month-lines.model.js';
import { readLines } from './read-lines.js';

let server: TestStore;
let store: Store;
let set: FigureSet;
const [dana, priya] = [uniqueId(), uniqueId()];
const everything = figureFilter({ id: uniqueId(), role: 1, subroles: [], fullname: 'Admin' }, {});
const now = new Date('2026-11-20T17:00:00.000Z');
/** When every month has rested. */
const later = new Date('2026-11-20T17:00:10.000Z');

beforeAll(async () => {
  server = await startTestStore();
  store = await connectMongo({ uri: server.uri, database: randomUUID(), log: silentLogger });
});
afterAll(async () => {
  await store.close();
  await server.stop();
});
let sets = 0;
beforeEach(async () => {
  sets += 1;
  const all = figureSets(store.connection);
  await all.model(sets).createIndexes();
  set = all.set(sets);
});

const take = (...news: LeadNews[]) => writeNews(set.rows, news);
const assigned = (lead_id: string, agent: string, day: string): LeadNews => ({
  lead_id,
  updates: [{ is: 'assigned', agent, day }],
});
const stated = (id: string, given: Partial<LeadSummary>): LeadNews => ({
  lead_id: id,
  updates: [{ is: 'stated', summary: { ...exampleLeadSummary, id, ...given } }],
});

/** What all days come to, as the answers tell it. */
async function figures() {
  const { assigned: given, deals } = await readLines(set, everything);
  const sum = (counts: readonly number[]) => counts.reduce((a, b) => a + b, 0);
  return [sum(given.map(({ count }) => count)), sum(deals.map(({ premium }) => premium))];
}
async function keep(): Promise<void> {
  await settleMonths(set, now);
  await countSettledMonths(set, later);
}
const countedMonths = async () =>
  (await set.months.find({ lines: { $exists: true } }).toArray()).map(({ _id }) => _id).sort();

/** Two leads: one of August that came back in October and was sold in November, one of October. */
async function someLeads() {
  const [one, other] = [uniqueId(), uniqueId()];
  await take(
    assigned(one, dana, '2026-08-03'),
    assigned(one, dana, '2026-10-09'),
    stated(one, { status: 'newLead' }),
  );
  await take(stated(one, { status: 'approved', app_date: '2026-11-02', premium_price: 64.2, version: 5 }));
  await take(assigned(other, priya, '2026-10-01'), stated(other, { status: 'newLead' }));
  return { one, other };
}

test('the same comes out of rows, of kept months, and of some of each', async () => {
  await someLeads();
  expect(await figures()).toEqual([2, 6420]);
  await settleMonths(set, now);
  expect(await figures()).toEqual([2, 6420]);
  await countSettledMonths(set, later);
  expect(await countedMonths()).toEqual(['2026-08', '2026-10', '2026-11']);
  expect(await figures()).toEqual([2, 6420]);
  await set.months.updateOne({ _id: '2026-10' }, { $unset: { lines: 1 } });
  expect(await figures()).toEqual([2, 6420]);
});

test('answers come from the kept months, not from all rows again', async () => {
  await someLeads();
  await keep();
  await set.rows.deleteMany({});
  expect(await figures()).toEqual([2, 6420]);
});

test('a change shows at once, before any keeper knows of it and after', async () => {
  const { one } = await someLeads();
  await keep();
  await take(stated(one, { status: 'approved', app_date: '2026-11-02', premium_price: 80, version: 6 }));
  expect(await figures()).toEqual([2, 8000]);
  await settleMonths(set, now);
  expect(await countedMonths()).toEqual(['2026-08', '2026-10']);
  expect(await figures()).toEqual([2, 8000]);
  await keep();
  expect(await figures()).toEqual([2, 8000]);
});

test('a deleted lead takes its share out of every month', async () => {
  const { one } = await someLeads();
  await keep();
  await take({ lead_id: one, updates: [{ is: 'gone', version: 99 }] });
  expect(await figures()).toEqual([1, 0]);
  await keep();
  expect(await figures()).toEqual([1, 0]);
});

test('news that is known already has nothing counted again', async () => {
  const { other } = await someLeads();
  await keep();
  const rounds = () => set.months.find({}, { projection: { round: 1 } }).toArray();
  const before = await rounds();
  await take(assigned(other, priya, '2026-10-01'), stated(other, { status: 'newLead' }));
  await keep();
  expect(await rounds()).toEqual(before);
});

/** The months of the set, where something else happens before a write of theirs. */
function between(name: 'bulkWrite' | 'updateOne', happens: () => Promise<void>): FigureSet {
  const before =
    <A extends unknown[], R>(write: (...args: A) => Promise<R>) =>
    async (...args: A) => {
      await happens();
      return write(...args);
    };
  const { months } = set;
  const hooked = Object.create(months) as KeptMonths;
  const written =
    name === 'bulkWrite'
      ? { bulkWrite: before(months.bulkWrite.bind(months)) }
      : { updateOne: before(months.updateOne.bind(months)) };
  return { rows: set.rows, months: Object.assign(hooked, written) };
}

test('a row that changes while it is settled still owes', async () => {
  const { one } = await someLeads();
  const moved = stated(one, { status: 'approved', app_date: '2026-12-01', premium_price: 1, version: 7 });
  await settleMonths(
    between('bulkWrite', () => take(moved)),
    now,
  );
  expect(await set.rows.distinct('owed')).toContain('2026-12');
  expect(await figures()).toEqual([2, 100]);
  await settleMonths(set, now);
  await countSettledMonths(set, later);
  expect(await countedMonths()).toEqual(['2026-08', '2026-10', '2026-11', '2026-12']);
  expect(await figures()).toEqual([2, 100]);
});

test('a month that changes while it is counted is not kept as it was before', async () => {
  const { one } = await someLeads();
  await settleMonths(set, now);
  const dearer = stated(one, { status: 'approved', app_date: '2026-11-02', premium_price: 80, version: 6 });
  const busy = between('updateOne', async () => {
    await take(dearer);
    await settleMonths(set, now);
  });
  await countSettledMonths(busy, later);
  expect(await countedMonths()).toEqual(['2026-08', '2026-10']);
  expect(await figures()).toEqual([2, 8000]);
});

test('a month waits for its rest before it is counted', async () => {
  await someLeads();
  await settleMonths(set, now);
  await countSettledMonths(set, new Date(later.getTime() - 1));
  expect(await countedMonths()).toEqual([]);
  await countSettledMonths(set, later);
  expect(await countedMonths()).toEqual(['2026-08', '2026-10', '2026-11']);
});
