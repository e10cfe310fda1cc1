import { Types } from 'mongoose';
import type { Actor } from '@crm/contracts/access.js';
import { notificationRead } from '@crm/contracts/bus/messaging-events.js';
import { roles } from '@crm/contracts/codes/roles.js';
import type { Followup } from '@crm/contracts/entities/followup.js';
import type { Notification, NotificationType } from '@crm/contracts/entities/messaging.js';
import { mayWork } from '@crm/domain/access/lead-access.js';
import { forbidden, notFound } from '@crm/platform/errors/app-error.js';
import { newEvent } from '@crm/platform/outbox/new-event.js';
import { alive, tombstone } from '@crm/platform/outbox/outbox-fields.js';
import type { MessagingContext } from '../context.js';
import { touchConversation } from '../inbox/conversations.js';
import type { TextDoc } from '../text/text.model.js';
import type { NotificationDoc } from './notification.model.js';
import { notificationDetails, timePassed } from './notification.view.js';

const maxListed = 200;

/** What a user has not read yet, the last one first; an admin's own list has what all admins share too. */
export async function listNotifications(
  ctx: MessagingContext,
  actor: Actor,
  userId: string,
  about: { type?: NotificationType; leadId?: string } = {},
): Promise<Notification[]> {
  const own = new Types.ObjectId(userId);
  const sharesAdmins = actor.role === roles.admin && actor.id === userId;
  const docs = await ctx.notifications
    .find(
      alive({
        user_id: sharesAdmins ? { $in: [null, own] } : own,
        ...(about.type === undefined ? {} : { type: about.type }),
        ...(about.leadId === undefined ? {} : { lead_id: new Types.ObjectId(about.leadId) }),
      }),
    )
    .sort({ createdAt: -1, _id: -1 })
    .limit(maxListed)
    .lean<NotificationDoc[]>();
  const now = ctx.clock.now();
  return docs.map((doc) => ({ ...notificationDetails(doc), time_passed: timePassed(doc.createdAt, now) }));
}

type Owned = Pick<NotificationDoc, 'user_id' | 'lead_id'>;

/**
 * Whether somebody's looking at it counts as reading it: whom it is for; an admin what nobody in particular is to know;
 * and whose lead it is by now, where the lead changed hands.
 */
async function reads(ctx: MessagingContext, actor: Actor, { user_id, lead_id }: Owned): Promise<boolean> {
  if (user_id?.toHexString() === actor.id) return true;
  if (actor.role === roles.admin) return user_id === null;
  // Whoever looks after its agent looks on.
  const { team: _looksAfter, ...reader } = actor;
  return lead_id !== null && mayWork(ctx, reader, lead_id.toHexString());
}

/** Takes a notification away and tells of it; whoever comes second changes nothing. */
export async function dropNotification(ctx: MessagingContext, doc: NotificationDoc): Promise<void> {
  const { _id, version, user_id } = doc;
  const now = ctx.clock.now();
  const details = notificationDetails(doc);
  const event = newEvent(notificationRead, {
    source: 'messaging',
    subject: `notification/${details.id}`,
    sequence: version + 1,
    data: {
      notification_id: details.id,
      user_id: user_id?.toHexString() ?? 0,
      notification: { ...details, read: 1 },
    },
    actor: 'system',
    now,
  });
  await ctx.notifications.updateOne(alive({ _id, version }), tombstone(ctx.notifications, [event], now));
  // What a stranger left is under a key that nothing else has.
  if (doc.type === 'voicemail' && doc.key_id.equals(doc.about))
    await ctx.dataKeys.destroy([doc.key_id.toHexString()], now);
}

async function dropAll(ctx: MessagingContext, filter: Partial<Record<string, unknown>>): Promise<number> {
  const docs = await ctx.notifications.find(alive(filter)).lean<NotificationDoc[]>();
  for (const doc of docs) await dropNotification(ctx, doc);
  return docs.length;
}

/**
 * Marks a customer's text as read and drops what was told of it; never by an admin, who looks on. A second time changes
 * nothing.
 */
export async function readMessage(ctx: MessagingContext, actor: Actor, messageId: string): Promise<void> {
  const _id = new Types.ObjectId(messageId);
  const text = await ctx.texts.findOne({ _id, is_client_message: 1 }).lean<TextDoc>();
  if (text === null) throw notFound('Message');
  if (actor.role === roles.admin || !(await reads(ctx, actor, text))) throw forbidden();
  await ctx.texts.updateOne({ _id, read_status: 0 }, { $set: { read_status: 1 }, $inc: { version: 1 } });
  await dropAll(ctx, { about: _id, type: 'message' });
  await touchConversation(ctx, text);
}

/** Drops what was told of a voicemail. One that is not told of any more is read already. */
export async function readVoicemail(ctx: MessagingContext, actor: Actor, voicemailId: string): Promise<void> {
  const about = { about: new Types.ObjectId(voicemailId), type: 'voicemail' as const };
  const doc = await ctx.notifications.findOne(alive(about)).lean<NotificationDoc>();
  if (doc === null) return;
  if (!(await reads(ctx, actor, doc))) throw forbidden();
  await dropNotification(ctx, doc);
}

/** Drops one notification; the text that it is of is read with it, except by an admin. */
export async function readNotification(ctx: MessagingContext, actor: Actor, id: string): Promise<void> {
  const doc = await ctx.notifications.findOne(alive({ _id: new Types.ObjectId(id) })).lean<NotificationDoc>();
  if (doc === null) return;
  if (!(await reads(ctx, actor, doc))) throw forbidden();
  if (doc.type === 'message' && actor.role !== roles.admin)
    await readMessage(ctx, actor, doc.about.toHexString());
  else await dropNotification(ctx, doc);
}

/** Drops everything that was told of a lead, and answers how much it was. */
export function dropNotificationsOfLead(ctx: MessagingContext, leadId: Types.ObjectId): Promise<number> {
  return dropAll(ctx, { lead_id: leadId });
}

/** The same of numbers that no lead has: what was told of their texts and voicemails bears the number for a name. */
export function dropNotificationsOfStrangers(
  ctx: MessagingContext,
  phones: readonly string[],
): Promise<number> {
  return dropAll(ctx, { lead_id: null, lead_name: { $in: phones } });
}

/**
 * Drops what was told of a follow-up, save what is still to know of it: in progress, by this owner, at this time. Without
 * `still` it is gone.
 */
export async function dropNotificationsOfFollowup(
  ctx: MessagingContext,
  id: string,
  still?: Pick<Followup, 'user_id' | 'datetime' | 'completed'>,
): Promise<void> {
  const about = { type: 'followup', about: new Types.ObjectId(id) };
  if (still === undefined || still.completed === 1) {
    await dropAll(ctx, about);
    return;
  }
  const isOther = [
    { occasion: { $ne: still.datetime } },
    { user_id: { $ne: new Types.ObjectId(still.user_id) } },
  ];
  await dropAll(ctx, { ...about, $or: isOther });
}
