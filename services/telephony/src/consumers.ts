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
import { subscription, type Subscription } from '@crm/platform/deliveries/subscription.js';
import { sessionEvents } from '@crm/platform/identity/session-events.js';
import type { Sessions } from '@crm/platform/identity/sessions.js';
import { forgetLead, keepLeadAccess } from '@crm/domain/access/lead-access.js';
import type { DiallerContext } from './dialler/dialler-calls.js';
import { diallerCommands, diallerEvents } from './dialler/dialler.consumers.js';
import { eraseLeadAudio } from './media/erase-lead.js';
import { keepSettings } from '@crm/domain/settings/keep-settings.js';
import { keepPresence, keepUsers } from './users/keep-users.js';

/** What the service takes from the bus: what auth tells of users and their sessions, and leads of whose leads are. */
export const telephonyConsumers = (ctx: DiallerContext, sessions: Sessions): Subscription[] => [
  subscription('telephony.users', events, {
    [userCreated.type]: ({ data }) => keepUsers(ctx, [data]),
    [userUpdated.type]: ({ data }) => keepUsers(ctx, [data]),
    [userPresenceChanged.type]: ({ data, sequence }) => keepPresence(ctx, data, sequence),
    [settingsUpdated.type]: ({ data, sequence }) => keepSettings(ctx, data, sequence),
    ...sessionEvents(sessions),
  }),
  subscription('telephony.dialler', events, diallerEvents(ctx)),
  subscription('telephony.commands', commands, diallerCommands(ctx)),
  subscription('telephony.leads', events, {
    [leadCreated.type]: ({ data, sequence }) => keepLeadAccess(ctx, data.lead, sequence),
    [leadUpdated.type]: ({ data, sequence }) => keepLeadAccess(ctx, data.lead, sequence),
    [leadStatusChanged.type]: ({ data, sequence }) => keepLeadAccess(ctx, data.lead, sequence),
    [leadAssigned.type]: ({ data, sequence }) => keepLeadAccess(ctx, data.lead, sequence),
    [leadDeleted.type]: async ({ data, sequence }) => {
      await forgetLead(ctx, data.lead_id, sequence);
      await eraseLeadAudio(ctx, data.lead_id);
    },
  }),
];
