import { openLead as call } from '@crm/contracts/http/opening.js';
import { route, type Route } from '@crm/platform/http/mount-endpoint.js';
import type { LeadsContext } from '../context.js';
import { openLead } from './open-lead.js';

export function openingRoutes(ctx: LeadsContext): Route[] {
  return [route(call, (actor, input, exchange) => openLead(ctx, actor, input, exchange))];
}
