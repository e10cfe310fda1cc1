import { Types } from 'mongoose';
import type { Actor } from '@crm/contracts/access.js';
import type { AnswerOf, InputOf } from '@crm/contracts/endpoint/endpoint.js';
import type { TextMessage } from '@crm/contracts/entities/messaging.js';
import type { listTexts as endpoint } from '@crm/contracts/http/messaging.js';
import type { Exchange } from '@crm/platform/http/mount-endpoint.js';
import { notFound } from '@crm/platform/errors/app-error.js';
import { requireWorkable } from '@crm/domain/access/lead-access.js';
import type { MessagingContext } from '../context.js';
import { firstFirst, lastFirst, type TextDoc } from '../text/text.model.js';
import { textView } from '../text/text.view.js';

const pageSize = 200;
const maxUnread = 500;

/** The part of a filter that finds what stands before a text of a conversation. */
async function olderThan({ texts }: MessagingContext, lead_id: Types.ObjectId, id: string) {
  const _id = new Types.ObjectId(id);
  const text = await texts.findOne({ _id, lead_id }, { createdAt: 1 }).lean<Pick<TextDoc, 'createdAt'>>();
  if (text === null) throw notFound('Message');
  const { createdAt } = text;
  return { $or: [{ createdAt: { $lt: createdAt } }, { createdAt, _id: { $lt: _id } }] };
}

/** The conversation of a lead, the oldest text first; `before` names the text whose predecessors are wanted. */
export async function listTexts(
  ctx: MessagingContext,
  actor: Actor,
  { params: { id: leadId }, query: { before } }: Pick<InputOf<typeof endpoint>, 'params' | 'query'>,
  exchange: Pick<Exchange, 'vouchedBy'>,
): Promise<AnswerOf<typeof endpoint>> {
  await requireWorkable(ctx, actor, leadId, exchange);
  const lead_id = new Types.ObjectId(leadId);
  const docs = await ctx.texts
    .find({ lead_id, ...(before === undefined ? {} : await olderThan(ctx, lead_id, before)) })
    .sort(lastFirst)
    .limit(pageSize + 1)
    .lean<TextDoc[]>();
  const messages = docs.slice(0, pageSize).reverse().map(textView);
  return { messages, more: docs.length > pageSize };
}

/** What customers wrote to a user and nobody has read, the oldest first. */
export async function listUnreadTexts(ctx: MessagingContext, userId: string): Promise<TextMessage[]> {
  const docs = await ctx.texts
    .find({ user_id: new Types.ObjectId(userId), read_status: 0 })
    .sort(firstFirst)
    .limit(maxUnread)
    .lean<TextDoc[]>();
  return docs.map(textView);
}
