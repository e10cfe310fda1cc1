import { countedState, stateTitles } from '@crm/contracts/entities/stats.js';
import { exportTimeByState, getTimeByState } from '@crm/contracts/http/stats.js';
import { answered, route, type Route } from '@crm/platform/http/mount-endpoint.js';
import { sendCsv } from '@crm/platform/http/send-csv.js';
import type { StatsContext } from '../context.js';
import { timeByState } from './time-by-state.js';

/** The calls about how long agents were in which state. */
export function timeByStateRoutes(ctx: StatsContext): Route[] {
  return [
    route(getTimeByState, async (actor, { body }) => ({
      agents: await timeByState(ctx, actor, body.filters),
    })),
    route(exportTimeByState, async (actor, { body }, { res }) => {
      const rows = await timeByState(ctx, actor, body.filters);
      await sendCsv(res, {
        filename: 'time-by-state.csv',
        head: ['Agent', ...countedState.options.map((state) => `${stateTitles[state]} (s)`)],
        rows: rows.map(({ agent, seconds }) => [
          agent,
          ...countedState.options.map((state) => seconds[state]),
        ]),
      });
      return answered;
    }),
  ];
}
