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
  userBanned,
  userCreated,
  userPresenceChanged,
  userSessionsEnded,
  userUpdated,
} from '@crm/contracts/bus/events.js';
import type { Bus, Consumer } from '@crm/platform/bus/bus.js';
import { consumeReliably } from '@crm/platform/deliveries/deliveries.js';
import type { Sessions } from '@crm/platform/identity/sessions.js';
import { forgetLead, keepLeadAccess } from './access/lead-access.js';
import type { DiallerContext } from './dialler/dialler-calls.js';
import { diallerCommands, diallerEvents } from './dialler/dialler.consumers.js';
import { eraseLeadAudio } from './media/erase-lead.js';
import { keepSettings } from './settings/keep-settings.js';
import { keepPresence, keepUsers } from './users/keep-users.js';

/** What the service takes from the bus: what auth tells of users and their sessions, and leads of whose leads are. */
export async function startConsumers(
  ctx: DiallerContext,
  { bus, connection, sessions }: { bus: Bus; connection: Connection; sessions: Sessions },
): Promise<Consumer> {
  const { clock, log } = ctx;
  const shared = { bus, connection, clock, log };
  const consumers = await Promise.all([
    consumeReliably({
      ...shared,
      queue: 'telephony.users',
      catalogue: events,
      handlers: {
        [userCreated.type]: ({ data }) => keepUsers(ctx, [data]),
        [userUpdated.type]: ({ data }) => keepUsers(ctx, [data]),
        [userPresenceChanged.type]: ({ data, sequence }) => keepPresence(ctx, data, sequence),
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
  return {
    live: Promise.all(consumers.map(({ live }) => live)).then(() => undefined),
    cancel: async () => {
      await Promise.all(consumers.map((each) => each.cancel()));
    },
  };
}
