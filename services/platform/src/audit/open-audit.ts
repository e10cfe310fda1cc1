import type { Connection } from 'mongoose';
import type { ServiceName } from '@crm/contracts/endpoint/endpoint.js';
import type { Clock } from '../clock.js';
import { areaLogger, type Logger } from '../log/logger.js';
import { createAuditExport } from './audit-export.js';
import { createAuditLog, type AuditLog } from './audit-log.js';
import { createCarriedEntries, type CarriedEntries } from './carried-entries.js';
import { auditStore } from './audit-store.js';
import { createReadingPace, type ReadingPace } from './reading-pace.js';
import type { ReadingLimits } from './reading-pace.rules.js';
import { createBulkReadingAlarm, type BulkReadingAlarm } from './bulk-reading.js';

/** The audit log of a running service with what watches and exports it. */
export interface Audit extends AuditLog, CarriedEntries {
  readonly alarm: BulkReadingAlarm;
  /** Slows down who reads more than work needs; absent where the service has no limits for that. */
  readonly reading?: ReadingPace;
  /** Resolves when what was entered is stored, and alarms are decided. */
  idle(): Promise<void>;
}

/** Opens the audit log of a service. Throws where the store cannot be reached. */
export async function openAudit(options: {
  service: ServiceName;
  connection: Connection;
  clock: Clock;
  log: Logger;
  bulkReadingRecords: number;
  /** Told of each alarm that is new. */
  bulkReading: () => void;
  readingLimits?: ReadingLimits | undefined;
  /** Stands in for the time that a slowed read waits. */
  wait?: ((ms: number) => Promise<void>) | undefined;
  exportUrl: string | undefined;
}): Promise<Audit> {
  const { service, connection, clock, exportUrl, bulkReading } = options;
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
    ...{ connection, clock, log, bulkReading },
    limit: options.bulkReadingRecords,
    enter: (action) => {
      audit.later(action);
    },
  });
  const reading =
    options.readingLimits &&
    createReadingPace({
      ...{ connection, clock, log, limits: options.readingLimits },
      ...(options.wait && { wait: options.wait }),
      raise: ({ actor, address, correlationId }, kind, records) =>
        alarm.report(
          {
            ...{ actor_id: actor.id, actor_name: actor.fullname, address, correlation_id: correlationId },
            at: clock.now(),
          },
          `${kind}-in-hour`,
          records,
        ),
    });
  exporting?.wake();
  return {
    ...audit,
    ...(reading && { reading }),
    ...createCarriedEntries({ audit, store, log }),
    alarm,
    idle: async () => {
      await audit.flush();
      await alarm.idle();
      await reading?.idle();
      await audit.flush();
    },
    stop: async () => {
      try {
        await audit.stop();
        await alarm.idle();
        await reading?.idle();
        // An alarm that the last of them raised leaves an entry of its own.
        await audit.stop();
      } finally {
        await exporting?.stop();
      }
    },
  };
}
