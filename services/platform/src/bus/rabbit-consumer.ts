import { setTimeout as pause } from 'node:timers/promises';
import type { Channel, ConsumeMessage } from 'amqplib';
import type { Envelope } from '@crm/contracts/bus/envelope.js';
import type { Logger } from '../log/logger.js';
import { withTraceparent } from '../tracing/tracer.js';
import { createAckBatch, type AckBatch } from './ack-batch.js';
import { mayGoTogether } from './batches.js';
import {
  batchedPrefetch,
  batchedTypes,
  leavesUnread,
  DeadLetter,
  defaultPrefetch,
  type Consumer,
  type Subscription,
} from './bus.js';
import { createKeyedQueues } from './keyed-queue.js';
import { runOnBehalfOf } from './message-context.js';
import { openChannel } from './rabbit-channel.js';
import type { RabbitConnection } from './rabbit-connection.js';
import { declareExchanges, declareQueue, type Names } from './rabbit-topology.js';
import { eventsIn } from './wire-form.js';

/** Pauses before a handler that threw is called again with the same message; after the last it is set aside. */
const pausesMs = [100, 300, 1_000, 3_000] as const;

export interface RabbitConsumer extends Consumer {
  isReady(): boolean;
  settled(): Promise<void>;
}

/** Events set aside that are remembered, at most. */
const maxRemembered = 1_000;

interface Hopeless {
  is: 'hopeless';
  envelope: Envelope;
  reason: string;
}

/** What became of an event; what is unfinished comes again. */
type Outcome = { is: 'done' } | { is: 'unfinished' } | Hopeless;

/** One channel's worth of messages. */
interface Session {
  acks: AckBatch;
  /** Aborted when the channel is lost or given up: what is not handled by then comes again. */
  over: AbortController;
}

/**
 * Takes the messages of one queue. What is not an envelope, and what its handler gives up on or throws at five times,
 * goes to the dead-letter queue with the reason in the header `x-reason`: published first, acknowledged after.
 */
