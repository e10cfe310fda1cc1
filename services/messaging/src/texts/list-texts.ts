import { Types } from 'mongoose';
import type { Actor } from '@crm/contracts/access.js';
import type { TextMessage } from '@crm/contracts/entities/messaging.js';
import { requireWorkable } from '@crm/platform/access/lead-access.js';
import type { MessagingContext } from '../context.js';
import type { TextDoc } from './text.model.js';
import { textView } from './text.view.js';

const pageSize = 200;
const mostUnread = 500;

/** The conversation of a lead, the oldest text first; `before` names the text whose predecessors are wanted. */
export async function listTexts(
  ctx: MessagingContext,
  actor: Actor,
  leadId: string,
  before: string | undefined,
): Promise<{ messages: TextMessage[]; more: boolean }> {
  await requireWorkable(ctx, actor, leadId);
  const older = before === undefined ? {} : { _id: { $lt: new Types.ObjectId(before) } };
  const docs = await ctx.texts
    .find({ lead_id: new Types.ObjectId(leadId), ...older })
    .sort({ _id: -1 })
    .limit(pageSize + 1)
    .lean<TextDoc[]>();
  const messages = docs.slice(0, pageSize).reverse().map(textView);
  return { messages, more: docs.length > pageSize };
}

/** What customers wrote to a user and nobody has read, the oldest first. */
export async function listUnreadTexts(ctx: MessagingContext, userId: string): Promise<TextMessage[]> {
  const docs = await ctx.texts
    .find({ user_id: new Types.ObjectId(userId), read_status: 0 })
    .sort({ _id: 1 })
    .limit(mostUnread)
    .lean<TextDoc[]>();
  return docs.map(textView);
}
