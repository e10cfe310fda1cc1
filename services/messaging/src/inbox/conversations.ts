import { Types } from 'mongoose';
import type { Actor } from '@crm/contracts/access.js';
import { roles } from '@crm/contracts/codes/roles.js';
import type { Conversation } from '@crm/contracts/entities/messaging.js';
import { isDuplicate } from '@crm/platform/mongo/store-errors.js';
import type { LeadAccessDoc } from '@crm/domain/access/lead-access.model.js';
import type { MessagingContext } from '../context.js';
import { isLater, lastFirst, type ConversationDoc, type TextDoc } from '../text/text.model.js';
import { textView } from '../text/text.view.js';
import { literalPattern } from '@crm/platform/mongo/literal-pattern.js';

type Ends = Pick<TextDoc, 'lead_id' | 'customer_phone'>;

const keyOf = ({ lead_id, customer_phone }: Ends) => lead_id?.toHexString() ?? customer_phone;
const textsOf = ({ lead_id, customer_phone }: Ends) =>
  lead_id === null ? { lead_id, customer_phone } : { lead_id };

const wordsOf = (name: string, phone: string) => [
  ...new Set([...name.toLowerCase().split(/\s+/).filter(Boolean), phone.replace(/^\+1/, '')]),
];

type Worked = Omit<ConversationDoc, '_id' | 'revision'>;

/** A conversation by its last text. */
function conversationWith(
  last: TextDoc,
  { unread, user_id }: Pick<ConversationDoc, 'unread' | 'user_id'>,
): Worked {
  const { lead_id, customer_fullname: lead_name, customer_phone } = last;
  return {
    lead_id,
    lead_name,
    customer_phone,
    user_id,
    unread,
    // Of a stranger who wrote to nobody in particular there is nobody who could read it.
    waits: unread > 0 && (lead_id !== null || last.user_id !== null) ? 1 : 0,
    last_id: last._id,
    last_at: last.createdAt,
    words: wordsOf(lead_name, customer_phone),
  };
}

/** What the texts say of their conversation now; undefined where there are none, or their lead is deleted. */
async function worked(ctx: MessagingContext, ends: Ends): Promise<Worked | undefined> {
  const filter = textsOf(ends);
  const [last, unread, access] = await Promise.all([
    ctx.texts.findOne(filter).sort(lastFirst).lean<TextDoc>(),
    ctx.texts.countDocuments({ ...filter, is_client_message: 1, read_status: 0 }),
    ends.lead_id === null ? null : ctx.leadAccess.findById(ends.lead_id).lean<LeadAccessDoc>(),
  ]);
  if (last === null || access?.goneAt) return undefined;
  return conversationWith(last, { unread, user_id: access === null ? last.user_id : access.user_id });
}

/**
 * Works a conversation out anew from its texts. Whoever changed a text calls it after; of several at once the last one
 * to write has seen all changes, since each starts over where another wrote meanwhile.
 */
