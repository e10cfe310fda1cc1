import { Types } from 'mongoose';
import type { MessagingContext } from '../context.js';
import { forgetSenders } from './forget-senders.js';
import { dropNotificationsOfLead } from '../notifications/read-notifications.js';

/** What a lead leaves behind goes with it: its texts, its e-mails, and what was told of it. Again, it changes nothing. */
export async function eraseLead(ctx: MessagingContext, leadId: string): Promise<void> {
  const lead_id = new Types.ObjectId(leadId);
  await dropNotificationsOfLead(ctx, lead_id);
  await ctx.conversations.deleteOne({ _id: leadId });
  await forgetSenders(ctx, { lead_id });
  await ctx.texts.deleteMany({ lead_id });
  await ctx.emails.deleteMany({ lead_id });
}
