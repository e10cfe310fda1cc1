import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { MongoClient, type Collection } from 'mongodb';
import { z } from 'zod';
import type { Actor } from '@crm/contracts/access.js';
import { isDeal, isListedDeal } from '@crm/contracts/codes/statuses.js';
import type { StatsFilters } from '@crm/contracts/entities/stats.js';
import { keptLeadEvents, snapshotLeads } from '@crm/contracts/http/rebuilding.js';
import { exportDeals, getDeals, getStatistic, getStatisticCharts } from '@crm/contracts/http/stats.js';
import { centsOf } from '@crm/contracts/money.js';
import { addDays, pacificDate } from '@crm/contracts/time/pacific.js';
import { startStore } from '@crm/local/store-process.js';
import { systemClock } from '@crm/platform/clock.js';
import { mountAll, route } from '@crm/platform/http/mount-endpoint.js';
import { noTasks } from '@crm/platform/testing/fakes.js';
import { httpClient, type HttpClient } from '@crm/platform/testing/http-client.js';
import { startTestServer } from '@crm/platform/testing/test-server.js';
import { testKeySettings } from '@crm/platform/testing/service-keys.js';
import { uniqueActor } from '@crm/platform/testing/unique.js';
import { dealOrder } from '@crm/stats/filter/deal-order.rules.js';
import { collectionOf, monthsCollectionOf } from '@crm/stats/leads/lead-figures.model.js';
import type { LeadFigures } from '@crm/stats/leads/lead-figures.rules.js';
import type { MonthLines } from '@crm/stats/months/month-lines.model.js';
import { monthOf, partsOf, type Range } from '@crm/stats/filter/months.rules.js';
import { assignedIn, dealsIn, figureFilter, listedIn } from '@crm/stats/filter/filter.rules.js';
import {
  historyDays,
  keptEventsOf,
  leadOfEvent,
  makeAgents,
  storyOf,
  type LeadStory,
} from './lead-histories.js';
import { medians } from './medians.js';
import { startAuth } from './other-services.js';
import { startServiceProcess } from './service-process.js';

const agentCount = 60;
const measured = { rounds: 9, warmUp: 2 };
/** Limits in milliseconds for a month, and for any range, with 100,000 leads. */
const [maxOfMonth, maxOfAny] = [300, 1_000];
const admin = uniqueActor(1);

/** The leads service as stats reads it for a rebuild: stored events and current leads. */
function startLeads(stories: readonly LeadStory[]) {
  // Events of so many leads are no more than a page of 500.
  const eventsOfLeads = 100;
  const byId = stories.map(({ summary }) => summary).sort((a, b) => (a.id < b.id ? -1 : 1));
  const placeOf = new Map(byId.map(({ id }, place) => [id, place]));
  return startTestServer({
    service: 'leads',
    clock: systemClock,
    answers: 'logged',
    mount: (router, deps) => {
      mountAll(router, deps, [
        noTasks,
        route(keptLeadEvents, async (_caller, { query: { after } }) => {
          const first = after === undefined ? 0 : leadOfEvent(after) + 1;
          const last = Math.min(stories.length, first + eventsOfLeads);
          const events = stories
            .slice(first, last)
            .flatMap((story, index) => keptEventsOf(first + index, story));
          return { events, next: last === stories.length ? null : (events.at(-1)?.id ?? null) };
        }),
        route(snapshotLeads, async (_caller, { query: { after } }) => {
          const first = after === undefined ? 0 : (placeOf.get(after) ?? 0) + 1;
          const leads = byId.slice(first, first + 500);
          return { leads, next: first + 500 >= stories.length ? null : (leads.at(-1)?.id ?? null) };
        }),
      ]);
    },
  });
}

/** The expected figures of a range, counted independently (deploy/docs/statistics.md). */
function countedByHand(stories: readonly LeadStory[], [first, last]: readonly [string, string]) {
  const totals = { c_a: 0, c_d: 0, cents: 0, listed: 0 };
  const isIn = (day: string) => first <= day && day <= last;
  for (const { summary, given, reached } of stories) {
    totals.c_a += new Set(given.filter(({ day }) => isIn(day)).map(({ agent }) => agent)).size;
    const day = isListedDeal(summary.status) ? (summary.app_date ?? reached) : undefined;
    if (day === undefined || !isIn(day)) continue;
    totals.listed += 1;
    if (!isDeal(summary.status)) continue;
    totals.c_d += 1;
    totals.cents += centsOf(summary.premium_price ?? 0);
  }
  return totals;
}

