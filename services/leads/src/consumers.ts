import { Types } from 'mongoose';
import { commands } from '@crm/contracts/bus/commands.js';
import {
  events,
  leadDeleted,
  leadStatusChanged,
  leadUpdated,
  settingsUpdated,
  userCreated,
  userPresenceChanged,
  userUpdated,
} from '@crm/contracts/bus/events.js';
import {
  followupCreated,
  followupDeleted,
  followupDue,
  followupUpdated,
} from '@crm/contracts/bus/followup-events.js';
import { textReceived, textSent } from '@crm/contracts/bus/messaging-events.js';
import type { Handlers } from '@crm/platform/deliveries/deliveries.js';
import { subscription, type Subscription } from '@crm/platform/deliveries/subscription.js';
import { saveUsersAndNames } from './assignment/rename-agent.js';
import { callingEvents } from './calling/calling.consumers.js';
import { recordingEvents } from './consent/recording-consent.js';
import type { LeadsContext } from './context.js';
import { leadCommands } from './commands.js';
import { dayContactEvents, dayFollowupEvents } from './day/day.consumers.js';
import { confirmDeleted } from './retention/deleted-leads.js';
import { contactCommands, contactEvents } from './permission/contact.consumers.js';
import { saveSettings } from '@crm/domain/settings/save-settings.js';
import { timelineEvents } from './timeline/save-changes.js';
import { savePresence } from './users/save-users.js';

/** Handlers of one event that run one after another; the event comes again where one of them fails. */
const inTurn =
  <E>(...handlers: (((message: E) => Promise<void>) | undefined)[]) =>
  async (message: E): Promise<void> => {
    for (const handle of handlers) await handle?.(message);
  };

/** What calls, texts and changes of a lead mean for its permissions and its consents, and all but calls for its day. */
function contactHandlers(ctx: LeadsContext): Handlers<typeof events> {
  const contact = contactEvents(ctx);
  const recording = recordingEvents(ctx);
  const day = dayContactEvents(ctx);
  return {
    ...contact,
    [leadUpdated.type]: inTurn(contact[leadUpdated.type], recording[leadUpdated.type]),
    [leadStatusChanged.type]: inTurn(contact[leadStatusChanged.type], day[leadStatusChanged.type]),
    [textReceived.type]: inTurn(contact[textReceived.type], day[textReceived.type]),
    [textSent.type]: inTurn(contact[textSent.type], day[textSent.type]),
  };
}

/** What of follow-ups, and of its own leads, timelines and days show. */
function timelineHandlers(ctx: LeadsContext): Handlers<typeof events> {
  const timeline = timelineEvents(ctx);
  const day = dayFollowupEvents(ctx);
  return {
    ...timeline,
    [followupCreated.type]: inTurn(timeline[followupCreated.type], day[followupCreated.type]),
    [followupUpdated.type]: inTurn(timeline[followupUpdated.type], day[followupUpdated.type]),
    [followupDeleted.type]: inTurn(timeline[followupDeleted.type], day[followupDeleted.type]),
    [followupDue.type]: inTurn(day[followupDue.type]),
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
  subscription('leads.contact', events, contactHandlers(ctx)),
  subscription('leads.calling', events, callingEvents(ctx)),
  subscription('leads.timeline', events, timelineHandlers(ctx)),
  subscription('leads.erasure', events, {
    // Deleting confirms it itself; this is for a process that died in between, and is told again.
    [leadDeleted.type]: ({ data }) => confirmDeleted(ctx, [new Types.ObjectId(data.lead_id)]),
  }),
];
