import { listRawLeads } from '@crm/contracts/http/leads.js';
import type { LeadRow } from '@crm/contracts/entities/lead.js';
import type { GetListParams, QueryFunctionContext } from 'react-admin';
import { callEndpoint } from '../providers/call-endpoint.js';
import type { HttpClient } from '../providers/http-client.js';

export const rawLeads = 'raw-leads';

/** What is searched for, or undefined. */
export const searchOf = (filter: unknown): string | undefined => {
  const q: unknown = typeof filter === 'object' && filter !== null && 'q' in filter ? filter.q : undefined;
  return typeof q === 'string' && q.trim() !== '' ? q.trim() : undefined;
};

/** Raw leads have a call of their own, with paging, search and sort in the query. */
export async function getRawLeads(
  http: HttpClient,
  { pagination, sort, filter, signal }: Partial<GetListParams & QueryFunctionContext>,
): Promise<{ data: LeadRow[]; total: number }> {
  const search = searchOf(filter);
  const { rawLeads: data, totalCount } = await callEndpoint(http, listRawLeads, {
    query: {
      limit: pagination?.perPage ?? 10,
      page: pagination?.page ?? 1,
      ...(search === undefined ? {} : { search }),
      ...(sort === undefined ? {} : { sort: `${sort.field}:${sort.order}` }),
    },
    ...(signal ? { signal } : {}),
  });
  return { data, total: totalCount };
}
