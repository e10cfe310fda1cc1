import { commands } from '@crm/contracts/bus/commands.js';
import type { exchanges, Envelope, MessageSpec } from '@crm/contracts/bus/envelope.js';
import { events } from '@crm/contracts/bus/events.js';
import type { ErrorCode } from '@crm/contracts/errors.js';
import type { DeadLetters, QueueDepth } from './dead-letters.js';

/** `events` unless the type is a command's; `rejected` is what was refused, under the routing key `<type>.rejected`. */
export type ExchangeName = keyof typeof exchanges;

/** One queue and what it wants. Several consumers of one queue compete for its messages. */
export interface Subscription {
  /** `<service>.<purpose>`: the part before the first dot names the service's dead-letter queue, `<service>.dead`. */
  queue: string;
  /** The messages wanted, by type; the names of `messages.json`, no patterns. */
  types: readonly string[];
  /** Where all types come from; by default each comes from the exchange of its kind. */
  exchange?: ExchangeName;
  /**
   * Handles one message; when it returns, the message is done with. Messages of one subject come one after another,
   * of different subjects at the same time. A `DeadLetter` goes to the dead-letter queue at once, anything else that is
   * thrown brings the message again. Runs in the message's context: what it logs and publishes names the message as its
   * cause. May be called twice with the same message, also at the same time in two processes.
   */
  handle: (envelope: Envelope) => Promise<void>;
  /**
   * Handles messages of one type and of different subjects together that came together. Where it throws each of them goes to
   * `handle`, as all do where there is none. Runs in no message's context.
   */
  handleMany?: (envelopes: readonly Envelope[]) => Promise<void>;
  /** Whether nobody wants messages of a type now: those are taken unread. Where it throws they are handled. */
  skips?: (type: string) => Promise<boolean>;
  /** How many messages may be under way at once, 150 by default; 30 where some of them may be batches of 50. */
  prefetch?: number;
  /** There are no queues of one process: replicas share one, or a browser would hear everything twice. */
  exclusive?: never;
}

/** Whether a consumer that `skips` leaves messages of a type unread now. Never throws. */
export async function leavesUnread(
  skips: NonNullable<Subscription['skips']>,
  type: string,
): Promise<boolean> {
  try {
    return await skips(type);
  } catch {
    // Whoever handles them learns what is wrong.
    return false;
  }
}

export interface Consumer {
  /** Takes no more messages and waits until those under way are done. Queue and bindings stay. */
  cancel(): Promise<void>;
  /** Resolves once the queue stands and takes messages: from then on nothing that is published is missed. */
  readonly live: Promise<void>;
}

/** What one process hears of by itself; see `Bus.listen`. */
export interface Listener {
  /** Whether what is published now will be heard. */
  isLive(): boolean;
  close(): Promise<void>;
}

/** Why a command was refused, in the words of an HTTP refusal. `errors` maps dotted paths to messages. */
export interface Rejection {
  /** The service that refuses. */
  by: string;
  code: ErrorCode;
  message: string;
  errors?: Readonly<Record<string, string>>;
}

export interface Bus {
  /**
   * Sends messages in the order given and resolves when all of them are taken care of: confirmed by the broker, or
   * handled by every consumer where the bus is in-process. Throws a `PublishError` that names those which are not; they
   * may have arrived all the same.
   */
  publish(envelopes: readonly Envelope[]): Promise<void>;
  /** Tells whoever listens that a command was refused (`messages.json`, crm.rejected). Resolves and throws as `publish`. */
  publishRejected(envelope: Envelope, rejection: Rejection): Promise<void>;
  /** Declares the queue with its bindings and takes its messages, again by itself whenever the bus comes back. */
  consume(subscription: Subscription): Promise<Consumer>;
  /**
   * Hears events that concern every single process and not its service as a whole: each that listens hears each of them,
   * at most once, and not at all what is published while it has no connection. So whoever listens must also ask for what
   * it missed: `changed` is called whenever `isLive` did. `heard` must not throw.
   */
  listen(
    types: readonly string[],
    heard: (envelope: Envelope) => void,
    changed?: () => void,
  ): Promise<Listener>;
  /** What a queue holds; undefined where there is none. Throws `unavailable` where the bus cannot be asked. */
  depthOf(queue: string): Promise<QueueDepth | undefined>;
  /** What a service's queues could not handle, `<service>.dead`. */
  deadLetters(service: string): DeadLetters;
  /** Whether the bus can be reached now. */
  isReady(): boolean;
  /** Gives up what waits to be published (it rejects) and releases it. Cancel consumers first. */
  close(): Promise<void>;
}

/** Some messages are not known to be taken care of; `failed` are their ids. Sending them again is harmless. */
export class PublishError extends Error {
  readonly failed: ReadonlySet<string>;

  constructor(failed: Iterable<string>, cause: unknown) {
    const ids = new Set(failed);
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`${String(ids.size)} messages could not be published: ${reason}`, { cause });
    this.name = 'PublishError';
    this.failed = ids;
  }
}

/** Thrown by a handler for a message that no second try can help: it goes to the dead-letter queue with the reason. */
export class DeadLetter extends Error {
  constructor(reason: string, cause?: unknown) {
    super(reason, { cause });
    this.name = 'DeadLetter';
  }
}

/** The types that are orders, not facts: all others go to the exchange of events. */
export const commandTypes: ReadonlySet<string> = new Set(commands.map(({ type }) => type));

/** The types of which many at once travel in one message. */
export const batchedTypes: ReadonlySet<string> = new Set(
  events.flatMap(({ type, batched }: MessageSpec) => (batched === true ? [type] : [])),
);

/** The exchange that a type is published to. */
export function exchangeOf(type: string, known: ReadonlySet<string>): ExchangeName {
  return known.has(type) ? 'commands' : 'events';
}

/** The service that a queue belongs to. */
export function serviceOf(queue: string): string {
  return queue.split('.', 1)[0] ?? queue;
}

export const defaultPrefetch = 150;

/** Of queues whose messages may be batches. */
export const batchedPrefetch = 30;
