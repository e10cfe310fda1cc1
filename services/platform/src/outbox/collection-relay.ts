import type { Connection } from 'mongoose';
import type { Envelope, MessageSpec } from '@crm/contracts/bus/envelope.js';
import type { CarriedEntries } from '../audit/carried-entries.js';
import type { Clock } from '../clock.js';
import { createBackoffs } from './backoffs.js';
import { idleMoment } from './idle-moment.js';
import { waitingEvent } from './outbox-fields.js';
import { indexSavedEvents, saveEvents } from './saved-events.js';
import { sendInOrder, type SendDeps } from './send-in-order.js';
import {
  waitingEvents,
  type OutboxEvent,
  type StoredDocument,
  type WaitingDocument,
  type WaitingEvents,
} from './waiting-events.js';
import { watchWrites } from './watch-writes.js';

const batchSize = 100;
/** Documents read at a time: every reading passes over those that are known, so many are read for several batches. */
const readSize = 400;
/** Documents whose events are on their way, at most: enough to keep a window of 100 full. */
const maxUnderWay = 400;
/** Ids of cleared events that are remembered: an answer that was under way meanwhile still names them. */
const maxRemembered = 2_000;
/** Documents that are known at a time, at most; what is written beyond that is read when there is room. */
const maxKnown = 1_000;
/** What was sent is cleared together with all that is sent within this time: one write for many changes. */
const lingerMs = 500;
/**
 * Documents whose events have time (they wait since an instant that is still to come) go in smaller batches, one after
 * another and each in a quiet moment: whoever wrote them, an import, leaves store and process to people first.
 */
const patientBatchSize = 200;
/** How long such a batch waits for a quiet moment: an import keeps its own process busy, and the others none of theirs. */
const longestPatienceMs = 200;
/** Documents that rest after a failure, at most, before nothing else is tried: then the bus itself is away. */
const maxBackingOff = 300;

/** What the relays of all collections of one service share. */
export interface RelayShared extends Omit<SendDeps, 'failed'> {
  connection: Connection;
  catalogue: readonly MessageSpec[];
  clock: Clock;
  /** Where audit entries that stand in outboxes go; none where there is no log. */
  entries: Pick<CarriedEntries, 'of'> | undefined;
  isStopped(): boolean;
  /** Aborted while somebody waits for everything to be sent: then nothing waits for a better moment. */
  hurry(): AbortSignal;
  /** Events were written here. */
  noteActivity(): void;
  noteFailure(collection: string, error: unknown): void;
  /** The store could not be read: it is to be looked at until it can. */
  noteUnread(collection: string): void;
  /** Something was sent or read without a failure. */
  noteSuccess(): void;
  /** What failed before goes through now: the others need not wait until their time is up. */
  endBackoffs(): void;
}

/** The outboxes of one collection, on their way. */
export interface CollectionRelay {
  readonly name: string;
  readonly events: WaitingEvents;
  /** How many documents rest after a failure. */
  backingOff(): number;
  /** Whether the store has to be looked at again, because it could not be read. */
  isUnread(): boolean;
  /** Has what waits in the store read; resolves when all of it is known. */
  read(): Promise<void>;
  endBackoffs(): void;
  /** Resolves when nothing is on its way or being cleared, apart from what rests after a failure. */
  idle(): Promise<void>;
  stop(): void;
}

/** A document whose events this process sends. */
interface Known {
  id: string;
  /** The newest that is known of it; of its outbox what is not cleared yet. */
  document: WaitingDocument;
  /** Ids of those of its events that arrived and are not cleared. */
  arrived: Set<string>;
  isSending: boolean;
  isClearing: boolean;
  /** An older version came with events that are not known: it was made anew, and is read when this one is done. */
  isDoubtful: boolean;
}

const sentOf = ({ document, arrived }: Known): number => {
  const first = document.outbox.findIndex(({ id }) => !arrived.has(id));
  return first === -1 ? document.outbox.length : first;
};
const unsentOf = (known: Known): readonly Envelope[] =>
  known.document.outbox.slice(sentOf(known)).map(({ event }) => event);

/** The audit entry that an outbox still has to keep. */
const unsettledIn = ({ outbox }: WaitingDocument) =>
  outbox.find(({ entry }) => entry?.isSettled === false)?.entry;
/** How many events may be cleared: those that arrived, before the first whose entry the log does not have. */
function clearableOf(known: Known): number {
  const kept = known.document.outbox.findIndex(({ entry }) => entry?.isSettled === false);
  return kept === -1 ? sentOf(known) : Math.min(kept, sentOf(known));
}

