import type { JobScheduler } from '../jobs/job-scheduler.js';

/** A scheduler that does nothing by itself, for tests that say themselves what is done and when. */
export const heldJobs: JobScheduler = {
  add: () => ({ wake: () => undefined, isBusy: () => false, idle: () => Promise.resolve() }),
  noteActivity: () => undefined,
  isActive: () => false,
  stop: () => Promise.resolve(),
};
