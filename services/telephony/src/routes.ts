import { route, type Route } from '@crm/platform/http/mount-endpoint.js';
import { callRoutes } from './calls/calls.routes.js';
import { telephonyEvidence } from '@crm/contracts/http/evidence.js';
import type { DiallerContext } from './dialler/dialler-calls.js';
import { diallerRoutes } from './dialler/dialler.routes.js';
import { incomingRoutes } from './incoming/incoming.routes.js';
import { floorRoutes } from './floor/floor.routes.js';
import { migrationRoutes } from './migration/migration.routes.js';
import { missedRoutes } from './missed/missed.routes.js';
import { carrierAccountRoutes } from './carrier-account/carrier-account.routes.js';
import { numberRoutes } from './numbers/numbers.routes.js';
import { phoneRoutes } from './phones/phones.routes.js';
import { telephonyDesk } from './privacy/telephony-desk.js';
import { supervisionRoutes } from './supervision/supervision.routes.js';
import { qualityRoutes } from './quality/quality.routes.js';
import { recordRoutes } from './recordings/records.routes.js';
import { timelineRoutes } from './timeline/timeline.routes.js';
import { voicemailRoutes } from './voicemails/voicemails.routes.js';

/** Every call of the service. */
export function telephonyRoutes(ctx: DiallerContext): Route[] {
  return [
    ...callRoutes(ctx),
    ...supervisionRoutes(ctx),
    ...diallerRoutes(ctx),
    ...floorRoutes(ctx),
    ...qualityRoutes(ctx),
    ...recordRoutes(ctx),
    ...voicemailRoutes(ctx),
    ...missedRoutes(ctx),
    ...incomingRoutes(ctx),
    ...phoneRoutes(ctx),
    ...numberRoutes(ctx),
    ...carrierAccountRoutes(ctx),
    route(telephonyEvidence, async (_caller, { body }) => ({
      records: await telephonyDesk(ctx).collect(body),
    })),
    ...timelineRoutes(ctx),
    ...migrationRoutes(ctx),
  ];
}
