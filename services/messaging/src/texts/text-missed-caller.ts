import { Types } from 'mongoose';
import type { z } from 'zod';
import type { callMissed } from '@crm/contracts/bus/call-events.js';
import { defaultLanguage } from '@crm/contracts/codes/languages.js';
import { knownSettings } from '@crm/domain/settings/save-settings.js';
import type { MessagingContext } from '../context.js';
import { askPermission, languageOfLead } from '../leads/leads.js';
import { findUser } from '../users/save-users.js';
import { quietMs, textToCaller } from './callback-text.rules.js';
import { idOfWish } from './clicks.js';
import { touchConversation } from '../inbox/conversations.js';
import { newText, queueNewText } from './new-text.js';
import { ownLeaseMs, sendSoon } from './send-own-texts.js';

type MissedCall = z.output<(typeof callMissed)['data']>;

/**
 * Texts a caller whom nobody answered, from the number that was called: what the user, or else all, have set, and before
 * these what all have set in the customer's own language; once a day for each number; where permission says yes. It is a text like any other from there on.
 * Throws where leads does not answer: the call is told again.
 */
export async function textMissedCaller(ctx: MessagingContext, missed: MissedCall): Promise<void> {
  const { id, number, called, direction, lead_id, lead_name } = missed;
  if (direction === 'outbound') return;
  const now = ctx.clock.now();
  const [user, settings, language] = await Promise.all([
    missed.user_id === 0 ? undefined : findUser(ctx, missed.user_id),
    knownSettings(ctx),
    lead_id === null ? defaultLanguage : languageOfLead(ctx, lead_id),
  ]);
  const ofAll = { en: '', es: settings.default_text_message_es };
  const text = textToCaller({
    number,
    texts: [ofAll[language], user?.text_message ?? '', settings.default_text_message],
    missedAt: new Date(missed.updated),
    now,
  });
  if ('reason' in text) {
    ctx.log.debug({ call: id, reason: text.reason }, 'a caller is sent no text');
    return;
  }
  const user_id = user?._id ?? null;
  // Not counted: the same call reported again would count for a text that stands.
  const { allowed, sentence } = await askPermission(ctx, {
    lead_id,
    user_id: user_id?.toHexString() ?? null,
    phone: number,
    channel: 'text',
  });
  // The day is not used up by it: a later call may be answered.
  if (!allowed) {
    ctx.log.info({ call: id, reason: sentence }, 'caller may not be texted');
    return;
  }
  const { stored, isNew } = await queueNewText(
    ctx,
    newText({
      _id: await idOfWish(ctx, ['callback', number], quietMs),
      send_status: 'queued',
      lead_id: lead_id === null ? null : new Types.ObjectId(lead_id),
      user_id,
      text: text.body,
      is_client_message: 0,
      customer_fullname: lead_name === '' ? number : lead_name,
      customer_phone: number,
      agent_fullname: user?.fullname ?? '',
      language,
      read_status: 1,
      createdAt: now,
      our_number: called,
      is_callback: true,
      at: new Date(now.getTime() + ownLeaseMs),
    }),
  );
  await touchConversation(ctx, stored);
  if (isNew) sendSoon(ctx, stored);
}
