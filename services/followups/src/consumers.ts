import type { Connection } from 'mongoose';
import { commands } from '@crm/contracts/bus/commands.js';
import {
  events,
  leadAssigned,
  leadCreated,
  leadDeleted,
  leadStatusChanged,
  leadUpdated,
  userCreated,
  userUpdated,
} from '@crm/contracts/bus/events.js';
import type { Lead } from '@crm/contracts/entities/lead.js';
import type { Bus } from '@crm/platform/bus/bus.js';
import { consumerGroup, type ConsumerGroup } from '@crm/platform/deliveries/consumer-group.js';
import type { JobScheduler } from '@crm/platform/lifecycle/job-scheduler.js';
import type { Tracer } from '@crm/platform/tracing/tracer.js';
import { consumeReliably, type DeliveryObserver } from '@crm/platform/deliveries/deliveries.js';
import { sessionEvents } from '@crm/platform/identity/session-events.js';
import type { Sessions } from '@crm/platform/identity/sessions.js';
import type { FollowupsContext } from './context.js';
import { followupCommands } from './followups/followups.commands.js';
import { followLead, loseLead } from './leads/follow-lead.js';
import { keepUsers } from './users/owners.js';

interface LeadTold {
  data: { lead: Lead };
  sequence: number;
}

interface ConsumerDeps {
  bus: Bus;
  connection: Connection;
  scheduler: JobScheduler;
  sessions: Sessions;
  observe: DeliveryObserver;
  tracer: Tracer;
}

/** What the service takes from the bus: what auth tells of users and leads of leads, and follow-ups that are ordered. */
export async function startConsumers(
  ctx: FollowupsContext,
  { bus, connection, scheduler, sessions, observe, tracer }: ConsumerDeps,
): Promise<ConsumerGroup> {
  const { clock, log } = ctx;
  const shared = { bus, connection, scheduler, observe, tracer, clock, log };
  const follow = ({ data, sequence }: LeadTold) => followLead(ctx, data.lead, sequence);
  return consumerGroup([
    consumeReliably({
      ...shared,
      queue: 'followups.users',
      catalogue: events,
      handlers: {
        [userCreated.type]: ({ data }) => keepUsers(ctx, [data]),
        [userUpdated.type]: ({ data }) => keepUsers(ctx, [data]),
        ...sessionEvents(sessions),
      },
    }),
    consumeReliably({
      ...shared,
      queue: 'followups.commands',
      catalogue: commands,
      handlers: followupCommands(ctx),
    }),
    consumeReliably({
      ...shared,
      queue: 'followups.leads',
      catalogue: events,
      handlers: {
        [leadCreated.type]: follow,
        [leadUpdated.type]: follow,
        [leadStatusChanged.type]: follow,
        [leadAssigned.type]: follow,
        [leadDeleted.type]: ({ data, sequence }) => loseLead(ctx, data.lead_id, sequence),
      },
    }),
  ]);
}
