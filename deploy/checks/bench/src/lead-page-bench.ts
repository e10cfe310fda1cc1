import type { Collection } from 'mongodb';
import { z } from 'zod';
import { statusCode } from '@crm/contracts/codes/statuses.js';
import { leadSortField } from '@crm/contracts/entities/lead-filter.js';
import { filterLeads } from '@crm/contracts/http/lead-lists.js';
import { listFilter, listSort } from '@crm/leads/lists/list-query.rules.js';
import { httpClient, type HttpClient } from '@crm/platform/testing/http-client.js';
import { withManyLeads } from './many-leads.js';
import { medians } from './medians.js';

const measured = { rounds: 40, warmUp: 10 };
const filterBody = filterLeads.body ?? z.never();

type Body = z.input<NonNullable<typeof filterLeads.body>>;

type Asked = z.output<NonNullable<typeof filterLeads.body>>;

/** The baseline of a page: the driver's own indexed query for the same leads with their count, as JSON. */
function baseline(leads: Collection, body: Body): () => Promise<string> {
  const { params, sort, limit, page }: Asked = filterBody.parse(body);
  const filter = listFilter(params, undefined, new Date());
  return async () => {
    const [found, { n }] = await Promise.all([
      leads
        .find(filter)
        .sort(listSort(sort))
        .skip((page - 1) * limit)
        .limit(limit)
        .toArray(),
      leads.db.command({ count: leads.collectionName, query: filter }),
    ]);
    return JSON.stringify({ leads: found, totalCount: n as unknown });
  };
}

const call = (client: HttpClient, body: Body) => async () => {
  const { answer } = await client.call(filterLeads, { body });
  return answer;
};

const isAgent = (id: unknown): id is string => typeof id === 'string' && id !== '';

/** Every filter and sort of the screen, and deep pages. */
function casesOf({ far, agent }: { far: number; agent: string | 0 }): Record<string, Body> {
  const page = (params: Omit<Body['params'], 'type'>, more: Partial<Body> = {}): Body => ({
    params: { type: 2, ...params },
    limit: 10,
    page: 1,
    ...more,
  });
  const sorts = leadSortField.options.flatMap((field) =>
    (['ASC', 'DESC'] as const).map((order): [string, Body] => [
      `by ${field} ${order}`,
      page({}, { sort: { field, order } }),
    ]),
  );
  return {
    'one source, page 1': page({ source: 1 }),
    'one source, a far page': page({ source: 1 }, { page: far }),
    'every source, page 1': page({}),
    'every source, page 1,000': page({}, { page: 1000 }),
    'one status': page({ source: 1, status: ['followUp'] }),
    'ten statuses': page({ status: statusCode.options.slice(0, 10) }),
    'one state': page({ source: 1, state: ['TX'] }),
    'five states': page({ state: ['TX', 'CA', 'FL', 'NY', 'OH'] }),
    'one agent': page({ source: 1, agent: [agent] }),
    'without agent': page({ agent: [0] }),
    'two statuses in two states': page({ status: ['followUp', 'emailed'], state: ['TX', 'CA'] }),
    'an agent, a status, a state': page({ agent: [agent], status: ['followUp'], state: ['TX'] }),
    'a search by name': page({ q: 'dav' }),
    ...Object.fromEntries(sorts),
  };
}

/** A page of leads with its total from the leads service, against the bare driver on the same store. */
export async function benchLeadPage(options: { leads: number; log: (line: string) => void }): Promise<void> {
  await withManyLeads(options, async ({ system, leads, token }) => {
    const client = httpClient(system.leadsUrl, token);
    const { totalCount } = await call(client, { params: { type: 2, source: 1 }, limit: 10, page: 1 })();
    const [agent = 0] = await leads.distinct('list.agent', { type_id: 2 }).then((ids) => ids.filter(isAgent));
    const cases = casesOf({ far: Math.min(1000, Math.floor(totalCount / 10)), agent });
    const works = Object.entries(cases).flatMap(([name, body]): [string, () => Promise<unknown>][] => [
      [`driver: ${name}`, baseline(leads, body)],
      [name, call(client, body)],
    ]);
    const gateway = call(
      httpClient(system.url, token),
      cases['one source, page 1'] ?? { params: { type: 2 } },
    );
    const found = await medians(
      {
        ...Object.fromEntries<() => Promise<unknown>>(works),
        'through the gateway: one source, page 1': gateway,
      },
      measured,
    );
    const of = (name: string) => found.get(name) ?? NaN;
    for (const name of Object.keys(cases)) {
      const [service, driver] = [of(name), of(`driver: ${name}`)];
      options.log(
        `${name.padEnd(34)} ${service.toFixed(2).padStart(8)} ms   driver ${driver.toFixed(2).padStart(8)} ms   ratio ${(service / driver).toFixed(2)} (at most 3)`,
      );
    }
    for (const [name, deep] of [
      ['one source, page 1', 'one source, a far page'],
      ['every source, page 1', 'every source, page 1,000'],
    ] as const) {
      options.log(`${deep}: ${(of(deep) / of(name)).toFixed(2)} of page 1 (at most 1.3)`);
    }
    options.log(`through the gateway: ${of('through the gateway: one source, page 1').toFixed(2)} ms`);
  });
}
