import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { Connection } from 'mongoose';
import type { z } from 'zod';
import type { Clock } from '../clock.js';
import type { Logger } from '../log/logger.js';
import { activityCollection } from '../mongo/connect.js';
import { runWithContext } from '../log/request-context.js';
import { absentMs, activityDoc, activityId, presentMs } from './present-processes.js';

/** One kind of work of which the store says when it is due. */
export interface Job {
  /** Names it in the log. */
  name: string;
  /** When the next of it is due, maybe long since; null where nothing waits. One question, answered by an index. */
  nextDueAt(): Promise<Date | null>;
  /**
   * The collections by whose documents it is due sooner than was known, where it is these alone: a process without others
   * beside it looks again only behind a write of its own to one of them.
   */
  collections?: readonly string[];
  /**
   * Does what is due, or the next piece of it, under a lease of its own where several processes may. Answers whether it did
   * any: then it is called again at once while more is due. What fails is left to the document: it says when it is due again.
   */
  run(): Promise<boolean>;
  /** Mostly there is a single one: it asks when the next is due behind each, in place of doing the next until there is none. */
  isSingle?: boolean;
}

/** A job that is looked after. */
export interface ScheduledJob {
  /** A write made work, or may have: look now. */
  wake(): void;
  /** Whether something of it is under way. */
  isBusy(): boolean;
  /** Resolves when nothing of it is under way and nothing was asked for meanwhile. */
  idle(): Promise<void>;
}

export interface JobScheduler {
  /** Looks after a job from now on, at once for the first time. */
  add(job: Job): ScheduledJob;
  /**
   * Somebody is at work here: for half a minute every job is looked at every five seconds, here as long as something is
   * written, and in all other processes of the service.
   */
  noteActivity(): void;
  /** Whether somebody is at work, here or in another process. */
  isActive(): boolean;
  /** Stops behind what is under way. */
  stop(): Promise<void>;
}

/** Milliseconds between looks. */
export interface JobPaces {
  /**
   * At every job while somebody is at work here or elsewhere: what another process left is taken over within seconds. A
   * process that has no others beside it looks only where it has written since it looked last.
   */
  activeMs: number;
  /** At every job while nobody is: what was forgotten all the same. */
  quietMs: number;
  /** At whether somebody is at work in another process. */
  askMs: number;
}

const usualPaces: JobPaces = { activeMs: 5_000, quietMs: 60_000, askMs: 10_000 };

/** The paces of a service that is told how often it looks while somebody is at work; the others are no shorter. */
export const pacesOf = (activeMs: number): JobPaces => ({
  activeMs,
  quietMs: Math.max(activeMs, usualPaces.quietMs),
  askMs: Math.max(activeMs, usualPaces.askMs),
});
/** How long after the last of it somebody counts as at work: as long as a lease of theirs may last. */
const activityMs = 30_000;
/** Other processes are told no more often than this that somebody is at work. */
const notifyMs = 5_000;
/** A clock that goes this far astray from the process's own steady one was set: what it makes due is looked for. */
const astrayMs = 500;
const [shortestBackoffMs, longestBackoffMs] = [1_000, 5_000];
const farewellMs = 500;
const longestTimerMs = 2 ** 31 - 1;

/** Up to a fifth more or less, so that replicas that started together do not look together for ever. */
const withJitter = (ms: number) => ms * (0.8 + 0.4 * Math.random());

interface Line extends ScheduledJob, Pick<Job, 'collections'> {
  /** Looks only if nothing is under way: a look that is due by the clock has nothing to add to one that goes on. */
  look(): void;
  stop(): Promise<void>;
}

