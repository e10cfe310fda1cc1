import { dueIn } from '@crm/platform/jobs/earliest-due.js';
import type { JobScheduler, ScheduledJob } from '@crm/platform/jobs/job-scheduler.js';
import { aliveOnly } from '@crm/platform/outbox/outbox-fields.js';
import type { LeadsContext } from '../context.js';
import { sweepHolds } from './release-holds.js';

/** Frees the leads whose holders went away without a word, when the lease of the last of them ends. */
export function startHoldSweep(ctx: LeadsContext, scheduler: JobScheduler): ScheduledJob {
  const sweep = async () => {
    const freed = await sweepHolds(ctx);
    if (freed > 0) ctx.log.info({ freed }, 'leases expired');
    return freed > 0;
  };
  return scheduler.add({
    name: 'holds',
    ...dueIn(ctx.leads, 'hold.until', aliveOnly),
    run: sweep,
  });
}
