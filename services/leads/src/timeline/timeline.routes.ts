import { leadTimeline as call } from '@crm/contracts/http/timeline.js';
import { route, type Route } from '@crm/platform/http/mount-endpoint.js';
import type { LeadsContext } from '../context.js';
import { leadTimeline } from './lead-timeline.js';

/** The call that lists what happened to a lead. */
export function timelineRoutes(ctx: LeadsContext): Route[] {
  return [route(call, (actor, input) => leadTimeline(ctx, actor, input))];
}
