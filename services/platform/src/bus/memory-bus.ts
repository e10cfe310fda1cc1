import type { Envelope } from '@crm/contracts/bus/envelope.js';
import { inBatches, mayGoTogether } from './batches.js';
import {
  commandTypes,
  DeadLetter,
  exchangeOf,
  leavesUnread,
  PublishError,
  serviceOf,
  type Bus,
  type ExchangeName,
  type Subscription,
} from './bus.js';
import { deadLetterId, type DeadLetterInfo, type DeadLetters } from './dead-letters.js';
import { createKeyedQueues, type KeyedQueues } from './keyed-queue.js';
import { runOnBehalfOf } from './message-context.js';
import { traceparentOf, withTraceparent } from '../tracing/tracer.js';
import { fromBytes, rejectionOf, toBytes } from './wire-form.js';

interface Taker extends Pick<Subscription, 'handle' | 'handleMany' | 'skips'> {
  underWay: Set<Promise<unknown>>;
}

interface Queue {
  name: string;
  /** `<exchange> <type>` of everything bound to it. */
  wanted: Set<string>;
  takers: Taker[];
  keyedQueues: KeyedQueues;
  turn: number;
  /** Messages that came and are not done with. */
  held: number;
}

/** A message as a queue gets it: what it would be on a wire, and its header. */
interface Carried {
  bytes: Buffer;
  traceparent: string | undefined;
}

/** A message that no second try can help, and why. */
export interface DeadMessage {
  queue: string;
  reason: string;
  envelope: Envelope;
  at: Date;
}

export interface MemoryBus extends Bus {
  /** Lets messages through that were held back since the start; see `held`. */
  readonly open: () => void;
  /** What handlers gave up on, newest last: the last thousand. */
  readonly dead: readonly DeadMessage[];
}

const deadKept = 1000;

function letterOf({ queue, reason, envelope, at }: DeadMessage): DeadLetterInfo {
  const content = toBytes(envelope);
  const { type, id: messageId } = envelope;
  return { id: deadLetterId(queue, content), queue, type, messageId, reason, at, content };
}

const bindingOf = (exchange: ExchangeName, type: string) => `${exchange} ${type}`;

/**
 * The bus of one process, shared by all services in it. Nothing here survives a kill, so a message is taken care of
 * only when every queue's handler has returned: until then it stays in its producer's outbox, which is the durable
 * part. For the same reason a queue whose consumers have all gone refuses messages instead of gathering them.
 *
 * `held`: publishes wait until `open()` is called. Where several services start one after another on one bus, the first
 * one's outbox would otherwise be emptied before the last one has subscribed.
 * `commandTypes`: which types are orders; by default those of the contracts.
 */