export function createRabbitConsumer(options: {
  connection: RabbitConnection;
  names: Names;
  subscription: Subscription;
  commandTypes: ReadonlySet<string>;
  publishDead: (message: ConsumeMessage, queue: string, reason: string, event?: Envelope) => Promise<void>;
  log: Logger;
}): RabbitConsumer {
  const { connection, names, subscription, commandTypes, publishDead, log } = options;
  const { queue, types, handle, handleMany, skips } = subscription;
  const wanted = new Set(types);
  const ownPrefetch = types.some((type) => batchedTypes.has(type)) ? batchedPrefetch : defaultPrefetch;
  const { prefetch = ownPrefetch } = subscription;
  // Outlives the channel: a message that comes again waits for its own first run to end.
  const keyedQueues = createKeyedQueues();
  const taking = new Set<Promise<void>>();
  /** Events of batches that lie among the dead letters: `<message> <event>`, the last ones. */
  const setAsideBefore = new Set<string>();
  let session: Session | undefined;
  let consumerTag: string | undefined;
  let isCancelled = false;

  /** Answers whether it lies among the dead letters now. Of a batch one event alone may be set aside. */
  async function setAside(
    message: ConsumeMessage,
    { over }: Session,
    reason: string,
    event?: Envelope,
  ): Promise<boolean> {
    try {
      await publishDead(message, queue, reason, event);
      const messageId = event?.id ?? String(message.properties.messageId);
      log.error({ queue, reason, messageId }, 'message moved to the dead-letter queue');
      return true;
    } catch (error) {
      if (!over.signal.aborted)
        log.warn({ err: error, queue }, 'message could not be moved to the dead-letter queue, retrying');
      return false;
    }
  }

  /** Calls the handler until it is content, and says why where it never is. */
  async function callHandler(envelope: Envelope, { over }: Session): Promise<string | undefined> {
    for (const wait of [...pausesMs, undefined]) {
      try {
        await runOnBehalfOf(envelope, () => handle(envelope));
        return undefined;
      } catch (error) {
        if (error instanceof DeadLetter) return error.message;
        const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
        if (wait === undefined) return reason;
        log.warn({ err: error, queue, eventId: envelope.id }, 'handler failed, retrying');
        await pause(wait, undefined, { signal: over.signal });
      }
    }
    return undefined;
  }

  /** Handles one event in its subject's turn. */
  async function handleOne(envelope: Envelope, current: Session): Promise<Outcome> {
    if (current.over.signal.aborted) return { is: 'unfinished' };
    try {
      const reason = await callHandler(envelope, current);
      return reason === undefined ? { is: 'done' } : { is: 'hopeless', envelope, reason };
    } catch {
      // The pause before another call was cut short: the message goes back, or has gone back with its channel.
      return { is: 'unfinished' };
    }
  }

  /** Handles the events of a message, together where that is possible, and each by itself where it fails. */
  function handleAll(envelopes: readonly Envelope[], current: Session): Promise<readonly Outcome[]> {
    if (handleMany === undefined || !mayGoTogether(envelopes))
      return Promise.all(
        envelopes.map((each) => keyedQueues.run(each.subject, () => handleOne(each, current))),
      );
    const subjects = envelopes.map(({ subject }) => subject);
    return keyedQueues.runAll(subjects, async () => {
      if (current.over.signal.aborted) return [{ is: 'unfinished' }];
      try {
        await handleMany(envelopes);
        return [{ is: 'done' }];
      } catch (error) {
        log.warn(
          { err: error, queue },
          'batch could not be handled together, handling its events one by one',
        );
      }
      return Promise.all(envelopes.map((each) => handleOne(each, current)));
    });
  }

  /** Sets events of a message aside that were not before: a batch comes again for one of its events with all of them. */
  async function setAsideAll(
    message: ConsumeMessage,
    current: Session,
    hopeless: readonly Hopeless[],
    isAlone: boolean,
  ): Promise<boolean> {
    let areAll = true;
    for (const { envelope, reason } of hopeless) {
      const key = `${String(message.properties.messageId)} ${envelope.id}`;
      if (!isAlone && setAsideBefore.has(key)) continue;
      if (!(await setAside(message, current, reason, isAlone ? undefined : envelope))) {
        areAll = false;
        continue;
      }
      setAsideBefore.add(key);
      for (const oldest of setAsideBefore) {
        if (setAsideBefore.size <= maxRemembered) break;
        setAsideBefore.delete(oldest);
      }
    }
    return areAll;
  }

  async function take(message: ConsumeMessage, current: Session): Promise<void> {
    const answer = (isDone: boolean) => {
      if (isDone) current.acks.done(message);
      else current.acks.giveBack(message);
    };
    // What comes again, after a refusal of ours, bears the name of the queue.
    const { routingKey } = message.fields;
    if (skips && wanted.has(routingKey) && (await leavesUnread(skips, routingKey))) {
      answer(true);
      return;
    }
    let envelopes: readonly Envelope[];
    try {
      envelopes = eventsIn(message.content, message.properties.contentType);
    } catch (error) {
      answer(await setAside(message, current, error instanceof Error ? error.message : String(error)));
      return;
    }
    const traceparent: unknown = message.properties.headers?.['traceparent'];
    const isAlone = envelopes.length === 1;
    const outcomes = await handleAll(
      envelopes
        // Of others a binding is left that an earlier version of the service made.
        .filter(({ type }) => wanted.has(type))
        .map((each) => withTraceparent(each, traceparent)),
      current,
    );
    // It comes again as a whole: nothing is set aside before all else of it is done.
    if (outcomes.some(({ is }) => is === 'unfinished')) answer(false);
    else {
      const hopeless = outcomes.filter((outcome) => outcome.is === 'hopeless');
      answer(await setAsideAll(message, current, hopeless, isAlone));
    }
  }

  const link = openChannel<Channel>({
    connection,
    purpose: queue,
    create: (model) => model.createChannel(),
    setUp: async (channel, drop) => {
      const current: Session = { acks: createAckBatch(channel, prefetch), over: new AbortController() };
      session = current;
      channel.once('close', () => {
        current.acks.forget();
        current.over.abort();
      });
      await declareExchanges(channel, names);
      await declareQueue(channel, names, subscription, commandTypes);
      await channel.prefetch(prefetch);
      const onMessage = (message: ConsumeMessage | null) => {
        if (message === null) {
          log.warn({ queue }, 'queue was deleted, declaring it again');
          drop();
          return;
        }
        const taken = take(message, current)
          .catch((error: unknown) => {
            log.error({ err: error, queue }, 'message could not be consumed');
            current.acks.giveBack(message);
          })
          .finally(() => taking.delete(taken));
        taking.add(taken);
      };
      ({ consumerTag } = await channel.consume(names.queue(queue), onMessage));
    },
    log,
  });

  return {
    live: link.opened,
    isReady: () => isCancelled || link.current() !== undefined,
    settled: () => link.settled(),
    cancel: async () => {
      if (isCancelled) return;
      isCancelled = true;
      const channel = link.current();
      if (channel !== undefined && consumerTag !== undefined) {
        try {
          await channel.cancel(consumerTag);
        } catch (error) {
          // The channel is lost: nothing arrives on it any more, which is what was wanted.
          log.debug({ err: error, queue }, 'consumer was gone already');
        }
      }
      session?.over.abort();
      await keyedQueues.idle();
      await Promise.all(taking);
      session?.acks.flush();
      await link.close();
    },
  };
}
