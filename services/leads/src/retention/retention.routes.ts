import * as calls from '@crm/contracts/http/retention.js';
import { restoreLead as restoreCall } from '@crm/contracts/resources/deleted-lead.js';
import { liftLegalHold } from '@crm/contracts/resources/legal-hold.js';
import { route, type Route } from '@crm/platform/http/mount-endpoint.js';
import { success } from '@crm/platform/http/outcomes.js';
import { resourceRoutes } from '@crm/platform/resources/rest-resource.js';
import type { LeadsContext } from '../context.js';
import { listedDeleted } from './deleted-leads.js';
import { liftHold, listedHolds, setHold } from './legal-holds.js';
import { changePeriod, listPeriods } from './periods.js';
import { restoreLead } from './restore-lead.js';

/** The calls about deleted leads, how long their records are stored, and legal holds. */
export function retentionRoutes(ctx: LeadsContext): Route[] {
  return [
    ...resourceRoutes(listedDeleted(ctx), {}),
    route(restoreCall, async (actor, { params }) => {
      await restoreLead(ctx, actor, params.id);
      return success('Lead restored');
    }),
    ...resourceRoutes(listedHolds(ctx), { create: (actor, given) => setHold(ctx, actor, given) }),
    route(liftLegalHold, async (actor, { params, query }) => {
      await liftHold(ctx, actor, params.id, query.reason);
      return success('Legal hold lifted');
    }),
    route(calls.getRetention, async () => ({ periods: await listPeriods(ctx) })),
    route(calls.changeRetention, async (actor, { params, body }) => {
      await changePeriod(ctx, actor, { id: params.id, years: body.years });
      return success('Saved');
    }),
  ];
}
