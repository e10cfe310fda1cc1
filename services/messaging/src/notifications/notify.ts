import { createHash } from 'node:crypto';
import { Types } from 'mongoose';
import { notificationCreated } from '@crm/contracts/bus/messaging-events.js';
import type { NotificationType } from '@crm/contracts/entities/messaging.js';
import { DataKeyDestroyed } from '@crm/platform/encryption/data-keys.js';
import { keyOwnerOf } from '@crm/platform/encryption/key-owner.js';
import { insertNew } from '@crm/platform/mongo/store-errors.js';
import { newEvent } from '@crm/platform/outbox/new-event.js';
import { alive, insertWithEvents } from '@crm/platform/outbox/outbox-fields.js';
import type { MessagingContext } from '../context.js';
import type { NotificationDoc } from './notification.model.js';
import { notificationDetails } from './notification.view.js';

export interface ToKnow {
  type: NotificationType;
  /** The text, the voicemail, the follow-up, the agent or the webhook. */
  about: Types.ObjectId;
  /** Which of several times, where something comes again: a follow-up that was moved. */
  occasion?: string;
  lead_id: Types.ObjectId | null;
  lead_name: string;
  /** Null for nobody in particular: then it is for all admins. */
  user_id: Types.ObjectId | null;
  body: string;
}

/** The same for the same occasion: a second delivery finds the notification, or what is left of a read one. */
const idOf = ({ type, about, occasion = '' }: ToKnow) =>
  new Types.ObjectId(
    createHash('sha256').update(`${type} ${about.toHexString()} ${occasion}`).digest('hex').slice(0, 24),
  );

function notificationOf(known: ToKnow, now: Date) {
  const { type, about, occasion = '', lead_id, lead_name, user_id, body } = known;
  const doc: Omit<NotificationDoc, 'version'> = {
    _id: idOf(known),
    ...{ type, about, occasion, lead_id, lead_name, user_id, body },
    // A text that came in has a key of its own: it is destroyed with that one.
    key_id: type === 'message' ? about : keyOwnerOf(lead_id, about),
    createdAt: now,
  };
  const event = newEvent(notificationCreated, {
    source: 'messaging',
    subject: `notification/${doc._id.toHexString()}`,
    sequence: 1,
    data: notificationDetails(doc),
    actor: 'system',
    now,
  });
  return insertWithEvents(doc, [event], now);
}

/**
 * Lets users, or all admins, know something: once for each occasion, however often it is said. Answers how many of them
 * had not been said before.
 */
export async function notify(
  ctx: Pick<MessagingContext, 'notifications' | 'clock'>,
  known: readonly ToKnow[],
): Promise<number> {
  const now = ctx.clock.now();
  try {
    const before = await insertNew(
      ctx.notifications.collection,
      known.map((each) => notificationOf(each, now)),
    );
    return known.length - before.length;
  } catch (error) {
    // Of somebody who was erased before this was delivered there is nothing to know.
    if (error instanceof DataKeyDestroyed) return 0;
    throw error;
  }
}

/** Lets the notification of a voicemail say what was written down of it; once it is read there is none any more. */
export async function sayVoicemail(
  { notifications }: Pick<MessagingContext, 'notifications'>,
  voicemailId: string,
  body: string,
): Promise<void> {
  const about = new Types.ObjectId(voicemailId);
  const stands = await notifications
    .findOne(alive({ about, type: 'voicemail' as const }), { key_id: 1 })
    .lean<Pick<NotificationDoc, '_id' | 'key_id'>>();
  if (stands === null) return;
  const { _id, key_id } = stands;
  await notifications.updateOne(alive({ _id, key_id }), { $set: { body } });
}
