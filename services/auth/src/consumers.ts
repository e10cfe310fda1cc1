import { callEnded, callStarted } from '@crm/contracts/bus/call-events.js';
import { events, leadWorkCompleted, leadWorkStarted } from '@crm/contracts/bus/events.js';
import type { Bus } from '@crm/platform/bus/bus.js';
import { consumeReliably, type ReliableConsumer } from '@crm/platform/deliveries/deliveries.js';
import type { Connection } from 'mongoose';
import type { AuthContext } from './context.js';
import { callBegan, callIsOver } from './presence/calls.js';
import { keepWork } from './users/keep-work.js';

/** What the service takes from the bus. */
export async function startConsumers(
  ctx: AuthContext,
  { bus, connection }: { bus: Bus; connection: Connection },
): Promise<Pick<ReliableConsumer, 'live' | 'cancel'>> {
  const { clock, log } = ctx;
  const shared = { bus, connection, catalogue: events, clock, log };
  const work = await consumeReliably({
    ...shared,
    queue: 'auth.work',
    handlers: {
      [leadWorkStarted.type]: ({ data, sequence }) =>
        keepWork(ctx, { userId: data.user_id, leadId: data.lead_id, sequence }),
      [leadWorkCompleted.type]: ({ data, sequence }) =>
        keepWork(ctx, { userId: data.user_id, leadId: null, sequence }),
    },
  });
  const calls = await consumeReliably({
    ...shared,
    queue: 'auth.calls',
    handlers: {
      [callStarted.type]: async ({ data: { user_id, call_id } }) => {
        if (user_id !== null) await callBegan(ctx, user_id, call_id);
      },
      [callEnded.type]: async ({ data: { user_id, call_id } }) => {
        if (user_id !== null) await callIsOver(ctx, user_id, call_id);
      },
    },
  });
  return {
    live: Promise.all([work.live, calls.live]).then(() => undefined),
    cancel: async () => {
      await Promise.all([work.cancel(), calls.cancel()]);
    },
  };
}
