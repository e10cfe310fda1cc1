import type { ContactChannel } from '@crm/contracts/customers/contact.js';
import type { ContactRule } from '@crm/contracts/resources/contact-rule.js';

/** One try to reach a number. */
export interface Attempt {
  /** The call's or the text's own id. */
  id: string;
  at: Date;
  channel: ContactChannel;
}

/** Attempts count for so long: what began a day ago to the millisecond counts no more. */
export const attemptWindowMs = 24 * 3_600_000;

/** The attempts that limits are about. */
export interface Tries {
  /** At the number that is asked about. */
  attempts: readonly Attempt[];
  /** At the other numbers of the same person. */
  elsewhere: readonly Attempt[];
  /** When the number that is asked about last wrote to us or called us; null where that was not lately. */
  reachedAt: Date | null;
}

type Limit = Pick<
  ContactRule,
  'id' | 'channels' | 'max_attempts' | 'attempts_per_person' | 'customer_months'
>;

/** Whether somebody has bought so recently that a rule does not limit attempts at them. */
function isFree({ customer_months }: Limit, boughtSince: Date | null, now: Date): boolean {
  if (customer_months === null || boughtSince === null) return false;
  const ends = new Date(boughtSince);
  ends.setUTCMonth(ends.getUTCMonth() + customer_months);
  return now < ends;
}

/**
 * The rule that allows no further attempt at an instant, with when it allows one; of several the latest. `boughtSince` is
 * the earliest time at which a customer can have bought, null for who is none.
 */
export function usedUp<R extends Limit>(
  rules: readonly R[],
  { attempts, elsewhere }: Pick<Tries, 'attempts' | 'elsewhere'>,
  boughtSince: Date | null,
  now: Date,
): { rule: R; freeAt: Date; count: number } | undefined {
  let found: { rule: R; freeAt: Date; count: number } | undefined;
  for (const rule of rules) {
    if (rule.max_attempts === null || isFree(rule, boughtSince, now)) continue;
    const counted = [...attempts, ...(rule.attempts_per_person === 1 ? elsewhere : [])]
      .filter(
        ({ at, channel }) =>
          rule.channels.includes(channel) && at.getTime() > now.getTime() - attemptWindowMs,
      )
      .sort((a, b) => a.at.getTime() - b.at.getTime());
    // As many of the oldest have to be a day old as leave room for one more.
    const last = counted[counted.length - rule.max_attempts];
    if (last === undefined) continue;
    const freeAt = new Date(last.at.getTime() + attemptWindowMs);
    if (found === undefined || freeAt > found.freeAt) found = { rule, freeAt, count: counted.length };
  }
  return found;
}
