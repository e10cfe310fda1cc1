import { randomUUID } from 'node:crypto';
import { Types } from 'mongoose';
import { z } from 'zod';
import { stateCode } from '@crm/contracts/codes/states.js';
import { statusCode } from '@crm/contracts/codes/statuses.js';
import { leadSortField, type LeadFilter } from '@crm/contracts/entities/lead-filter.js';
import { silentLogger } from '@crm/platform/log/logger.js';
import { connectMongo, type Store } from '@crm/platform/mongo/connect.js';
import { startTestStore, type TestStore } from '@crm/platform/testing/test-store.js';
import { dayQueries } from '../day/find-day.js';
import { byNumbers, nextOfGuide } from '../calling/lead-to-call.js';
import { duplicatesBy } from '../lead/duplicates.js';
import { leadModel, type LeadDoc } from '../lead/lead.model.js';
import { rowProjection } from '../lead/lead.view.js';
import { newLead } from '../lead/new-lead.js';
import {
  foundFilter,
  listFilter,
  listSort,
  rawFilter,
  type ListFilter,
  type ListSort,
} from './list-query.rules.js';

const leadCount = 20_000;
const pageSize = 10;
const agents = Array.from({ length: 20 }, () => new Types.ObjectId());
/** Half of the follow-ups are due by then. */
const now = new Date(Date.UTC(2026, 0, 8));
const agentIds = agents.map((id) => id.toHexString());

/** A number that looks random and is the same every time. */
const scattered = (index: number, salt: number) =>
  Math.floor(((Math.sin(index * 12.9898 + salt * 78.233) * 43_758.5453) % 1) * 1e6) >>> 0;

/** One of these, so that no two properties of a lead go together. */
const pick = <T>(values: readonly T[], index: number, salt: number): T => {
  const value = values[scattered(index, salt) % values.length];
  if (value === undefined) throw new Error('There is nothing to pick from');
  return value;
};

function leadOf(index: number): LeadDoc {
  const agent = index % 4 === 0 ? null : pick(agents, index, 7);
  const number = String(index).padStart(5, '0');
  return newLead(
    index % 3 === 0 ? 4 : 2,
    {
      fullname: `Person${number} Family${String(index % 997)}`,
      email: `p${number}@example.com`,
      phone: `+1214${String(5_550_000 + index)}`,
      state: pick(stateCode.options, index, 11),
      status: pick(statusCode.options, index, 13),
      source_id: pick([1, 2, 3, 4, 5, 6] as const, index, 5),
      user_id: agent,
      agent_fullname: agent === null ? null : `Agent ${agent.toHexString()}`,
      birth_date: `19${String(40 + (index % 50))}-0${String(1 + (index % 9))}-15`,
      price: { aetna: 1_000 + (index % 9_000) },
      empty: index % 100 === 0 ? 1 : 0,
      language: scattered(index, 17) % 10 === 0 ? 'es' : 'en',
    },
    new Date(Date.UTC(2026, 0, 1) + (scattered(index, 1) % leadCount) * 60_000),
  );
}

/** A few wait: for a call-back at some time of the two weeks, or for an answer. */
function waitingLeadOf(index: number): LeadDoc {
  const lead = leadOf(index);
  const at = lead.updatedAt;
  if (index % 50 === 1)
    return { ...lead, day: { followup: { id: new Types.ObjectId(), version: 1, at, priority: 3 } } };
  return index % 50 === 2 ? { ...lead, day: { replied: at } } : lead;
}

let server: TestStore;
let store: Store;
beforeAll(async () => {
  server = await startTestStore();
  store = await connectMongo({ uri: server.uri, database: randomUUID(), log: silentLogger });
  const leads = leadModel(store.connection);
  await store.buildIndexes([leads]);
  for (let start = 0; start < leadCount; start += 2_000) {
    await leads.collection.insertMany(
      Array.from({ length: 2_000 }, (_, index) => waitingLeadOf(start + index)),
    );
  }
});
afterAll(async () => {
  await store.close();
  await server.stop();
});

const executed = z.object({
  executionStats: z.object({
    nReturned: z.number(),
    totalDocsExamined: z.number(),
    totalKeysExamined: z.number(),
  }),
});

