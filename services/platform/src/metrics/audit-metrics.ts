import type { Registry } from 'prom-client';
import { createCounter, type Count } from './counters.js';

/** What is counted of the audit log: users who were noticed to open many whole records in a few seconds. */
export function createAuditMetrics(registry: Registry): { bulkReading: Count } {
  return {
    bulkReading: createCounter(registry, {
      name: 'audit_bulk_readings_total',
      help: 'Users noticed to open many whole records in a few seconds',
      labels: [],
    }),
  };
}
