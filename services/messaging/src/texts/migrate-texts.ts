import { Types } from 'mongoose';
import type { InputOf } from '@crm/contracts/endpoint/endpoint.js';
import type { migrateTexts as endpoint } from '@crm/contracts/http/messaging.js';
import { migratedId } from '@crm/domain/migration/migrated-id.js';
import { notFound } from '@crm/platform/errors/app-error.js';
import { isDuplicate } from '@crm/platform/mongo/store-errors.js';
import { insertWithEvents } from '@crm/platform/outbox/outbox-fields.js';
import type { MessagingContext } from '../context.js';
import { leadWithNumbers } from '../leads/leads.js';
import { notify } from '../notifications/notify.js';
import { findUser } from '../users/save-users.js';
import { touchConversation } from '../inbox/conversations.js';
import { newText } from './new-text.js';
import type { TextDoc } from '../text/text.model.js';

type MigratedText = InputOf<typeof endpoint>['body']['texts'][number];

async function docOf(ctx: MessagingContext, taken: MigratedText): Promise<Omit<TextDoc, 'version'>> {
  const lead = await leadWithNumbers(ctx, taken.lead_id);
  const user = await findUser(ctx, taken.user_id);
  const [phone] = lead.phones;
  if (user === undefined) throw notFound('User');
  if (phone === undefined) throw notFound('Lead phone');
  const isOurs = taken.is_client_message === 0;
  return newText({
    _id: migratedId(taken.external_id, taken.at),
    send_status: isOurs ? 'delivered' : 'received',
    message_sid: `taken-over:${taken.external_id}`,
    published: true,
    lead_id: new Types.ObjectId(taken.lead_id),
    user_id: user._id,
    text: taken.text,
    is_client_message: taken.is_client_message,
    customer_fullname: lead.fullname,
    customer_phone: phone,
    agent_fullname: user.fullname,
    read_status: isOurs ? 1 : taken.read_status,
    createdAt: new Date(taken.at),
    our_number: user.twilio_phone,
    at: null,
  });
}

/** Saves texts that were written elsewhere. Nothing is sent; unread ones are told of as those that come in. */
export async function migrateTexts(
  ctx: MessagingContext,
  texts: readonly MigratedText[],
): Promise<{ saved: number; known: number }> {
  let saved = 0;
  for (const taken of texts) {
    const doc = await docOf(ctx, taken);
    try {
      await ctx.texts.collection.insertOne(insertWithEvents(doc, [], ctx.clock.now()));
      saved += 1;
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
    const { _id: about, lead_id, user_id, customer_fullname: lead_name, text: body = '' } = doc;
    if (doc.read_status === 0)
      await notify(ctx, [{ type: 'message', about, lead_id, lead_name, user_id, body }]);
    await touchConversation(ctx, doc);
  }
  return { saved, known: texts.length - saved };
}
