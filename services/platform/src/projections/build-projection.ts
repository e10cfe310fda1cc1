import { setTimeout as pause } from 'node:timers/promises';
import type { Connection } from 'mongoose';
import type { Clock } from '../clock.js';
import type { Logger } from '../log/logger.js';

const collectionName = 'projections';
const shortestPauseMs = 100;
const longestPauseMs = 5_000;

/** How far a projection is built. */
interface Progress {
  /** The projection's name. */
  _id: string;
  revision: number;
  /** What the last page that was taken ended with; missing before the first and after the last. */
  after?: string;
  builtAt?: Date;
}

export interface ProjectionBuild {
  /** For `createHealth`: whether everything that its owner had has been read. */
  isBuilt(): boolean;
  /** Resolves once it is built; never rejects, since a build that fails is tried again until it is stopped. */
  readonly built: Promise<void>;
  /** Ends the build at the page under way; the next start goes on from there. */
  stop(): Promise<void>;
}

/**
 * Fills a projection from its owner once, page by page: a snapshot of records, or kept events. A service that is new, or
 * whose `revision` is, needs nobody's hand for it; one that was interrupted goes on at the page where it was, and while
 * the owner is away the page is asked for again, with pauses up to 5 s.
 *
 * Subscribe first and give `subscribed` (a consumer's `live`): what changes after a page was read comes by event. Events
 * and pages meet in any order, so pages are applied by the same guards as events (`stateProjection`, or a fact's id).
 *
 *     const { users, next } = await auth.call(snapshotUsers, { query: { after } }, { asService: true });
 *     await known.put(users.map(statedUser));
 *     return next;
 */
export function buildProjection(options: {
  connection: Connection;
  /** Unique in the service. */
  name: string;
  /** Raise it when the projection keeps something that older rows lack: it is read anew then, over what is there. */
  revision: number;
  subscribed: Promise<void>;
  /** Reads and applies what follows `after` and answers what to go on after, or null at the end. */
  takePage: (after: string | undefined) => Promise<string | null>;
  clock: Clock;
  log: Logger;
}): ProjectionBuild {
  const { connection, name, revision, subscribed, takePage, clock, log } = options;
  const progress = connection.collection<Progress>(collectionName);
  const stopping = new AbortController();
  const isStopped = () => stopping.signal.aborted;
  let isBuilt = false;
  let reportBuilt: () => void = () => undefined;
  const built = new Promise<void>((resolve) => (reportBuilt = resolve));
  const stopped = new Promise<void>((resolve) => {
    stopping.signal.addEventListener('abort', () => {
      resolve();
    });
  });

  /** Until it succeeds, or null when it is stopped meanwhile. */
  async function persist<T>(what: string, step: () => Promise<T>): Promise<T | null> {
    for (let wait = shortestPauseMs; !isStopped(); wait = Math.min(longestPauseMs, wait * 2)) {
      try {
        return await step();
      } catch (error) {
        log.warn({ err: error, projection: name }, what);
      }
      await Promise.race([pause(wait, undefined, { ref: false }), stopped]);
    }
    return null;
  }

  async function whereWeAre(): Promise<Progress> {
    const known = await progress.findOne({ _id: name });
    return known?.revision === revision ? known : { _id: name, revision };
  }

  async function write({ _id, ...rest }: Progress): Promise<void> {
    await progress.replaceOne({ _id }, rest, { upsert: true });
  }

  /** One page and the note of it. A kill between the two reads the page again, which changes nothing. */
  async function step({ after }: Progress): Promise<Progress> {
    const next = await takePage(after);
    const now: Progress = {
      _id: name,
      revision,
      ...(next === null ? { builtAt: clock.now() } : { after: next }),
    };
    await write(now);
    return now;
  }

  async function run(): Promise<void> {
    await Promise.race([subscribed, stopped]);
    let at = await persist('projection not read yet', whereWeAre);
    if (at === null) return;
    const wasBuilt = at.builtAt !== undefined;
    while (at.builtAt === undefined) {
      const from: Progress = at;
      at = await persist('projection not built yet', () => step(from));
      if (at === null) return;
    }
    isBuilt = true;
    if (!wasBuilt) log.info({ projection: name, revision }, 'projection built');
    reportBuilt();
  }

  const running = run();

  return {
    isBuilt: () => isBuilt,
    built,
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
