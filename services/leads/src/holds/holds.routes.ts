import { sentences } from '@crm/contracts/errors.js';
import * as calls from '@crm/contracts/http/holds.js';
import { route, type Route } from '@crm/platform/http/mount-endpoint.js';
import type { LeadsContext } from '../context.js';
import { info, success } from '@crm/platform/http/outcomes.js';
import { holdLead } from './hold-lead.js';
import { releaseHolds } from './release-holds.js';
import { renewHolds } from './renew-holds.js';

/** The calls by which leads are held and released: a user's own, and those of a gateway for its live sockets. */
export function holdRoutes(ctx: LeadsContext): Route[] {
  return [
    route(calls.holdLead, async (actor, { params, body }) => {
      const { held } = await holdLead(ctx, actor, { leadId: params.id, holder: body.holder });
      const message = held ? sentences.rememberStatus : 'Someone else has this lead open';
      return { ...info(message), held };
    }),
    route(calls.releaseLead, async (actor, { params }) => {
      await releaseHolds(ctx, [{ lead_id: params.id, user_id: actor.id, holder: params.holder }]);
      return success('Released');
    }),
    route(calls.renewHolds, async (_caller, { body }) => ({ lost: await renewHolds(ctx, body.holds) })),
    route(calls.releaseHolders, async (_caller, { body }) => ({
      released: await releaseHolds(ctx, body.holds),
    })),
  ];
}
