import * as calls from '@crm/contracts/http/calling.js';
import { route, type Route } from '@crm/platform/http/mount-endpoint.js';
import type { LeadsContext } from '../context.js';
import { leadsByIds, leadsByPhones, nextLeadOfGuide } from './lead-to-call.js';
import { suitableAgents } from './suitable-agents.js';
import { takeoverDenial } from './takeover-denial.js';

/** What telephony asks before it calls, and when somebody calls. */
export function callingRoutes(ctx: LeadsContext): Route[] {
  return [
    route(calls.leadsToCall, async (_caller, { body }) => ({
      leads: 'ids' in body ? await leadsByIds(ctx, body.ids) : await leadsByPhones(ctx, body.phones),
    })),
    route(calls.nextLeadOfGuide, async (_caller, { body }) => ({ lead: await nextLeadOfGuide(ctx, body) })),
    route(calls.suitableAgents, async (_caller, { body }) => ({ users: await suitableAgents(ctx, body) })),
    route(calls.takeoverDenial, async (_caller, { body }) => ({ reason: await takeoverDenial(ctx, body) })),
  ];
}
