import { callEnded, callStarted } from '@crm/contracts/bus/call-events.js';
import { events, leadWorkCompleted, leadWorkStarted } from '@crm/contracts/bus/events.js';
import type { Bus } from '@crm/platform/bus/bus.js';
import { consumerGroup, type ConsumerGroup } from '@crm/platform/deliveries/consumer-group.js';
import type { JobScheduler } from '@crm/platform/lifecycle/job-scheduler.js';
import type { Tracer } from '@crm/platform/tracing/tracer.js';
import { consumeReliably, type DeliveryObserver } from '@crm/platform/deliveries/deliveries.js';
import type { Connection } from 'mongoose';
import type { AuthContext } from './context.js';
import { callBegan, callIsOver } from './presence/calls.js';
import { keepWork } from './users/keep-work.js';

/** What the service takes from the bus. */
export async function startConsumers(
  ctx: AuthContext,
  {
    bus,
    connection,
    scheduler,
    observe,
    tracer,
  }: { bus: Bus; connection: Connection; scheduler: JobScheduler; observe: DeliveryObserver; tracer: Tracer },
): Promise<ConsumerGroup> {
  const { clock, log } = ctx;
  const shared = { bus, connection, scheduler, observe, tracer, catalogue: events, clock, log };
  const work = consumeReliably({
    ...shared,
    queue: 'auth.work',
    handlers: {
      [leadWorkStarted.type]: ({ data, sequence }) =>
        keepWork(ctx, { userId: data.user_id, leadId: data.lead_id, sequence }),
      [leadWorkCompleted.type]: ({ data, sequence }) =>
        keepWork(ctx, { userId: data.user_id, leadId: null, sequence }),
    },
  });
  const calls = consumeReliably({
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
  return consumerGroup([work, calls]);
}