/** What the store looks at to find the rows that a list begins with, as `findPage` asks for them. */
async function examined(filter: ListFilter, sort: ListSort, limit = pageSize) {
  const plan = await store.connection
    .collection<LeadDoc>('leads')
    .find(filter, { projection: rowProjection })
    .sort(sort)
    .limit(limit)
    .explain('executionStats');
  return executed.parse(plan).executionStats;
}

const filters: [string, LeadFilter, string | undefined][] = [
  ['type alone', { type: 2 }, undefined],
  ['a source', { type: 2, source: 3 }, undefined],
  ['a status', { type: 2, source: 1, status: ['followUp'] }, undefined],
  ['several statuses', { type: 2, source: 1, status: ['followUp', 'emailed', 'newLead'] }, undefined],
  ['a status of every source', { type: 4, status: ['approved'] }, undefined],
  ['states', { type: 2, source: 1, state: ['TX', 'CA'] }, undefined],
  ['a state of every source', { type: 2, state: ['NV'] }, undefined],
  ['a language', { type: 2, source: 1, language: ['es'] }, undefined],
  ['a language of every source', { type: 2, language: ['es'] }, undefined],
  ['an agent', { type: 2, source: 1, agent: agentIds.slice(0, 1) }, undefined],
  ['several agents', { type: 2, agent: agentIds.slice(0, 3) }, undefined],
  ['nobody as agent', { type: 2, source: 1, agent: [0] }, undefined],
  ['an agent who asks', { type: 2 }, agentIds[0]],
];

/** Whose leads somebody sees who sees one agent's, or all. */
const alone = (own: string | undefined) => (own === undefined ? undefined : [own]);

describe(`among ${leadCount.toLocaleString('en-US')} leads the newest page is found in an index`, () => {
  test.each(filters)('by %s', async (_name, filter, own) => {
    const stats = await examined(listFilter(filter, alone(own), now), listSort(undefined));
    expect(stats.nReturned).toBe(pageSize);
    expect(stats.totalDocsExamined).toBeLessThanOrEqual(pageSize);
    expect(stats.totalKeysExamined).toBeLessThan(500);
  });

  const rawSorts = (['updatedAt', 'type', 'fullname', 'phone', 'email', 'birth_date'] as const).flatMap(
    (field) =>
      [undefined, agentIds[0]].map(
        (own) => [own === undefined ? 'an admin' : 'an agent', field, own] as const,
      ),
  );
  test.each(rawSorts)('of raw leads for %s by %s', async (_who, field, own) => {
    const stats = await examined(
      rawFilter([2, 4], alone(own), undefined),
      listSort({ field, order: 'DESC' }),
    );
    expect(stats.nReturned).toBe(pageSize);
    // Raw leads of other agents, three in four here, are looked at in passing.
    expect(stats.totalDocsExamined).toBeLessThanOrEqual(own === undefined ? pageSize : 10 * pageSize);
  });

  test('by search, however many leads there are', async () => {
    const stats = await examined(
      listFilter({ type: 2, q: 'person00001' }, undefined, now),
      listSort(undefined),
    );
    expect(stats).toMatchObject({ nReturned: 1 });
    expect(stats.totalDocsExamined).toBeLessThanOrEqual(2);
  });

  test('by a search over both types, for an admin and for an agent', async () => {
    for (const own of [undefined, agentIds[0]]) {
      const filter = foundFilter([2, 4], alone(own), '2145550005') ?? {};
      const stats = await examined(filter, listSort(undefined), 8);
      expect(stats.totalDocsExamined).toBeLessThanOrEqual(stats.nReturned + 1);
    }
  });
});

describe('sorted by each column', () => {
  const sorts = leadSortField.options.flatMap((field) =>
    (['ASC', 'DESC'] as const).map((order) => [field, order] as const),
  );

  test.each(sorts)('%s %s a page of all sources and of one is found in an index', async (field, order) => {
    for (const filter of [{ type: 2 }, { type: 2, source: 3 }] as const) {
      const stats = await examined(listFilter(filter, undefined, now), listSort({ field, order }));
      expect(stats.nReturned).toBe(pageSize);
      expect(stats.totalDocsExamined).toBeLessThanOrEqual(pageSize);
      expect(stats.totalKeysExamined).toBeLessThan(500);
    }
  });
});

