import { recordsTableMinimum } from '@crm/contracts/entities/telephony.js';
import { listLongRecords } from '@crm/contracts/http/recordings.js';
import { callEndpoint } from '../http/call-endpoint.js';
import { pagedList } from '../lists/paged-list.js';

const params = { n: String(recordsTableMinimum) };

/** Reads a page of the recorded calls that are long enough. */
export const readRecords = pagedList(async (http, asked) => {
  const { records, totalCount } = await callEndpoint(http, listLongRecords, { params, ...asked });
  return { data: records, total: totalCount };
});
