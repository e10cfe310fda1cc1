import { Counter, Histogram, type Registry } from 'prom-client';
import type { DeliveryObserver } from '../deliveries/deliveries.js';

const durationBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** What a service sends to the bus and takes from it, as it goes by. */
export interface BusMetrics {
  /** Counts one event that was published. */
  published: (type: string) => void;
  /** Counts and times one try of a message. */
  observe: DeliveryObserver;
}

/**
 * Counters of the bus in a service's registry. Types are those of the contracts and queues those of the service, so the
 * label sets have a bound.
 */
export function createBusMetrics(registry: Registry): BusMetrics {
  const published = new Counter({
    name: 'bus_messages_published_total',
    help: 'Events published from the outbox and confirmed, by type',
    labelNames: ['type'],
    registers: [registry],
  });
  const consumed = new Counter({
    name: 'bus_messages_consumed_total',
    help: 'Message deliveries by queue, type and outcome: done, refused (commands), failed (to be retried), parked',
    labelNames: ['queue', 'type', 'outcome'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'bus_message_duration_seconds',
    help: 'Duration of message handlers, by queue',
    labelNames: ['queue'],
    buckets: durationBuckets,
    registers: [registry],
  });
  return {
    published: (type) => {
      published.inc({ type });
    },
    observe: (queue, type, outcome, seconds) => {
      consumed.inc({ queue, type, outcome });
      durations.observe({ queue }, seconds);
    },
  };
}
