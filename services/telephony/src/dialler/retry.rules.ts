import type { RetriedOutcome, RetryRule } from '@crm/contracts/resources/retry-rule.js';
import type { AttemptDetails } from './dialler.rules.js';

const minuteMs = 60_000;
export const weekMs = 7 * 24 * 60 * minuteMs;

/** The outcome that a lead is dialled again after; undefined while its call goes on, and where it came out otherwise. */
export function retriedOutcomeOf({ answeredBy, outcome }: AttemptDetails): RetriedOutcome | undefined {
  if (outcome === null) return undefined;
  if (answeredBy === 'machine' || outcome === 'drop') return 'machine';
  if (answeredBy !== null) return undefined;
  return outcome === 'busy' || outcome === 'no-answer' ? outcome : undefined;
}

/**
 * When a lead is dialled again after a call that has just ended: once the rule's minutes are over, and when there have
 * been fewer than its calls in seven days. `lately` are the starts of the lead's calls, this one among them. Null where
 * it is not dialled again.
 */
export function retryAt(
  rule: Pick<RetryRule, 'wait_minutes' | 'per_week'> | undefined,
  lately: readonly Date[],
  now: Date,
): Date | null {
  if (rule === undefined || rule.per_week === 0) return null;
  const soonest = now.getTime() + rule.wait_minutes * minuteMs;
  const newestFirst = lately.map((at) => at.getTime()).sort((a, b) => b - a);
  // The one that must be older than a week before there may be another.
  const inTheWay = newestFirst[rule.per_week - 1];
  return new Date(inTheWay === undefined ? soonest : Math.max(soonest, inTheWay + weekMs));
}
