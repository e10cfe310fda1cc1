import type { Route } from '@crm/platform/http/mount-endpoint.js';
import type { TelephonyContext } from './context.js';

/** Every call of the service. */
export function telephonyRoutes(_ctx: TelephonyContext): Route[] {
  return [];
}
