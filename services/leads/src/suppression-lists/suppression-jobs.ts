import { collectionsOf } from '@crm/platform/jobs/earliest-due.js';
import type { Job } from '@crm/platform/jobs/job-scheduler.js';
import type { LeadsContext } from '../context.js';
import type { SuppressionListDoc } from '../suppression/suppression.model.js';
import { clearLists, listDueAt } from './clear-lists.js';
import { loadNextList } from './load-list.js';
import { scrubJob } from './scrub-leads.js';

/** Loads lists that were uploaded, and clears away what those leave whose place they took. */
function listsJob(ctx: LeadsContext): Job {
  const unfinished = () => ctx.suppressionLists.find({ leftovers: 1 }).lean<SuppressionListDoc[]>();
  return {
    name: 'suppression lists',
    collections: collectionsOf(ctx.suppressionLists),
    nextDueAt: async () => {
      const times = (await unfinished()).flatMap((list) => listDueAt(list)?.getTime() ?? []);
      return times.length === 0 ? null : new Date(Math.min(...times));
    },
    run: async () => {
      if (await loadNextList(ctx)) return true;
      await clearLists(ctx, await unfinished());
      return false;
    },
  };
}

/** What is done with lists of numbers behind the calls; a scrub service is asked only where one is set up. */
export const suppressionJobs = (ctx: LeadsContext): Job[] => [
  listsJob(ctx),
  ...(ctx.config.scrub === undefined ? [] : [scrubJob(ctx, ctx.config.scrub)]),
];
