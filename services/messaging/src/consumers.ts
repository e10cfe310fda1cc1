import { Types } from 'mongoose';
import { callMissed, voicemailReceived, voicemailTranscribed } from '@crm/contracts/bus/call-events.js';
import { commands, sendTextCommand } from '@crm/contracts/bus/commands.js';
import {
  events,
  leadAssigned,
  leadCreated,
  leadDeleted,
  leadRestored,
  leadStatusChanged,
  settingsUpdated,
  userCreated,
  userUpdated,
} from '@crm/contracts/bus/events.js';
import { followupDeleted, followupDue, followupUpdated } from '@crm/contracts/bus/followup-events.js';
import { licenceExpiring } from '@crm/contracts/bus/licence-events.js';
import {
  forgetLead,
  saveAccessOfMade,
  saveLeadAccess,
  saveLeadStatus,
} from '@crm/domain/access/lead-access.js';
import type { Handlers } from '@crm/platform/deliveries/deliveries.js';
import { subscription, type Subscription } from '@crm/platform/deliveries/subscription.js';
import { notFound } from '@crm/platform/errors/app-error.js';
import { saveSettings } from '@crm/domain/settings/save-settings.js';
import type { MessagingContext } from './context.js';
import { licenceNotices } from './notifications/licence-notices.js';
import { hideLead, showLead } from './privacy/hide-lead.js';
import { notify, sayVoicemail } from './notifications/notify.js';
import { dropNotificationsOfFollowup } from './notifications/read-notifications.js';
import { handConversation } from './inbox/conversations.js';
import { joinStrangers } from './inbox/strangers.js';
import { queueText } from './texts/queue-text.js';
import { textMissedCaller } from './texts/text-missed-caller.js';
import { followupIsDue, pushDueFollowup } from './push/push-due.js';
import { findUser, saveUsers } from './users/save-users.js';
import { webhookHandlers } from './webhooks/queue-deliveries.js';

const idOrNull = (id: string | 0 | null) => (id === null || id === 0 ? null : new Types.ObjectId(id));

/** What somebody is to know that other services tell of. */
function toKnow(ctx: MessagingContext): Handlers<typeof events> {
  return {
    [voicemailReceived.type]: async ({ data }) => {
      await notify(ctx, [
        {
          type: 'voicemail',
          about: new Types.ObjectId(data.id),
          lead_id: idOrNull(data.lead_id),
          lead_name: data.lead_name === '' ? data.number : data.lead_name,
          user_id: idOrNull(data.user_id),
          body: data.text ?? 'New voicemail',
        },
      ]);
    },
    [voicemailTranscribed.type]: ({ data }) => sayVoicemail(ctx, data.voicemail_id, data.text),
    [followupDue.type]: async ({ data: { followup, lead_name } }) => {
      const news = await notify(ctx, [
        {
          type: 'followup',
          about: new Types.ObjectId(followup.id),
          occasion: followup.datetime,
          lead_id: new Types.ObjectId(followup.lead_id),
          lead_name,
          user_id: new Types.ObjectId(followup.user_id),
          body: followupIsDue,
        },
      ]);
      if (news > 0) await pushDueFollowup(ctx, followup, lead_name);
    },
    [licenceExpiring.type]: async ({ id, data }) => {
      await notify(ctx, licenceNotices(id, data));
    },
    [followupUpdated.type]: ({ data }) => dropNotificationsOfFollowup(ctx, data.id, data),
    [followupDeleted.type]: ({ data }) => dropNotificationsOfFollowup(ctx, data.id),
  };
}

/** Texts that other services order, by the same use case as a click: the command's id makes a second delivery harmless. */
function orders(ctx: MessagingContext): Pick<Handlers<typeof commands>, 'text.send'> {
  return {
    [sendTextCommand.type]: async ({ id, data: { lead_id, user_id, text } }) => {
      const user = await findUser(ctx, user_id);
      if (user === undefined) throw notFound('User');
      const actor = { id: user_id, role: user.role_id, subroles: [], fullname: user.fullname };
      await queueText(ctx, actor, { lead_id, user_id, text, to: 'phone', key: `command:${id}` });
    },
  };
}

/** What the service takes from the bus. */
export function messagingConsumers(ctx: MessagingContext): Subscription[] {
  const forWebhooks = webhookHandlers(ctx);
  return [
    subscription('messaging.users', events, {
      [userCreated.type]: ({ data }) => saveUsers(ctx, [data]),
      [userUpdated.type]: ({ data }) => saveUsers(ctx, [data]),
      [settingsUpdated.type]: ({ data, sequence }) => saveSettings(ctx, data, sequence),
    }),
    subscription('messaging.notices', events, toKnow(ctx)),
    subscription('messaging.missed-calls', events, {
      [callMissed.type]: ({ data }) => textMissedCaller(ctx, data),
    }),
    subscription('messaging.commands', commands, orders(ctx)),
    subscription(
      'messaging.webhooks',
      events,
      forWebhooks.handlers,
      forWebhooks.batchHandlers,
      forWebhooks.skips,
    ),
    subscription(
      'messaging.leads',
      events,
      {
        [leadCreated.type]: async ({ data: { lead }, sequence }) => {
          await saveLeadAccess(ctx, lead, sequence);
          await joinStrangers(ctx, [lead]);
        },
        [leadStatusChanged.type]: (message) => saveLeadStatus(ctx, message),
        [leadAssigned.type]: async ({ data: { lead }, sequence }) => {
          // A lead with its agent from the start is in `lead.created`, and has no conversation yet.
          if (lead === undefined) return;
          await saveLeadAccess(ctx, lead, sequence);
          await handConversation(ctx, lead.id);
        },
        [leadDeleted.type]: async ({ data, sequence }) => {
          await forgetLead(ctx, data.lead_id, sequence);
          await hideLead(ctx, data.lead_id);
        },
        [leadRestored.type]: async ({ data: { lead }, sequence }) => {
          await saveLeadAccess(ctx, lead, sequence);
          await showLead(ctx, lead.id);
        },
      },
      {
        [leadCreated.type]: async (made) => {
          await saveAccessOfMade(ctx, made);
          await joinStrangers(
            ctx,
            made.map(({ data }) => data.lead),
          );
        },
      },
    ),
  ];
}