test('an agent’s own leads are sorted among themselves', async () => {
  const { totalDocsExamined } = await examined(
    listFilter({ type: 2 }, alone(agentIds[0]), now),
    listSort({ field: 'fullname', order: 'ASC' }),
  );
  expect(totalDocsExamined).toBeLessThan((2 * leadCount) / agents.length);
});

test.each(filters)('the total by %s is counted in an index', async (_name, filter, own) => {
  const plan = await store.connection.db?.command({
    explain: { count: 'leads', query: listFilter(filter, alone(own), now) },
    verbosity: 'executionStats',
  });
  expect(executed.parse(plan).executionStats.totalDocsExamined).toBe(0);
});

test('the default language, which most leads have, costs no more than the others that stand between', async () => {
  const filter = listFilter({ type: 2, source: 1, language: ['en'] }, undefined, now);
  const stats = await examined(filter, listSort(undefined));
  expect(stats.nReturned).toBe(pageSize);
  expect(stats.totalDocsExamined).toBeLessThan(2 * pageSize);
  const plan = await store.connection.db?.command({
    explain: { count: 'leads', query: filter },
    verbosity: 'executionStats',
  });
  expect(executed.parse(plan).executionStats.totalDocsExamined).toBe(0);
});

test.each<[string, LeadFilter, string | undefined]>([
  ['due follow-ups', { type: 2, source: 1, waiting: 'due' }, undefined],
  ['due follow-ups of every source', { type: 2, waiting: 'due' }, undefined],
  ['an agent’s due follow-ups', { type: 2, source: 1, waiting: 'due' }, agentIds[0]],
  ['replies', { type: 2, source: 1, waiting: 'replied' }, undefined],
  ['an agent’s replies', { type: 4, waiting: 'replied' }, agentIds[0]],
])('%s are counted in an index of what waits', async (_name, filter, own) => {
  const plan = await store.connection.db?.command({
    explain: { count: 'leads', query: listFilter(filter, alone(own), now) },
    verbosity: 'executionStats',
  });
  const { totalDocsExamined, totalKeysExamined } = executed.parse(plan).executionStats;
  expect(totalDocsExamined).toBe(0);
  // One lead in 50 has a follow-up, and one in 50 waits for an answer.
  expect(totalKeysExamined).toBeLessThan(leadCount / 50);
});

test.each([
  ['phones', duplicatesBy.phone(2, ['+12145550001', '+12145550002', '+19995550100'])],
  ['e-mails', duplicatesBy.email(2, ['p00001@example.com', 'p00002@example.com', 'nobody@example.com'])],
])('duplicates by %s cost no other lead', async (_name, filter) => {
  const plan = await store.connection.collection<LeadDoc>('leads').find(filter).explain('executionStats');
  const { nReturned, totalDocsExamined } = executed.parse(plan).executionStats;
  expect([nReturned, totalDocsExamined]).toEqual([2, 2]);
});

test('the next lead to dial of somebody who has thousands is found without reading them', async () => {
  for (const without of [[], [new Types.ObjectId().toHexString()]]) {
    const plan = await store.connection
      .collection('leads')
      .find(nextOfGuide.filter(agentIds[0] ?? '', without))
      .sort(nextOfGuide.sort)
      .limit(1)
      .explain('executionStats');
    const { nReturned, totalDocsExamined } = executed.parse(plan).executionStats;
    expect(nReturned).toBe(1);
    // Those of statuses that are not called stand in between.
    expect(totalDocsExamined).toBeLessThan(50);
  }
});

test('leads by numbers cost no other lead', async () => {
  const plan = await store.connection
    .collection('leads')
    .find(byNumbers(['+12145550001', '+12145550002', '+19995550100']))
    .explain('executionStats');
  const { nReturned, totalDocsExamined } = executed.parse(plan).executionStats;
  expect([nReturned, totalDocsExamined]).toEqual([2, 2]);
});

test.each(Object.entries(dayQueries(agentIds[0] ?? '', [2, 4])))(
  "an agent's day: %s are found in an index",
  async (_name, { filter, sort }) => {
    const stats = await examined(filter, sort);
    expect(stats.totalDocsExamined).toBeLessThanOrEqual(pageSize);
    expect(stats.totalKeysExamined).toBeLessThan(500);
  },
);
