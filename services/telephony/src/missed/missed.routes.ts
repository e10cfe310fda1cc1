import * as calls from '@crm/contracts/http/recordings.js';
import { route, type Route } from '@crm/platform/http/mount-endpoint.js';
import type { TelephonyContext } from '../context.js';
import { listMissedCalls } from './missed-calls.js';

/** The calls about calls that nobody took. */
export function missedRoutes(ctx: TelephonyContext): Route[] {
  return [route(calls.listMissedCalls, (actor, { query }) => listMissedCalls(ctx, actor, query))];
}