/**
 * Sends the events of one collection's documents. Those that this process writes are known from the write itself
 * (`watchWrites`) and go out at once; the store is read for what was there before, what could not be followed and what
 * another process left. What was sent is cleared in one write together with what is sent shortly after.
 */
export function relayCollection(name: string, shared: RelayShared): CollectionRelay {
  const { connection, clock } = shared;
  const specs = new Map(shared.catalogue.map((spec) => [spec.type, spec]));
  const isKept = ({ type }: Envelope) => specs.get(type)?.kept !== undefined;
  const failed = (error: unknown) => {
    shared.noteFailure(name, error);
  };
  const events = waitingEvents(connection, name);
  const documents = new Map<string, Known>();
  /** With events to send, in the order in which they came. */
  const ready = new Set<Known>();
  /** With events to clear, none to send. */
  const sent = new Set<Known>();
  /** With nothing to send either, but with an audit entry that is not in the log yet. */
  const held = new Set<Known>();
  const tasks = new Set<Promise<void>>();
  /** Ids of events that are through and out of the store, the last ones. */
  const cleared = new Set<string>();
  let underWay = 0;
  let indexed: Promise<void> | undefined;
  let sending: NodeJS.Immediate | undefined;
  let clearing: Promise<void> | undefined;
  let lingering: NodeJS.Timeout | undefined;
  let reading: Promise<void> | undefined;
  let isToBeRead = false;
  let isUnread = false;
  /** More waits in the store than can be known at a time. */
  let isBehind = false;
  let trickling: Promise<void> | undefined;
  let isTrickleWoken = false;

  const isHurried = () => shared.hurry().aborted;

  const backoffs = createBackoffs((id) => {
    const known = documents.get(id);
    if (known !== undefined) next(known);
    sendReady();
    readMore();
    if (isTrickleWoken) trickleSoon();
  });

  function track(task: Promise<void>): Promise<void> {
    const tracked = task.finally(() => tasks.delete(tracked));
    tasks.add(tracked);
    return tracked;
  }

  /** An event as the store has it. */
  function eventFrom(stored: StoredDocument['outbox'][number]): OutboxEvent {
    const entry = 'event' in stored && stored.entry && shared.entries?.of(stored.id, stored.entry);
    return { id: stored.id, event: waitingEvent(stored), ...(entry && { entry }) };
  }

  /** Takes a document in as it is in the store, or was a moment ago, and does what is to be done with it. */
  function learn(stored: StoredDocument): void {
    const id = String(stored._id);
    const outbox = stored.outbox.filter((event) => !cleared.has(event.id));
    const known = documents.get(id);
    if (known === undefined) {
      if (outbox.length === 0) return;
      const fresh: Known = {
        ...{ id, document: { ...stored, outbox: outbox.map(eventFrom) }, arrived: new Set<string>() },
        ...{ isSending: false, isClearing: false, isDoubtful: false },
      };
      documents.set(id, fresh);
      next(fresh);
      return;
    }
    const before = new Map(known.document.outbox.map((event) => [event.id, event]));
    if (stored.version > known.document.version) {
      const read = outbox.map((event) => before.get(event.id) ?? eventFrom(event));
      known.document = { ...stored, outbox: read };
    } else if (!outbox.every((event) => before.has(event.id))) known.isDoubtful = true;
    next(known);
  }

  /** What is to be done with a document now. */
  function next(known: Known): void {
    if (known.isSending || known.isClearing || backoffs.has(known.id) || shared.isStopped()) return;
    if (unsentOf(known).length > 0) {
      sent.delete(known);
      ready.add(known);
      sendSoon();
    } else if (known.document.outbox.length === 0) done(known);
    else if (unsettledIn(known.document) !== undefined) hold(known);
    else {
      sent.add(known);
      clearSoon();
    }
  }

  /** Keeps the events of a document until the log has the audit entry among them. */
  function hold(known: Known): void {
    if (held.has(known)) return;
    held.add(known);
    unsettledIn(known.document)?.onceSettled(() => {
      held.delete(known);
      next(known);
    });
    if (isHurried()) hasten(known);
  }

  /** Has the entry that is held stored now, and whoever waits for everything to be sent wait for it. */
  function hasten({ document }: Known): void {
    const entry = unsettledIn(document);
    if (entry === undefined) return;
    const settled = new Promise<void>((resolve) => {
      entry.onceSettled(resolve);
    });
    void track(settled);
    entry.hasten();
  }

  function done(known: Known): void {
    documents.delete(known.id);
    if (known.isDoubtful) void track(readThose([known.document._id]));
    readMore();
  }

  function readMore(): void {
    if (!isBehind || documents.size - backoffs.size >= batchSize) return;
    isBehind = false;
    void read();
  }

  /** What came in one turn goes out together. */
  function sendSoon(): void {
    sending ??= setImmediate(sendReady);
  }

  function sendReady(): void {
    clearImmediate(sending);
    sending = undefined;
    while (ready.size > 0 && underWay < maxUnderWay && backoffs.size < maxBackingOff && !shared.isStopped()) {
      const batch = [...ready].slice(0, batchSize);
      void track(send(batch));
    }
  }

  /** Sends the events of some documents. Never rejects: what failed rests and is tried again. */
  async function send(batch: readonly Known[]): Promise<void> {
    const parts = batch.map((known) => ({ known, outbox: unsentOf(known) }));
    for (const { known } of parts) {
      ready.delete(known);
      sent.delete(known);
      known.isSending = true;
    }
    underWay += parts.length;
    const unsent = await attempt(parts.map(({ outbox }) => outbox));
    underWay -= parts.length;
    let isNews = false;
    let hasFailed = false;
    for (const { known, outbox } of parts) {
      known.isSending = false;
      for (const { id } of outbox) if (!unsent.has(id)) known.arrived.add(id);
      if (outbox.some(({ id }) => unsent.has(id))) {
        hasFailed = true;
        if (!shared.isStopped()) backoffs.backoff(known.id);
        // What came before the one that failed is through.
        if (known.arrived.size > 0) sent.add(known);
        clearSoon();
      } else {
        if (backoffs.over(known.id)) isNews = true;
        next(known);
      }
    }
    if (isNews) shared.endBackoffs();
    if (!hasFailed) shared.noteSuccess();
    sendReady();
  }

  /** Sends what each of some documents has; answers the ids of what is not known to have arrived. */
  async function attempt(outboxes: readonly (readonly Envelope[])[]): Promise<ReadonlySet<string>> {
    try {
      // Whoever rebuilds finds such an event among those that are kept, or has subscribed before it goes out.
      await saveCopies(outboxes.flat().filter(isKept));
      return await sendInOrder(outboxes, { ...shared, failed });
    } catch (error) {
      failed(error);
      return new Set(outboxes.flat().map(({ id }) => id));
    }
  }

  async function saveCopies(those: readonly Envelope[]): Promise<void> {
    if (those.length === 0) return;
    indexed ??= indexSavedEvents(connection);
    try {
      await indexed;
    } catch (error) {
      indexed = undefined;
      throw error;
    }
    await saveEvents(connection, those, specs, clock.now());
  }

  function clearSoon(): void {
    if (sent.size === 0 || clearing !== undefined || shared.isStopped()) return;
    if (isHurried() || sent.size >= batchSize) {
      void track(clearAll());
      return;
    }
    lingering ??= setTimeout(() => void track(clearAll()), lingerMs).unref();
  }

  /** Clears all that was sent, one write at a time. */
  function clearAll(): Promise<void> {
    clearTimeout(lingering);
    lingering = undefined;
    clearing ??= clear([...sent]).finally(() => {
      clearing = undefined;
      clearSoon();
    });
    return clearing;
  }

  /** Copies what was sent, as far as that was not done before, and takes it out of the outboxes. Never rejects. */
  async function clear(batch: readonly Known[]): Promise<void> {
    const parts = batch
      .filter((known) => !known.isSending && !known.isClearing)
      .map((known) => ({ known, document: known.document, sent: clearableOf(known) }));
    for (const { known } of parts) {
      sent.delete(known);
      known.isClearing = true;
    }
    let isCleared = false;
    try {
      const gone = parts.flatMap(({ document, sent: count }) => document.outbox.slice(0, count));
      await saveCopies(gone.map(({ event }) => event).filter((event) => !isKept(event)));
      await events.clear(parts, clock.now());
      isCleared = true;
    } catch (error) {
      failed(error);
    }
    for (const { known, document, sent: count } of parts) {
      known.isClearing = false;
      if (isCleared) {
        const ids = new Set(document.outbox.slice(0, count).map(({ id }) => id));
        for (const id of ids) {
          known.arrived.delete(id);
          cleared.add(id);
        }
        known.document = {
          ...known.document,
          outbox: known.document.outbox.filter(({ id }) => !ids.has(id)),
        };
      } else if (!shared.isStopped()) backoffs.backoff(known.id);
      next(known);
    }
    for (const id of cleared) {
      if (cleared.size <= maxRemembered) break;
      cleared.delete(id);
    }
  }

  const knownIds = () => [...documents.values()].map(({ document }) => document._id);

  function noteUnread(error: unknown): void {
    const isNews = !isUnread;
    isUnread = true;
    failed(error);
    if (isNews) shared.noteUnread(name);
  }

  function read(): Promise<void> {
    if (shared.isStopped()) return Promise.resolve();
    isToBeRead = true;
    return (reading ??= readAll());
  }

  /** Reads what is due, several batches at a time; ends when nothing is left. */
  async function readAll(): Promise<void> {
    // What ends at once would be over before `read` keeps it as what goes on, and count as going on for ever.
    await Promise.resolve();
    while (isToBeRead && !shared.isStopped()) {
      isToBeRead = false;
      try {
        for (let isMore = true; isMore;) {
          if (documents.size - backoffs.size >= maxKnown || backoffs.size >= maxBackingOff) {
            isBehind = true;
            break;
          }
          const now = clock.now();
          const found = await events.next(readSize, knownIds(), now);
          isUnread = false;
          shared.noteSuccess();
          found.forEach(learn);
          isMore = found.length === readSize;
          while (ready.size >= batchSize && tasks.size > 0) await Promise.race(tasks);
        }
      } catch (error) {
        noteUnread(error);
      }
    }
    // No await behind the last look: whoever asks for a reading from here on starts a new one.
    reading = undefined;
  }

  /** Reads those documents alone, known or not. */
  async function readThose(ids: readonly StoredDocument['_id'][]): Promise<void> {
    try {
      for (let from = 0; from < ids.length; from += readSize) {
        const some = ids.slice(from, from + readSize);
        (await events.byIds(some)).forEach(learn);
      }
    } catch (error) {
      noteUnread(error);
      isBehind = true;
    }
  }

  function trickleSoon(): void {
    isTrickleWoken = true;
    trickling ??= trickle();
  }

  /** Sends what has time, batch after batch in quiet moments; ends when nothing is left. */
  async function trickle(): Promise<void> {
    let lastCleared: Promise<void> = Promise.resolve();
    try {
      while (isTrickleWoken) {
        // What was sent is cleared while the next waits for its moment.
        await Promise.all([lastCleared, idleMoment(longestPatienceMs, shared.hurry())]);
        // It goes on when a rest is over.
        if (shared.isStopped() || backoffs.size >= maxBackingOff) return;
        isTrickleWoken = false;
        const found = await events.next(patientBatchSize, knownIds());
        if (found.length === patientBatchSize) isTrickleWoken = true;
        found.forEach(learn);
        sendReady();
        await Promise.all(tasks);
        lastCleared = clearAll();
        if (!isTrickleWoken) await lastCleared;
      }
    } catch (error) {
      noteUnread(error);
    } finally {
      // No await behind the last look: whoever wakes it from here on starts a new one.
      trickling = undefined;
    }
  }

  const endWatch = watchWrites(connection, name, {
    written: (stored) => {
      if (shared.isStopped()) return;
      shared.noteActivity();
      if (stored.outboxAt !== undefined && stored.outboxAt > clock.now()) trickleSoon();
      else if (documents.size < maxKnown || documents.has(String(stored._id))) learn(stored);
      else isBehind = true;
    },
    unclear: (ids) => {
      shared.noteActivity();
      if (ids === undefined || documents.size >= maxKnown) void read();
      else if (!shared.isStopped()) void track(readThose(ids));
    },
  });

  return {
    name,
    events,
    backingOff: () => backoffs.size,
    isUnread: () => isUnread,
    read: () => {
      trickleSoon();
      return read();
    },
    endBackoffs: () => {
      backoffs.end();
    },
    idle: async () => {
      const isIdle = () =>
        tasks.size === 0 && reading === undefined && trickling === undefined && sending === undefined;
      sendReady();
      if (isHurried()) [...held].forEach(hasten);
      clearSoon();
      while (!isIdle()) {
        await Promise.all([reading, trickling, ...tasks]);
        sendReady();
        clearSoon();
      }
    },
    stop: () => {
      endWatch();
      clearTimeout(lingering);
      clearImmediate(sending);
      backoffs.end();
    },
  };
}
