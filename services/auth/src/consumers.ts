import { events, leadWorkCompleted, leadWorkStarted } from '@crm/contracts/bus/events.js';
import type { Bus } from '@crm/platform/bus/bus.js';
import { consumeReliably, type ReliableConsumer } from '@crm/platform/deliveries/deliveries.js';
import type { Connection } from 'mongoose';
import type { AuthContext } from './context.js';
import { keepWork } from './users/keep-work.js';

/** What the service takes from the bus. */
export async function startConsumers(
  ctx: AuthContext,
  { bus, connection }: { bus: Bus; connection: Connection },
): Promise<ReliableConsumer> {
  return consumeReliably({
    bus,
    connection,
    queue: 'auth.work',
    catalogue: events,
    clock: ctx.clock,
    log: ctx.log,
    handlers: {
      [leadWorkStarted.type]: ({ data, sequence }) =>
        keepWork(ctx, { userId: data.user_id, leadId: data.lead_id, sequence }),
      [leadWorkCompleted.type]: ({ data, sequence }) =>
        keepWork(ctx, { userId: data.user_id, leadId: null, sequence }),
    },
  });
}
