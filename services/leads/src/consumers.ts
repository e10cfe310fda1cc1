import { Types, type Connection } from 'mongoose';
import { commands } from '@crm/contracts/bus/commands.js';
import {
  events,
  leadDeleted,
  settingsUpdated,
  userCreated,
  userPresenceChanged,
  userUpdated,
} from '@crm/contracts/bus/events.js';
import type { Bus } from '@crm/platform/bus/bus.js';
import { consumerGroup, type ConsumerGroup } from '@crm/platform/deliveries/consumer-group.js';
import type { JobScheduler } from '@crm/platform/lifecycle/job-scheduler.js';
import type { Tracer } from '@crm/platform/tracing/tracer.js';
import { consumeReliably, type DeliveryObserver } from '@crm/platform/deliveries/deliveries.js';
import { sessionEvents } from '@crm/platform/identity/session-events.js';
import type { Sessions } from '@crm/platform/identity/sessions.js';
import { callingEvents } from './calling/calling.consumers.js';
import type { LeadsContext } from './context.js';
import { leadCommands } from './leads/leads.commands.js';
import { eraseNotes } from './notes/notes.js';
import { contactCommands, contactEvents } from './permission/contact.consumers.js';
import { keepSettings } from '@crm/domain/settings/keep-settings.js';
import { keepPresence, keepUsers } from './users/keep-users.js';

interface ConsumerDeps {
  bus: Bus;
  connection: Connection;
  scheduler: JobScheduler;
  sessions: Sessions;
  observe: DeliveryObserver;
  tracer: Tracer;
}

/** What the service takes from the bus: commands about leads, and what auth tells of users and their sessions, what telephony tells of calls, and its own leads' end. */
export async function startConsumers(
  ctx: LeadsContext,
  { bus, connection, scheduler, sessions, observe, tracer }: ConsumerDeps,
): Promise<ConsumerGroup> {
  const { clock, log } = ctx;
  const shared = { bus, connection, scheduler, observe, tracer, clock, log };
  return consumerGroup([
    consumeReliably({
      ...shared,
      queue: 'leads.users',
      catalogue: events,
      handlers: {
        [userCreated.type]: ({ data }) => keepUsers(ctx, [data]),
        [userUpdated.type]: ({ data }) => keepUsers(ctx, [data]),
        [userPresenceChanged.type]: ({ data, sequence }) =>
          keepPresence(ctx, data.user_id, data.online, sequence),
        [settingsUpdated.type]: ({ data, sequence }) => keepSettings(ctx, data, sequence),
        ...sessionEvents(sessions),
      },
    }),
    consumeReliably({
      ...shared,
      queue: 'leads.commands',
      catalogue: commands,
      handlers: { ...leadCommands(ctx), ...contactCommands(ctx) },
    }),
    consumeReliably({
      ...shared,
      queue: 'leads.contact',
      catalogue: events,
      handlers: contactEvents(ctx),
    }),
    consumeReliably({
      ...shared,
      queue: 'leads.calling',
      catalogue: events,
      handlers: callingEvents(ctx),
    }),
    consumeReliably({
      ...shared,
      queue: 'leads.erasure',
      catalogue: events,
      handlers: {
        // Deleting erases them itself; this is for a process that died in between, and is told again.
        [leadDeleted.type]: ({ data }) => eraseNotes(ctx, [new Types.ObjectId(data.lead_id)]),
      },
    }),
  ]);
}
