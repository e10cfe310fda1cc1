import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';
import type { EventLeadRow, LeadRow } from '@crm/contracts/entities/lead.js';
import type { LeadFilter } from '@crm/contracts/entities/lead-filter.js';
import { withNewestHold } from '@crm/contracts/leads/lead-order.rules.js';
import { matchesFilter } from '../filters/lead-filters.rules.js';

/** A page of a lead list as react-admin keeps it in the query cache. */
export interface CachedPage {
  data: LeadRow[];
  total?: number;
}

/** What a list was asked for: the third part of its query key. */
export interface ListQuery {
  pagination: { page: number; perPage: number };
  sort: { field: string; order: string };
  filter: LeadFilter;
}

/** Resources whose pages hold lead rows. */
export type LeadResource = 'leads' | 'raw-leads';

const isListQuery = (value: unknown): value is ListQuery =>
  typeof value === 'object' && value !== null && 'pagination' in value && 'filter' in value;

/** The query a list's key stands for; undefined where the key is not one of a list. */
export function listQueryOf(key: QueryKey): ListQuery | undefined {
  const query = key[2];
  return isListQuery(query) ? query : undefined;
}

/**
 * Whether an event's row may replace the one that is shown. An equal version may: taking and releasing a hold does
 * not raise it. An older one is a late delivery.
 */
export function isNotOlder(next: Pick<LeadRow, 'version'>, shown: Pick<LeadRow, 'version'>): boolean {
  return next.version >= shown.version;
}

/** Whether two rows differ in what a reader sees. */
const differs = (a: LeadRow, b: LeadRow) => JSON.stringify(a) !== JSON.stringify(b);

/**
 * A row as an event told it, with what events leave out: that stays as it is shown, and of a row that is not shown it is not
 * known until the list is read again.
 */
export const rowOfEvent = (told: EventLeadRow, shown?: LeadRow): LeadRow =>
  shown ? { ...shown, ...told } : { birth_date: null, ...told };

const membership = (query: ListQuery, row: EventLeadRow) => (matchesFilter(row, query.filter) ? 1 : 0);

/** Raw leads are told to those alone whom they concern, and their list has no filter but its search. */
const belongs = (resource: LeadResource, query: ListQuery, row: EventLeadRow) =>
  resource === 'raw-leads' ? !query.filter.q : matchesFilter(row, query.filter);

/** A page with the row in the place of its older self, and its total as it then stands; the same page if nothing changed. */
export function pageWithChange(page: CachedPage, query: ListQuery, told: EventLeadRow): CachedPage {
  const shown = page.data.find(({ id }) => id === told.id);
  const row = withNewestHold(rowOfEvent(told, shown), shown);
  if (!shown || !isNotOlder(row, shown) || !differs(row, shown)) return page;
  return {
    ...page,
    data: page.data.map((candidate) => (candidate.id === row.id ? row : candidate)),
    ...(page.total === undefined
      ? {}
      : { total: page.total + membership(query, row) - membership(query, shown) }),
  };
}

/** Whether a list shows what changed last on top and stands on its first page: where a new row slides in. */
export function showsNewestFirst(query: Pick<ListQuery, 'pagination' | 'sort'>): boolean {
  return query.pagination.page === 1 && query.sort.field === 'updatedAt' && query.sort.order === 'DESC';
}

/** A first page with a new row on top, as long as it was; the same page if it already has the row. */
export function pageWithArrival(page: CachedPage, query: ListQuery, row: EventLeadRow): CachedPage {
  if (page.data.some(({ id }) => id === row.id)) return page;
  return { ...page, data: [rowOfEvent(row), ...page.data].slice(0, query.pagination.perPage) };
}

/** A page without a row and its total one less; the same page if the row is not on it. */
export function pageWithout(page: CachedPage, id: string): CachedPage {
  if (!page.data.some((row) => row.id === id)) return page;
  return {
    ...page,
    data: page.data.filter((row) => row.id !== id),
    ...(page.total === undefined ? {} : { total: Math.max(0, page.total - 1) }),
  };
}

function changePages(
  client: QueryClient,
  resource: LeadResource,
  change: (page: CachedPage, query: ListQuery) => CachedPage,
): boolean {
  let changed = false;
  for (const [key, page] of client.getQueriesData<CachedPage>({ queryKey: [resource, 'getList'] })) {
    const query = listQueryOf(key);
    if (!page || !query) continue;
    const next = change(page, query);
    if (next === page) continue;
    changed = true;
    // The page is only patched: when it was last read from the server stays as it was.
    const updatedAt = client.getQueryState(key)?.dataUpdatedAt;
    client.setQueryData(key, next, updatedAt === undefined ? {} : { updatedAt });
  }
  return changed;
}

/** Replaces a row on every cached page that holds an older form of it. Answers whether any page changed. */
export function patchRow(client: QueryClient, resource: LeadResource, row: EventLeadRow): boolean {
  return changePages(client, resource, (page, query) => pageWithChange(page, query, row));
}

/**
 * Puts a new row on top of every cached first page that it belongs to; totals are `countArrival`'s. Answers whether any
 * page changed.
 */
export function addRow(client: QueryClient, resource: LeadResource, row: EventLeadRow): boolean {
  return changePages(client, resource, (page, query) =>
    showsNewestFirst(query) && belongs(resource, query, row) ? pageWithArrival(page, query, row) : page,
  );
}

/** Counts a new row on every cached page whose list it belongs to, shown there or not. */
export function countArrival(client: QueryClient, resource: LeadResource, row: EventLeadRow): void {
  changePages(client, resource, (page, query) =>
    page.total !== undefined && belongs(resource, query, row) ? { ...page, total: page.total + 1 } : page,
  );
}

/** Gives every cached page of a filter the total that the server has just told. */
export function setTotal(
  client: QueryClient,
  resource: LeadResource,
  filter: LeadFilter,
  total: number,
): void {
  const wanted = hashKey([filter]);
  changePages(client, resource, (page, query) =>
    page.total !== total && hashKey([query.filter]) === wanted ? { ...page, total } : page,
  );
}

/** Changes some fields of a row wherever it is shown: what events of a part of a lead carry. */
export function patchFields(
  client: QueryClient,
  resource: LeadResource,
  id: string,
  fields: Partial<LeadRow>,
): boolean {
  return changePages(client, resource, (page) =>
    page.data.some((row) => row.id === id)
      ? { ...page, data: page.data.map((row) => (row.id === id ? { ...row, ...fields } : row)) }
      : page,
  );
}

/** Takes a row off every cached page. Answers whether any page changed. */
export function removeRow(client: QueryClient, resource: LeadResource, id: string): boolean {
  return changePages(client, resource, (page) => pageWithout(page, id));
}

/** The row as a page in use shows it; undefined where none does. */
export function shownRow(client: QueryClient, resource: LeadResource, id: string): LeadRow | undefined {
  return client
    .getQueriesData<CachedPage>({ queryKey: [resource, 'getList'], type: 'active' })
    .flatMap(([, page]) => page?.data ?? [])
    .find((row) => row.id === id);
}
