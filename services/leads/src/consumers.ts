import { Types } from 'mongoose';
import { commands } from '@crm/contracts/bus/commands.js';
import {
  events,
  leadDeleted,
  leadUpdated,
  settingsUpdated,
  userCreated,
  userPresenceChanged,
  userUpdated,
} from '@crm/contracts/bus/events.js';
import { subscription, type Subscription } from '@crm/platform/deliveries/subscription.js';
import { saveUsersAndNames } from './assignment/rename-agent.js';
import { callingEvents } from './calling/calling.consumers.js';
import { recordingEvents } from './consent/recording-consent.js';
import type { LeadsContext } from './context.js';
import { leadCommands } from './commands.js';
import { confirmDeleted } from './retention/deleted-leads.js';
import { contactCommands, contactEvents } from './permission/contact.consumers.js';
import { saveSettings } from '@crm/domain/settings/save-settings.js';
import { timelineEvents } from './timeline/save-changes.js';
import { savePresence } from './users/save-users.js';

/** Handlers of one queue, of which two are about the same event. */
function handlingBoth(
  contact: ReturnType<typeof contactEvents>,
  recording: ReturnType<typeof recordingEvents>,
): ReturnType<typeof contactEvents> {
  return {
    ...contact,
    [leadUpdated.type]: async (message) => {
      await contact[leadUpdated.type]?.(message);
      await recording[leadUpdated.type](message);
    },
  };
}

/**
 * What the service takes from the bus: commands about leads, what auth tells of users, telephony of calls and followups of
 * follow-ups, and of its own leads what their timelines show, and their end.
 */
export const leadsConsumers = (ctx: LeadsContext): Subscription[] => [
  subscription('leads.users', events, {
    [userCreated.type]: ({ data }) => saveUsersAndNames(ctx, [data]),
    [userUpdated.type]: ({ data }) => saveUsersAndNames(ctx, [data]),
    [userPresenceChanged.type]: ({ data, sequence }) => savePresence(ctx, data.user_id, data, sequence),
    [settingsUpdated.type]: ({ data, sequence }) => saveSettings(ctx, data, sequence),
  }),
  subscription('leads.commands', commands, { ...leadCommands(ctx), ...contactCommands(ctx) }),
  subscription('leads.contact', events, handlingBoth(contactEvents(ctx), recordingEvents(ctx))),
  subscription('leads.calling', events, callingEvents(ctx)),
  subscription('leads.timeline', events, timelineEvents(ctx)),
  subscription('leads.erasure', events, {
    // Deleting confirms it itself; this is for a process that died in between, and is told again.
    [leadDeleted.type]: ({ data }) => confirmDeleted(ctx, [new Types.ObjectId(data.lead_id)]),
  }),
];
