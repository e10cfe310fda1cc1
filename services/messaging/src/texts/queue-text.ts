import { Types } from 'mongoose';
import type { Actor } from '@crm/contracts/access.js';
import { sentFileSentences } from '@crm/contracts/codes/text-files.js';
import { roles } from '@crm/contracts/codes/roles.js';
import type { TextMessage } from '@crm/contracts/entities/messaging.js';
import type { LeadToCall } from '@crm/contracts/http/calling.js';
import { textSentences } from '@crm/contracts/http/messaging.js';
import { toE164 } from '@crm/contracts/phone.js';
import { requireWorkable } from '@crm/domain/access/lead-access.js';
import { conflict, forbidden, invalidField, notFound } from '@crm/platform/errors/app-error.js';
import type { MessagingContext } from '../context.js';
import { claimFiles, filesToSend, forgetUploads } from '../files/upload-file.js';
import { askPermission, leadWithNumbers } from '../leads/leads.js';
import { findUser } from '../users/save-users.js';
import type { MessagingUserDoc } from '../users/user.model.js';
import { changeText } from './change-text.js';
import { idOfClick } from './clicks.js';
import { addToConversation } from '../inbox/conversations.js';
import { newText, queueNewText } from './new-text.js';
import { ownLeaseMs, sendSoon } from './send-own-texts.js';
import type { TextDoc } from '../text/text.model.js';
import { textView } from '../text/text.view.js';

export interface TextAsked {
  lead_id: string;
  user_id: string;
  text: string;
  /** A number in any writing, or `phone`, `second_phone`. */
  to: string;
  /** Uploads of the actor's that go along. */
  files?: readonly string[];
  key?: string | undefined;
}

/** In whose name something is written: the actor's own, or by an admin anybody's who is there. */
export async function authorOf(
  ctx: MessagingContext,
  actor: Actor,
  userId: string,
): Promise<MessagingUserDoc> {
  if (userId !== actor.id && actor.role !== roles.admin) throw forbidden();
  const user = await findUser(ctx, userId);
  if (user === undefined) throw notFound('User');
  return user;
}

/** Which of the lead's own numbers is meant. */
function numberOf({ phones }: LeadToCall, to: string): string {
  const [first, second] = phones;
  const asked = to.trim();
  if (asked === '') throw invalidField('to', textSentences.noPhone);
  const number = asked === 'phone' ? first : asked === 'second_phone' ? second : toE164(asked);
  if (number === undefined) throw invalidField('to', textSentences.noPhone);
  if (!phones.includes(number)) throw invalidField('to', 'This number does not belong to the lead');
  return number;
}

/**
 * Queues a text to a lead: whoever asks may work it, the number is its own, and permission says yes at this moment, which
 * counts it; it is asked again should the text not go out at once. The same wish again answers the text that stands.
 */
export async function queueText(ctx: MessagingContext, actor: Actor, asked: TextAsked): Promise<TextMessage> {
  const text = asked.text.trim();
  const { files: ids = [] } = asked;
  if (text === '' && ids.length === 0) throw invalidField('text', textSentences.empty);
  if (asked.to.trim() === '') throw invalidField('to', textSentences.noPhone);
  await requireWorkable(ctx, actor, asked.lead_id);
  const author = await authorOf(ctx, actor, asked.user_id);
  const lead = await leadWithNumbers(ctx, asked.lead_id);
  const phone = numberOf(lead, asked.to);
  const _id = await idOfClick(ctx, {
    kind: 'text',
    lead: asked.lead_id,
    user: asked.user_id,
    words: [phone, text, ...ids].join(' '),
    key: asked.key,
  });
  // In this order: files that a first click has just used are found with its text.
  const files = await filesToSend(ctx, actor, { ids, textId: _id });
  const known = ids.length === 0 ? null : await ctx.texts.findById(_id).lean<TextDoc>();
  if (known !== null) return textView(known);
  if (files === undefined) throw invalidField('files', sentFileSentences.gone);
  const who = { lead_id: asked.lead_id, user_id: asked.user_id, attempt_id: _id.toHexString() };
  const { allowed, sentence } = await askPermission(ctx, { ...who, phone, channel: 'text' });
  if (!allowed) throw invalidField('to', sentence);
  if (!(await claimFiles(ctx, actor, { files, textId: _id }))) {
    const made = await ctx.texts.findById(_id).lean<TextDoc>();
    if (made === null) throw invalidField('files', sentFileSentences.gone);
    return textView(made);
  }

  const now = ctx.clock.now();
  const { stored, isNew } = await queueNewText(
    ctx,
    newText({
      _id,
      send_status: 'queued',
      lead_id: new Types.ObjectId(asked.lead_id),
      user_id: author._id,
      text,
      ...(files.length > 0 && { files }),
      is_client_message: 0,
      customer_fullname: lead.fullname,
      customer_phone: phone,
      agent_fullname: author.fullname,
      language: lead.language,
      read_status: 1,
      createdAt: now,
      permitted_at: now,
      at: new Date(now.getTime() + ownLeaseMs),
    }),
  );
  await forgetUploads(ctx, files);
  await addToConversation(ctx, stored);
  if (isNew) sendSoon(ctx, stored, author);
  return textView(stored);
}

/** Sends a text that failed once more, in its own place and by the same rules. */
export async function resendText(ctx: MessagingContext, actor: Actor, id: string): Promise<TextMessage> {
  const _id = new Types.ObjectId(id);
  const doc = await ctx.texts.findOne({ _id, is_client_message: 0 }).lean<TextDoc>();
  if (doc === null || doc.lead_id === null) throw notFound('Message');
  const lead_id = doc.lead_id.toHexString();
  await requireWorkable(ctx, actor, lead_id);
  const { allowed, sentence } = await askPermission(ctx, {
    lead_id,
    user_id: doc.user_id?.toHexString() ?? null,
    phone: doc.customer_phone,
    channel: 'text',
  });
  if (!allowed) throw invalidField('id', sentence);
  const again = await changeText(
    ctx,
    _id,
    { is: 'resent' },
    { at: ctx.clock.now(), set: { permitted_at: null } },
  );
  if (again === undefined) throw conflict(undefined, 'Only a failed message can be resent, and only once');
  ctx.outgoing.wake();
  return textView(again);
}
