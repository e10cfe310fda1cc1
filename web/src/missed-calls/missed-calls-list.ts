import { listMissedCalls } from '@crm/contracts/http/recordings.js';
import { callEndpoint } from '../http/call-endpoint.js';
import { pagedList } from '../lists/paged-list.js';

/** Reads a page of the missed calls. */
export const readMissedCalls = pagedList(async (http, asked) => {
  const { missedCalls, totalCount } = await callEndpoint(http, listMissedCalls, asked);
  return { data: missedCalls, total: totalCount };
});
