import { Types, type Connection } from 'mongoose';
import { commands } from '@crm/contracts/bus/commands.js';
import {
  events,
  leadDeleted,
  settingsUpdated,
  userBanned,
  userCreated,
  userPresenceChanged,
  userSessionsEnded,
  userUpdated,
} from '@crm/contracts/bus/events.js';
import type { Bus, Consumer } from '@crm/platform/bus/bus.js';
import { consumeReliably } from '@crm/platform/deliveries/deliveries.js';
import type { Sessions } from '@crm/platform/identity/sessions.js';
import { callingEvents } from './calling/calling.consumers.js';
import type { LeadsContext } from './context.js';
import { leadCommands } from './leads/leads.commands.js';
import { eraseNotes } from './notes/notes.js';
import { contactCommands, contactEvents } from './permission/contact.consumers.js';
import { keepSettings } from './settings/keep-settings.js';
import { keepPresence, keepUsers } from './users/keep-users.js';

/** What the service takes from the bus: commands about leads, and what auth tells of users and their sessions, what telephony tells of calls, and its own leads' end. */
export async function startConsumers(
  ctx: LeadsContext,
  { bus, connection, sessions }: { bus: Bus; connection: Connection; sessions: Sessions },
): Promise<Consumer> {
  const { clock, log } = ctx;
  const shared = { bus, connection, clock, log };
  const [users, orders, contacts, calling, gone] = await Promise.all([
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
        // The ban itself comes with `user.updated`; sessions end at once in this process, by the poll in the others.
        [userBanned.type]: async ({ data, time }) => {
          sessions.userBanned(data, new Date(time));
        },
        [userSessionsEnded.type]: async ({ data }) => {
          sessions.sessionsEnded(data);
        },
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
  return {
    live: Promise.all([users, orders, contacts, calling, gone].map(({ live }) => live)).then(() => undefined),
    cancel: async () => {
      await Promise.all([users, orders, contacts, calling, gone].map((each) => each.cancel()));
    },
  };
}
