import type { Channel } from 'amqplib';
import { exchanges } from '@crm/contracts/bus/envelope.js';
import { exchangeOf, serviceOf, type ExchangeName, type Subscription } from './bus.js';

/** How often a message may take its consumer's process down before it is set aside. */
const deliveryLimit = 20;

/** The names that things have in the broker. */
export interface Names {
  exchange(name: ExchangeName): string;
  /** Takes what could not be handled, by the name of its dead-letter queue. */
  readonly deadExchange: string;
  queue(name: string): string;
  /** A queue's name without what goes before it in the broker. */
  ownName(queue: string): string;
  /** Where a queue's dead letters are kept: one queue for a service, `<service>.dead`. */
  deadQueue(queue: string): string;
}

/** `prefix` goes before every name, where several systems share one virtual host. */
export function namesWith(prefix: string): Names {
  return {
    exchange: (name) => `${prefix}${exchanges[name]}`,
    deadExchange: `${prefix}crm.dead`,
    queue: (name) => `${prefix}${name}`,
    ownName: (queue) => (queue.startsWith(prefix) ? queue.slice(prefix.length) : queue),
    deadQueue: (queue) => `${prefix}${serviceOf(queue)}.dead`,
  };
}

/** Declares the exchanges; harmless when they stand already. */
export async function declareExchanges(channel: Channel, names: Names): Promise<void> {
  await channel.assertExchange(names.exchange('events'), 'topic', { durable: true });
  await channel.assertExchange(names.exchange('commands'), 'topic', { durable: true });
  await channel.assertExchange(names.exchange('rejected'), 'topic', { durable: true });
  await channel.assertExchange(names.deadExchange, 'direct', { durable: true });
}

/**
 * Declares a subscription's queue, its bindings and its service's dead-letter queue. Quorum queues of RabbitMQ 3.10: a
 * message is on disk on a majority of nodes before it is confirmed, and moves to the dead-letter queue at least once.
 */
export async function declareQueue(
  channel: Channel,
  names: Names,
  subscription: Pick<Subscription, 'queue' | 'types' | 'exchange'>,
  commandTypes: ReadonlySet<string>,
): Promise<void> {
  const { queue, types, exchange } = subscription;
  const deadQueue = names.deadQueue(queue);
  await channel.assertQueue(deadQueue, { durable: true, arguments: { 'x-queue-type': 'quorum' } });
  await channel.bindQueue(deadQueue, names.deadExchange, deadQueue);
  await channel.assertQueue(names.queue(queue), {
    durable: true,
    arguments: {
      'x-queue-type': 'quorum',
      'x-delivery-limit': deliveryLimit,
      'x-dead-letter-exchange': names.deadExchange,
      'x-dead-letter-routing-key': deadQueue,
      'x-dead-letter-strategy': 'at-least-once',
      // The strategy above asks for it; without a length limit it never comes to that.
      'x-overflow': 'reject-publish',
    },
  });
  for (const type of types) {
    const source = names.exchange(exchange ?? exchangeOf(type, commandTypes));
    await channel.bindQueue(names.queue(queue), source, type);
  }
}
