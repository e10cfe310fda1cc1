import { getDayFigures as endpoint } from '@crm/contracts/http/stats.js';
import { route, type Route } from '@crm/platform/http/mount-endpoint.js';
import type { StatsContext } from '../context.js';
import { getDayFigures } from './get-day-figures.js';

/** The call about the figures of a day. */
export function dayFigureRoutes(ctx: StatsContext): Route[] {
  return [route(endpoint, (actor) => getDayFigures(ctx, actor))];
}
