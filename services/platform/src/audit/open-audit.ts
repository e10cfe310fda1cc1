import type { Connection } from 'mongoose';
import type { ServiceName } from '@crm/contracts/endpoint/endpoint.js';
import type { Clock } from '../clock.js';
import type { Route } from '../http/mount-endpoint.js';
import { areaLogger, type Logger } from '../log/logger.js';
import { createCounter } from '../metrics/counters.js';
import type { Metrics } from '../metrics/metrics.js';
import { createAuditExport } from './audit-export.js';
import { createAuditLog, type AuditLog } from './audit-log.js';
import { auditStore } from './audit-store.js';
import { auditRoutes } from './audit.routes.js';
import { createBulkReadingAlarm, type BulkReadingAlarm } from './bulk-reading.js';

/** The audit log of a running service with what watches and exports it. */
export interface Audit extends AuditLog {
  readonly alarm: BulkReadingAlarm;
  readonly routes: Route[];
  /** Resolves when what was entered is stored, and alarms are decided. */
  idle(): Promise<void>;
}

/** Opens the audit log of a service. Throws where the store cannot be reached. */
export async function openAudit(options: {
  service: ServiceName;
  connection: Connection;
  clock: Clock;
  log: Logger;
  metrics: Metrics;
  bulkReadingRecords: number;
  exportUrl: string | undefined;
}): Promise<Audit> {
  const { service, connection, clock, metrics, exportUrl } = options;
  const log = areaLogger(options.log, `${service}:audit`);
  const store = auditStore(connection);
  await store.index();
  const exporting =
    exportUrl === undefined
      ? undefined
      : createAuditExport({ ...{ service, connection, store, clock, log }, url: exportUrl });
  const audit: AuditLog = createAuditLog({
    store,
    log,
    stored: (entries) => {
      alarm.look(entries);
      exporting?.wake();
    },
  });
  const alarm = createBulkReadingAlarm({
    ...{ connection, clock, log },
    limit: options.bulkReadingRecords,
    count: createCounter(metrics.registry, {
      name: 'audit_bulk_readings_total',
      help: 'Users noticed to open many whole records in a few seconds',
      labels: [],
    }),
    enter: (action) => {
      audit.later(action);
    },
  });
  exporting?.wake();
  return {
    ...audit,
    alarm,
    routes: auditRoutes({ service, connection, audit, alarm }),
    idle: async () => {
      await audit.flush();
      await alarm.idle();
      await audit.flush();
    },
    stop: async () => {
      await audit.flush();
      await alarm.idle();
      await audit.stop();
      await exporting?.stop();
    },
  };
}
