import type { Notification } from '@crm/contracts/entities/messaging.js';
import type { NotificationDoc } from './notification.model.js';

const steps = [
  { over: 86_400, name: 'day' },
  { over: 3_600, name: 'hour' },
  { over: 60, name: 'minute' },
] as const;

/** How long ago something was, in words: `5 minutes ago`. */
export function timePassed(since: Date, now: Date): string {
  const seconds = Math.floor((now.getTime() - since.getTime()) / 1000);
  for (const { over, name } of steps) {
    const count = Math.floor(seconds / over);
    if (count >= 1) return `${String(count)} ${name}${count === 1 ? '' : 's'} ago`;
  }
  return 'just now';
}

/** A notification as it is told: how long ago it was is for whoever shows it to say. */
export function notificationDetails(
  doc: Omit<NotificationDoc, 'version' | 'outbox' | 'outboxAt'>,
): Omit<Notification, 'time_passed'> {
  const about = doc.about.toHexString();
  return {
    id: doc._id.toHexString(),
    type: doc.type,
    lead_id: doc.lead_id?.toHexString() ?? null,
    lead_name: doc.lead_name,
    user_id: doc.user_id?.toHexString() ?? 0,
    body: doc.body ?? '',
    createdAt: doc.createdAt.toISOString(),
    read: 0,
    message_id: doc.type === 'message' ? about : null,
    voicemail_id: doc.type === 'voicemail' ? about : null,
    followup_id: doc.type === 'followup' ? about : null,
  };
}
