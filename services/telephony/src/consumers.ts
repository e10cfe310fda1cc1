import type { Connection } from 'mongoose';
import { commands } from '@crm/contracts/bus/commands.js';
import {
  events,
  leadAssigned,
  leadCreated,
  leadDeleted,
  leadStatusChanged,
  leadUpdated,
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
import { forgetLead, keepLeadAccess } from '@crm/domain/access/lead-access.js';
import type { DiallerContext } from './dialler/dialler-calls.js';
import { diallerCommands, diallerEvents } from './dialler/dialler.consumers.js';
import { eraseLeadAudio } from './media/erase-lead.js';
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

/** What the service takes from the bus: what auth tells of users and their sessions, and leads of whose leads are. */
export async function startConsumers(
  ctx: DiallerContext,
  { bus, connection, scheduler, sessions, observe, tracer }: ConsumerDeps,
): Promise<ConsumerGroup> {
  const { clock, log } = ctx;
  const shared = { bus, connection, scheduler, observe, tracer, clock, log };
  return consumerGroup([
    consumeReliably({
      ...shared,
      queue: 'telephony.users',
      catalogue: events,
      handlers: {
        [userCreated.type]: ({ data }) => keepUsers(ctx, [data]),
        [userUpdated.type]: ({ data }) => keepUsers(ctx, [data]),
        [userPresenceChanged.type]: ({ data, sequence }) => keepPresence(ctx, data, sequence),
        [settingsUpdated.type]: ({ data, sequence }) => keepSettings(ctx, data, sequence),
        ...sessionEvents(sessions),
      },
    }),
    consumeReliably({
      ...shared,
      queue: 'telephony.dialler',
      catalogue: events,
      handlers: diallerEvents(ctx),
    }),
    consumeReliably({
      ...shared,
      queue: 'telephony.commands',
      catalogue: commands,
      handlers: diallerCommands(ctx),
    }),
    consumeReliably({
      ...shared,
      queue: 'telephony.leads',
      catalogue: events,
      handlers: {
        [leadCreated.type]: ({ data, sequence }) => keepLeadAccess(ctx, data.lead, sequence),
        [leadUpdated.type]: ({ data, sequence }) => keepLeadAccess(ctx, data.lead, sequence),
        [leadStatusChanged.type]: ({ data, sequence }) => keepLeadAccess(ctx, data.lead, sequence),
        [leadAssigned.type]: ({ data, sequence }) => keepLeadAccess(ctx, data.lead, sequence),
        [leadDeleted.type]: async ({ data, sequence }) => {
          await forgetLead(ctx, data.lead_id, sequence);
          await eraseLeadAudio(ctx, data.lead_id);
        },
      },
    }),
  ]);
}
