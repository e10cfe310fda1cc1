import type { Metrics } from '@crm/platform/metrics/metrics.js';
import { createCounter } from '@crm/platform/metrics/counters.js';

/** What became of an attempt to sign in: refused by a limit before its password was looked at, or after. */
export type SignInOutcome = 'right' | 'wrong' | 'limited';

/** Counts attempts to sign in by what became of them. */
export function createSignInMetrics({ registry }: Pick<Metrics, 'registry'>): {
  countSignIn: (outcome: SignInOutcome) => void;
} {
  const count = createCounter(registry, {
    name: 'auth_sign_ins_total',
    help: 'Attempts to sign in: with the right password, a wrong one, or refused by a limit',
    labels: ['outcome'],
  });
  // There from the start: an alert on an increase needs a value before the first.
  for (const outcome of ['right', 'wrong', 'limited'] satisfies SignInOutcome[]) count({ outcome }, 0);
  return {
    countSignIn: (outcome) => {
      count({ outcome });
    },
  };
}
