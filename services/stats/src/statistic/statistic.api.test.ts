import { rolesWith } from '@crm/contracts/access.js';
import type { Endpoint } from '@crm/contracts/endpoint/endpoint.js';
import type { Envelope } from '@crm/contracts/bus/envelope.js';
import type { StatsFilters } from '@crm/contracts/entities/stats.js';
import {
  exportDeals,
  exportStatistic,
  getDeals,
  getStatistic,
  getStatisticCharts,
  rebuildState,
  rebuildStatistic,
  statsEndpoints,
} from '@crm/contracts/http/stats.js';
import { addressOf } from '@crm/platform/http/call-address.js';
import { subscribeSessions } from '@crm/platform/testing/subscribe-sessions.js';
import { startStats, until, type SignedIn, type StatsServer } from '../test/stats-server.js';

let server: StatsServer;
let dana: SignedIn;
let priya: SignedIn;
let idle: SignedIn;
let guide: SignedIn;
let banned: SignedIn;

const november: StatsFilters = { date: ['2026-11-01', '2026-11-30'] };
const nobody = { id: 0, fullname: null } as const;

/**
 * Computed by hand. In November Dana is assigned l1, l2, l3 and l4 (l2 twice), Priya l4 and l5; l6 was Dana's in
 * October. l1: 64.20, l2: 33.33 and l6: 100.10 are Dana's deals. l4: 20.05 is Priya's, its current agent. l3 was
 * undone, l5 declined, l7 deleted, l8 has no agent, l9 is from December, Priya's l10 has no premium.
 */
function history(): void {
  const { history: published } = server;
  const own = { user_id: dana.user.id, agent_fullname: dana.user.fullname };
  const l6 = published.made('2026-10-15T18:00:00.000Z', { ...own, coverage_amount: 10_000 });
  // The first hour of November in Los Angeles, and the last of the day on which the clocks went back.
  const l1 = published.made('2026-11-01T07:00:00.000Z', { ...own, coverage_amount: 15_000 });
  published.priced('2026-11-02T18:00:00.000Z', l1, 80);
  published.priced('2026-11-02T19:00:00.000Z', l1, 64.2);
  published.reached('2026-11-02T07:59:59.999Z', l1, 'inApplication');
  published.reached('2026-11-09T18:00:00.000Z', l1, 'approved');

  const l2 = published.made('2026-11-03T18:00:00.000Z', { source: 'mediaalpha' });
  published.given('2026-11-03T19:00:00.000Z', l2, dana.user);
  published.given('2026-11-04T19:00:00.000Z', l2, nobody);
  published.given('2026-11-05T19:00:00.000Z', l2, dana.user);
  published.priced('2026-11-06T18:00:00.000Z', l2, 33.33);
  published.reached('2026-11-06T19:00:00.000Z', l2, 'inApplication');
  published.edited('2026-11-06T20:00:00.000Z', l2, { app_date: '2026-11-30', policy_number: '=cmd|A1' });

  const l3 = published.made('2026-11-05T18:00:00.000Z', own);
  published.priced('2026-11-06T18:00:00.000Z', l3, 500);
  published.reached('2026-11-07T18:00:00.000Z', l3, 'inApplication');
  published.reached('2026-11-08T18:00:00.000Z', l3, 'thinkingAboutIt');

  const l4 = published.made('2026-11-05T18:00:00.000Z', { ...own, coverage_amount: 25_000.5 });
  published.priced('2026-11-06T18:00:00.000Z', l4, 20.05);
  published.reached('2026-11-07T18:00:00.000Z', l4, 'inApplication');
  published.given('2026-11-10T19:00:00.000Z', l4, priya.user);

  const l5 = published.made('2026-11-06T18:00:00.000Z', { source: 'liveTransfer' });
  published.given('2026-11-06T19:00:00.000Z', l5, priya.user);
  published.priced('2026-11-06T18:00:00.000Z', l5, 700);
  published.reached('2026-11-07T18:00:00.000Z', l5, 'underwriting');
  published.reached('2026-11-12T18:00:00.000Z', l5, 'declined');

  published.priced('2026-11-12T18:00:00.000Z', l6, 100.1);
  published.reached('2026-11-12T19:00:00.000Z', l6, 'in-force');

  const l7 = published.made('2026-11-06T18:00:00.000Z', own);
  published.reached('2026-11-07T18:00:00.000Z', l7, 'approved');
  published.deleted('2026-11-08T18:00:00.000Z', l7);

  const l8 = published.made('2026-11-06T18:00:00.000Z', { source: 'clickListing', premium_price: 12.34 });
  published.reached('2026-11-07T18:00:00.000Z', l8, 'purchased');

  const l9 = published.made('2026-12-01T08:00:00.000Z', own);
  published.reached('2026-12-01T08:00:00.000Z', l9, 'approved');
  published.priced('2026-12-01T08:00:00.000Z', l9, 1);

  const l10 = published.made('2026-10-20T18:00:00.000Z', {
    user_id: priya.user.id,
    agent_fullname: priya.user.fullname,
  });
  published.reached('2026-12-01T07:59:59.999Z', l10, 'purchased');
}

