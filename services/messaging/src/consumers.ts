import { Types, type Connection } from 'mongoose';
import { callMissed, voicemailReceived } from '@crm/contracts/bus/call-events.js';
import { commands, sendTextCommand } from '@crm/contracts/bus/commands.js';
import {
  events,
  leadAssigned,
  leadCreated,
  leadDeleted,
  leadStatusChanged,
  leadUpdated,
  settingsUpdated,
  userCreated,
  userUpdated,
} from '@crm/contracts/bus/events.js';
import { followupDeleted, followupDue, followupUpdated } from '@crm/contracts/bus/followup-events.js';
import type { Lead } from '@crm/contracts/entities/lead.js';
import { forgetLead, keepLeadAccess } from '@crm/domain/access/lead-access.js';
import type { Bus } from '@crm/platform/bus/bus.js';
import { consumerGroup, type ConsumerGroup } from '@crm/platform/deliveries/consumer-group.js';
import {
  consumeReliably,
  type DeliveryObserver,
  type Handlers,
} from '@crm/platform/deliveries/deliveries.js';
import { notFound } from '@crm/platform/errors/app-error.js';
import type { JobScheduler } from '@crm/platform/lifecycle/job-scheduler.js';
import type { Tracer } from '@crm/platform/tracing/tracer.js';
import { sessionEvents } from '@crm/platform/identity/session-events.js';
import type { Sessions } from '@crm/platform/identity/sessions.js';
import { keepSettings } from '@crm/domain/settings/keep-settings.js';
import type { MessagingContext } from './context.js';
import { eraseLead } from './leads/erase-lead.js';
import { notify } from './notifications/notify.js';
import { dropNotificationsOfFollowup } from './notifications/read-notifications.js';
import { handConversation } from './texts/conversations.js';
import { queueText } from './texts/queue-text.js';
import { textMissedCaller } from './texts/text-missed-caller.js';
import { findUser, keepUsers } from './users/keep-users.js';

const idOrNull = (id: string | 0 | null) => (id === null || id === 0 ? null : new Types.ObjectId(id));

/** What somebody is to know that other services tell of. */
function toKnow(ctx: MessagingContext): Handlers<typeof events> {
  return {
    [voicemailReceived.type]: ({ data }) =>
      notify(ctx, [
        {
          type: 'voicemail',
          about: new Types.ObjectId(data.id),
          lead_id: idOrNull(data.lead_id),
          lead_name: data.lead_name === '' ? data.number : data.lead_name,
          user_id: idOrNull(data.user_id),
          body: data.text ?? 'New voicemail',
        },
      ]),
    [followupDue.type]: ({ data: { followup, lead_name } }) =>
      notify(ctx, [
        {
          type: 'followup',
          about: new Types.ObjectId(followup.id),
          occasion: followup.datetime,
          lead_id: new Types.ObjectId(followup.lead_id),
          lead_name,
          user_id: new Types.ObjectId(followup.user_id),
          body: followup.description === '' ? 'Follow-up is due' : followup.description,
        },
      ]),
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

interface ConsumerDeps {
  bus: Bus;
  connection: Connection;
  scheduler: JobScheduler;
  sessions: Sessions;
  observe: DeliveryObserver;
  tracer: Tracer;
}

/** What the service takes from the bus. */
export async function startConsumers(
  ctx: MessagingContext,
  { bus, connection, scheduler, sessions, observe, tracer }: ConsumerDeps,
): Promise<ConsumerGroup> {
  const { clock, log } = ctx;
  const shared = { bus, connection, scheduler, observe, tracer, clock, log };
  const keepLead = async ({ lead }: { lead: Lead }, sequence: number) => {
    await keepLeadAccess(ctx, lead, sequence);
    await handConversation(ctx, lead.id);
  };
  return consumerGroup([
    consumeReliably({
      ...shared,
      queue: 'messaging.users',
      catalogue: events,
      handlers: {
        [userCreated.type]: ({ data }) => keepUsers(ctx, [data]),
        [userUpdated.type]: ({ data }) => keepUsers(ctx, [data]),
        [settingsUpdated.type]: ({ data, sequence }) => keepSettings(ctx, data, sequence),
        ...sessionEvents(sessions),
      },
    }),
    consumeReliably({ ...shared, queue: 'messaging.notices', catalogue: events, handlers: toKnow(ctx) }),
    consumeReliably({
      ...shared,
      queue: 'messaging.missed-calls',
      catalogue: events,
      handlers: { [callMissed.type]: ({ data }) => textMissedCaller(ctx, data) },
    }),
    consumeReliably({ ...shared, queue: 'messaging.commands', catalogue: commands, handlers: orders(ctx) }),
    consumeReliably({
      ...shared,
      queue: 'messaging.leads',
      catalogue: events,
      handlers: {
        [leadCreated.type]: ({ data, sequence }) => keepLeadAccess(ctx, data.lead, sequence),
        [leadUpdated.type]: ({ data, sequence }) => keepLeadAccess(ctx, data.lead, sequence),
        [leadStatusChanged.type]: ({ data, sequence }) => keepLeadAccess(ctx, data.lead, sequence),
        [leadAssigned.type]: ({ data, sequence }) => keepLead(data, sequence),
        [leadDeleted.type]: async ({ data, sequence }) => {
          await forgetLead(ctx, data.lead_id, sequence);
          await eraseLead(ctx, data.lead_id);
        },
      },
    }),
  ]);
}
