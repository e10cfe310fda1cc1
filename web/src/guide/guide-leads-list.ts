import { listGuideLeads } from '@crm/contracts/http/lead-lists.js';
import { callEndpoint } from '../http/call-endpoint.js';
import { pagedList } from '../lists/paged-list.js';

/** Reads a page of a guide's leads. */
export const readGuideLeads = pagedList(async (http, asked) => {
  const { leads, totalCount } = await callEndpoint(http, listGuideLeads, asked);
  return { data: leads, total: totalCount };
});