const figures = () => ({
  dana: { agent: dana.user.fullname, c_a: 4, c_d: 3, c_r: 75, tmp: 197.63, amp: 65.88, leads: 5 },
  priya: { agent: priya.user.fullname, c_a: 2, c_d: 2, c_r: 100, tmp: 20.05, amp: 10.03, leads: 3 },
  nobody: {
    agent: 'Without agent',
    agent_id: 0,
    c_a: 0,
    c_d: 1,
    c_r: null,
    tmp: 12.34,
    amp: 12.34,
    leads: 1,
  },
  idle: { agent: idle.user.fullname, c_a: 0, c_d: 0, c_r: null, tmp: 0, amp: null, leads: 0 },
  all: { c_a: 6, c_d: 6, c_r: 100, tmp: 230.02, amp: 38.34, leads: 9 },
});

const ask = async (filters: StatsFilters = november, by = server.admin) =>
  (await by.client.call(getStatistic, { body: { filters } })).answer;

async function expectFigures(): Promise<void> {
  const { statistic, totals, totalCount } = await ask();
  const expected = figures();
  const rows = [expected.dana, expected.priya, expected.nobody, expected.idle];
  expect(statistic).toHaveLength(rows.length);
  expect(statistic).toMatchObject(rows);
  expect([totals, totalCount]).toEqual([expected.all, 4]);
  const { answer } = await server.admin.client.call(getDeals, { body: { filters: november } });
  expect([answer.totalPremium, answer.totalCoverage, answer.totalCount]).toEqual([230.02, 50_000.5, 7]);
}

/** Shuffled, but deterministic. */
function shuffled(events: readonly Envelope[], salt: number): Envelope[] {
  const key = (index: number) => (Math.sin(index * 12.9898 + salt * 78.233) * 43_758.5453) % 1;
  return events
    .map((event, index) => ({ event, key: key(index) }))
    .sort((a, b) => a.key - b.key)
    .map(({ event }) => event);
}

async function begin(): Promise<void> {
  server = await startStats();
  dana = await server.signIn({ fullname: 'Dana Reyes-Whitfield' });
  priya = await server.signIn({ fullname: 'Priya Sandoval' });
  idle = await server.signIn({ fullname: 'Owen Kaczmarek' });
  guide = await server.signIn({ role_id: 3 });
  banned = await server.signIn({ banned: 1 });
  history();
}

