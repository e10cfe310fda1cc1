import * as calls from '@crm/contracts/http/recordings.js';
import { route, type Route } from '@crm/platform/http/mount-endpoint.js';
import type { TelephonyContext } from '../context.js';
import { success } from '@crm/platform/http/outcomes.js';
import { getStatePhone, listStatePhones, updateStatePhone } from './state-phones.js';

/** The calls about the states' numbers. */
export function phoneRoutes(ctx: TelephonyContext): Route[] {
  return [
    route(calls.getStatePhone, async (_actor, { params }) => ({
      phone: await getStatePhone(ctx, params.stateId),
    })),
    route(calls.updateStatePhone, async (_actor, { body }) => ({
      ...success('Phone saved'),
      phone: await updateStatePhone(ctx, body),
    })),
    route(calls.listStatePhones, async () => ({ phones: await listStatePhones(ctx) })),
  ];
}
