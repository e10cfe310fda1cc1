import { Types } from 'mongoose';
import type { Actor } from '@crm/contracts/access.js';
import { roles } from '@crm/contracts/codes/roles.js';
import type { EventLead } from '@crm/contracts/entities/lead.js';
import type { TextMessage } from '@crm/contracts/entities/messaging.js';
import { notFound } from '@crm/platform/errors/app-error.js';
import { withEvents } from '@crm/platform/outbox/outbox-fields.js';
import type { MessagingContext } from '../context.js';
import { lastFirst, type ConversationDoc, type TextDoc } from '../text/text.model.js';
import { statusChangedEvent } from '../text/text.events.js';
import { textView } from '../text/text.view.js';
import { touchConversation } from './conversations.js';

const maxTexts = 200;

/** What a number that no lead has wrote, the oldest first. Throws 404 for who was not written to and is no admin. */
export async function listStrangerTexts(
  ctx: MessagingContext,
  actor: Actor,
  number: string,
): Promise<TextMessage[]> {
  const known = await ctx.conversations.findById(number).lean<ConversationDoc>();
  const isTheirs = actor.role === roles.admin || known?.user_id?.toHexString() === actor.id;
  if (known === null || known.lead_id !== null || !isTheirs) throw notFound('Conversation');
  const docs = await ctx.texts
    .find({ lead_id: null, customer_phone: number })
    .sort(lastFirst)
    .limit(maxTexts)
    .lean<TextDoc[]>();
  return docs.reverse().map(textView);
}

type MadeLead = Pick<EventLead, 'id' | 'fullname' | 'phone' | 'second_phone'>;

/** Gives a text its lead; undefined where it changed meanwhile. */
async function joinText(ctx: MessagingContext, text: TextDoc, { id, fullname }: MadeLead): Promise<boolean> {
  const now = ctx.clock.now();
  const set = { lead_id: new Types.ObjectId(id), customer_fullname: fullname };
  const after: TextDoc = { ...text, ...set, version: text.version + 1 };
  const { _id, version } = text;
  const written = await ctx.texts.updateOne(
    { _id, version, lead_id: null },
    withEvents({ $set: set }, [statusChangedEvent(after, now)], now),
  );
  return written.matchedCount > 0;
}

/** Moves all that a number wrote to the lead that has it now; what changes meanwhile is read again. */
async function joinNumber(ctx: MessagingContext, number: string, lead: MadeLead): Promise<void> {
  for (;;) {
    const texts = await ctx.texts.find({ lead_id: null, customer_phone: number }).lean<TextDoc[]>();
    if (texts.length === 0) break;
    for (const text of texts) await joinText(ctx, text, lead);
    await ctx.notifications.updateMany(
      { type: 'message', about: { $in: texts.map(({ _id }) => _id) } },
      { $set: { lead_id: new Types.ObjectId(lead.id), lead_name: lead.fullname } },
    );
  }
  await touchConversation(ctx, { lead_id: null, customer_phone: number });
  await touchConversation(ctx, { lead_id: new Types.ObjectId(lead.id), customer_phone: number });
}

/** Joins the conversations of strangers to leads that were made and have their numbers; a second time there is none. */
export async function joinStrangers(ctx: MessagingContext, leads: readonly MadeLead[]): Promise<void> {
  const leadOf = new Map(
    leads.flatMap((lead) =>
      [lead.phone, lead.second_phone].flatMap((phone) => (phone ? [[phone, lead] as const] : [])),
    ),
  );
  if (leadOf.size === 0) return;
  const strangers = await ctx.conversations
    .find({ _id: { $in: [...leadOf.keys()] }, lead_id: null }, { _id: 1 })
    .lean<Pick<ConversationDoc, '_id'>[]>();
  for (const { _id: number } of strangers) {
    const lead = leadOf.get(number);
    if (lead) await joinNumber(ctx, number, lead);
  }
}
