import {
  defaultPriority,
  followupLength,
  type Followup,
  type FollowupPriority,
} from '@crm/contracts/entities/followup.js';
import { fromField, toField } from '../controls/datetime-field.rules.js';

/** A follow-up as it is typed; the time as the field of the browser has it, by the clock of the computer. */
export interface FollowupForm {
  /** `YYYY-MM-DDTHH:mm`, or empty. */
  datetime: string;
  priority: FollowupPriority;
  description: string;
}

/** What a form begins with: what stands, or nothing and priority 3 (rule F4). */
export function formOf(known: Followup | undefined): FollowupForm {
  if (known === undefined) return { datetime: '', priority: defaultPriority, description: '' };
  const { datetime, priority, description } = known;
  return { datetime: toField(new Date(datetime)), priority, description };
}

/** Why a form cannot be sent, by the key of its words; undefined where it can. */
export function sendDenialReason(
  form: FollowupForm,
  known: Followup | undefined,
  now: Date,
): 'noTime' | 'notInFuture' | 'tooLong' | undefined {
  const instant = fromField(form.datetime);
  if (instant === undefined) return 'noTime';
  // A time that stands already may have passed: its words can be changed all the same.
  const isMoved = known === undefined || known.completed === 1 || form.datetime !== formOf(known).datetime;
  if (isMoved && instant <= now) return 'notInFuture';
  return form.description.trim().length > followupLength ? 'tooLong' : undefined;
}

/** What of a form is sent. A time that was not touched goes as it stands: the field knows no seconds. */
export function sentOf(form: FollowupForm, known: Followup | undefined) {
  const isKept = known !== undefined && form.datetime === formOf(known).datetime;
  const datetime = isKept ? known.datetime : (fromField(form.datetime)?.toISOString() ?? '');
  return { datetime, priority: form.priority, description: form.description.trim() };
}

/** Whether two forms say the same. */
export function isSameForm(one: FollowupForm, other: FollowupForm): boolean {
  return (
    one.datetime === other.datetime &&
    one.priority === other.priority &&
    one.description.trim() === other.description.trim()
  );
}

const hourMs = 3_600_000;
const fiveMinutesMs = 300_000;

/** Times that are picked by one click, each on the next five minutes. */
export const suggestions = { hour: hourMs, day: 24 * hourMs, week: 7 * 24 * hourMs } as const;
export type Suggestion = keyof typeof suggestions;

const onFiveMinutes = (ms: number) => new Date(Math.ceil(ms / fiveMinutesMs) * fiveMinutesMs);

/** The instant that a suggestion stands for. */
export const suggested = (name: Suggestion, now: Date): Date =>
  onFiveMinutes(now.getTime() + suggestions[name]);

/** Tomorrow at the time that it is by a clock now, also where the clock changes in the night. */
export function sameTimeTomorrow(zone: string, now: Date): Date {
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  });
  const minuteOf = (instant: Date) => {
    const part = (type: 'hour' | 'minute') =>
      Number(clock.formatToParts(instant).find((each) => each.type === type)?.value);
    return part('hour') * 60 + part('minute');
  };
  const inADay = suggested('day', now);
  const off = minuteOf(onFiveMinutes(now.getTime())) - minuteOf(inADay);
  // Around midnight the clocks of both days may be on either side of it.
  const minutes = off > 720 ? off - 1440 : off < -720 ? off + 1440 : off;
  return new Date(inADay.getTime() + minutes * 60_000);
}

/** How a follow-up stands, by the key of its words. */
export function stateOf(
  { completed, datetime }: Pick<Followup, 'completed' | 'datetime'>,
  now: Date,
): 'completed' | 'overdue' | 'inProgress' {
  if (completed === 1) return 'completed';
  return new Date(datetime) <= now ? 'overdue' : 'inProgress';
}