async function checkFigures(client: HttpClient, stories: readonly LeadStory[], date: [string, string]) {
  const body = { filters: { date } };
  const { totals } = (await client.call(getStatistic, { body })).answer;
  const { totalCount, totalPremium } = (await client.call(getDeals, { body })).answer;
  const { c_a, c_d, cents, listed } = countedByHand(stories, date);
  const reported = [totals.c_a, totals.c_d, centsOf(totals.tmp), centsOf(totalPremium), totalCount];
  const expected = [c_a, c_d, cents, cents, listed];
  if (reported.join() !== expected.join())
    throw new Error(
      `From ${date.join(' to ')} there are ${expected.join()}, and told are ${reported.join()}`,
    );
}

const deals = getDeals.body ?? z.never();
type DealsAsked = z.input<NonNullable<typeof getDeals.body>>;

/** The baseline of a page of deals: the driver's own query for the same deals with their total, as JSON. */
function dealsBaseline(
  rows: Collection<LeadFigures>,
  asked: DealsAsked,
  actor: Actor,
): () => Promise<string> {
  const { filters, sort, limit, page }: z.output<NonNullable<typeof getDeals.body>> = deals.parse(asked);
  const filter = listedIn(figureFilter(actor, filters));
  return async () => {
    const [found, { n }] = await Promise.all([
      rows
        .find(filter)
        .sort(dealOrder(sort))
        .skip((page - 1) * limit)
        .limit(limit)
        .toArray(),
      rows.db.command({ count: rows.collectionName, query: filter }),
    ]);
    return JSON.stringify({ deals: found, totalCount: n as unknown });
  };
}

/** The baseline of a range's figures: the driver's own read of the cached months, as JSON. */
const monthsBaseline =
  (months: Collection<MonthLines>, { first, last }: Range) =>
  async () =>
    JSON.stringify(await months.find({ _id: { $gte: monthOf(first), $lte: monthOf(last) } }).toArray());

/** Without a whole month in the range: the driver's own sum over its rows. */
const rowsBaseline = (rows: Collection<LeadFigures>, range: Range) => async () => {
  const { leads, assignments } = assignedIn(range);
  const sums = await Promise.all([
    rows
      .aggregate([
        { $match: leads },
        { $unwind: '$assigned' },
        { $match: assignments },
        { $group: { _id: '$assigned.agent', count: { $sum: 1 } } },
      ])
      .toArray(),
    rows
      .aggregate([
        { $match: dealsIn(range) },
        { $group: { _id: '$agent', count: { $sum: 1 }, premium: { $sum: '$premium' } } },
      ])
      .toArray(),
  ]);
  return JSON.stringify(sums);
};

interface Case {
  call: () => Promise<unknown>;
  driver: () => Promise<unknown>;
  maxMs: number;
}

/** Waits until every changed month has been recounted. */
async function untilCounted(rows: Collection<LeadFigures>, months: Collection<MonthLines>): Promise<void> {
  const isOpen = async () =>
    (await rows.findOne({ owed: { $gte: '' } })) !== null ||
    (await months.findOne({ lines: { $exists: false } })) !== null;
  while (await isOpen()) await wait(500);
}

/**
 * Statistic, charts and deals for a year of leads, against the bare driver on the same store. Fails if the figures
 * differ from an independent count.
 */
