import type { Connection } from 'mongoose';
import type { Envelope, MessageSpec } from '@crm/contracts/bus/envelope.js';
import { noTracer, traceparentOf, withTraceparent, type Span, type Tracer } from '../tracing/tracer.js';
import { PublishError, type Bus } from '../bus/bus.js';
import { createKeyedQueues } from '../bus/keyed-queue.js';
import type { Clock } from '../clock.js';
import type { JobScheduler } from '../jobs/job-scheduler.js';
import type { Logger } from '../log/logger.js';
import { indexSavedEvents, saveEvents } from './saved-events.js';
import { idleMoment } from './idle-moment.js';
import { createBackoffs, type Backoffs } from './backoffs.js';
import { waitingEvents, type WaitingDocument, type WaitingEvents } from './waiting-events.js';

const batchSize = 100;
/** Documents read at a time: every reading passes over those that are busy, so many are read for several batches. */
const readSize = 400;
/** Documents whose events are on their way, at most: enough to keep a window of 100 full. */
const maxUnderWay = 400;
/**
 * Documents whose events have time (they wait since an instant that is still to come) go in smaller batches, one after
 * another and each in a quiet moment: whoever wrote them, an import, leaves store and process to people first.
 */
const patientBatchSize = 50;
/** How long such a batch waits for a quiet moment. */
const longestPatienceMs = 2_000;
/** Documents that rest after a failure, at most, before nothing else is tried: then the bus itself is away. */
const maxBackingOff = 300;
/** An event that waits longer than this belongs to a process that is gone, or to a write that nobody announced. */
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
  /** Says that events may wait, in one collection or in any: call it after a write, and wait for nothing. */
  wake(collection?: string): void;
  /** Sends everything that waits now. Throws where some of it could not be sent; it stays in the outbox. */
  drain(): Promise<void>;
  /** How much waits in all collections together, counted up to 10,000 in each. Throws where the store is away. */
  waiting(): Promise<WaitingNow>;
  /** Sends what it can within 5 seconds and stops; the rest goes out after the next start. */
  stop(): Promise<void>;
}

/** One collection as the relay sees it. */
interface Box {
  name: string;
  events: WaitingEvents;
  /** Documents not to be looked at, by id as text: read and next to go, on their way, or resting after a failure. */
  busy: Map<string, WaitingDocument['_id']>;
  /** How many of these are on their way. */
  underWay: number;
  /** Whether a reading passed over busy documents: an event that one of them got since is looked for when it is free. */
  hasPassedOver: boolean;
  backoffs: Backoffs;
  /** Under way while events that have time go out; woken meanwhile, it reads once more before it ends. */
  trickling: Promise<void> | undefined;
  isTrickleWoken: boolean;
}

/**
 * Publishes the events that documents carry in their outbox and clears them once they are taken care of (settled:
 * Outbox). Events of one document go in order; one that cannot be sent holds back only the later ones of its document.
 * Killed at any point it has lost nothing: what is not cleared goes out again, so every event arrives at least once.
 * Several replicas may run on one store: each sends what its own writes announce and what others left for 5 seconds.
 */
