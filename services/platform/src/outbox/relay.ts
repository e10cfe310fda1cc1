import { setMaxListeners } from 'node:events';
import mongoose, { type Connection } from 'mongoose';
import type { MessageSpec } from '@crm/contracts/bus/envelope.js';
import type { CarriedEntries } from '../audit/carried-entries.js';
import type { Bus } from '../bus/bus.js';
import type { Clock } from '../clock.js';
import type { Job, JobScheduler, ScheduledJob } from '../jobs/job-scheduler.js';
import type { Logger } from '../log/logger.js';
import { noTracer, type Tracer } from '../tracing/tracer.js';
import { relayCollection, type CollectionRelay, type RelayShared } from './collection-relay.js';

/** An event that waits longer than this belongs to a process that is gone, or to a write that nobody heard of. */
const forgottenMs = 5_000;
const purgeEveryMs = 3_600_000;
const stopPatienceMs = 5_000;
/** Counting goes this far: behind it more is just more. */
const maxCounted = 10_000;

/** Documents with events that are not published yet, and since when the oldest of them waits. */
export interface WaitingNow {
  documents: number;
  oldestAt: Date | null;
}

export interface Relay {
  /** Sends everything that waits now. Throws where some of it could not be sent; it stays in the outbox. */
  drain(): Promise<void>;
  /** Resolves when all that this process knows of is sent, or rests after a failure; the store is not read for more. */
  idle(): Promise<void>;
  /** How much waits in all collections together, counted up to 10,000 in each. Throws where the store is away. */
  waiting(): Promise<WaitingNow>;
  /** It will be stopped in a moment: what cannot be sent from now on is only told of then. */
  stopping(): void;
  /** Sends what it can within 5 seconds and stops; the rest goes out after the next start. */
  stop(): Promise<void>;
}

/** Says that there is a hurry; the relay of each collection listens to it. */
function newHurry(collections: number): AbortController {
  const hurry = new AbortController();
  setMaxListeners(collections, hurry.signal);
  return hurry;
}

/**
 * Publishes the events that documents carry in their outbox and clears them once they are taken care of (settled:
 * Outbox). Events of one document go in order; one that cannot be sent holds back only the later ones of its document.
 * Killed at any point it has lost nothing: what is not cleared goes out again, so every event arrives at least once.
 * Several replicas may run on one store: each sends what its own writes left in a document, behind what others left there
 * before, and what stands anywhere for 5 seconds.
 */
export function startRelay(options: {
  connection: Connection;
  /** The collections whose schemas have an outbox (`addOutbox`). */
  collections: readonly string[];
  bus: Pick<Bus, 'publish'>;
  /** Where the audit entries that outboxes carry go, before those are cleared. */
  entries?: Pick<CarriedEntries, 'of'>;
  /** Says how long each event is kept for rebuilding. */
  catalogue: readonly MessageSpec[];
  clock: Clock;
  log: Logger;
  /** Looks for forgotten events, and for tombstones whose time has come; told that somebody is at work where events are written. */
  scheduler: JobScheduler;
  /** Told of every event that was sent. */
  published?: (type: string) => void;
  /** Traces the sending of events that belong to a trace. */
  tracer?: Tracer;
}): Relay {
  const { connection, collections, clock, log, scheduler } = options;
  let purgedAt: number | undefined;
  let failure: Error | undefined;
  let isStopping = false;
  let isStopped = false;
  let hurry = newHurry(collections.length);
  const lastFailure = () => failure;
  const jobOf = new Map<string, ScheduledJob>();

  const shared: RelayShared = {
    ...{ connection, clock, bus: options.bus, catalogue: options.catalogue },
    ...{ entries: options.entries, published: options.published, tracer: options.tracer ?? noTracer },
    isStopped: () => isStopped,
    noteActivity: () => {
      scheduler.noteActivity();
    },
    hurry: () => hurry.signal,
    noteFailure: (collection, error) => {
      // Once per trouble, not per try: a broker that is away for an hour fails thousands of times.
      if (failure === undefined && !isStopping)
        log.warn({ err: error, collection }, 'outbox events could not be published, retrying');
      failure = new Error(`Events of ${collection} could not be sent`, { cause: error });
    },
    noteUnread: (collection) => {
      jobOf.get(collection)?.wake();
    },
    noteSuccess: () => {
      if (failure === undefined || relays.some((each) => each.backingOff() > 0 || each.isUnread())) return;
      failure = undefined;
      log.info('outbox publishing recovered');
    },
    endBackoffs: () => {
      for (const each of relays) each.endBackoffs();
    },
  };
  const relayOf = new Map(collections.map((name) => [name, relayCollection(name, shared)]));
  const relays = [...relayOf.values()];

  const oldestOf = (instants: readonly (Date | null)[]): Date | null => {
    const since = instants.flatMap((instant) => instant?.getTime() ?? []);
    return since.length === 0 ? null : new Date(Math.min(...since));
  };

  /** Sends what counts as forgotten in one collection: nothing in this process tells of the events of one that died. */
  const forgottenJob = (name: string, each: CollectionRelay): Job => ({
    name: `forgotten events of ${name}`,
    // Those of this process's own writes are known from the writes.
    collections: [],
    nextDueAt: async () => {
      if (isStopped) return null;
      if (each.isUnread()) return clock.now();
      const oldest = await each.events.oldestAt();
      return oldest === null ? null : new Date(oldest.getTime() + forgottenMs);
    },
    // What cannot be sent rests, and is looked for again after a pause.
    run: async () => {
      await each.read();
      return false;
    },
  });

  async function purge(): Promise<boolean> {
    const now = clock.now();
    for (const { events } of relays) await events.purge(now);
    purgedAt = now.getTime();
    return false;
  }

  async function drain(): Promise<void> {
    shared.endBackoffs();
    failure = undefined;
    hurry.abort();
    for (const each of relays) void each.read();
    await Promise.all(relays.map((each) => each.idle()));
    hurry = newHurry(collections.length);
    const problem = lastFailure();
    if (problem !== undefined) throw problem;
  }

  for (const [name, each] of relayOf) jobOf.set(name, scheduler.add(forgottenJob(name, each)));
  scheduler.add({
    name: 'tombstones',
    nextDueAt: async () => {
      if (isStopped) return null;
      return purgedAt === undefined ? clock.now() : new Date(purgedAt + purgeEveryMs);
    },
    run: purge,
  });
  for (const each of relays) void each.read();

  return {
    drain,
    idle: async () => {
      await Promise.all(relays.map((each) => each.idle()));
    },
    waiting: async () => {
      const counts = await Promise.all(relays.map(({ events }) => events.count(maxCounted)));
      return {
        documents: counts.reduce((sum, { documents }) => sum + documents, 0),
        oldestAt: oldestOf(counts.map((each) => each.oldestAt)),
      };
    },
    stopping: () => {
      isStopping = true;
    },
    stop: async () => {
      isStopping = true;
      let patience: NodeJS.Timeout | undefined;
      const outOfPatience = new Promise<void>((resolve) => (patience = setTimeout(resolve, stopPatienceMs)));
      try {
        // With the store gone there is nothing to read; what waits in it goes out behind the next start.
        if (connection.readyState !== mongoose.ConnectionStates.disconnected)
          await Promise.race([drain(), outOfPatience]);
      } catch (error) {
        log.warn(
          { reason: error instanceof Error ? error.message : String(error) },
          'stopped with events in the outbox, they will be published after the next start',
        );
      }
      clearTimeout(patience);
      isStopped = true;
      hurry.abort();
      for (const each of relays) each.stop();
    },
  };
}
