import type { GetListResult, RaRecord } from 'react-admin';
import type { HttpClient } from '../http/http-client.js';
import type { ReadList } from '../providers/data-provider.js';
import { searchOf } from './filter-values.js';

/** Paging, search and sort as query of the product's own list calls. */
interface Asked {
  query: { limit: number; page: number; search?: string; sort?: string };
  signal?: AbortSignal;
}

/** Loads a list whose call takes paging, search and sort in the query. */
export const pagedList =
  <R extends RaRecord>(ask: (http: HttpClient, asked: Asked) => Promise<GetListResult<R>>): ReadList =>
  ({ pagination, sort, filter, signal }, { http }) => {
    const search = searchOf(filter);
    return ask(http, {
      query: {
        limit: pagination?.perPage ?? 10,
        page: pagination?.page ?? 1,
        ...(search !== undefined && { search }),
        ...(sort !== undefined && { sort: `${sort.field}:${sort.order}` }),
      },
      ...(signal && { signal }),
    });
  };
