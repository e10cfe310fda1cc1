import { listGuideLeads } from '@crm/contracts/http/leads.js';
import type { DealRow } from '@crm/contracts/entities/stats.js';
import { followupColumns, followupFilter, type Followup } from '@crm/contracts/entities/followup.js';
import type { Conversation } from '@crm/contracts/entities/messaging.js';
import { filterFollowups } from '@crm/contracts/http/followups.js';
import { listConversations } from '@crm/contracts/http/messaging.js';
import { listLongRecords, listMissedCalls } from '@crm/contracts/http/recordings.js';
import { id } from '@crm/contracts/ids.js';
import type { LeadRow } from '@crm/contracts/entities/lead.js';
import {
  recordsTableMinimum,
  type CallRecord,
  type ListedMissedCall,
} from '@crm/contracts/entities/telephony.js';
import type { GetListParams, GetListResult, QueryFunctionContext } from 'react-admin';
import { callEndpoint } from '../providers/call-endpoint.js';
import type { HttpClient } from '../providers/http-client.js';
import { searchOf } from '../raw-leads/raw-leads-provider.js';
import { readDeals, readStatistic, type StatisticListRow } from '../stats/stats-lists.js';
import { z } from 'zod';
import type { PagedResource } from './paged-resources.js';

/** A conversation is known by its lead, or by its number where no lead has that. */
export type ConversationRow = Conversation & { id: string };
const rowOfConversation = (row: Conversation): ConversationRow => ({
  ...row,
  id: row.lead_id ?? row.customer_phone,
});

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

const followupSort = z.object({ field: z.enum(followupColumns), order: z.enum(['ASC', 'DESC']) });

/** In the name of the user, whom the page puts into the filter beside what is picked. */
async function readFollowups(http: HttpClient, { pagination, sort, filter, signal }: Params) {
  const rest: unknown = filter;
  const { asker, ...picked } = z.looseObject({ asker: id }).parse(rest);
  const order = followupSort.safeParse(sort).data;
  const { followups, totalCount } = await callEndpoint(http, filterFollowups, {
    body: {
      // From the address or the browser's storage: what does not fit counts as not picked.
      params: followupFilter.safeParse(picked).data ?? {},
      user_id: asker,
      limit: pagination?.perPage ?? 20,
      page: pagination?.page ?? 1,
      ...(order && { sort: order }),
    },
    ...(signal ? { signal } : {}),
  });
  return { data: followups, total: totalCount };
}

/** Reads a page of a list that has a call of its own. */
export async function readPage(
  http: HttpClient,
  resource: PagedResource,
  params: Params,
): Promise<
  | GetListResult<CallRecord>
  | GetListResult<ListedMissedCall>
  | GetListResult<LeadRow>
  | GetListResult<ConversationRow>
  | GetListResult<StatisticListRow>
  | GetListResult<DealRow>
  | GetListResult<Followup>
> {
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
  if (resource === 'statistic') return readStatistic(http, params);
  if (resource === 'deals') return readDeals(http, params);
  if (resource === 'follow-ups') return readFollowups(http, params);
  if (resource === 'conversations') {
    const { sort: _none, ...rest } = params;
    const { conversations, totalCount } = await callEndpoint(http, listConversations, askedOf(rest));
    return { data: conversations.map(rowOfConversation), total: totalCount };
  }
  const { leads, totalCount } = await callEndpoint(http, listGuideLeads, asked);
  return { data: leads, total: totalCount };
}
