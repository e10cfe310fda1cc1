import { Types } from 'mongoose';
import { commands } from '@crm/contracts/bus/commands.js';
import {
  events,
  leadDeleted,
  settingsUpdated,
  userCreated,
  userPresenceChanged,
  userUpdated,
} from '@crm/contracts/bus/events.js';
import { subscription, type Subscription } from '@crm/platform/deliveries/subscription.js';
import { saveUsersAndNames } from './assignment/rename-agent.js';
import { callingEvents } from './calling/calling.consumers.js';
import type { LeadsContext } from './context.js';
import { leadCommands } from './commands.js';
import { eraseNotes } from './notes/notes.js';
import { contactCommands, contactEvents } from './permission/contact.consumers.js';
import { saveSettings } from '@crm/domain/settings/save-settings.js';
import { eraseChanges, timelineEvents } from './timeline/save-changes.js';
import { savePresence } from './users/save-users.js';

/**
 * What the service takes from the bus: commands about leads, what auth tells of users, telephony of calls and followups of
 * follow-ups, and of its own leads what their timelines show, and their end.
 */
export const leadsConsumers = (ctx: LeadsContext): Subscription[] => [
  subscription('leads.users', events, {
    [userCreated.type]: ({ data }) => saveUsersAndNames(ctx, [data]),
    [userUpdated.type]: ({ data }) => saveUsersAndNames(ctx, [data]),
    [userPresenceChanged.type]: ({ data, sequence }) =>
      savePresence(ctx, data.user_id, data.online, sequence),
    [settingsUpdated.type]: ({ data, sequence }) => saveSettings(ctx, data, sequence),
  }),
  subscription('leads.commands', commands, { ...leadCommands(ctx), ...contactCommands(ctx) }),
  subscription('leads.contact', events, contactEvents(ctx)),
  subscription('leads.calling', events, callingEvents(ctx)),
  subscription('leads.timeline', events, timelineEvents(ctx)),
  subscription('leads.erasure', events, {
    // Deleting erases them itself; this is for a process that died in between, and is told again.
    [leadDeleted.type]: async ({ data }) => {
      const gone = [new Types.ObjectId(data.lead_id)];
      await eraseNotes(ctx, gone);
      await eraseChanges(ctx, gone);
    },
  }),
];
