import * as calls from '@crm/contracts/http/state-phones.js';
import { route, type Route } from '@crm/platform/http/mount-endpoint.js';
import type { TelephonyContext } from '../context.js';
import { getRecord, sourceOf } from '@crm/platform/resources/records.js';
import { restResource } from '@crm/platform/resources/rest-resource.js';
import { success } from '@crm/platform/http/outcomes.js';
import { storedStatePhones, updateStatePhone } from './state-phones.js';

/** The calls about the states' numbers. */
export function phoneRoutes(ctx: TelephonyContext): Route[] {
  const stored = storedStatePhones(ctx);
  return [
    route(calls.getStatePhone, async (actor, { params }) => ({
      phone: await getRecord(sourceOf(stored), actor, params.stateId),
    })),
    route(calls.updateStatePhone, async (actor, { body }) => ({
      ...success('Phone saved'),
      phone: await updateStatePhone(ctx, actor, body),
    })),
    ...restResource(stored, {}),
  ];
}
