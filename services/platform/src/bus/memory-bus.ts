import type { Envelope } from '@crm/contracts/bus/envelope.js';
import {
  commandTypes,
  DeadLetter,
  exchangeOf,
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

interface Taker {
  handle: Subscription['handle'];
  underWay: Set<Promise<void>>;
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

interface Sending {
  exchange: ExchangeName;
  envelope: Envelope;
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

  async function handle(queue: Queue, taker: Taker, { bytes, traceparent }: Carried): Promise<void> {
    // Each queue reads its own copy: what one handler does to a message is nothing to the next.
    const envelope = withTraceparent(fromBytes(bytes), traceparent);
    try {
      await runOnBehalfOf(envelope, () => taker.handle(envelope));
    } catch (error) {
      if (!(error instanceof DeadLetter)) throw error;
      dead.push({ queue: queue.name, reason: error.message, envelope, at: now() });
      if (dead.length > deadKept) dead.shift();
    }
  }

  /** Runs a message through one queue. Which consumer takes it is decided when its turn has come. */
  function deliver(queue: Queue, subject: string, carried: Carried): Promise<void> {
    queue.held += 1;
    const done = queue.keyedQueues.run(subject, async () => {
      const taker = queue.takers[queue.turn++ % queue.takers.length];
      if (taker === undefined) throw new Error(`${queue.name} has no consumers`);
      const work = handle(queue, taker, carried);
      taker.underWay.add(work);
      try {
        await work;
      } finally {
        taker.underWay.delete(work);
      }
    });
    return done.finally(() => {
      queue.held -= 1;
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
        await deliver(queue, found.message.envelope.subject, {
          bytes: found.letter.content,
          traceparent: traceparentOf(found.message.envelope),
        });
        // It is handled, or lies here once more as given up on again.
        remove(found);
        return found.letter;
      },
    };
  }

  async function send({ exchange, envelope }: Sending): Promise<void> {
    const binding = bindingOf(exchange, envelope.type);
    const wanting = [...queues.values()].filter(({ wanted }) => wanted.has(binding));
    // A fact that interests nobody is a fact all the same; an order that nobody takes would be lost.
    if (wanting.length === 0 && exchange === 'commands')
      throw new Error(`No consumer for the command ${envelope.type}`);
    const carried = { bytes: toBytes(envelope), traceparent: traceparentOf(envelope) };
    for (const { wanted, heard } of listeners) if (wanted.has(binding)) heard(fromBytes(carried.bytes));
    const results = await Promise.allSettled(
      wanting.map((queue) => deliver(queue, envelope.subject, carried)),
    );
    const failure = results.find((result) => result.status === 'rejected');
    if (failure !== undefined) throw failure.reason;
  }

  async function sendAll(sendings: readonly Sending[]): Promise<void> {
    if (opened !== undefined) await opened;
    const failed = new Set<string>();
    let cause: unknown;
    await Promise.all(
      sendings.map((sending) =>
        send(sending).catch((error: unknown) => {
          failed.add(sending.envelope.id);
          cause ??= error;
        }),
      ),
    );
    if (failed.size > 0) throw new PublishError(failed, cause);
  }

  /** As `sendAll`, but does not outlive the bus: a producer that stops must not wait for somebody else's handler. */
  function sendUntilClosed(sendings: readonly Sending[]): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        reject(
          new PublishError(
            sendings.map(({ envelope }) => envelope.id),
            new Error('The bus is closed'),
          ),
        );
      };
      if (isClosed) {
        giveUp();
        return;
      }
      givingUp.add(giveUp);
      sendAll(sendings)
        .then(resolve, reject)
        .finally(() => givingUp.delete(giveUp));
    });
  }

  return {
    dead,
    open: () => {
      open();
    },
    publish: (envelopes) =>
      sendUntilClosed(
        envelopes.map((envelope) => ({ exchange: exchangeOf(envelope.type, orders), envelope })),
      ),
    publishRejected: (command, rejection) =>
      sendUntilClosed([{ exchange: 'rejected', envelope: rejectionOf(command, rejection, now()) }]),
    consume: async ({ queue: name, types, exchange, handle: take }) => {
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
      const taker: Taker = { handle: take, underWay: new Set() };
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
