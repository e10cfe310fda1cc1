import { callStarted } from '@crm/contracts/bus/call-events.js';
import { commands } from '@crm/contracts/bus/commands.js';
import {
  events,
  leadAssigned,
  leadCreated,
  leadDeleted,
  leadRestored,
  leadStatusChanged,
  settingsUpdated,
  userCreated,
  userPresenceChanged,
  userUpdated,
} from '@crm/contracts/bus/events.js';
import { subscription, type Subscription } from '@crm/platform/deliveries/subscription.js';
import {
  forgetLead,
  saveAccessOfMade,
  saveLeadAccess,
  saveLeadStatus,
} from '@crm/domain/access/lead-access.js';
import type { DiallerContext } from './dialler/dialler-calls.js';
import { diallerCommands, diallerEvents } from './dialler/dialler.consumers.js';
import { startLine } from './dialler/line.js';
import { stopDialling } from './dialler/stop-dialling.js';
import { floorEvents, presenceSettled } from './floor/floor.consumers.js';
import { isSameOnFloor } from './floor/presence-change.rules.js';
import { settleUsers } from './floor/settle-users.js';
import { hideLeadAudio, showLeadAudio } from './media/hide-lead.js';
import { callbackPlaced } from './incoming/callbacks.js';
import { saveSettings } from '@crm/domain/settings/save-settings.js';
import { savePresence, saveUsers } from './users/save-users.js';

/** What the service takes from the bus: what auth tells of users, and leads of whose leads are. */
export const telephonyConsumers = (ctx: DiallerContext): Subscription[] => [
  subscription('telephony.users', events, {
    [userCreated.type]: async ({ data }) => {
      await saveUsers(ctx, [data]);
      await settleUsers(ctx, [data]);
    },
    [userUpdated.type]: ({ data }) => saveUsers(ctx, [data]),
    [userPresenceChanged.type]: async ({ data, sequence, time }) => {
      const { user_id, AD_status: AD_Status, online } = data;
      const before = await savePresence(ctx, data, sequence);
      if (AD_Status === 1) await startLine(ctx, user_id);
      else if (before?.AD_Status !== 0) await stopDialling(ctx, user_id);
      if (online === 1) ctx.queue.freed();
      if (!isSameOnFloor(before, { ...data, AD_Status })) await presenceSettled(ctx, user_id, time);
    },
    [settingsUpdated.type]: ({ data, sequence }) => saveSettings(ctx, data, sequence),
  }),
  subscription('telephony.callbacks', events, {
    [callStarted.type]: async ({ data: { direction, kind, number, user_id } }) => {
      if (direction === 'outbound' && kind !== 'dialler' && user_id !== null)
        await callbackPlaced(ctx, number);
    },
  }),
  subscription('telephony.dialler', events, diallerEvents(ctx)),
  subscription('telephony.floor', events, floorEvents(ctx)),
  subscription('telephony.commands', commands, diallerCommands(ctx)),
  subscription(
    'telephony.leads',
    events,
    {
      [leadCreated.type]: ({ data, sequence }) => saveLeadAccess(ctx, data.lead, sequence),
      [leadStatusChanged.type]: (message) => saveLeadStatus(ctx, message),
      // A lead with its agent from the start is in `lead.created`.
      [leadAssigned.type]: async ({ data: { lead }, sequence }) => {
        if (lead !== undefined) await saveLeadAccess(ctx, lead, sequence);
      },
      [leadDeleted.type]: async ({ data, sequence }) => {
        await forgetLead(ctx, data.lead_id, sequence);
        await hideLeadAudio(ctx, data.lead_id);
      },
      [leadRestored.type]: async ({ data: { lead }, sequence }) => {
        await saveLeadAccess(ctx, lead, sequence);
        await showLeadAudio(ctx, lead.id);
      },
    },
    { [leadCreated.type]: (made) => saveAccessOfMade(ctx, made) },
  ),
];
