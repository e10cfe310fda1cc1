import { createCounter } from '@crm/platform/metrics/counters.js';
import { readGauges } from '@crm/platform/metrics/gauges.js';
import type { Metrics } from '@crm/platform/metrics/metrics.js';

/** What the gateway counts of its live channel. */
export interface LiveMetrics {
  /** Counts one live event that was sent to its rooms, by its name on the wire. */
  emitted: (event: string) => void;
}

/** Sockets of this gateway and events sent by it. The names of events are those of the contracts, so they have a bound. */
export function createLiveMetrics(
  { registry }: Pick<Metrics, 'registry'>,
  sockets: () => number,
): LiveMetrics {
  readGauges(registry, async () => sockets(), {
    gateway_sockets: {
      help: 'Live browser connections to this gateway',
      readings: (value) => [{ value }],
    },
  });
  const emitted = createCounter(registry, {
    name: 'gateway_events_emitted_total',
    help: 'Live events sent to rooms by this gateway, by name',
    labels: ['event'],
  });
  return {
    emitted: (event) => {
      emitted({ event });
    },
  };
}
