import { createDueJobs } from './due-jobs.js';
import type { Job } from './job-scheduler.js';

/** Jobs of a scheduler that notes which of them were woken. */
function watched(...names: string[]) {
  const woken: string[] = [];
  const jobs = createDueJobs({
    add: ({ name }: Job) => ({
      wake: () => {
        woken.push(name);
      },
      isBusy: () => false,
      idle: () => Promise.resolve(),
    }),
    noteActivity: () => undefined,
    isActive: () => false,
    stop: () => Promise.resolve(),
  });
  const job = (name: string): Job => ({
    name,
    nextDueAt: () => Promise.resolve(null),
    run: () => Promise.resolve(false),
  });
  jobs.start(names.map(job));
  return { jobs, woken };
}

test('all jobs are woken together', () => {
  const { jobs, woken } = watched('fetch', 'fetch', 'write down');
  jobs.wake();
  expect(woken).toEqual(['fetch', 'fetch', 'write down']);
});

test('jobs of one name are woken without the others', () => {
  const { jobs, woken } = watched('fetch', 'fetch', 'write down');
  jobs.wake('fetch');
  expect(woken).toEqual(['fetch', 'fetch']);
});
