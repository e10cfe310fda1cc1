import { Types } from 'mongoose';
import type { MessagingContext } from '../context.js';
import { touchConversation } from '../inbox/conversations.js';
import { dropNotificationsOfLead } from '../notifications/read-notifications.js';
import type { TextDoc } from '../text/text.model.js';
import { changeText } from '../texts/change-text.js';

/**
 * Ends what goes on with a deleted lead: queued texts are not sent, nobody is told of anything, and the inbox is without it.
 * Its texts and e-mails are stored until their retention ends. Again, it changes nothing.
 */
export async function hideLead(ctx: MessagingContext, leadId: string): Promise<void> {
  const lead_id = new Types.ObjectId(leadId);
  const queued = await ctx.texts
    .find({ lead_id, is_client_message: 0, send_status: 'queued' }, { attempt: 1 })
    .lean<Pick<TextDoc, '_id' | 'attempt'>[]>();
  for (const { _id, attempt } of queued)
    await changeText(ctx, _id, { is: 'refused', attempt, reason: 'The lead was deleted' }, { at: null });
  await dropNotificationsOfLead(ctx, lead_id);
  await ctx.texts.updateMany({ lead_id, read_status: 0 }, { $set: { read_status: 1 }, $inc: { version: 1 } });
  await ctx.conversations.deleteOne({ _id: leadId });
}

/** Puts the conversation of a restored lead into the inbox again. */
export const showLead = (ctx: MessagingContext, leadId: string): Promise<void> =>
  touchConversation(ctx, { lead_id: new Types.ObjectId(leadId), customer_phone: '' });