/** One job in a line of its own, so that a slow one holds up no other. */
function lineOf(job: Job, { clock, log }: { clock: Clock; log: Logger }): Line {
  let isStopped = false;
  let isAskedAgain = false;
  let failures = 0;
  let underWay: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  const backoff = () => withJitter(Math.min(longestBackoffMs, shortestBackoffMs * 2 ** failures));

  function lookIn(ms: number): void {
    clearTimeout(timer);
    if (isStopped) return;
    timer = setTimeout(look, Math.min(longestTimerMs, Math.max(0, ms)));
    timer.unref();
  }

  /** Does what is due now. Answers in how many milliseconds more is, or undefined where nothing waits. */
  async function work(): Promise<number | undefined> {
    let isFruitless = false;
    for (;;) {
      const due = await job.nextDueAt();
      if (due === null || isStopped) return undefined;
      const wait = due.getTime() - clock.now().getTime();
      if (wait > 0) return wait;
      // Another process has it, or it does not come off: it stays due, and is not asked for without a pause.
      if (isFruitless) return backoff();
      isFruitless = true;
      while (!isStopped && (await runWithContext({ correlationId: randomUUID() }, () => job.run()))) {
        isFruitless = false;
        if (job.isSingle) break;
      }
    }
  }

  async function turn(): Promise<void> {
    let next: number | undefined;
    try {
      do {
        isAskedAgain = false;
        next = await work();
      } while (isAskedAgain && !isStopped);
      failures = 0;
    } catch (error) {
      next = backoff();
      if (failures === 0) log.warn({ err: error, job: job.name }, 'scheduled job failed, retrying');
      failures += 1;
    } finally {
      // No await behind the last look at what was asked: whoever wakes it from here on starts a new turn.
      underWay = undefined;
    }
    clearTimeout(timer);
    if (isAskedAgain) look();
    else if (next !== undefined) lookIn(next);
  }

  function look(): void {
    if (isStopped) return;
    underWay ??= turn();
  }

  return {
    ...(job.collections !== undefined && { collections: job.collections }),
    look,
    wake: () => {
      isAskedAgain = underWay !== undefined;
      look();
    },
    isBusy: () => underWay !== undefined,
    idle: async () => {
      while (underWay !== undefined) await underWay;
    },
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await underWay;
    },
  };
}

/** What a process says of itself. */
const fieldsOf = (id: string) => [`processes.${id}`, `releases.${id}`].map((field) => [field, 1] as const);

/**
 * Looks after the work that the documents of one service say is due. Each job has one timer, set to the instant at which
 * its next work falls due, and none where nothing waits; whoever writes work wakes it. Work that another process made is
 * seen by the looks that every process takes while anybody is at work, which a document in the store tells it, so that
 * what a process left that died is taken over within seconds. The same document tells whether there are other processes at
 * all: one that is alone takes these looks only behind writes of its own (`writes` counts them, in these collections where
 * some are named), for some work is written and nobody woken. With nobody at work each job is looked at once a minute,
 * whatever is known.
 */
