import type { Job, JobScheduler, ScheduledJob } from './job-scheduler.js';

/** Jobs of one kind that are woken together, each in a line of its own. */
export interface DueJobs {
  /** Something may be due, of the jobs of this name where one is given: look now. */
  wake(name?: string): void;
  /** Resolves when nothing is under way and nothing was asked for meanwhile. */
  idle(): Promise<void>;
  start(jobs: readonly Job[]): void;
}

/** Jobs that use cases wake before it is known what they are: those work with the same context. */
export function createDueJobs(scheduler: JobScheduler): DueJobs {
  let scheduled: readonly (ScheduledJob & Pick<Job, 'name'>)[] = [];
  return {
    wake: (name) => {
      for (const job of scheduled) if (name === undefined || job.name === name) job.wake();
    },
    idle: async () => {
      while (scheduled.some((job) => job.isBusy())) await Promise.all(scheduled.map((job) => job.idle()));
    },
    start: (jobs) => {
      scheduled = jobs.map((job) => ({ ...scheduler.add(job), name: job.name }));
    },
  };
}
