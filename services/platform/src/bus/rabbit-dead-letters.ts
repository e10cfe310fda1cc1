import { setTimeout as delay } from 'node:timers/promises';
import type { Channel, ChannelModel, GetMessage } from 'amqplib';
import { z } from 'zod';
import { AppError, invalid, unavailable } from '../errors/app-error.js';
import type { Logger } from '../log/logger.js';
import { serviceOf } from './bus.js';
import {
  deadLetterId,
  maxPassed,
  type DeadLetterInfo,
  type DeadLetters,
  type QueueDepth,
} from './dead-letters.js';
import { contentTypeOf } from './wire-form.js';
import { createKeyedQueues } from './keyed-queue.js';
import type { RabbitConnection } from './rabbit-connection.js';
import type { RabbitPublisher } from './rabbit-publisher.js';
import type { Names } from './rabbit-topology.js';

/**
 * Every look returns what it read, and the broker counts that: RabbitMQ 4 deletes a message that was returned 20 times.
 * One that comes near is published anew, which sets its count to nothing.
 */
const maxReturns = 10;

/** How long what was returned may take to be counted again, asked every few milliseconds. */
const returnWaitMs = 2_000;
const returnAskMs = 5;

/** What is in the headers of a dead letter: ours where a consumer gave it up, the broker's where the broker did. */
const headers = z.object({
  'x-queue': z.string().optional().catch(undefined),
  'x-type': z.string().optional().catch(undefined),
  'x-reason': z.string().optional().catch(undefined),
  'x-at': z.iso.datetime().optional().catch(undefined),
  'x-delivery-count': z.number().catch(0).default(0),
  'x-death': z
    .array(
      z.object({
        queue: z.string(),
        reason: z.string(),
        'routing-keys': z.array(z.string()).catch([]),
        time: z.object({ value: z.number() }).optional().catch(undefined),
      }),
    )
    .catch([])
    .default([]),
});
type Headers = z.output<typeof headers>;

function instantOf({ 'x-at': at, 'x-death': [death] }: Headers): Date | null {
  if (at !== undefined) return new Date(at);
  return death?.time === undefined ? null : new Date(death.time.value * 1000);
}

/** Asks the broker about one queue on a channel of its own: a queue that is not there closes the channel. */
async function onChannel<T>(
  connection: RabbitConnection,
  log: Logger,
  use: (channel: Channel) => Promise<T>,
  otherwise: T,
): Promise<T> {
  const model: ChannelModel | undefined = connection.current();
  if (model === undefined) throw unavailable('The message bus is unreachable, please try again');
  let isMissing = false;
  let channel: Channel | undefined;
  try {
    channel = await model.createChannel();
    // Without a listener an error event would end the process; whoever waits for an answer gets it as a rejection.
    channel.on('error', (error: unknown) => {
      isMissing = typeof error === 'object' && error !== null && 'code' in error && error.code === 404;
    });
    const result = await use(channel);
    await channel.close();
    return result;
  } catch (error) {
    if (isMissing) return otherwise;
    // Closed already where the broker is away; what was read and not settled goes back either way.
    await channel?.close().catch(() => undefined);
    if (error instanceof AppError) throw error;
    log.warn({ err: error }, 'queue could not be inspected');
    throw unavailable('The message bus is unreachable, please try again', error);
  }
}

/** How many messages wait in a queue; undefined where it does not stand. Throws `unavailable` where the broker is away. */
export function rabbitDepth(
  connection: RabbitConnection,
  log: Logger,
  queue: string,
): Promise<QueueDepth | undefined> {
  return onChannel<QueueDepth | undefined>(
    connection,
    log,
    async (channel) => {
      const { messageCount, consumerCount } = await channel.checkQueue(queue);
      return { messages: messageCount, consumers: consumerCount };
    },
    undefined,
  );
}

