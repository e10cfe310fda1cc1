import type { Route } from '@crm/platform/http/mount-endpoint.js';
import type { StatsContext } from './context.js';
import { dayFigureRoutes } from './day-figures/day-figures.routes.js';
import { dealRoutes } from './deals/deals.routes.js';
import { rebuildRoutes } from './rebuild/rebuild.routes.js';
import { timeByStateRoutes } from './states/time-by-state.routes.js';
import { statisticRoutes } from './statistic/statistic.routes.js';

/** Every call of the service. */
export function statsRoutes(ctx: StatsContext): Route[] {
  return [
    ...statisticRoutes(ctx),
    ...dealRoutes(ctx),
    ...timeByStateRoutes(ctx),
    ...dayFigureRoutes(ctx),
    ...rebuildRoutes(ctx),
  ];
}
