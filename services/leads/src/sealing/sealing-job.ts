import type { Connection } from 'mongoose';
import type { Clock } from '@crm/platform/clock.js';
import type { DataKeys } from '@crm/platform/encryption/data-keys.js';
import { sealingMigration, type AlsoChanged } from '@crm/platform/encryption/seal-stored.js';
import type { Job } from '@crm/platform/jobs/job-scheduler.js';
import type { Logger } from '@crm/platform/log/logger.js';
import { birthDateKey } from '../lead/list-keys.rules.js';
import { sealedCollections, sealedLeads } from './sealed-collections.js';

/** The lists sorted by the whole birth date before. */
const coarseBirthDate: AlsoChanged = {
  birth_date: (value) => ({ 'list.birth_date': birthDateKey(String(value)) }),
};

/** Encrypts what was stored in clear before fields were sealed, some documents at a time beside all other work. */
export function sealingJob({
  connection,
  dataKeys,
  clock,
  log,
}: {
  connection: Connection;
  dataKeys: DataKeys;
  clock: Clock;
  log: Logger;
}): Job {
  const migrations = sealedCollections.map((spec) => ({
    spec,
    migration: sealingMigration(
      connection,
      spec,
      dataKeys,
      spec === sealedLeads ? coarseBirthDate : undefined,
    ),
  }));
  const open = new Set(migrations);
  const next = async () => {
    for (const each of open) {
      if (!(await each.migration.isDone())) return each;
      open.delete(each);
    }
    return undefined;
  };
  return {
    name: 'sealing',
    nextDueAt: async () => ((await next()) === undefined ? null : clock.now()),
    run: async () => {
      const first = await next();
      if (first === undefined) return false;
      if (!(await first.migration.next())) {
        open.delete(first);
        log.info({ collection: first.spec.collection }, 'stored fields are sealed');
      }
      return true;
    },
  };
}