describe('the figures', () => {
  beforeEach(begin);
  afterEach(() => server.stop());

  test('figures agree to the cent with those worked out by hand', async () => {
    await server.bring(server.history.events);
    await expectFigures();
  });

  test.each([1, 2, 3])('and also where every event comes twice and in any order (%d)', async (salt) => {
    const { events } = server.history;
    await server.bring(shuffled([...events, ...events], salt));
    await expectFigures();
  });

  test('counted anew from what leads keeps they are the same, and what was wrong is gone', async () => {
    const { events } = server.history;
    await server.leads.keep(events);
    // Half of the events were never received, and there is an event of a lead unknown to leads.
    await server.bring(events.filter((_, index) => index % 2 === 0));
    const { shown } = await server.service.ctx.sets.state();
    const phantom = { agent: dana.user.id, day: '2026-11-02', is: 'assigned' } as const;
    await server.service.ctx.ingest([{ lead_id: 'f'.repeat(24), updates: [phantom] }]);
    server.leads.pageSize = 7;

    const { answer } = await server.admin.client.call(rebuildStatistic, {});
    expect(answer).toEqual({ status: 'info', message: 'Rebuilding the figures', state: 'building' });
    await until(async () => (await server.admin.client.call(rebuildState, {})).answer.state === 'ready');
    expect((await server.service.ctx.sets.state()).shown).toBe(shown + 1);
    await expectFigures();
  });

  test('while they are counted anew the old ones are shown, and what happens meanwhile is in both', async () => {
    const { events } = server.history;
    const [before, meanwhile] = [events.slice(0, 20), events.slice(20)];
    await server.leads.keep(before);
    await server.bring(before);
    const old = await ask();
    server.leads.isAway = true;
    await server.admin.client.call(rebuildStatistic, {});
    expect((await server.admin.client.call(rebuildStatistic, {})).answer.message).toBe(
      'The figures are already being rebuilt',
    );
    expect(await ask()).toEqual(old);

    await server.bring(meanwhile);
    await expectFigures();
    server.leads.isAway = false;
    await until(async () => (await server.service.ctx.sets.state()).counted === null);
    await expectFigures();

    server.clock.advance(31_000);
    await subscribeSessions(server.service.sessions);
    const collections = async () =>
      (await server.service.ctx.users.db.listCollections())
        .map(({ name }) => name)
        .filter((name) => /^leads_/.test(name));
    const { shown } = await server.service.ctx.sets.state();
    await until(async () => (await collections()).join() === `leads_${String(shown)}`);
  });

  test('a second instance counts beside the first and shows the same', async () => {
    await server.bring(server.history.events);
    await server.replica();
    const late = server.history.made('2026-11-20T18:00:00.000Z', {
      user_id: idle.user.id,
      agent_fullname: 'Owen',
    });
    await server.bring(server.history.events.slice(-2));
    const { statistic } = await ask();
    expect(statistic.find(({ agent_id }) => agent_id === idle.user.id)).toMatchObject({ c_a: 1, leads: 1 });
    expect(late).toMatch(/^[0-9a-f]{24}$/);
  });
});

