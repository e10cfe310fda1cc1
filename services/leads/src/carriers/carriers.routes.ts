import { selectCarrier as endpoint } from '@crm/contracts/http/carriers.js';
import { route, type Route } from '@crm/platform/http/mount-endpoint.js';
import type { LeadsContext } from '../context.js';
import { success } from '@crm/platform/http/outcomes.js';
import { selectCarrier } from './select-carrier.js';

/** The call that selects the carrier of a lead. */
export function carrierRoutes(ctx: LeadsContext): Route[] {
  return [
    route(endpoint, async (actor, { body }) => ({
      lead: await selectCarrier(ctx, actor, body),
      ...success(`${ctx.carrierNames.of(body.carrier)} selected`),
    })),
  ];
}
