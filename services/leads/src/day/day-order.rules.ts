import type { SourceWeight } from '@crm/contracts/codes/sources.js';
import { hidesPhones, type StatusCode } from '@crm/contracts/codes/statuses.js';
import type { DayReason, DayReasonKind, PartOfDay } from '@crm/contracts/entities/day.js';
import type { FollowupPriority } from '@crm/contracts/entities/followup.js';
import { addDays } from '@crm/contracts/time/pacific.js';
import { instantOf, localTime } from '@crm/domain/hours/zone-time.js';

/** What decides why and when a lead is contacted next. */
export interface DayCandidate {
  status: StatusCode;
  /** How early leads of its source come. */
  weight: SourceWeight;
  createdAt: Date;
  /** An open follow-up. */
  followup: { at: Date; priority: FollowupPriority } | null;
  replied: Date | null;
  called: Date | null;
  /** A clock by which the customer lives; null where nobody knows. */
  zone: string | null;
}

const hourMs = 3_600_000;

/** The attempt that a status counts; a new lead that was called counts as the first. */
const attempts: Partial<Record<StatusCode, 1 | 2 | 3 | 4>> = {
  newLead: 1,
  contactAttempt1: 1,
  contactAttempt2: 2,
  contactAttempt3: 3,
  contactAttempt4: 4,
};

/** How long a lead rests after an attempt without an answer: a little less than a day, so that a day's rounds may shift. */
const restHours = { 1: 3, 2: 20, 3: 44, 4: 92 } as const;

/** So much later it may be tried again at the same part of the day. */
const samePartAfterMs = 24 * hourMs;

const noon = 12 * 60;
const five = 17 * 60;

const partAt = (minutes: number): PartOfDay =>
  minutes < noon ? 'morning' : minutes < five ? 'afternoon' : 'evening';

/** The part of a customer's day; null where nobody knows the clock. */
export function partOf(zone: string | null, at: Date): PartOfDay | null {
  return zone === null ? null : partAt(localTime(zone, at).minutes);
}

/** When the part of the day changes next by a clock. */
function nextPart(zone: string, after: Date): Date {
  const { date, minutes } = localTime(zone, after);
  if (minutes < noon) return instantOf(zone, date, noon, after);
  if (minutes < five) return instantOf(zone, date, five, after);
  return instantOf(zone, addDays(date, 1), 0, after);
}

/** When a lead that was tried without an answer is tried again: after its rest, at another part of the customer's day. */
export function retryAt(status: StatusCode, called: Date, zone: string | null): Date {
  const rested = new Date(called.getTime() + restHours[attempts[status] ?? 1] * hourMs);
  if (zone === null || partOf(zone, rested) !== partOf(zone, called)) return rested;
  const atOtherPart = nextPart(zone, rested);
  const atSamePart = new Date(rested.getTime() + samePartAfterMs);
  return atOtherPart < atSamePart ? atOtherPart : atSamePart;
}

/**
 * Why a lead is to be contacted at an instant (rule L38); undefined where nothing asks for it. One whose follow-up is still
 * to come is left alone until then, except where its customer waits for an answer.
 */
export function reasonOf(candidate: DayCandidate, now: Date): DayReason | undefined {
  const { status, followup, replied, called, createdAt, zone } = candidate;
  if (hidesPhones(status)) return undefined;
  if (followup !== null && followup.at <= now) return { kind: 'callback', due_at: followup.at.toISOString() };
  if (replied !== null) return { kind: 'reply', at: replied.toISOString() };
  if (followup !== null || attempts[status] === undefined) return undefined;
  if (called === null && status === 'newLead') return { kind: 'new', at: createdAt.toISOString() };
  if (called !== null && retryAt(status, called, zone) > now) return undefined;
  return {
    kind: 'retry',
    tried_at: called?.toISOString() ?? null,
    then: called === null ? null : partOf(zone, called),
    now: partOf(zone, now),
  };
}

const ranks: Record<DayReasonKind, number> = { callback: 0, reply: 1, new: 2, retry: 3 };

interface Ranked {
  reason: DayReason;
  candidate: DayCandidate;
}

/** Within one reason: smaller comes first. */
function withinReason({ reason, candidate }: Ranked): number[] {
  switch (reason.kind) {
    // The more important, then the one that is due for longer.
    case 'callback':
      return [candidate.followup?.priority ?? 3, Date.parse(reason.due_at)];
    // Who waits for longer.
    case 'reply':
      return [Date.parse(reason.at)];
    // By source, then the newest: a lead is worth the most in its first minutes.
    case 'new':
      return [-candidate.weight, -Date.parse(reason.at)];
    // By source, then the fewer attempts, then the longer ago.
    case 'retry':
      return [
        -candidate.weight,
        attempts[candidate.status] ?? 1,
        reason.tried_at === null ? 0 : Date.parse(reason.tried_at),
      ];
  }
}

/** Sorts leads as they are contacted: by reason, then within it (rule L38). */
export function inDayOrder<R extends Ranked>(found: readonly R[]): R[] {
  return found
    .map((each) => ({ each, keys: [ranks[each.reason.kind], ...withinReason(each)] }))
    .sort((one, other) => {
      const at = one.keys.findIndex((key, index) => key !== other.keys[index]);
      return at === -1 ? 0 : (one.keys[at] ?? 0) - (other.keys[at] ?? 0);
    })
    .map(({ each }) => each);
}
