import type { RetentionClass } from '@crm/contracts/customers/retention.js';
import { createCounter } from '@crm/platform/metrics/counters.js';
import type { Metrics } from '@crm/platform/metrics/metrics.js';

/** Counts leads for which a class of records has ended, as this process orders their deletion. */
export type CountEnded = (ended: RetentionClass, leads: number) => void;

export function createEndedCounter({ registry }: Pick<Metrics, 'registry'>): CountEnded {
  const counter = createCounter(registry, {
    name: 'leads_retention_ended_total',
    help: 'Deleted leads for which a class of records has ended',
    labels: ['class'],
  });
  return (ended, leads) => {
    counter({ class: ended }, leads);
  };
}
