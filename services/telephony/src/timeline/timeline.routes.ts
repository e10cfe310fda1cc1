import { timelineOfCalls as call } from '@crm/contracts/http/timeline.js';
import { route, type Route } from '@crm/platform/http/mount-endpoint.js';
import type { TelephonyContext } from '../context.js';
import { timelineOfCalls } from './timeline-of-calls.js';

/** The call by which leads asks for a lead's calls. */
export function timelineRoutes(ctx: TelephonyContext): Route[] {
  return [route(call, (_actor, { body }) => timelineOfCalls(ctx, body))];
}
