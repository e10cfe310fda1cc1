import * as calls from '@crm/contracts/http/recordings.js';
import { route, type Route } from '@crm/platform/http/mount-endpoint.js';
import type { TelephonyContext } from '../context.js';
import { success } from '@crm/platform/http/outcomes.js';
import { getRecord, listRecords, listRecordsOfLead } from './records.js';

/** The calls about recorded calls. */
export function recordRoutes(ctx: TelephonyContext): Route[] {
  return [
    route(calls.listRecords, (actor, { query }, { token }) => listRecords(ctx, actor, token, query)),
    route(calls.listLongRecords, (actor, { params, query }, { token }) =>
      listRecords(ctx, actor, token, { ...query, minDuration: params.n }),
    ),
    route(calls.listRecordsOfLead, async (actor, { params }, { token }) => ({
      records: await listRecordsOfLead(ctx, actor, token, params.id),
    })),
    route(calls.getRecord, async (actor, { params }, { token }) => ({
      ...success('Record found'),
      record: await getRecord(ctx, actor, token, params.id),
    })),
  ];
}
