import * as calls from '@crm/contracts/http/calling.js';
import { exportDiallerReport, getDiallerReport } from '@crm/contracts/http/dialler-report.js';
import { answered, route, type Route } from '@crm/platform/http/mount-endpoint.js';
import { sendCsv } from '@crm/platform/http/send-csv.js';
import { restResource } from '@crm/platform/resources/rest-resource.js';
import { callSelected } from './call-selected.js';
import { dialOneByOne } from './dial-one-by-one.js';
import type { DiallerContext } from './dialler-calls.js';
import { diallerReport, reportHeadings, reportRow } from './dialler-report.js';
import { diallerStateOf } from './dialler-state.js';
import { createRowPool } from './pool.js';
import { storedRetryRules } from './retry-rules.js';
import { sendToDiallers } from './send-to-diallers.js';

/** The calls of the automatic dialler. */
export function diallerRoutes(ctx: DiallerContext): Route[] {
  const pool = createRowPool(ctx);
  return [
    route(calls.dialOneByOne, (actor, _input, { token }) => dialOneByOne(ctx, { actor, token })),
    route(calls.callSelected, (actor, { body }, { token }) =>
      callSelected(ctx, { actor, token }, body.leads),
    ),
    route(calls.sendToDiallers, (_actor, { body }) => sendToDiallers(ctx, pool, body.leads)),
    route(calls.getDialler, (actor) => diallerStateOf(ctx, actor.id)),
    route(getDiallerReport, (_actor, { query }) => diallerReport(ctx, query)),
    route(exportDiallerReport, async (_actor, { query }, { res }) => {
      const { days } = await diallerReport(ctx, query);
      const filename = `dialler-${query.from}-${query.to}.csv`;
      await sendCsv(res, { filename, head: reportHeadings, rows: days.map(reportRow) });
      return answered;
    }),
    ...restResource(storedRetryRules(ctx), {}),
  ];
}
