import type { Registry } from 'prom-client';
import type { PartState } from '@crm/contracts/http/system.js';
import { systemClock, type Clock } from '../clock.js';
import { readGauges, type Reading } from './gauges.js';

/**
 * The state of one part of the system as gauges, read when they are asked for. All replicas of a service share a store and
 * its queues and tell the same numbers, so a dashboard takes their maximum, never their sum.
 */
export function watchPart(registry: Registry, state: () => Promise<PartState>, clock: Clock): void {
  const age = (instant: string | null | undefined) =>
    instant === null || instant === undefined
      ? 0
      : Math.max(0, (clock.now().getTime() - new Date(instant).getTime()) / 1000);
  const known = (value: number | null | undefined): Reading[] =>
    value === null || value === undefined ? [] : [{ value }];
  const ofQueues =
    (value: (queue: PartState['queues'][number]) => number | null) =>
    ({ queues }: PartState): Reading[] =>
      queues.flatMap((queue) =>
        known(value(queue)).map((reading) => ({ ...reading, labels: { queue: queue.queue } })),
      );

  const ofSchema =
    (value: (progress: NonNullable<PartState['schema']>[number]) => number) =>
    ({ schema }: PartState): Reading[] =>
      (schema ?? []).map((progress) => ({
        value: value(progress),
        labels: { collection: progress.collection },
      }));

  const machineAheadSeconds = async () => (systemClock.now().getTime() - clock.now().getTime()) / 1000;
  readGauges(registry, machineAheadSeconds, {
    clock_machine_ahead_seconds: {
      help: "Skew of the machine's clock against the store's; negative if it is behind",
      readings: (value) => [{ value }],
    },
  });
  readGauges(registry, state, {
    service_ready: {
      help: '1 while everything the service needs can be reached, 0 otherwise',
      readings: ({ ready }) => [{ value: ready ? 1 : 0 }],
    },
    bus_queue_messages: {
      help: 'Messages ready in a queue',
      labels: ['queue'],
      readings: ofQueues(({ depth }) => depth),
    },
    bus_queue_consumers: {
      help: 'Consumers of a queue',
      labels: ['queue'],
      readings: ofQueues(({ consumers }) => consumers),
    },
    bus_deliveries_waiting: {
      help: 'Failed deliveries waiting for a retry',
      labels: ['queue'],
      readings: ofQueues(({ waiting }) => waiting),
    },
    bus_deliveries_parked: {
      help: 'Parked deliveries waiting for a decision',
      labels: ['queue'],
      readings: ofQueues(({ parked }) => parked),
    },
    bus_deliveries_oldest_age_seconds: {
      help: 'Age of the oldest failed delivery of a queue; 0 if there is none',
      labels: ['queue'],
      readings: ofQueues(({ waiting, oldest_at }) => (waiting === null ? null : age(oldest_at))),
    },
    bus_dead_letters: {
      help: 'Messages in the dead-letter queue of the service',
      readings: ({ dead }) => known(dead),
    },
    outbox_documents: {
      help: 'Documents with unpublished events, counted up to 10,000 per collection',
      readings: ({ outbox }) => known(outbox?.documents),
    },
    outbox_oldest_age_seconds: {
      help: 'Age of the oldest unpublished event; 0 if there is none',
      readings: ({ outbox }) => (outbox === null ? [] : [{ value: age(outbox.oldest_at) }]),
    },
    schema_version: {
      help: 'Schema version of a collection that has had a migration',
      labels: ['collection'],
      readings: ofSchema(({ version }) => version),
    },
    migration_open: {
      help: '1 while a migration of the collection waits, runs or fails, 0 otherwise',
      labels: ['collection'],
      readings: ofSchema(({ state }) => (state === 'done' ? 0 : 1)),
    },
    migration_failed: {
      help: '1 while the last batch of a migration of the collection failed, 0 otherwise',
      labels: ['collection'],
      readings: ofSchema(({ state }) => (state === 'failed' ? 1 : 0)),
    },
    migration_documents: {
      help: 'Documents that the current or last migration of the collection has looked at',
      labels: ['collection'],
      readings: ofSchema(({ documents }) => documents),
    },
    migration_documents_total: {
      help: 'Documents of the collection when its current or last migration began',
      labels: ['collection'],
      readings: ofSchema(({ total }) => total),
    },
  });
}
