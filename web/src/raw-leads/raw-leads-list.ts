import { listRawLeads } from '@crm/contracts/http/lead-lists.js';
import { callEndpoint } from '../http/call-endpoint.js';
import { pagedList } from '../lists/paged-list.js';

/** Reads a page of the raw leads. */
export const readRawLeads = pagedList(async (http, asked) => {
  const { rawLeads, totalCount } = await callEndpoint(http, listRawLeads, asked);
  return { data: rawLeads, total: totalCount };
});