export async function touchConversation(ctx: MessagingContext, ends: Ends): Promise<void> {
  const _id = keyOf(ends);
  for (;;) {
    const before = await ctx.conversations
      .findById(_id, { revision: 1 })
      .lean<Pick<ConversationDoc, 'revision'>>();
    const revision = before?.revision ?? 0;
    const set = await worked(ctx, ends);
    if (set === undefined) {
      await ctx.conversations.deleteOne({ _id });
      return;
    }
    try {
      const { matchedCount, upsertedCount } = await ctx.conversations.updateOne(
        { _id, revision },
        { $set: { ...set, revision: revision + 1 } },
        { upsert: before === null },
      );
      if (matchedCount + upsertedCount > 0) return;
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
  }
}

/**
 * The same of a conversation that a text of ours was just added to: nothing is unread by it, so the text and what the
 * conversation knows of itself say all. Where that is not certain it is worked out anew.
 */
export async function addToConversation(ctx: MessagingContext, text: TextDoc): Promise<void> {
  const before = await ctx.conversations.findById(keyOf(text)).lean<ConversationDoc>();
  const isLast = before && isLater(text, { _id: before.last_id, createdAt: before.last_at });
  if (before === null || !isLast) return touchConversation(ctx, text);
  const { _id, revision } = before;
  const { matchedCount } = await ctx.conversations.updateOne(
    { _id, revision },
    { $set: { ...conversationWith(text, before), revision: revision + 1 } },
  );
  if (matchedCount === 0) await touchConversation(ctx, text);
}

/** Customers' texts that nobody has read, by lead. */
async function unreadOf({ texts }: MessagingContext, leadIds: readonly Types.ObjectId[]) {
  const counts = await texts.aggregate<{ _id: Types.ObjectId; unread: number }>([
    { $match: { lead_id: { $in: leadIds }, is_client_message: 1, read_status: 0 } },
    { $group: { _id: '$lead_id', unread: { $sum: 1 } } },
  ]);
  return new Map(counts.map(({ _id, unread }) => [_id.toHexString(), unread]));
}

/** Whether every one of them found its revision; duplicates are what somebody made at the same moment. */
async function allWritten(
  { conversations }: MessagingContext,
  writes: Parameters<MessagingContext['conversations']['bulkWrite']>[0],
): Promise<boolean> {
  if (writes.length === 0) return true;
  try {
    const { matchedCount, upsertedCount } = await conversations.bulkWrite([...writes], { ordered: false });
    return matchedCount + upsertedCount === writes.length;
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    return false;
  }
}

/**
 * The same as `touchConversation` of many conversations that a text came to: what is their last one is known of a
 * conversation itself, and where another wrote meanwhile each is worked out anew.
 */
export async function bringForward(ctx: MessagingContext, texts: readonly TextDoc[]): Promise<void> {
  const lasts = new Map<string, TextDoc>();
  for (const text of texts) {
    const other = lasts.get(keyOf(text));
    if (other === undefined || isLater(text, other)) lasts.set(keyOf(text), text);
  }
  const leadIds = [...lasts.values()].flatMap(({ lead_id }) => lead_id ?? []);
  const [stand, accesses, unread] = await Promise.all([
    ctx.conversations.find({ _id: { $in: [...lasts.keys()] } }).lean<ConversationDoc[]>(),
    ctx.leadAccess.find({ _id: { $in: leadIds } }).lean<LeadAccessDoc[]>(),
    unreadOf(ctx, leadIds),
  ]);
  const standing = new Map(stand.map((each) => [each._id, each]));
  const access = new Map(accesses.map((each) => [each._id.toHexString(), each]));
  // A stranger's has no lead to count by, and one whose last text is newer than this one is another matter.
  const known = (text: TextDoc) => {
    const before = standing.get(keyOf(text));
    const isPassed = before && isLater({ _id: before.last_id, createdAt: before.last_at }, text);
    return text.lead_id !== null && isPassed !== true;
  };
  const all = [...lasts.values()];
  const writes = all.filter(known).map((text) => {
    const _id = keyOf(text);
    const before = standing.get(_id);
    const revision = before?.revision ?? 0;
    const set = conversationWith(text, {
      unread: unread.get(_id) ?? 0,
      user_id: (access.get(_id) ?? text).user_id,
    });
    return {
      updateOne: {
        filter: { _id, revision },
        update: { $set: { ...set, revision: revision + 1 } },
        upsert: before === undefined,
      },
    };
  });
  const isWritten = await allWritten(ctx, writes);
  for (const text of all) if (!isWritten || !known(text)) await touchConversation(ctx, text);
}

/** Saves that a lead changed hands: its conversation goes with it. */
export async function handConversation(ctx: MessagingContext, leadId: string): Promise<void> {
  const known = await ctx.conversations.findById(leadId, { customer_phone: 1 }).lean<ConversationDoc>();
  if (known === null) return;
  const { customer_phone } = known;
  await touchConversation(ctx, { lead_id: new Types.ObjectId(leadId), customer_phone });
}

/** A page of the inbox: what waits to be read first, then what moved last. */
export async function listConversations(
  ctx: MessagingContext,
  actor: Actor,
  { page, limit, search }: { page: number; limit: number; search?: string | undefined },
): Promise<{ conversations: Conversation[]; totalCount: number; unreadCount: number }> {
  const own = actor.role === roles.admin ? {} : { user_id: new Types.ObjectId(actor.id) };
  const words = (search ?? '')
    .toLowerCase()
    .split(/\s+/)
    .map((word) => (/^[\d()+.-]+$/.test(word) ? word.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '') : word))
    .filter(Boolean);
  const filter = {
    ...own,
    ...(words.length === 0
      ? {}
      : { $and: words.map((word) => ({ words: { $regex: `^${literalPattern(word)}` } })) }),
  };
  const [docs, totalCount, unreadCount] = await Promise.all([
    ctx.conversations
      .find(filter)
      .sort({ waits: -1, last_at: -1, _id: 1 })
      .skip((page - 1) * limit)
      .limit(limit)
      .lean<ConversationDoc[]>(),
    ctx.conversations.countDocuments(filter),
    ctx.conversations.countDocuments({ ...own, waits: 1 }),
  ]);
  const texts = await ctx.texts.find({ _id: { $in: docs.map(({ last_id }) => last_id) } }).lean<TextDoc[]>();
  const textOf = new Map(texts.map((text) => [text._id.toHexString(), text]));
  const conversations = docs.flatMap((doc) => {
    const last = textOf.get(doc.last_id.toHexString());
    if (last === undefined) return [];
    const { lead_id, lead_name, customer_phone, user_id, unread } = doc;
    return [
      {
        lead_id: lead_id?.toHexString() ?? null,
        lead_name,
        customer_phone,
        user_id: user_id?.toHexString() ?? (0 as const),
        unread,
        last: textView(last),
      },
    ];
  });
  return { conversations, totalCount, unreadCount };
}
