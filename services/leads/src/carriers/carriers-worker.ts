import { collectionsOf } from '@crm/platform/jobs/earliest-due.js';
import type { Job } from '@crm/platform/jobs/job-scheduler.js';
import type { LeadsContext } from '../context.js';
import { renameCarriers } from './rename-carriers.js';

/**
 * Keeps the names of the carriers fresh, and lets the leads of renamed ones follow: until the former names are settled, and
 * whenever the list is another than the one that was read last.
 */
export function carriersJob(ctx: LeadsContext): Job {
  let readVersion: number | undefined;
  let found: { version: number; isRenamed: boolean } | undefined;

  return {
    name: 'names of carriers',
    collections: collectionsOf(ctx.referenceLists),
    nextDueAt: async () => {
      const list = await ctx.referenceLists.findById('carriers').select({ version: 1, renamed: 1 }).lean();
      found = { version: list?.version ?? 0, isRenamed: (list?.renamed ?? []).length > 0 };
      return found.version !== readVersion || found.isRenamed ? ctx.clock.now() : null;
    },
    run: async () => {
      const version = found?.version;
      await ctx.carrierNames.refresh();
      await renameCarriers(ctx);
      readVersion = version;
      return false;
    },
  };
}