export async function benchStatistics(options: {
  leads: number;
  log: (line: string) => void;
}): Promise<void> {
  const { leads, log } = options;
  const today = pacificDate(new Date());
  const agents = makeAgents(agentCount);
  const stories = Array.from({ length: leads }, (_, index) => storyOf(index, agents, today));
  const folder = mkdtempSync(join(tmpdir(), 'statistics-bench-'));
  const store = await startStore(folder);
  const [auth, leadsService] = await Promise.all([startAuth(agents), startLeads(stories)]);
  const uri = Object.assign(new URL(store.uri), { pathname: '/stats_bench' }).toString();
  const started = performance.now();
  const since = () => `${((performance.now() - started) / 1_000).toFixed(0)} s`;
  const stats = await startServiceProcess('stats', {
    PORT: '0',
    MONGODB_URI: uri,
    AUTH_URL: auth.url,
    LEADS_URL: leadsService.url,
    PUBLIC_KEYS: JSON.stringify(auth.tokens.keys),
    ...testKeySettings('stats'),
    LOG_LEVEL: 'error',
  });
  const mongo = await new MongoClient(uri).connect();
  try {
    const rows = mongo.db().collection<LeadFigures>(collectionOf(1));
    const months = mongo.db().collection<MonthLines>(monthsCollectionOf(1));
    log(`leads ${String(leads)}, all counted in ${since()}`);
    await untilCounted(rows, months);
    log(`months kept after ${since()}`);
    const client = httpClient(stats.url, auth.tokens.tokenFor(admin));
    const own = httpClient(stats.url, auth.tokens.tokenFor({ ...uniqueActor(2), id: agents[0]?.id ?? '' }));
    const ranges: Record<string, [string, string]> = {
      'a month': [addDays(today, -30), today],
      'a quarter': [addDays(today, -90), today],
      'a year': [addDays(today, 1 - historyDays), today],
      'all time': ['0001-01-01', '9999-12-31'],
    };
    const cases: Record<string, Case> = {};
    for (const [name, date] of Object.entries(ranges)) {
      const filters: StatsFilters = { date };
      const body = { filters };
      await checkFigures(client, stories, date);
      const [first, last] = date;
      const { months: whole, edges } = partsOf({ first, last });
      const baselines = [
        ...(whole === undefined ? [] : [monthsBaseline(months, whole)]),
        ...edges.map((edge) => rowsBaseline(rows, edge)),
      ];
      const driver = () => Promise.all(baselines.map((baseline) => baseline()));
      const maxMs = name === 'a month' ? maxOfMonth : maxOfAny;
      const page = (asked: DealsAsked, by = client): Case => ({
        call: () => by.call(getDeals, { body: asked }),
        driver: dealsBaseline(
          rows,
          asked,
          by === own ? { ...admin, role: 2, id: agents[0]?.id ?? '' } : admin,
        ),
        maxMs,
      });
      cases[`statistic, ${name}`] = { call: () => client.call(getStatistic, { body }), driver, maxMs };
      cases[`charts, ${name}`] = { call: () => client.call(getStatisticCharts, { body }), driver, maxMs };
      cases[`deals, ${name}`] = page(body);
      cases[`deals, a far page, ${name}`] = page({ ...body, page: name === 'a month' ? 50 : 100 });
      for (const field of ['premium', 'fullname', 's_t'] as const)
        cases[`deals by ${field}, ${name}`] = page({ ...body, sort: { field, order: 'DESC' } });
      cases[`deals of a source, ${name}`] = page({ filters: { ...filters, sources: [2], types: [2] } });
      cases[`own deals, ${name}`] = page(body, own);
      cases[`export of deals, ${name}`] = {
        call: () => client.call(exportDeals, { body }),
        driver: async () =>
          JSON.stringify(
            await rows
              .find(listedIn(figureFilter(admin, filters)))
              .sort(dealOrder())
              .toArray(),
          ),
        maxMs: Infinity,
      };
    }
    const found = await medians(
      Object.fromEntries(
        Object.entries(cases).flatMap(([name, { call, driver }]) => [
          [`driver: ${name}`, driver],
          [name, call],
        ]),
      ),
      measured,
    );
    const of = (name: string) => found.get(name) ?? NaN;
    for (const [name, { maxMs }] of Object.entries(cases)) {
      const [service, driver] = [of(name), of(`driver: ${name}`)];
      const most = maxMs === Infinity ? '' : `, ${String(maxMs)} ms`;
      log(
        `${name.padEnd(34)} ${service.toFixed(1).padStart(8)} ms   driver ${driver.toFixed(1).padStart(8)} ms   ratio ${(service / driver).toFixed(2)} (at most 3${most})`,
      );
    }
  } finally {
    await mongo.close();
    await stats.stop();
    await Promise.all([auth.close(), leadsService.close()]);
    await store.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
