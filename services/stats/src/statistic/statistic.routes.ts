import { getCallQuality as callQualityEndpoint } from '@crm/contracts/http/call-quality.js';
import { exportStatistic, getStatistic as endpoint, getStatisticCharts } from '@crm/contracts/http/stats.js';
import { answered, route, type Route } from '@crm/platform/http/mount-endpoint.js';
import { sendCsv } from '@crm/platform/http/send-csv.js';
import { getCallQuality } from '../call-quality/get-call-quality.js';
import type { StatsContext } from '../context.js';
import { getCharts } from './get-charts.js';
import { getStatistic } from './get-statistic.js';

/** The calls about the figures of agents. */
export function statisticRoutes(ctx: StatsContext): Route[] {
  return [
    route(endpoint, async (actor, { body: { limit, page, ...asked } }) => {
      const { statistic, totals } = await getStatistic(ctx, actor, asked);
      const start = (page - 1) * limit;
      return { statistic: statistic.slice(start, start + limit), totalCount: statistic.length, totals };
    }),
    route(callQualityEndpoint, (actor, { body }) => getCallQuality(ctx, actor, body.filters)),
    route(getStatisticCharts, (actor, { body }) => getCharts(ctx, actor, body.filters)),
    route(exportStatistic, async (actor, { body }, { res }) => {
      const { statistic } = await getStatistic(ctx, actor, body);
      await sendCsv(res, {
        filename: 'statistic.csv',
        head: [
          'Agent',
          'Assigned',
          'Deals',
          'Closing ratio %',
          'Total monthly premium',
          'Average monthly premium',
          'Leads',
        ],
        rows: statistic.map(({ agent, c_a, c_d, c_r, tmp, amp, leads }) => [
          agent,
          c_a,
          c_d,
          c_r,
          tmp,
          amp,
          leads,
        ]),
      });
      return answered;
    }),
  ];
}
