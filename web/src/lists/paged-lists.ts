import { listGuideLeads } from '@crm/contracts/http/leads.js';
import { listLongRecords, listMissedCalls } from '@crm/contracts/http/recordings.js';
import type { LeadRow } from '@crm/contracts/entities/lead.js';
import { recordsTableMinimum, type CallRecord, type MissedCall } from '@crm/contracts/entities/telephony.js';
import type { GetListParams, GetListResult, QueryFunctionContext } from 'react-admin';
import { callEndpoint } from '../providers/call-endpoint.js';
import type { HttpClient } from '../providers/http-client.js';
import { searchOf } from '../raw-leads/raw-leads-provider.js';
import type { PagedResource } from './paged-resources.js';

type Params = Partial<GetListParams & QueryFunctionContext>;

/** Paging, search and sort as the product's own list calls take them. */
function askedOf({ pagination, sort, filter, signal }: Params) {
  const search = searchOf(filter);
  return {
    query: {
      limit: pagination?.perPage ?? 10,
      page: pagination?.page ?? 1,
      ...(search === undefined ? {} : { search }),
      ...(sort === undefined ? {} : { sort: `${sort.field}:${sort.order}` }),
    },
    ...(signal ? { signal } : {}),
  };
}

/** Reads a page of a list that has a call of its own. */
export async function readPage(
  http: HttpClient,
  resource: PagedResource,
  params: Params,
): Promise<GetListResult<CallRecord> | GetListResult<MissedCall> | GetListResult<LeadRow>> {
  const asked = askedOf(params);
  if (resource === 'records') {
    const n = String(recordsTableMinimum);
    const { records, totalCount } = await callEndpoint(http, listLongRecords, { params: { n }, ...asked });
    return { data: records, total: totalCount };
  }
  if (resource === 'missed-calls') {
    const { missedCalls, totalCount } = await callEndpoint(http, listMissedCalls, asked);
    return { data: missedCalls, total: totalCount };
  }
  const { leads, totalCount } = await callEndpoint(http, listGuideLeads, asked);
  return { data: leads, total: totalCount };
}