/** The dead-letter queue of a service on the broker. */
export function rabbitDeadLetters(options: {
  connection: RabbitConnection;
  publisher: Pick<RabbitPublisher, 'send'>;
  names: Names;
  service: string;
  log: Logger;
}): DeadLetters {
  const { connection, publisher, names, service, log } = options;
  const deadQueue = names.deadQueue(service);
  const turns = createKeyedQueues();

  function read({ content, fields, properties }: GetMessage): DeadLetterInfo & { returns: number } {
    const said = headers.parse(properties.headers ?? {});
    const [death] = said['x-death'];
    const queue = said['x-queue'] ?? names.ownName(death?.queue ?? '');
    const messageId: unknown = properties.messageId;
    return {
      id: deadLetterId(queue, content),
      queue,
      type: said['x-type'] ?? death?.['routing-keys'][0] ?? fields.routingKey,
      messageId: typeof messageId === 'string' ? messageId : null,
      reason:
        said['x-reason'] ?? (death === undefined ? 'unknown' : `given up by the broker: ${death.reason}`),
      at: instantOf(said),
      content,
      returns: said['x-delivery-count'],
    };
  }

  const send = (letter: DeadLetterInfo, to: { exchange: string; routingKey: string }) =>
    publisher.send([
      {
        id: letter.messageId ?? letter.id,
        ...to,
        bytes: letter.content,
        contentType: contentTypeOf(letter.content),
        correlationId: '',
        headers: {
          'x-queue': letter.queue,
          'x-reason': letter.reason,
          ...(letter.type === null ? {} : { 'x-type': letter.type }),
          ...(letter.at === null ? {} : { 'x-at': letter.at.toISOString() }),
        },
        mustArrive: true,
      },
    ]);

  /** Passes the first messages by and hands each to `look`, until it says to stop; then all go back that it did not settle. */
  async function pass(
    channel: Channel,
    limit: number,
    look: (letter: DeadLetterInfo, settle: () => void) => Promise<'on' | 'stop'>,
  ): Promise<void> {
    const tired: { message: GetMessage; letter: DeadLetterInfo }[] = [];
    let kept = 0;
    try {
      for (let passed = 0; passed < limit; passed += 1) {
        const message = await channel.get(deadQueue, { noAck: false });
        if (message === false) break;
        kept += 1;
        const { returns, ...letter } = read(message);
        let isSettled = false;
        const next = await look(letter, () => {
          isSettled = true;
          kept -= 1;
          channel.ack(message);
        });
        if (!isSettled && returns >= maxReturns) tired.push({ message, letter });
        if (next === 'stop') break;
      }
      // Only now: what is published anew stands at the end of the queue and would be passed once more.
      for (const { message, letter } of tired) {
        await send(letter, { exchange: names.deadExchange, routingKey: deadQueue });
        channel.ack(message);
      }
    } finally {
      await giveBack(channel, kept);
    }
  }

  /**
   * Returns what was not settled. The broker answers a question about a queue before it has taken that in, and whoever
   * looks next is to see all of it. The wait is bounded: another process may look at the same time and hold some.
   */
  async function giveBack(channel: Channel, kept: number): Promise<void> {
    channel.nackAll(true);
    const until = performance.now() + returnWaitMs;
    while ((await channel.checkQueue(deadQueue)).messageCount < kept && performance.now() < until) {
      await delay(returnAskMs);
    }
  }

  /** One look at a time: two at once would each see a part. */
  const look = <T>(use: (channel: Channel) => Promise<T>, otherwise: T) =>
    turns.run(deadQueue, () => onChannel(connection, log, use, otherwise));

  function findAnd(
    id: string,
    act: (letter: DeadLetterInfo, settle: () => void) => Promise<void>,
  ): Promise<DeadLetterInfo | undefined> {
    return look<DeadLetterInfo | undefined>(async (channel) => {
      let found: DeadLetterInfo | undefined;
      await pass(channel, maxPassed, async (letter, settle) => {
        if (letter.id !== id) return 'on';
        found = letter;
        await act(letter, settle);
        return 'stop';
      });
      return found;
    }, undefined);
  }

  return {
    count: () => look(async (channel) => (await channel.checkQueue(deadQueue)).messageCount, 0),
    list: (limit) =>
      look<DeadLetterInfo[]>(async (channel) => {
        const letters: DeadLetterInfo[] = [];
        await pass(channel, limit, async (letter) => {
          letters.push(letter);
          return 'on';
        });
        return letters;
      }, []),
    find: (id) => findAnd(id, async () => undefined),
    retry: (id) =>
      findAnd(id, async (letter, settle) => {
        // What lies here may name any queue; a service puts nothing into another's.
        if (serviceOf(letter.queue) !== service) {
          throw invalid({}, `The message names no queue of ${service}, so it can only be dropped`);
        }
        await send(letter, {
          exchange: names.retryExchange(letter.queue),
          routingKey: names.queue(letter.queue),
        });
        settle();
      }),
    drop: (id) =>
      findAnd(id, async (_letter, settle) => {
        settle();
      }),
  };
}
