import { listConsents as call } from '@crm/contracts/http/consents.js';
import { route, type Route } from '@crm/platform/http/mount-endpoint.js';
import type { LeadsContext } from '../context.js';
import { listConsents } from './consents.js';

/** The call that lists what proves the consent of a lead. */
export function consentsRoutes(ctx: LeadsContext): Route[] {
  return [
    route(call, async (actor, { params }) => ({ consents: await listConsents(ctx, actor, params.id) })),
  ];
}
