import type { Route } from '@crm/platform/http/mount-endpoint.js';
import type { TelephonyContext } from './context.js';
import { missedRoutes } from './missed/missed.routes.js';
import { phoneRoutes } from './phones/phones.routes.js';
import { recordRoutes } from './recordings/records.routes.js';
import { voicemailRoutes } from './voicemails/voicemails.routes.js';

/** Every call of the service. */
export function telephonyRoutes(ctx: TelephonyContext): Route[] {
  return [...recordRoutes(ctx), ...voicemailRoutes(ctx), ...missedRoutes(ctx), ...phoneRoutes(ctx)];
}
