import { leadRow, type LeadRow } from '@crm/contracts/entities/lead.js';
import type { DataProvider, GetListParams, GetListResult, QueryFunctionContext } from 'react-admin';
import { z } from 'zod';
import type { HttpClient } from '../providers/http-client.js';
import { getRawLeads, rawLeads } from '../raw-leads/raw-leads-provider.js';

const rows = z.array(leadRow);

/**
 * The lists of lead rows: those of the resource `leads` are parsed by contract as they come, raw leads have a call of
 * their own. Undefined for any other resource.
 */
export function leadList(
  rest: Pick<DataProvider, 'getList'>,
  http: HttpClient,
  resource: string,
  params: GetListParams & QueryFunctionContext,
): Promise<GetListResult<LeadRow>> | undefined {
  if (resource === rawLeads) return getRawLeads(http, params);
  if (resource !== 'leads') return undefined;
  return rest
    .getList<LeadRow>(resource, params)
    .then((answer) => ({ ...answer, data: rows.parse(answer.data) }));
}
