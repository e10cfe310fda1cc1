/** Parsing the filters and query options of commands, and opening searches for them. */
import { Search, parseSort, type Query } from '../query/find.js';
import { filterDocument, parseFilter, type Filter } from '../filter/match.js';
import type { Store } from '../storage/store.js';
import type { Found } from '../values/values.js';
import type { Command } from './command.js';

/** A search and the snapshot that it reads; the caller must release the snapshot. */
export interface OpenSearch {
  search: Search;
  state: ReturnType<Store['reads']['snapshot']>;
}

/** Plans a search, yielding; undefined if the collection does not exist. The plan is valid until the caller yields. */
export async function planSearch(
  { turns }: Command,
  store: Store,
  namespace: string,
  query: Query,
): Promise<Search | undefined> {
  for (;;) {
    const collection = store.catalog.collection(namespace);
    if (!collection) return undefined;
    const search = await turns.run(Search.open(store, collection, query, turns));
    const current = store.catalog.collection(namespace);
    if (current && search.holdsFor(current)) return search;
  }
}

/** Plans a search and takes a snapshot that is consistent with the plan. */
export async function openSearch(
  command: Command,
  store: Store,
  namespace: string,
  query: Query,
): Promise<OpenSearch | undefined> {
  for (;;) {
    const search = await planSearch(command, store, namespace, query);
    if (!search) return undefined;
    // No await between this check and the snapshot, so no write can come in between.
    const collection = store.catalog.collection(namespace);
    if (collection && search.holdsFor(collection)) return { search, state: store.reads.snapshot() };
  }
}

export const readFilter = (value: Found, field: string): Filter => parseFilter(filterDocument(value, field));

export function readQuery(
  filter: Found,
  options: {
    field?: string;
    sort?: Found;
    skip?: number | undefined;
    limit?: number | undefined;
    counting?: boolean;
    hint?: Found;
  } = {},
): Query {
  return {
    filter: readFilter(filter, options.field ?? 'filter'),
    sort: parseSort(options.sort),
    skip: options.skip ?? 0,
    limit: options.limit ?? 0,
    counting: options.counting ?? false,
    hint: options.hint,
  };
}
