import { migrateCalls as call } from '@crm/contracts/http/call-migration.js';
import { route, type Route } from '@crm/platform/http/mount-endpoint.js';
import type { TelephonyContext } from '../context.js';
import { migrateCalls } from './migrate-calls.js';

/** The call by which another system's calls are taken over. */
export function migrationRoutes(ctx: TelephonyContext): Route[] {
  return [route(call, (_caller, { body }) => migrateCalls(ctx, body.calls))];
}
