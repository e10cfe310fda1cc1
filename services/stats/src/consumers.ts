import type { Connection } from 'mongoose';
import {
  events,
  leadAssigned,
  leadCreated,
  leadDeleted,
  leadPriceChanged,
  leadStatusChanged,
  leadUpdated,
  userCreated,
  userUpdated,
} from '@crm/contracts/bus/events.js';
import type { Envelope } from '@crm/contracts/bus/envelope.js';
import type { Lead } from '@crm/contracts/entities/lead.js';
import type { Bus } from '@crm/platform/bus/bus.js';
import { consumerGroup, type ConsumerGroup } from '@crm/platform/deliveries/consumer-group.js';
import type { JobScheduler } from '@crm/platform/lifecycle/job-scheduler.js';
import type { Tracer } from '@crm/platform/tracing/tracer.js';
import { consumeReliably, type DeliveryObserver } from '@crm/platform/deliveries/deliveries.js';
import { sessionEvents } from '@crm/platform/identity/session-events.js';
import type { Sessions } from '@crm/platform/identity/sessions.js';
import type { StatsContext } from './context.js';
import { newsOf } from './leads/lead-facts.rules.js';
import { keepUsers } from './users/keep-users.js';

interface ConsumerDeps {
  bus: Bus;
  connection: Connection;
  scheduler: JobScheduler;
  sessions: Sessions;
  observe: DeliveryObserver;
  tracer: Tracer;
}

/** What the service takes from the bus: the figures are made of nothing else. */
export async function startConsumers(
  ctx: StatsContext,
  { bus, connection, scheduler, sessions, observe, tracer }: ConsumerDeps,
): Promise<ConsumerGroup> {
  const { clock, log } = ctx;
  const shared = { bus, connection, scheduler, observe, tracer, clock, log, catalogue: events };
  const takeIn = (event: Envelope<{ lead: Lead }>) => ctx.takeIn([newsOf(event, event.data.lead)]);
  return consumerGroup([
    consumeReliably({
      ...shared,
      queue: 'stats.users',
      handlers: {
        [userCreated.type]: ({ data }) => keepUsers(ctx, [data]),
        [userUpdated.type]: ({ data }) => keepUsers(ctx, [data]),
        ...sessionEvents(sessions),
      },
    }),
    consumeReliably({
      ...shared,
      queue: 'stats.leads',
      handlers: {
        [leadCreated.type]: takeIn,
        [leadUpdated.type]: takeIn,
        [leadStatusChanged.type]: takeIn,
        [leadPriceChanged.type]: takeIn,
        [leadAssigned.type]: takeIn,
        [leadDeleted.type]: (event) => ctx.takeIn([newsOf(event)]),
      },
    }),
  ]);
}
