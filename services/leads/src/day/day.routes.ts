import * as calls from '@crm/contracts/http/day.js';
import { route, type Route } from '@crm/platform/http/mount-endpoint.js';
import type { LeadsContext } from '../context.js';
import { createDraws } from './draw-next.js';
import { listDay } from './list-day.js';

/** The calls about whom somebody contacts next. */
export function dayRoutes(ctx: LeadsContext): Route[] {
  const drawNext = createDraws(ctx);
  return [
    route(calls.listDay, (actor) => listDay(ctx, actor)),
    route(calls.drawNext, (actor, { body }) => drawNext(actor, body)),
  ];
}