export function startRelay(options: {
  connection: Connection;
  /** The collections whose schemas have an outbox (`addOutbox`). */
  collections: readonly string[];
  bus: Pick<Bus, 'publish'>;
  /** Says how long each event is kept for rebuilding. */
  catalogue: readonly MessageSpec[];
  clock: Clock;
  log: Logger;
  /** Looks for forgotten events, and for tombstones whose time has come. */
  scheduler: JobScheduler;
  /** Told of every event that was sent. */
  published?: (type: string) => void;
  /** Traces the sending of events that belong to a trace. */
  tracer?: Tracer;
}): Relay {
  const { connection, collections, bus, catalogue, clock, log, scheduler, published } = options;
  const { tracer = noTracer } = options;
  const specs = new Map(catalogue.map((spec) => [spec.type, spec]));
  const boxes = collections.map(boxOf);
  /** Collections to look at, and those that could not be read and are looked at again. */
  const dirty = new Set<Box>();
  const unread = new Set<Box>();
  const sendings = new Set<Promise<void>>();
  const readings = createKeyedQueues();
  let indexed: Promise<void> | undefined;
  let running: Promise<void> | undefined;
  let purgedAt: number | undefined;
  let failure: Error | undefined;
  let isStopped = false;
  /** Aborted while somebody waits for everything to be sent: then no quiet moment is waited for. */
  let hurry = new AbortController();

  const backingOff = () => boxes.reduce((sum, box) => sum + box.backoffs.size, 0);
  const underWay = () => boxes.reduce((sum, box) => sum + box.underWay, 0);

  const lastFailure = () => failure;

  function boxOf(name: string): Box {
    const busy: Box['busy'] = new Map();
    const backoffs = createBackoffs((id) => {
      busy.delete(id);
      mark(name);
    });
    const events = waitingEvents(connection, name);
    return {
      ...{ name, events, busy, underWay: 0, hasPassedOver: false, backoffs },
      ...{ trickling: undefined, isTrickleWoken: false },
    };
  }

  function noteFailure(box: Box, error: unknown): void {
    // Once per trouble, not per try: a broker that is away for an hour fails thousands of times.
    if (failure === undefined) log.warn({ err: error, collection: box.name }, 'events wait in the outbox');
    failure = new Error(`Events of ${box.name} could not be sent`, { cause: error });
  }

  function noteSuccess(): void {
    if (failure === undefined || backingOff() > 0 || unread.size > 0) return;
    failure = undefined;
    log.info('the outbox is sent again');
  }

  function mark(collection?: string): void {
    if (isStopped) return;
    for (const box of boxes) {
      if (collection !== undefined && box.name !== collection) continue;
      dirty.add(box);
      box.isTrickleWoken = true;
      box.trickling ??= trickle(box);
    }
    running ??= run();
  }

  async function run(): Promise<void> {
    while (dirty.size > 0 && !isStopped) {
      const turn = [...dirty];
      dirty.clear();
      await Promise.all(turn.map(sweep));
    }
    // No await after the last look at `dirty`: whoever marks a collection from here on starts a new run.
    running = undefined;
  }

  /**
   * Reads documents that nobody looks at yet; they are busy from here on. One reading at a time: what another one takes,
   * sends and clears meanwhile would be answered as it was before.
   */
  async function take(box: Box, limit: number, until?: Date): Promise<WaitingDocument[]> {
    let documents: WaitingDocument[] = [];
    await readings.run(box.name, async () => {
      indexed ??= indexSavedEvents(connection);
      await indexed;
      if (box.busy.size > 0) box.hasPassedOver = true;
      documents = await box.events.next(limit, [...box.busy.values()], until);
      unread.delete(box);
      for (const { _id } of documents) box.busy.set(String(_id), _id);
    });
    return documents;
  }

  function noteUnread(box: Box, error: unknown): void {
    indexed = undefined;
    unread.add(box);
    noteFailure(box, error);
  }

  /** Sends what is due in one collection, several batches at a time; ends when nothing is left to look at. */
  async function sweep(box: Box): Promise<void> {
    let ready: WaitingDocument[] = [];
    try {
      while (!isStopped && backingOff() < maxBackingOff) {
        if (ready.length === 0) ready = await take(box, readSize, clock.now());
        if (ready.length === 0) return;
        const documents = ready.splice(0, batchSize);
        box.underWay += documents.length;
        const sending = send(box, documents).finally(() => sendings.delete(sending));
        sendings.add(sending);
        if (underWay() >= maxUnderWay) await Promise.race(sendings);
      }
    } catch (error) {
      noteUnread(box, error);
    } finally {
      for (const { _id } of ready) box.busy.delete(String(_id));
    }
  }

  /** Sends what has time in one collection, batch after batch in quiet moments; ends when nothing is left. */
  async function trickle(box: Box): Promise<void> {
    try {
      while (box.isTrickleWoken) {
        await idleMoment(longestPatienceMs, hurry.signal);
        if (isStopped || backingOff() >= maxBackingOff) return;
        box.isTrickleWoken = false;
        const documents = await take(box, patientBatchSize);
        if (documents.length === 0) continue;
        box.isTrickleWoken = true;
        box.underWay += documents.length;
        await send(box, documents);
      }
    } catch (error) {
      noteUnread(box, error);
    } finally {
      // No await after the last look: whoever wakes the collection from here on starts a new one.
      box.trickling = undefined;
    }
  }

  /** Sends the events of some documents and clears what arrived. Never rejects: what failed rests and is tried again. */
  async function send(box: Box, documents: readonly WaitingDocument[]): Promise<void> {
    const { failed, hasMore } = await attempt(box, documents);
    box.underWay -= documents.length;
    let isNews = false;
    for (const { _id } of documents) {
      const id = String(_id);
      if (failed.has(id)) {
        if (!isStopped) box.backoffs.backoff(id);
      } else {
        box.busy.delete(id);
        if (box.backoffs.over(id)) isNews = true;
      }
    }
    // What failed before goes through now: the others need not wait until their time is up.
    if (isNews) endBackoffs();
    if (failed.size === 0) noteSuccess();
    if (hasMore || box.hasPassedOver) {
      box.hasPassedOver = false;
      mark(box.name);
    }
  }

  async function attempt(
    box: Box,
    documents: readonly WaitingDocument[],
  ): Promise<{ failed: ReadonlySet<string>; hasMore: boolean }> {
    const events = documents.flatMap(({ outbox }) => outbox);
    try {
      // Copied before they are published: whoever rebuilds finds an event here, or has subscribed before it goes out.
      await saveEvents(connection, events, specs, clock.now());
      const unsent = await publishInOrder(box, documents);
      if (published !== undefined) {
        for (const { id, type } of events) if (!unsent.has(id)) published(type);
      }
      const parts = documents.map((document) => {
        const firstUnsent = document.outbox.findIndex(({ id }) => unsent.has(id));
        return { document, sent: firstUnsent === -1 ? document.outbox.length : firstUnsent };
      });
      const isAllCleared = await box.events.clear(parts, clock.now());
      const failed = parts.filter(({ document, sent }) => sent < document.outbox.length);
      return { failed: new Set(failed.map(({ document }) => String(document._id))), hasMore: !isAllCleared };
    } catch (error) {
      noteFailure(box, error);
      return { failed: new Set(documents.map(({ _id }) => String(_id))), hasMore: false };
    }
  }

  /**
   * Publishes the first event of every document, then the second of those whose first arrived, and so on: an event never
   * leaves before the one before it of its document. Answers the ids of those that are not known to have arrived.
   */
  async function publishInOrder(
    box: Box,
    documents: readonly WaitingDocument[],
  ): Promise<ReadonlySet<string>> {
    const unsent = new Set<string>();
    let left = documents.map(({ outbox }) => outbox);
    for (let turn = 0; left.length > 0; turn += 1) {
      const failed = await publish(
        box,
        left.flatMap((outbox) => outbox[turn] ?? []),
      );
      for (const outbox of left) {
        if (failed.has(outbox[turn]?.id ?? '')) for (const { id } of outbox.slice(turn)) unsent.add(id);
      }
      left = left.filter((outbox) => outbox.length > turn + 1 && !unsent.has(outbox[turn]?.id ?? ''));
    }
    return unsent;
  }

  /** The ids of the events that are not known to have arrived. */
  async function publish(box: Box, events: readonly Envelope[]): Promise<ReadonlySet<string>> {
    const spans = new Map<string, Span>();
    const traced = events.map((event) => {
      const parent = traceparentOf(event);
      const span =
        parent === undefined
          ? undefined
          : tracer.start(`publish ${event.type}`, 'producer', {
              parent,
              attributes: { 'messaging.operation.name': 'publish', 'messaging.message.id': event.id },
            });
      if (span === undefined) return event;
      spans.set(event.id, span);
      return withTraceparent(event, span.traceparent);
    });
    let unsent: ReadonlySet<string> = new Set();
    try {
      await bus.publish(traced);
    } catch (error) {
      noteFailure(box, error);
      unsent = error instanceof PublishError ? error.failed : new Set(events.map(({ id }) => id));
    }
    for (const [id, span] of spans) {
      if (unsent.has(id)) span.fail('unsent');
      span.end();
    }
    return unsent;
  }

  function endBackoffs(): void {
    for (const box of boxes) box.backoffs.end();
  }

  /** When the next event counts as forgotten: no `wake` of this process tells of those of a process that died. */
  async function nextForgottenAt(): Promise<Date | null> {
    if (isStopped) return null;
    if (unread.size > 0) return clock.now();
    const waiting = await Promise.all(boxes.map(({ events }) => events.oldestAt()));
    const since = waiting.flatMap((instant) => instant?.getTime() ?? []);
    return since.length === 0 ? null : new Date(Math.min(...since) + forgottenMs);
  }

  /** Sends what counts as forgotten. What cannot be sent rests, and is looked for again after a pause. */
  async function sendForgotten(): Promise<boolean> {
    const before = clock.now().getTime() - forgottenMs;
    for (const box of boxes) {
      const oldest = await box.events.oldestAt();
      if (unread.has(box) || (oldest !== null && oldest.getTime() <= before)) mark(box.name);
    }
    await running;
    return false;
  }

  async function purge(): Promise<boolean> {
    const now = clock.now();
    for (const box of boxes) await box.events.purge(now);
    purgedAt = now.getTime();
    return false;
  }

  async function drain(): Promise<void> {
    endBackoffs();
    failure = undefined;
    hurry.abort();
    mark();
    const trickling = () => boxes.flatMap((box) => box.trickling ?? []);
    while (running !== undefined || sendings.size > 0 || trickling().length > 0) {
      await Promise.all([running, ...sendings, ...trickling()]);
    }
    hurry = new AbortController();
    const problem = lastFailure();
    if (problem !== undefined) throw problem;
  }

  scheduler.add({ name: 'forgotten events', nextDueAt: nextForgottenAt, run: sendForgotten });
  scheduler.add({
    name: 'tombstones',
    nextDueAt: async () => {
      if (isStopped) return null;
      return purgedAt === undefined ? clock.now() : new Date(purgedAt + purgeEveryMs);
    },
    run: purge,
  });
  mark();

  return {
    wake: (collection) => {
      scheduler.noteActivity();
      mark(collection);
    },
    drain,
    waiting: async () => {
      const counts = await Promise.all(boxes.map(({ events }) => events.count(maxCounted)));
      const since = counts.flatMap(({ oldestAt }) => oldestAt?.getTime() ?? []);
      return {
        documents: counts.reduce((sum, { documents }) => sum + documents, 0),
        oldestAt: since.length === 0 ? null : new Date(Math.min(...since)),
      };
    },
    stop: async () => {
      let patience: NodeJS.Timeout | undefined;
      const outOfPatience = new Promise<void>((resolve) => (patience = setTimeout(resolve, stopPatienceMs)));
      try {
        await Promise.race([drain(), outOfPatience]);
      } catch (error) {
        log.warn({ err: error }, 'stopped with events in the outbox, they go out after the next start');
      }
      clearTimeout(patience);
      isStopped = true;
      hurry.abort();
      endBackoffs();
    },
  };
}
