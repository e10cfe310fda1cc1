import { createCounter } from '@crm/platform/metrics/counters.js';
import type { Metrics } from '@crm/platform/metrics/metrics.js';
import { limitNames, type LimitName } from './rate-limits.js';

/** Counts the calls that each limit refuses. */
export function countLimited({ registry }: Pick<Metrics, 'registry'>): (limit: LimitName) => void {
  const count = createCounter(registry, {
    name: 'gateway_calls_limited_total',
    help: 'Calls refused by a rate limit, by what it counts',
    labels: ['limit'],
  });
  // There from the start: an alert on an increase needs a value before the first.
  for (const limit of limitNames) count({ limit }, 0);
  return (limit) => {
    count({ limit });
  };
}
