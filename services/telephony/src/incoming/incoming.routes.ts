import * as calls from '@crm/contracts/http/callbacks.js';
import { route, type Route } from '@crm/platform/http/mount-endpoint.js';
import { success } from '@crm/platform/http/outcomes.js';
import { restResource } from '@crm/platform/resources/rest-resource.js';
import type { TelephonyContext } from '../context.js';
import { storedOpeningHours } from '../opening/opening-hours.js';
import { callbackOffer, declineCallback } from './callbacks.js';

/** The calls about callers who wait, and about when they can call. */
export function incomingRoutes(ctx: TelephonyContext): Route[] {
  return [
    ...restResource(storedOpeningHours(ctx), {}),
    route(calls.getCallbackOffer, async (actor) => ({ offer: await callbackOffer(ctx, actor) })),
    route(calls.declineCallback, async (actor, { params }) => {
      await declineCallback(ctx, actor, params.id);
      return success('Passed on');
    }),
  ];
}