export function createMemoryBus(
  options: { held?: boolean; commandTypes?: ReadonlySet<string>; now?: () => Date } = {},
): MemoryBus {
  const { held = false, commandTypes: orders = commandTypes, now = () => new Date() } = options;
  const queues = new Map<string, Queue>();
  const dead: DeadMessage[] = [];
  const listeners = new Set<{ wanted: ReadonlySet<string>; heard: (envelope: Envelope) => void }>();
  const givingUp = new Set<() => void>();
  let isClosed = false;
  let open: () => void = () => undefined;
  const opened = held ? new Promise<void>((resolve) => (open = resolve)) : undefined;

  // Each queue reads its own copy: what one handler does to a message is nothing to the next.
  const read = ({ bytes, traceparent }: Carried) => withTraceparent(fromBytes(bytes), traceparent);

  async function handle(queue: Queue, taker: Taker, carried: Carried): Promise<void> {
    const envelope = read(carried);
    try {
      await runOnBehalfOf(envelope, () => taker.handle(envelope));
    } catch (error) {
      if (!(error instanceof DeadLetter)) throw error;
      dead.push({ queue: queue.name, reason: error.message, envelope, at: now() });
      if (dead.length > deadKept) dead.shift();
    }
  }

  /** Handles messages that came together. Answers what failed, by its place among them. */
  async function handleAll(
    queue: Queue,
    taker: Taker,
    all: readonly Carried[],
  ): Promise<Map<number, unknown>> {
    // They are of one type.
    const [first] = all;
    if (first && taker.skips && (await leavesUnread(taker.skips, read(first).type))) return new Map();
    try {
      if (all.length > 1 && taker.handleMany !== undefined) {
        await taker.handleMany(all.map(read));
        return new Map();
      }
    } catch {
      // Each by itself tells which of them it was.
    }
    const failures = new Map<number, unknown>();
    await Promise.all(
      all.map((each, index) =>
        handle(queue, taker, each).catch((error: unknown) => {
          failures.set(index, error);
        }),
      ),
    );
    return failures;
  }

  /**
   * Runs messages of different subjects through one queue. Which consumer takes them is decided when their turn has come.
   * Answers what failed, by its place among them.
   */
  function deliver(
    queue: Queue,
    subjects: readonly string[],
    all: readonly Carried[],
  ): Promise<Map<number, unknown>> {
    queue.held += all.length;
    const done = queue.keyedQueues.runAll(subjects, async () => {
      const taker = queue.takers[queue.turn++ % queue.takers.length];
      if (taker === undefined) {
        const error = new Error(`${queue.name} has no consumers`);
        return new Map(all.map((_each, index) => [index, error]));
      }
      const work = handleAll(queue, taker, all);
      taker.underWay.add(work);
      try {
        return await work;
      } finally {
        taker.underWay.delete(work);
      }
    });
    return done.finally(() => {
      queue.held -= all.length;
    });
  }

  /** What was given up on in one service's queues, as the broker would keep it. */
  function lettersOf(service: string): DeadLetters {
    const all = () =>
      dead
        .filter(({ queue }) => serviceOf(queue) === service)
        .map((message) => ({ message, letter: letterOf(message) }));
    const find = (id: string) => all().find(({ letter }) => letter.id === id);
    const remove = ({ message }: { message: DeadMessage }) => dead.splice(dead.indexOf(message), 1);
    return {
      count: async () => all().length,
      list: async (limit) =>
        all()
          .slice(0, limit)
          .map(({ letter }) => letter),
      find: async (id) => find(id)?.letter,
      drop: async (id) => {
        const found = find(id);
        if (found !== undefined) remove(found);
        return found?.letter;
      },
      retry: async (id) => {
        const found = find(id);
        const queue = found && queues.get(found.message.queue);
        if (found === undefined || queue === undefined) return undefined;
        const { envelope } = found.message;
        const carried = { bytes: found.letter.content, traceparent: traceparentOf(envelope) };
        const [failure] = await deliver(queue, [envelope.subject], [carried]);
        if (failure !== undefined) throw failure[1];
        // It is handled, or lies here once more as given up on again.
        remove(found);
        return found.letter;
      },
    };
  }

  /** Sends messages of one type and of different subjects. Answers what failed, by its place among them. */
  async function send(exchange: ExchangeName, envelopes: readonly Envelope[]): Promise<Map<number, unknown>> {
    const type = envelopes[0]?.type ?? '';
    const binding = bindingOf(exchange, type);
    const wanting = [...queues.values()].filter(({ wanted }) => wanted.has(binding));
    // A fact that interests nobody is a fact all the same; an order that nobody takes would be lost.
    if (wanting.length === 0 && exchange === 'commands') {
      const error = new Error(`No consumer for the command ${type}`);
      return new Map(envelopes.map((_each, index) => [index, error]));
    }
    const all = envelopes.map((each) => ({ bytes: toBytes(each), traceparent: traceparentOf(each) }));
    for (const { wanted, heard } of listeners)
      if (wanted.has(binding)) for (const { bytes } of all) heard(fromBytes(bytes));
    const subjects = envelopes.map(({ subject }) => subject);
    const failures = await Promise.all(wanting.map((queue) => deliver(queue, subjects, all)));
    return new Map(failures.flatMap((each) => [...each]));
  }

  /** Sends messages, many at a time where they may go together. */
  async function sendAll(envelopes: readonly Envelope[], given?: ExchangeName): Promise<void> {
    if (opened !== undefined) await opened;
    const failed = new Set<string>();
    let cause: unknown;
    const messages = inBatches(envelopes).flatMap((some): (readonly Envelope[])[] =>
      mayGoTogether(some) ? [some] : some.map((each) => [each]),
    );
    await Promise.all(
      messages.map(async (some) => {
        const failures = await send(given ?? exchangeOf(some[0]?.type ?? '', orders), some);
        for (const [index, error] of failures) {
          failed.add(some[index]?.id ?? '');
          cause ??= error;
        }
      }),
    );
    if (failed.size > 0) throw new PublishError(failed, cause);
  }

  /** As `sendAll`, but does not outlive the bus: a producer that stops must not wait for somebody else's handler. */
  function sendUntilClosed(envelopes: readonly Envelope[], exchange?: ExchangeName): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        reject(
          new PublishError(
            envelopes.map(({ id }) => id),
            new Error('The bus is closed'),
          ),
        );
      };
      if (isClosed) {
        giveUp();
        return;
      }
      givingUp.add(giveUp);
      sendAll(envelopes, exchange)
        .then(resolve, reject)
        .finally(() => givingUp.delete(giveUp));
    });
  }

  return {
    dead,
    open: () => {
      open();
    },
    publish: (envelopes) => sendUntilClosed(envelopes),
    publishRejected: (command, rejection) =>
      sendUntilClosed([rejectionOf(command, rejection, now())], 'rejected'),
    consume: async ({ queue: name, types, exchange, handle: take, handleMany, skips }) => {
      const queue = queues.get(name) ?? {
        name,
        wanted: new Set(),
        takers: [],
        keyedQueues: createKeyedQueues(),
        turn: 0,
        held: 0,
      };
      queues.set(name, queue);
      for (const type of types) queue.wanted.add(bindingOf(exchange ?? exchangeOf(type, orders), type));
      const taker: Taker = {
        handle: take,
        ...(handleMany !== undefined && { handleMany }),
        ...(skips !== undefined && { skips }),
        underWay: new Set(),
      };
      queue.takers.push(taker);
      return {
        live: Promise.resolve(),
        cancel: async () => {
          queue.takers = queue.takers.filter((each) => each !== taker);
          await Promise.allSettled(taker.underWay);
        },
      };
    },
    listen: async (types, heard) => {
      const wanted = new Set(types.map((type) => bindingOf(exchangeOf(type, orders), type)));
      const listener = { wanted, heard };
      listeners.add(listener);
      return {
        isLive: () => !isClosed && listeners.has(listener),
        close: async () => {
          listeners.delete(listener);
        },
      };
    },
    depthOf: async (name) => {
      const queue = queues.get(name);
      if (queue === undefined) return undefined;
      const underWay = queue.takers.reduce((sum, taker) => sum + taker.underWay.size, 0);
      return { messages: queue.held - underWay, consumers: queue.takers.length };
    },
    deadLetters: lettersOf,
    isReady: () => !isClosed,
    close: async () => {
      isClosed = true;
      for (const giveUp of givingUp) giveUp();
    },
  };
}