describe('once everything is told', () => {
  beforeAll(async () => {
    await begin();
    await server.bring(server.history.events);
  });
  afterAll(() => server.stop());

  test('an agent sees the own row alone, whatever is asked for', async () => {
    for (const agents of [[], [priya.user.id], [0 as const, priya.user.id]]) {
      const { statistic, totals, totalCount } = await ask({ ...november, agents }, dana);
      expect(statistic).toEqual([expect.objectContaining(figures().dana)]);
      expect([totals.tmp, totalCount]).toEqual([197.63, 1]);
      const { answer } = await dana.client.call(getDeals, { body: { filters: { ...november, agents } } });
      expect(new Set(answer.deals.map(({ agent_id }) => agent_id))).toEqual(new Set([dana.user.id]));
      expect(answer.totalPremium).toBe(197.63);
      const { sources } = (
        await dana.client.call(getStatisticCharts, { body: { filters: { ...november, agents } } })
      ).answer;
      expect(sources.reduce((sum, { c_d }) => sum + c_d, 0)).toBe(3);
    }
  });

  test('a filter by agents, sources and types finds those', async () => {
    const of = async (filters: StatsFilters) => (await ask({ ...november, ...filters })).totals;
    expect(await of({ agents: [priya.user.id] })).toMatchObject({ c_a: 2, c_d: 2, tmp: 20.05 });
    expect(await of({ agents: [0] })).toMatchObject({ c_a: 0, c_d: 1, tmp: 12.34 });
    expect(await of({ sources: [2] })).toMatchObject({ c_a: 1, c_d: 1, tmp: 33.33 });
    expect(await of({ types: [2] })).toMatchObject({ c_d: 6 });
    expect(await of({ types: [4] })).toMatchObject({ c_a: 0, c_d: 0, leads: 0 });
    expect(await of({ agents: [idle.user.id], sources: [1, 2, 3, 4, 5, 6], types: [2, 4] })).toMatchObject({
      c_a: 0,
    });
  });

  test.each([
    [['2026-11-01'], 1, 64.2],
    [['2026-10-31'], 0, 0],
    [['2026-11-02'], 0, 0],
    [['2026-11-30'], 2, 33.33],
    [['2026-12-01'], 1, 1],
    [['2026-10-01', '2026-12-31'], 7, 231.02],
    [[], 7, 231.02],
  ])('the days %p have %d deals over %d dollars', async (date, c_d, tmp) => {
    expect((await ask({ date })).totals).toMatchObject({ c_d, tmp });
  });

  test('deals come the latest first, in the order asked for, and a page at a time', async () => {
    const page = async (body: object) =>
      (await server.admin.client.call(getDeals, { body: { filters: november, ...body } })).answer;
    const all = await page({});
    expect(all.deals.map(({ deal_date }) => deal_date)).toEqual([
      '2026-11-30',
      '2026-11-30',
      '2026-11-12',
      '2026-11-07',
      '2026-11-07',
      '2026-11-07',
      '2026-11-01',
    ]);
    const byPremium = await page({ sort: { field: 'premium', order: 'DESC' }, limit: 2 });
    expect(byPremium.deals.map(({ premium, s_t }) => [premium, s_t])).toEqual([
      [700, 'Declined'],
      [100.1, 'In force'],
    ]);
    expect(byPremium.totalCount).toBe(7);
    const second = await page({ limit: 4, page: 2 });
    expect(second.deals).toEqual(all.deals.slice(4));
    const latest = all.deals.find(({ policy_number }) => policy_number !== null);
    expect(latest).toMatchObject({
      agent: dana.user.fullname,
      agent_id: dana.user.id,
      carrier: 'Mutual of Omaha',
      policy_number: '=cmd|A1',
      app_date: '2026-11-30',
      term: 'fex',
      coverage_amount: null,
      premium: 33.33,
      status: 'inApplication',
      s_t: 'In application',
    });
  });

  test('charts have whole months, and the figures of each source', async () => {
    const { answer } = await server.admin.client.call(getStatisticCharts, {
      body: { filters: { date: ['2026-11-10', '2026-11-12'] } },
    });
    expect(answer.months).toHaveLength(12);
    expect(answer.months.slice(-2)).toEqual([
      { month: '2026-10', c_d: 0, tmp: 0 },
      { month: '2026-11', c_d: 6, tmp: 230.02 },
    ]);
    const own = answer.sources.find(({ source }) => source === 'own');
    expect(own).toMatchObject({ source_title: 'Own', c_a: 1, c_d: 1, tmp: 100.1 });
  });

  test('exports hold every row that the filter shows, safe to open in a spreadsheet', async () => {
    const download = async (endpoint: Endpoint, by: SignedIn) => {
      const { headers, body } = await by.client.call(endpoint, { body: { filters: november } });
      expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
      return String(body).trimEnd().split('\r\n');
    };
    const statistic = await download(exportStatistic, server.admin);
    expect(statistic.slice(0, 2)).toEqual([
      'Agent,Assigned,Deals,Closing ratio %,Total monthly premium,Average monthly premium,Leads',
      '"Dana Reyes-Whitfield",4,3,75,197.63,65.88,5',
    ]);
    expect(statistic).toHaveLength(5);
    const deals = await download(exportDeals, server.admin);
    expect(deals).toHaveLength(8);
    expect(deals.join()).toContain(`,"Mutual of Omaha","'=cmd|A1","2026-11-30",`);
    expect(await download(exportStatistic, dana)).toHaveLength(2);
    expect(await download(exportDeals, dana)).toHaveLength(4);
  });

  test.each([
    [{ date: ['2026-11-30', '2026-11-01'] }, 'filters.date'],
    [{ date: ['11/01/2026'] }, 'filters.date.0'],
    [{ agents: ['nobody'] }, 'filters.agents.0'],
    [{ sources: [7] }, 'filters.sources.0'],
    [{ types: [3] }, 'filters.types.0'],
  ])('a filter %p is refused by its field', async (filters, field) => {
    const { refusal, status } = await server.admin.client.call(getStatistic, {
      body: { filters: filters as never },
    });
    expect([status, Object.keys(refusal?.errors ?? {})]).toEqual([422, [field]]);
  });

  test('every call refuses whoever is not signed in, and roles that it is not for', async () => {
    for (const endpoint of statsEndpoints as readonly Endpoint[]) {
      const url = `${server.service.url}${addressOf(endpoint, {})}`;
      const bodied = endpoint.body === undefined ? {} : { body: JSON.stringify(endpoint.example.body) };
      const headers = { 'content-type': 'application/json' };
      const stranger = await fetch(url, { method: endpoint.method, headers, ...bodied });
      expect([endpoint.name, stranger.status]).toEqual([endpoint.name, 403]);
      for (const who of [dana, guide]) {
        if (rolesWith(endpoint).includes(who.user.role_id)) continue;
        const { status, refusal } = await who.client.call(endpoint, { body: endpoint.example.body });
        expect([endpoint.name, status, refusal?.code]).toEqual([endpoint.name, 403, 'forbidden']);
      }
    }
  });

  test('the longest and the shortest day are whole days: what is given in them counts for them', async () => {
    const spring = server.history.made('2026-03-08T08:00:00.000Z', { user_id: idle.user.id });
    server.history.made('2026-03-09T06:59:59.999Z', { user_id: idle.user.id });
    server.history.made('2026-03-09T07:00:00.000Z', { user_id: idle.user.id });
    server.history.made('2026-11-02T07:59:59.999Z', { user_id: idle.user.id });
    await server.bring(server.history.events);
    expect(spring).toBeDefined();
    const assigned = async (day: string) => (await ask({ date: [day], agents: [idle.user.id] })).totals.c_a;
    expect([await assigned('2026-03-08'), await assigned('2026-03-09')]).toEqual([2, 1]);
    expect([await assigned('2026-11-01'), await assigned('2026-11-02')]).toEqual([1, 0]);
  });

  test('a new name shows in the statistic, and whoever is banned has a row where something counts alone', async () => {
    await server.changed({ ...dana.user, fullname: 'Dana Whitfield', version: 2 });
    const { statistic } = await ask();
    expect(statistic[0]?.agent).toBe('Dana Whitfield');
    expect(statistic.map(({ agent_id }) => agent_id)).not.toContain(banned.user.id);
    server.history.made('2026-11-15T18:00:00.000Z', { user_id: banned.user.id });
    server.history.made('2026-11-15T18:00:00.000Z', { user_id: guide.user.id });
    await server.bring(server.history.events);
    const ids = (await ask()).statistic.map(({ agent_id }) => agent_id);
    expect(ids).toEqual(expect.arrayContaining([banned.user.id, guide.user.id]));
  });
});
