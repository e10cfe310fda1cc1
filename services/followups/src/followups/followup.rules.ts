import {
  followupSentences,
  type FollowupChange,
  type FollowupPriority,
} from '@crm/contracts/entities/followup.js';
import type { Flag } from '@crm/contracts/ids.js';
import { invalid, invalidField } from '@crm/platform/errors/app-error.js';

/** The fields a person can set, and when the owner is notified. */
export interface Settable {
  datetime: Date;
  description?: string | undefined;
  priority: FollowupPriority;
  completed: Flag;
  due_at: Date | null;
}

/** Requires a time in the future (rule F2). `field` is the dotted path for the error. Throws 422. */
export function requireFuture(datetime: Date, now: Date, field: string): void {
  if (datetime <= now) throw invalidField(field, followupSentences.notInFuture);
}

/** When the owner is notified: at its time, if that is in the future and it is not completed. */
export function whenDue({ datetime, completed }: Pick<Settable, 'datetime' | 'completed'>, now: Date) {
  return completed === 0 && datetime > now ? datetime : null;
}

const completedFirst = 'A completed follow-up cannot be changed, mark it as in progress first';

/**
 * A follow-up after a person's change; undefined if nothing changes. A new time must be in the future, and if
 * completed, only `completed` can change (rule F3). Throws 422 with every invalid field.
 */
export function changed(before: Settable, change: FollowupChange, now: Date): Settable | undefined {
  const datetime = change.datetime === undefined ? before.datetime : new Date(change.datetime);
  const isMoved = datetime.getTime() !== before.datetime.getTime();
  const after = {
    datetime,
    description: change.description ?? before.description,
    priority: change.priority ?? before.priority,
    completed: change.completed ?? before.completed,
  };
  const differing = [
    ...(isMoved ? ['datetime'] : []),
    ...(after.description === before.description ? [] : ['description']),
    ...(after.priority === before.priority ? [] : ['priority']),
  ];
  if (before.completed === 1 && differing.length > 0) {
    throw invalid(
      Object.fromEntries(differing.map((field) => [`followup.${field}`, completedFirst])),
      completedFirst,
    );
  }
  const isTurned = after.completed !== before.completed;
  if (differing.length === 0 && !isTurned) return undefined;
  if (isMoved) requireFuture(datetime, now, 'followup.datetime');
  return { ...after, due_at: isMoved || isTurned ? whenDue(after, now) : before.due_at };
}
