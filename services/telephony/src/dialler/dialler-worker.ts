import { collectionsOf } from '@crm/platform/jobs/earliest-due.js';
import type { JobScheduler, ScheduledJob } from '@crm/platform/jobs/job-scheduler.js';
import type { DiallerContext } from './dialler-calls.js';
import { nextSilentAt, sweepAttempts } from './sweep-attempts.js';

/** Looks for attempts that nothing is heard of. */
export function startDiallerSweep(ctx: DiallerContext, scheduler: JobScheduler): ScheduledJob {
  return scheduler.add({
    name: 'silent attempts',
    collections: collectionsOf(ctx.diallerAttempts),
    nextDueAt: () => nextSilentAt(ctx),
    run: async () => (await sweepAttempts(ctx)) > 0,
  });
}
