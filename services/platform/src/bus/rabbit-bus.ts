import type { ConsumeMessage } from 'amqplib';
import { v7 as uuidv7 } from 'uuid';
import { contentTypes, type Envelope } from '@crm/contracts/bus/envelope.js';
import type { Logger } from '../log/logger.js';
import { traceparentOf } from '../tracing/tracer.js';
import { inBatches } from './batches.js';
import { commandTypes as knownCommands, exchangeOf, PublishError, type Bus } from './bus.js';
import type { DeadLetters } from './dead-letters.js';
import { connectRabbit } from './rabbit-connection.js';
import { createRabbitConsumer, type RabbitConsumer } from './rabbit-consumer.js';
import { rabbitDeadLetters, rabbitDepth } from './rabbit-dead-letters.js';
import { createRabbitListener, type RabbitListener } from './rabbit-listener.js';
import { createRabbitPublisher, type Outgoing } from './rabbit-publisher.js';
import { namesWith, ownerIn } from './rabbit-topology.js';
import { batchToBytes, contentTypeOf, rejectionOf, toBytes } from './wire-form.js';

/** A reason is for a person to read. */
const longestReason = 500;

/**
 * The bus on RabbitMQ 3.10 or newer. Answers as soon as the broker was tried once, whether it is there or not, and
 * finds it by itself whenever it comes back: consumers subscribe again, publishes are refused meanwhile (the outbox tries
 * them again). `url` is `amqp://` or `amqps://` with the virtual host as its path.
 *
 * `vhostPrefix` goes before the names of exchanges and queues, where no virtual host of one's own can be had.
 * `commandTypes`: which types are orders; by default those of the contracts.
 */
export async function createRabbitBus(options: {
  url: string;
  log: Logger;
  vhostPrefix?: string;
  commandTypes?: ReadonlySet<string>;
}): Promise<Bus> {
  const { url, log, vhostPrefix = '', commandTypes = knownCommands } = options;
  const names = namesWith(vhostPrefix, ownerIn(url));
  const connection = await connectRabbit({ url, log });
  const publisher = createRabbitPublisher({ connection, names, log });
  const consumers = new Set<RabbitConsumer>();
  const listeners = new Set<RabbitListener>();
  const deadLetters = new Map<string, DeadLetters>();
  let isClosed = false;
  if (connection.current() !== undefined) await publisher.settled();

  function outgoing(envelope: Envelope, exchange: 'events' | 'commands' | 'rejected') {
    const traceparent = traceparentOf(envelope);
    return {
      id: envelope.id,
      exchange: names.exchange(exchange),
      routingKey: envelope.type,
      bytes: toBytes(envelope),
      contentType: contentTypes.event,
      correlationId: envelope.correlationid,
      ...(traceparent === undefined ? {} : { headers: { traceparent } }),
      // A fact that interests nobody is a fact all the same; an order that nobody takes would be lost.
      mustArrive: exchange === 'commands',
    };
  }

  /** Sends events in the order given, many of a kind in one message. */
  async function publish(envelopes: readonly Envelope[]): Promise<void> {
    const idsIn = new Map<string, readonly string[]>();
    const messages = inBatches(envelopes).map((some): Outgoing => {
      const [first] = some;
      const message = outgoing(first, exchangeOf(first.type, commandTypes));
      if (some.length === 1) return message;
      const id = uuidv7();
      const ids = some.map((each) => each.id);
      idsIn.set(id, ids);
      return { ...message, id, bytes: batchToBytes(some), contentType: contentTypes.batch };
    });
    try {
      await publisher.send(messages);
    } catch (error) {
      if (!(error instanceof PublishError)) throw error;
      throw new PublishError(
        [...error.failed].flatMap((id) => idsIn.get(id) ?? [id]),
        error.cause,
      );
    }
  }

  /** Of a batch one event alone may be dead; `event` is that one. */
  async function publishDead(
    message: ConsumeMessage,
    queue: string,
    reason: string,
    event?: Envelope,
  ): Promise<void> {
    const messageId: unknown = event?.id ?? message.properties.messageId;
    const correlationId: unknown = event?.correlationid ?? message.properties.correlationId;
    const bytes = event === undefined ? message.content : toBytes(event);
    await publisher.send([
      {
        id: typeof messageId === 'string' ? messageId : uuidv7(),
        exchange: names.deadExchange,
        routingKey: names.deadQueue(queue),
        bytes,
        contentType: contentTypeOf(bytes),
        correlationId: typeof correlationId === 'string' ? correlationId : '',
        headers: {
          'x-queue': queue,
          'x-type': message.fields.routingKey,
          'x-reason': reason.slice(0, longestReason),
          'x-at': new Date().toISOString(),
        },
        mustArrive: true,
      },
    ]);
  }

  return {
    publish: async (envelopes) => {
      if (isClosed)
        throw new PublishError(
          envelopes.map(({ id }) => id),
          new Error('The bus is closed'),
        );
      await publish(envelopes);
    },
    publishRejected: (command, rejection) =>
      publisher.send([outgoing(rejectionOf(command, rejection, new Date()), 'rejected')]),
    consume: async (subscription) => {
      const consumer = createRabbitConsumer({
        connection,
        names,
        subscription,
        commandTypes,
        publishDead,
        log,
      });
      consumers.add(consumer);
      if (connection.current() !== undefined) await consumer.settled();
      return {
        live: consumer.live,
        cancel: async () => {
          await consumer.cancel();
          consumers.delete(consumer);
        },
      };
    },
    listen: async (types, heard, changed) => {
      const listener = createRabbitListener({ connection, names, types, commandTypes, heard, changed, log });
      listeners.add(listener);
      if (connection.current() !== undefined) await listener.settled();
      return {
        isLive: () => listener.isLive(),
        close: async () => {
          listeners.delete(listener);
          await listener.close();
        },
      };
    },
    depthOf: (queue) => rabbitDepth(connection, log, names.queue(queue)),
    deadLetters: (service) => {
      const known =
        deadLetters.get(service) ?? rabbitDeadLetters({ connection, publisher, names, service, log });
      deadLetters.set(service, known);
      return known;
    },
    isReady: () => !isClosed && publisher.isReady() && [...consumers].every((consumer) => consumer.isReady()),
    close: async () => {
      isClosed = true;
      await Promise.all([...consumers].map((consumer) => consumer.cancel()));
      await Promise.all([...listeners].map((listener) => listener.close()));
      await publisher.close();
      await connection.close();
    },
  };
}