export function createJobScheduler(options: {
  connection: Connection;
  clock: Clock;
  log: Logger;
  paces?: Partial<JobPaces>;
  writes?: (collections?: readonly string[]) => number;
  /** How many migrations this release knows, which other processes are told. */
  migrations?: number;
}): JobScheduler {
  const { connection, clock, log, writes, migrations = 0 } = options;
  const paces = { ...usualPaces, ...options.paces };
  const activity = connection.collection<Partial<z.infer<typeof activityDoc>> & { _id: string }>(
    activityCollection,
  );
  const own = randomUUID();
  const lines: Line[] = [];
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let ticking: Promise<void> | undefined;
  /** By the process's own steady clock. */
  let activeUntil = 0;
  let reportedAt = -notifyMs;
  let isUntold = false;
  let isOutOfReach = false;
  let quietLookAt = performance.now() + withJitter(paces.quietMs);

  let presentAt = -presentMs;
  let heardAt = -Infinity;
  /** Whether no other process is known of; not before the store was asked. */
  let isAlone = false;
  /** The writes that each line has looked behind. */
  const seenWrites = new WeakMap<Line, number>();
  const driftNow = () => clock.now().getTime() - performance.now();
  let seenDrift = driftNow();

  const isActive = () => performance.now() < activeUntil;

  function learn(found: unknown, now: Date): void {
    heardAt = performance.now();
    const { at, processes } = activityDoc.parse(found ?? {});
    const left = at === undefined ? 0 : at.getTime() + activityMs - now.getTime();
    if (!isActive()) activeUntil = Math.max(activeUntil, heardAt + Math.min(activityMs, left));
    const since = now.getTime() - absentMs;
    isAlone = Object.entries(processes).every(([id, seenAt]) => id === own || seenAt.getTime() < since);
  }

  /** Those that were silent for so long that nobody counts on them are forgotten, by whoever says that it is there. */
  async function report(now: Date): Promise<void> {
    const isNews = isUntold;
    const steady = performance.now();
    [presentAt, reportedAt, isUntold] = [steady, steady, false];
    const found = await activity.findOneAndUpdate(
      { _id: activityId },
      {
        $set: { [`processes.${own}`]: now, [`releases.${own}`]: migrations },
        ...(isNews && { $max: { at: now } }),
      },
      { upsert: true, returnDocument: 'after' },
    );
    learn(found, now);
    const since = now.getTime() - 2 * absentMs;
    const gone = Object.entries(found?.processes ?? {}).filter(([, seenAt]) => seenAt.getTime() < since);
    if (gone.length === 0) return;
    const fields = gone.flatMap(([id]) => fieldsOf(id));
    await activity.updateOne({ _id: activityId }, { $unset: Object.fromEntries(fields) });
  }

  /** Tells the other processes that somebody is at work here, or asks whether somebody is there. */
  async function exchange(): Promise<void> {
    const [now, steady] = [clock.now(), performance.now()];
    const isNewsDue = isUntold && steady - reportedAt >= notifyMs;
    if (isNewsDue || steady - presentAt >= presentMs) await report(now);
    else if (!isActive() || steady - heardAt >= paces.askMs)
      learn(await activity.findOne({ _id: activityId }), now);
  }

  /** The lines in which anything may be due of which no timer knows. */
  function linesToLook(): readonly Line[] {
    if (performance.now() >= quietLookAt || Math.abs(driftNow() - seenDrift) >= astrayMs) return lines;
    if (writes === undefined || !isAlone) return isActive() ? lines : [];
    return lines.filter((line) => writes(line.collections) !== seenWrites.get(line));
  }

  async function tick(isLook: boolean): Promise<void> {
    try {
      await exchange();
      // While the store was away anything may have been missed.
      if (isOutOfReach) quietLookAt = 0;
      isOutOfReach = false;
    } catch (error) {
      isOutOfReach = true;
      log.debug({ err: error }, 'the store does not say whether anybody is at work');
    }
    if (isStopped || isOutOfReach || !isLook) return;
    const due = linesToLook();
    if (due.length === lines.length) {
      quietLookAt = performance.now() + withJitter(paces.quietMs);
      seenDrift = driftNow();
    }
    for (const line of due) {
      if (writes !== undefined) seenWrites.set(line, writes(line.collections));
      line.look();
    }
  }

  /** The next exchange with the other processes, with a look at every job unless they are merely to be told something. */
  function tickIn(ms: number, isLook = true): void {
    clearTimeout(timer);
    if (isStopped) return;
    timer = setTimeout(
      () => {
        ticking ??= tick(isLook).finally(() => {
          ticking = undefined;
          tickIn(withJitter(isActive() || isOutOfReach ? paces.activeMs : paces.askMs));
        });
      },
      Math.min(longestTimerMs, ms),
    );
    timer.unref();
  }
  // At once, so that the others know of this process before it writes what it may leave them.
  tickIn(0, false);

  function noteActivity(): void {
    const wasActive = isActive();
    isUntold = true;
    activeUntil = performance.now() + activityMs;
    // The others hear of the first work at once, of what follows now and then.
    if (!wasActive && ticking === undefined) tickIn(0, false);
  }

  return {
    add: (job) => {
      const line = lineOf(job, { clock, log });
      lines.push(line);
      line.look();
      return {
        ...line,
        wake: () => {
          noteActivity();
          line.wake();
        },
      };
    },
    noteActivity,
    isActive,
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await ticking;
      await Promise.all(lines.map((line) => line.stop()));
      // It leaves nothing: the others need not look for what it might have left. Nobody waits long to be told so.
      const told = activity.updateOne({ _id: activityId }, { $unset: Object.fromEntries(fieldsOf(own)) });
      const outcome = told.catch((error: unknown) => {
        log.debug({ err: error }, 'the others could not be told that this process is gone');
      });
      await Promise.race([outcome, pause(farewellMs, undefined, { ref: false })]);
    },
  };
}
