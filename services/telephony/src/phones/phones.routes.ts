import * as calls from '@crm/contracts/http/recordings.js';
import { route, type Route } from '@crm/platform/http/mount-endpoint.js';
import type { TelephonyContext } from '../context.js';
import { success } from '@crm/platform/http/outcomes.js';
import { findUser } from '../users/save-users.js';
import { callerIdFor } from './caller-id.js';
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
    route(calls.ownNumber, async (_actor, { body: { user_id, state, number } }) => {
      const user = user_id === null ? undefined : await findUser(ctx, user_id);
      const { from } = await callerIdFor(ctx, { user: user ?? null, leadState: state, number });
      return { phone: from ?? null };
    }),
    route(calls.listStatePhones, async () => ({ phones: await listStatePhones(ctx) })),
  ];
}
