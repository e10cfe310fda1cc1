import type { z } from 'zod';
import {
  privacyTaskDone,
  privacyTasks,
  type Person,
  type PersonRecords,
} from '@crm/contracts/http/privacy.js';
import type { PersonCounts } from '@crm/contracts/customers/privacy.js';
import type { RetentionClass } from '@crm/contracts/customers/retention.js';
import type { InputOf } from '@crm/contracts/endpoint/endpoint.js';
import type { ServiceClient } from '@crm/platform/http/service-client.js';
import type { Clock } from '@crm/platform/clock.js';
import type { JobScheduler } from '@crm/platform/jobs/job-scheduler.js';

/** The pause while some is open, since what is in use waits for the next turn. */
const shortPauseMs = 3_000;
/** While anybody is at work, who might open one. */
const activePauseMs = 10_000;
/** With nobody at work nobody opens one. */
const longPauseMs = 60_000;
/** Records of one sheet: far below what leads takes in one call. */
const sheetSize = 500;

/** What was erased of each kind, and whether nothing of it is left. */
export interface Erased {
  counts: PersonCounts;
  isWhole: boolean;
}

/** What a service does that has no records of that class alone: with the lead itself everything is erased. */
export const expireWithLead =
  (erase: PersonDesk['erase']): PersonDesk['expire'] =>
  async (person, ended) =>
    ended === 'contact' || ended === 'enrolment' ? erase(person) : { counts: {}, isWhole: true };

/** What a service does in a person's name (contracts/http/privacy). Both may come twice. */
export interface PersonDesk {
  /** Everything that is kept of the person, for them to read. */
  collect(person: Person): Promise<PersonRecords[]>;
  /** Erases it. Answers how many of which kind, and whether nothing is left: what is in use waits for the next turn. */
  erase(person: Person): Promise<Erased>;
  /** Deletes what of a class has ended for these leads, and answers the same. */
  expire(person: Person, ended: RetentionClass): Promise<Erased>;
}

type Task = z.output<(typeof privacyTasks)['answer']>['tasks'][number];
export type TaskReport = InputOf<typeof privacyTaskDone>['body'];

/** Where tasks are fetched and told of. */
export interface TaskBook {
  open(): Promise<Task[]>;
  report(id: string, report: TaskReport): Promise<unknown>;
}

/** Records in sheets of a size that one call carries, in their order; one empty sheet where there is nothing. */
export function sheetsOf(records: readonly PersonRecords[], size = sheetSize): PersonRecords[][] {
  const sheets: PersonRecords[][] = [];
  let left = 0;
  for (const { kind, items } of records) {
    for (let from = 0; from < items.length;) {
      if (left === 0) {
        sheets.push([]);
        left = size;
      }
      const some = items.slice(from, from + left);
      sheets.at(-1)?.push({ kind, items: some });
      from += some.length;
      left -= some.length;
    }
  }
  return sheets.length === 0 ? [[]] : sheets;
}

const countsOf = (records: readonly PersonRecords[]): PersonCounts =>
  Object.fromEntries(records.map(({ kind, items }) => [kind, items.length]));

async function runTask(
  book: TaskBook,
  desk: PersonDesk,
  { id, kind, retention, ...person }: Task,
): Promise<void> {
  if (kind !== 'export') {
    const { counts, isWhole } =
      retention === undefined ? await desk.erase(person) : await desk.expire(person, retention);
    await book.report(id, { sheet: 0, is_last: isWhole, counts, records: [] });
    return;
  }
  const collected = await desk.collect(person);
  const counts = countsOf(collected);
  const sheets = sheetsOf(collected);
  for (const [sheet, records] of sheets.entries()) {
    await book.report(id, { sheet, is_last: sheet === sheets.length - 1, counts, records });
  }
}

/**
 * Does what is open, each for itself: one that fails stays open, and the first failure is thrown once all were tried.
 * Answers how many were open.
 */
export async function workOffTasks(book: TaskBook, desk: PersonDesk): Promise<number> {
  let failed: { error: unknown } | undefined;
  const tasks = await book.open();
  for (const task of tasks) {
    try {
      await runTask(book, desk, task);
    } catch (error) {
      failed ??= { error };
    }
  }
  if (failed !== undefined) throw failed.error;
  return tasks.length;
}

/**
 * Asks leads what is to be collected or erased here: every three seconds while something is open or anybody is at work
 * here, else every twenty.
 */
export function startTasks({
  services,
  scheduler,
  clock,
  desk,
}: {
  services: ServiceClient;
  scheduler: JobScheduler;
  clock: Clock;
  desk: PersonDesk;
}): void {
  const book: TaskBook = {
    open: async () => (await services.call(privacyTasks, {}, { asService: true })).tasks,
    report: (id, body) => services.call(privacyTaskDone, { params: { id }, body }, { asService: true }),
  };
  let askedAt = -Infinity;
  let areOpen = false;
  scheduler.add({
    name: 'privacy tasks',
    nextDueAt: async () => {
      const idlePauseMs = scheduler.isActive() ? activePauseMs : longPauseMs;
      const pauseMs = areOpen ? shortPauseMs : idlePauseMs;
      return new Date(Math.max(0, askedAt + pauseMs));
    },
    run: async () => {
      askedAt = clock.now().getTime();
      // Where it fails, something may be open.
      areOpen = true;
      areOpen = (await workOffTasks(book, desk)) > 0;
      return false;
    },
  });
}
