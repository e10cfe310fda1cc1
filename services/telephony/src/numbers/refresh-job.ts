import { alive } from '@crm/platform/outbox/outbox-fields.js';
import { earliestDue } from '@crm/platform/jobs/earliest-due.js';
import type { Job } from '@crm/platform/jobs/job-scheduler.js';
import type { TelephonyContext } from '../context.js';
import { refreshNumbers } from './import-numbers.js';

/** After the account could not be read it is asked again. */
const againMs = 3_600_000;

/**
 * Asks the account about the numbers of the pool once a day. A process looks into the store again when the time that it knows
 * of has come, and now and then for numbers that another one imported.
 */
export function refreshNumbersJob(ctx: TelephonyContext): Job {
  const { numbers, clock, log } = ctx;
  let known = { due: null as Date | null, until: 0 };
  return {
    name: 'numbers to ask the carrier about',
    nextDueAt: async () => {
      const now = clock.now().getTime();
      if (now >= known.until) {
        const due = await earliestDue(numbers, 'check_at', alive({}));
        known = { due, until: Math.min(due?.getTime() ?? Infinity, now + againMs) };
      }
      return known.due;
    },
    run: async () => {
      const now = clock.now();
      known.until = 0;
      // Of several processes one asks.
      const { modifiedCount } = await numbers.updateMany(alive({ check_at: { $lte: now } }), {
        $set: { check_at: new Date(now.getTime() + againMs) },
      });
      if (modifiedCount === 0) return false;
      try {
        await refreshNumbers(ctx);
      } catch (error) {
        log.warn({ err: error }, 'carrier account could not be asked about the numbers, retrying in an hour');
      }
      return true;
    },
  };
}
