import { notFound } from '@crm/platform/errors/app-error.js';
import { keyOwnerOf } from '@crm/platform/encryption/key-owner.js';
import { isDuplicate } from '@crm/platform/mongo/store-errors.js';
import { insertWithEvents } from '@crm/platform/outbox/outbox-fields.js';
import type { MessagingContext } from '../context.js';
import type { TextDoc } from '../text/text.model.js';

type Begun = Omit<TextDoc, 'version'>;
type Said =
  | '_id'
  | 'send_status'
  | 'lead_id'
  | 'user_id'
  | 'text'
  | 'is_client_message'
  | 'customer_fullname'
  | 'customer_phone'
  | 'agent_fullname'
  | 'read_status'
  | 'createdAt'
  | 'at';

/** A text as it begins: what is said of it, and nothing of what becomes of it. */
export const newText = (said: Pick<Begun, Said> & Partial<Begun>): Begun => ({
  reason: '',
  attempt: 1,
  message_sid: null,
  uncertain: false,
  published: false,
  arrival: null,
  our_number: '',
  said_agency: false,
  said_opt_out: false,
  is_callback: false,
  handed_at: null,
  ask_at: null,
  asked: 0,
  key_id: keyOwnerOf(said.lead_id, said._id),
  ...said,
});

/** Stores a text of ours that is to be sent; one that stands under its id already is answered as it is. */
export async function queueNewText(
  ctx: MessagingContext,
  text: Begun,
): Promise<{ stored: TextDoc; isNew: boolean }> {
  const fresh = insertWithEvents(text, [], ctx.clock.now());
  try {
    await ctx.texts.collection.insertOne(fresh);
    return { stored: fresh, isNew: true };
  } catch (error) {
    if (!isDuplicate(error)) throw error;
  }
  const stored = await ctx.texts.findById(text._id).lean<TextDoc>();
  if (stored === null) throw notFound('Message');
  return { stored, isNew: false };
}
