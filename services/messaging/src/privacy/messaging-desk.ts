import { Types } from 'mongoose';
import type { Person, PersonRecords } from '@crm/contracts/http/privacy.js';
import { dropPersonFile } from '@crm/domain/media/person-files.js';
import { expireWithLead, type PersonDesk } from '@crm/domain/privacy/tasks.js';
import type { MessagingContext } from '../context.js';
import {
  dropNotificationsOfLead,
  dropNotificationsOfStrangers,
} from '../notifications/read-notifications.js';
import { forgetSenders, withoutWaitingEvents } from './forget-senders.js';
import { firstFirst, type TextDoc } from '../text/text.model.js';

const objectIds = ({ lead_ids }: Person) => lead_ids.map((id) => new Types.ObjectId(id));

/** Texts with the chosen leads, and by number alone those that belong to no lead at all. */
const textsOf = (person: Person) => ({
  $or: [{ lead_id: { $in: objectIds(person) } }, { lead_id: null, customer_phone: { $in: person.phones } }],
});

async function collect(ctx: MessagingContext, person: Person): Promise<PersonRecords[]> {
  const [texts, emails] = await Promise.all([
    ctx.texts.find(textsOf(person)).sort(firstFirst).lean(),
    ctx.emails
      .find({ lead_id: { $in: objectIds(person) } })
      .sort({ _id: 1 })
      .lean(),
  ]);
  return [
    {
      kind: 'texts',
      items: texts.map((doc) => ({
        id: doc._id.toHexString(),
        at: doc.createdAt,
        number: doc.customer_phone,
        our_number: doc.our_number,
        from_customer: doc.is_client_message === 1,
        by: doc.agent_fullname,
        text: doc.text ?? '',
        files: (doc.files ?? []).map(({ _id, type, bytes, sha256, state }) => ({
          ...{ id: _id.toHexString(), type, bytes: bytes ?? null, sha256: sha256 ?? null, state },
        })),
        status: doc.send_status,
        reason: doc.reason,
      })),
    },
    {
      kind: 'emails',
      items: emails.map(({ _id, createdAt, to, title, text, send_status, fname, lname }) => ({
        ...{ id: _id.toHexString(), at: createdAt, by: `${fname} ${lname}`, to, title, text },
        status: send_status,
      })),
    },
  ];
}

/** A text with nothing left to tell or to do. */
const through = { at: null, ask_at: null, outboxAt: { $exists: false } };

type ErasedText = Pick<TextDoc, '_id' | 'message_sid' | 'files' | 'key_id'>;

/** The keys of a text and of its files that are not the lead's. */
const ownKeys = ({ _id, key_id, files = [] }: ErasedText): string[] => [
  ...(key_id.equals(_id) ? [_id.toHexString()] : []),
  ...files.flatMap((file) => file.key_id?.toHexString() ?? []),
];

/**
 * Erases texts, each at the carrier first. One that is on its way, or whose events are, is left for the next turn: the
 * carrier would bring word of a text that nobody knows.
 */
async function eraseTexts(ctx: MessagingContext, person: Person) {
  const phones = await ctx.texts.distinct('customer_phone', textsOf(person));
  const finished = { ...textsOf(person), ...through, ...(await withoutWaitingEvents(ctx, phones)) };
  await forgetSenders(ctx, finished);
  const texts = await ctx.texts.find(finished, { message_sid: 1, files: 1, key_id: 1 }).lean<ErasedText[]>();
  // First: of what is deleted nothing says any more that it had one. What a backup has of them is unreadable from now on.
  await ctx.dataKeys.destroy(texts.flatMap(ownKeys), ctx.clock.now());
  let erased = 0;
  for (const { _id, message_sid, files = [] } of texts) {
    if (message_sid !== null && files.length > 0) await ctx.filesAtCarrier.forgetAll(message_sid);
    if (message_sid !== null) await ctx.carrier.forget(message_sid);
    for (const file of files) await dropPersonFile(ctx.files, file._id);
    // Somebody may have sent it once more in between.
    erased += (await ctx.texts.deleteOne({ _id, ...through })).deletedCount;
  }
  return { erased, left: await ctx.texts.countDocuments(textsOf(person)) };
}

async function erase(ctx: MessagingContext, person: Person) {
  const ids = objectIds(person);
  const { erased, left } = await eraseTexts(ctx, person);
  let notifications = await dropNotificationsOfStrangers(ctx, person.phones);
  for (const id of ids) notifications += await dropNotificationsOfLead(ctx, id);
  const emails = await ctx.emails.deleteMany({ lead_id: { $in: ids }, at: null });
  const mails = await ctx.emails.countDocuments({ lead_id: { $in: ids } });
  // What a receiver has by now is with the receiver; what is stored of it here goes, sent or not.
  await ctx.webhookDeliveries.deleteMany({ lead_ids: { $in: ids } });
  if (left === 0) {
    await ctx.conversations.deleteMany({ _id: { $in: [...person.lead_ids, ...person.phones] } });
  }
  const isWhole = left === 0 && mails === 0;
  // What is on its way is still to be read until it is through.
  if (isWhole) await ctx.dataKeys.destroy(person.lead_ids, ctx.clock.now());
  return {
    counts: { texts: erased, emails: emails.deletedCount, notifications },
    isWhole,
  };
}

/** What messaging keeps of a person; a text or an e-mail that is on its way is waited for. */
export function messagingDesk(ctx: MessagingContext): PersonDesk {
  const eraseAll = (person: Person) => erase(ctx, person);
  return { collect: (person) => collect(ctx, person), erase: eraseAll, expire: expireWithLead(eraseAll) };
}
