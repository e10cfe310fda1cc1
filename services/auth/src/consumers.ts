import { callConnected, callEnded, callStarted } from '@crm/contracts/bus/call-events.js';
import { events, leadWorkCompleted, leadWorkStarted } from '@crm/contracts/bus/events.js';
import { subscription, type Subscription } from '@crm/platform/deliveries/subscription.js';
import type { AuthContext } from './context.js';
import { callBegan, callGoesOn, callIsOver } from './presence/calls.js';
import { saveWork } from './accounts/save-work.js';

/** What the service takes from the bus. */
export const authConsumers = (ctx: AuthContext): Subscription[] => [
  subscription('auth.work', events, {
    [leadWorkStarted.type]: ({ data, sequence }) =>
      saveWork(ctx, { userId: data.user_id, leadId: data.lead_id, sequence }),
    [leadWorkCompleted.type]: ({ data, sequence }) =>
      saveWork(ctx, { userId: data.user_id, leadId: null, sequence }),
  }),
  subscription('auth.calls', events, {
    [callStarted.type]: async ({ data: { user_id, call_id } }) => {
      if (user_id !== null) await callBegan(ctx, user_id, call_id);
    },
    // Of several for whom it rang, it is the call of the one who took it.
    [callConnected.type]: async ({ data: { user_id, call_id, call } }) => {
      if (user_id !== null && call?.state === 'talking') await callGoesOn(ctx, user_id, call_id);
    },
    [callEnded.type]: async ({ data: { user_id, call_id } }) => {
      if (user_id !== null) await callIsOver(ctx, user_id, call_id);
    },
  }),
];
