import type { Envelope } from '@crm/contracts/bus/envelope.js';
import type { Clock } from '../clock.js';
import type { Logger } from '../log/logger.js';
import { batchedTypes, type Bus } from './bus.js';

/** After events of batched types went out, those that follow within this time go out together. */
const joinedWithinMs = 200;
/** What could not be said is tried again so often, and for so long: afterwards whoever missed it has read anew. */
const retryMs = 1_000;
const worthSayingMs = 30_000;
/** Subjects that wait to be said, at most; the oldest give way. */
const maxWaiting = 10_000;

/**
 * Says events that only matter now, and returns at once: no outbox keeps them, so they cost nothing but the sending, and
 * are lost with the process. Only for what ends or is read anew by itself (a lease, who is online); everything else goes
 * through the outbox.
 */
export type Announce = (events: readonly Envelope[]) => void;

/** Those of a type behind each other, which makes batches of them, unless a subject has several, whose order counts. */
function byType(events: readonly Envelope[]): readonly Envelope[] {
  if (new Set(events.map(({ subject }) => subject)).size < events.length) return events;
  return events.toSorted((one, other) => one.type.localeCompare(other.type));
}

/**
 * Announces on a bus. Events of batched types go out at once when they come alone, and together when they come within
 * 200 ms of others: a message costs the broker the same whatever it holds. All others go out at once. While the bus is
 * away the newest event of each subject waits for half a minute. Events of one subject, whose types are batched or are
 * not, go out in the order in which they were announced. `published` is told of every event that was sent. `stop` sends
 * what waits to go out together, and tries nothing again.
 */
export function createAnnouncer(options: {
  bus: Pick<Bus, 'publish'>;
  clock: Clock;
  log: Logger;
  published?: (type: string) => void;
}): { announce: Announce; stop: () => void } {
  const { bus, clock, log, published } = options;
  const waiting = new Map<string, Envelope>();
  let joined: Envelope[] = [];
  let joining: NodeJS.Timeout | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let isSilent = false;

  const send = async (events: readonly Envelope[]) => {
    // What waited is older news of the same.
    for (const { subject } of events) waiting.delete(subject);
    try {
      await bus.publish(events);
      for (const { type } of events) published?.(type);
      isSilent = false;
    } catch (error) {
      if (isStopped) return;
      // Once per trouble, not per try.
      if (!isSilent) log.warn({ err: error }, 'events that matter now could not be said');
      isSilent = true;
      for (const event of events) {
        const known = waiting.get(event.subject);
        if (known === undefined || known.sequence <= event.sequence) waiting.set(event.subject, event);
      }
      for (const subject of waiting.keys()) {
        if (waiting.size <= maxWaiting) break;
        waiting.delete(subject);
      }
      timer ??= setTimeout(retry, retryMs);
    }
  };

  function retry(): void {
    timer = undefined;
    const since = clock.now().getTime() - worthSayingMs;
    const due = [...waiting.values()].filter(({ time }) => Date.parse(time) >= since);
    waiting.clear();
    if (due.length > 0) void send(due);
  }

  function sendJoined(): void {
    joining = undefined;
    if (joined.length === 0) return;
    const events = joined;
    joined = [];
    if (!isStopped) joining = setTimeout(sendJoined, joinedWithinMs);
    void send(byType(events));
  }

  return {
    announce: (events) => {
      const alone = events.filter(({ type }) => !batchedTypes.has(type));
      if (alone.length > 0) void send(alone);
      joined.push(...events.filter(({ type }) => batchedTypes.has(type)));
      if (joining === undefined) sendJoined();
    },
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
      clearTimeout(joining);
      waiting.clear();
      sendJoined();
    },
  };
}
