import type { StatusCode } from '@crm/contracts/codes/statuses.js';
import { hidesPhones } from '@crm/contracts/codes/statuses.js';
import type { Followup } from '@crm/contracts/entities/followup.js';
import type { TimelineEntry } from '@crm/contracts/entities/timeline.js';
import { pacificDate } from '@crm/contracts/time/pacific.js';

/** How far a lead has been contacted, by what has been read of its timeline. */
export interface ContactSummary {
  /** What last passed between the customer and us. */
  last: TimelineEntry | undefined;
  /** What the customer wrote or left last, where nobody has called or written since. */
  waiting: TimelineEntry | undefined;
  /** Calls and texts to the customer, today in Los Angeles and in all that was read. */
  today: number;
  all: number;
}

const wasNotLetOut: ReadonlySet<string> = new Set(['refused', 'failed', 'undelivered']);

/** Whether an entry is a call or text of ours that went out to the customer. */
const isAttempt = (entry: TimelineEntry) =>
  (entry.kind === 'call' && entry.direction === 'outbound' && entry.outcome !== 'refused') ||
  (entry.kind === 'text' && entry.is_client_message === 0 && !wasNotLetOut.has(entry.send_status));

const isAnswer = (entry: TimelineEntry) =>
  isAttempt(entry) ||
  (entry.kind === 'call' && entry.direction === 'inbound' && entry.outcome === 'completed');

/** Whether the customer wrote or spoke, and waits for us. */
const isWord = (entry: TimelineEntry) =>
  (entry.kind === 'text' && entry.is_client_message === 1) || entry.kind === 'voicemail';

const isTouch = (entry: TimelineEntry) =>
  isWord(entry) ||
  isAttempt(entry) ||
  (entry.kind === 'call' && entry.outcome !== 'refused') ||
  (entry.kind === 'email' && !wasNotLetOut.has(entry.send_status));

/** Sums up a timeline, which begins with its newest entry. */
export function contactSummary(entries: readonly TimelineEntry[], now: Date): ContactSummary {
  const attempts = entries.filter(isAttempt);
  const today = pacificDate(now);
  const lastWordOrAnswer = entries.find((entry) => isWord(entry) || isAnswer(entry));
  return {
    last: entries.find(isTouch),
    waiting: lastWordOrAnswer !== undefined && isWord(lastWordOrAnswer) ? lastWordOrAnswer : undefined,
    today: attempts.filter(({ at }) => pacificDate(new Date(at)) === today).length,
    all: attempts.length,
  };
}

/** What to do with a lead next, and when it was or will be due. */
export type NextAction =
  | { kind: 'answer' | 'due' | 'callback' | 'opens' | 'retry'; at: string }
  | { kind: 'first' };

interface Known {
  status: StatusCode;
  summary: ContactSummary;
  followup: Pick<Followup, 'datetime' | 'completed'> | null;
  /** When calls are allowed again; null where they are now, or where that is not known. */
  callsFrom: string | null;
}

/** Statuses whose lead is called until somebody is reached. */
const isToReach: ReadonlySet<StatusCode> = new Set([
  'newLead',
  'contactAttempt1',
  'contactAttempt2',
  'contactAttempt3',
  'contactAttempt4',
]);

/**
 * The next best action: a customer who waits comes first, then what was promised, then who has not been reached. Undefined
 * where nothing is due of a lead.
 */
export function nextAction(
  { status, summary, followup, callsFrom }: Known,
  now: Date,
): NextAction | undefined {
  if (hidesPhones(status) || status === 'notInterested') return undefined;
  const { waiting, all } = summary;
  if (waiting) return { kind: 'answer', at: waiting.at };
  const planned = followup?.completed === 0 ? followup.datetime : undefined;
  const isDue = planned !== undefined && Date.parse(planned) <= now.getTime();
  if (planned !== undefined && !isDue) return { kind: 'callback', at: planned };
  if (planned === undefined && !isToReach.has(status)) return undefined;
  if (callsFrom !== null) return { kind: 'opens', at: callsFrom };
  if (planned !== undefined) return { kind: 'due', at: planned };
  const tried = summary.last;
  return all === 0 || tried === undefined ? { kind: 'first' } : { kind: 'retry', at: tried.at };
}
