import { callStarted } from '@crm/contracts/bus/call-events.js';
import { optOutCommand, type commands } from '@crm/contracts/bus/commands.js';
import type { Envelope } from '@crm/contracts/bus/envelope.js';
import { leadStatusChanged, leadUpdated, type events } from '@crm/contracts/bus/events.js';
import { textReceived, textSent } from '@crm/contracts/bus/messaging-events.js';
import type { StatusCode } from '@crm/contracts/codes/statuses.js';
import { id as userId } from '@crm/contracts/ids.js';
import type { Handlers } from '@crm/platform/deliveries/deliveries.js';
import type { LeadsContext } from '../context.js';
import { findLead } from '../lead/lead.access.js';
import type { EventActor } from '../lead/lead.events.js';
import { actorOfUser, findUser } from '../users/find-users.js';
import { countAttempt, noteReached } from './attempts.js';
import { liftByMessage, optOut } from './do-not-contact.js';
import { listByStatus } from './list-by-status.js';

/** Whoever caused a message; the system where it is nobody who is known here. */
export async function actorOf(
  ctx: LeadsContext,
  { actorid }: Pick<Envelope, 'actorid'>,
): Promise<EventActor> {
  const parsed = userId.safeParse(actorid);
  const user = parsed.success ? await findUser(ctx, parsed.data) : undefined;
  return user === undefined ? 'system' : actorOfUser(user);
}

async function listNumbers(
  ctx: LeadsContext,
  message: Pick<Envelope, 'id' | 'actorid'>,
  leadId: string,
  status: StatusCode,
): Promise<void> {
  const lead = await findLead(ctx, leadId);
  if (lead === undefined) return;
  const actor = await actorOf(ctx, message);
  const by = actor === 'system' ? null : actor.fullname;
  await listByStatus(ctx, actor, lead, { status, by, delivery: message.id });
}

/** What is learnt of contacts from events: attempts of telephony and messaging, and numbers that a status closes. */
export function contactEvents(ctx: LeadsContext): Handlers<typeof events> {
  return {
    [callStarted.type]: async ({ data, time }) => {
      if (data.direction !== 'outbound') {
        await noteReached(ctx, data.number, new Date(time));
        return;
      }
      await countAttempt(ctx, data.number, { id: data.call_id, at: new Date(time), channel: 'call' });
    },
    [textReceived.type]: ({ data, time }) => noteReached(ctx, data.customer_phone, new Date(time)),
    [textSent.type]: ({ data, time }) =>
      countAttempt(ctx, data.customer_phone, { id: data.id, at: new Date(time), channel: 'text' }),
    // The event hides the numbers; the lead has them.
    [leadStatusChanged.type]: async (message) => {
      const { lead_id, to } = message.data;
      if (to === 'doNotCall' || to === 'wrongPhoneNumber') await listNumbers(ctx, message, lead_id, to);
    },
    [leadUpdated.type]: async (message) => {
      const { lead, changed } = message.data;
      const isNewNumber = changed.includes('phone') || changed.includes('second_phone');
      // Another number of somebody who wants no calls; that of a wrong number may be the right one.
      if (isNewNumber && lead.status === 'doNotCall') await listNumbers(ctx, message, lead.id, lead.status);
    },
  };
}

/** Opt-outs that come by message: words of customers, errors of carriers, files. */
export function contactCommands(ctx: LeadsContext): Pick<Handlers<typeof commands>, 'contact.opt-out'> {
  return {
    [optOutCommand.type]: async ({ data, ...message }) => {
      const { phone, email, channel, how, lift, wording, reason = null, lead_id = null } = data;
      const address = phone ?? email ?? '';
      if (lift === true) {
        await liftByMessage(ctx, { address, channel, how, delivery: message.id });
        return;
      }
      const actor = await actorOf(ctx, message);
      const by = actor === 'system' ? null : actor.fullname;
      const given = { address, channel, how, by, lead_id, reason, delivery: message.id, wording };
      await optOut(ctx, actor, given);
    },
  };
}
