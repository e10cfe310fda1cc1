import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { dealSort } from '@crm/contracts/entities/stats.js';
import { silentLogger } from '@crm/platform/log/logger.js';
import { connectMongo, type Store } from '@crm/platform/mongo/connect.js';
import { startTestStore, type TestStore } from '@crm/platform/testing/test-store.js';
import { uniqueId } from '@crm/platform/testing/unique.js';
import { dealOrder } from '../filter/deal-order.rules.js';
import type { FigureSet } from '../months/month-lines.model.js';
import { figureSets } from '../sets/figure-sets.js';
import { unknownLead, type LeadFigures } from '../leads/lead-figures.rules.js';
import { assignedIn, dealsIn, heldBy, listedIn, type FigureFilter } from '../filter/filter.rules.js';

const leadCount = 20_000;
const pageSize = 20;
const agents = Array.from({ length: 20 }, uniqueId);

/** A deterministic pseudo-random number. */
const scattered = (index: number, salt: number) =>
  Math.floor(((Math.sin(index * 12.9898 + salt * 78.233) * 43_758.5453) % 1) * 1e6) >>> 0;
const dayOf = (number: number) => new Date(Date.UTC(2025, 11, 1 + (number % 365))).toISOString().slice(0, 10);

/** Every lead is assigned, one in seven is a deal. */
function rowOf(index: number): LeadFigures {
  const agent = agents[scattered(index, 3) % agents.length] ?? '';
  const sold = index % 7 === 0;
  const name = String(scattered(index, 5));
  return {
    ...unknownLead(uniqueId()),
    version: 1,
    type_id: index % 3 === 0 ? 4 : 2,
    source_id: ([1, 2, 3, 4, 5, 6] as const)[scattered(index, 7) % 6] ?? 1,
    agent,
    assigned: [{ agent, day: dayOf(scattered(index, 11)), since: '' }],
    ...(sold && {
      is_deal: true,
      deal_date: dayOf(scattered(index, 13)),
      carrier: `Carrier ${String(index % 9)}`,
      policy_number: name,
      product: 'fex',
      coverage: scattered(index, 17),
      premium: scattered(index, 19),
      draft_date: dayOf(index),
      status: 'approved' as const,
      sort: { agent, fullname: name, status: 'approved' },
    }),
  };
}

let server: TestStore;
let store: Store;
let set: FigureSet;
beforeAll(async () => {
  server = await startTestStore();
  store = await connectMongo({ uri: server.uri, database: randomUUID(), log: silentLogger });
  const sets = figureSets(store.connection);
  await sets.model(1).createIndexes();
  set = sets.set(1);
  for (let start = 0; start < leadCount; start += 2_000)
    await set.rows.insertMany(Array.from({ length: 2_000 }, (_, index) => rowOf(start + index)));
});
afterAll(async () => {
  await store.close();
  await server.stop();
});

const executed = z.object({
  executionStats: z.object({ nReturned: z.number(), totalDocsExamined: z.number() }),
});
const all: FigureFilter = {
  first: '0001-01-01',
  last: '9999-12-31',
  agents: undefined,
  sources: [1, 2, 3, 4, 5, 6],
  types: [2, 4],
};
const month = { ...all, first: '2026-05-01', last: '2026-05-31' };
const halfYear = { ...all, first: '2026-03-01', last: '2026-08-31' };

async function examinedForPage(filter: FigureFilter, sort?: Parameters<typeof dealOrder>[0]) {
  const plan = await set.rows
    .find(listedIn(filter))
    .sort(dealOrder(sort))
    .limit(pageSize)
    .explain('executionStats');
  return executed.parse(plan).executionStats;
}

describe(`among ${leadCount.toLocaleString('en-US')} leads a page of deals costs no more than it shows`, () => {
  const sorts = dealSort.shape.field.options.flatMap((field) =>
    (['ASC', 'DESC'] as const).map((order) => [field, order] as const),
  );
  test.each(sorts)('by %s %s, of all sources and of one', async (field, order) => {
    for (const filter of [all, { ...all, sources: [2 as const] }]) {
      const { nReturned, totalDocsExamined } = await examinedForPage(filter, { field, order });
      expect(nReturned).toBe(pageSize);
      expect(totalDocsExamined).toBeLessThanOrEqual(2 * pageSize);
    }
    // Of half a year every other deal is passed over, which costs less than to pick them beforehand.
    const { totalDocsExamined } = await examinedForPage({ ...halfYear, sources: [2] }, { field, order });
    expect(totalDocsExamined).toBeLessThanOrEqual(4 * pageSize);
  });

  test('of an agent by day, and by another column no more than the own ones in these days', async () => {
    const own = { ...all, agents: agents.slice(0, 1) };
    expect((await examinedForPage(own)).totalDocsExamined).toBeLessThanOrEqual(2 * pageSize);
    const byPremium = await examinedForPage(own, { field: 'premium', order: 'DESC' });
    expect(byPremium.totalDocsExamined).toBeLessThan((2 * leadCount) / 7 / agents.length);
  });
});

test.each([
  ['the deals of a month', dealsIn(month)],
  ['the assignments of a month', assignedIn(month).leads],
])('%s are found without looking at other leads', async (_what, filter) => {
  const plan = await set.rows.find(filter).explain('executionStats');
  const { nReturned, totalDocsExamined } = executed.parse(plan).executionStats;
  expect(nReturned).toBeGreaterThan(0);
  expect(totalDocsExamined).toBeLessThanOrEqual(2 * nReturned);
});

test('an agent’s leads are counted in an index', async () => {
  const plan = await store.connection.db?.command({
    explain: { count: set.rows.name, query: heldBy(agents[0] ?? '', all) },
    verbosity: 'executionStats',
  });
  expect(executed.parse(plan).executionStats.totalDocsExamined).toBe(0);
});

test('an agent’s assignments are found among the own leads', async () => {
  const { leads } = assignedIn({ ...month, agents: agents.slice(0, 1) });
  const plan = await set.rows.find(leads).explain('executionStats');
  const { totalDocsExamined } = executed.parse(plan).executionStats;
  expect(totalDocsExamined).toBeLessThan((2 * leadCount) / agents.length);
});

test('rows that owe months are found without looking at others', async () => {
  await set.rows.updateMany(
    { _id: { $in: (await set.rows.find().limit(3).toArray()).map(({ _id }) => _id) } },
    { $set: { owed: ['2026-05'] } },
  );
  const plan = await set.rows.find({ owed: { $gte: '2026-01', $lte: '2026-12' } }).explain('executionStats');
  const { nReturned, totalDocsExamined } = executed.parse(plan).executionStats;
  expect([nReturned, totalDocsExamined]).toEqual([3, 3]);
});
