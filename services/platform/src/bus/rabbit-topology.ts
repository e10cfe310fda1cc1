import type { Channel } from 'amqplib';
import { randomUUID } from 'node:crypto';
import {
  brokerUsers,
  deadExchange,
  deadQueueOf,
  retryExchangeOf,
  type BrokerUser,
} from '@crm/contracts/bus/broker-rights.js';
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
  /** Leads what is retried back to the queues of a service, by their names. */
  retryExchange(queue: string): string;
  /** A name for a queue of this process alone, another each time. */
  listenerQueue(): string;
  /** Whose user this is: what services share was prepared with its rights, and is looked for instead of declared. */
  readonly owner: BrokerUser | undefined;
}

/** Users of the services, `crm-<service>`, or `crm-<installation>-<service>` where installations share a broker. */
const serviceUser = /^crm-(?:[a-z0-9]+-)?([a-z]+)$/;

/** Whose user an address of the broker names; undefined for one that was not prepared for a service. */
export function ownerIn(url: string): BrokerUser | undefined {
  const [, named] = serviceUser.exec(decodeURIComponent(new URL(url).username)) ?? [];
  return brokerUsers.find((name) => name === named);
}

/** `prefix` goes before every name, where several systems share one virtual host. */
export function namesWith(prefix: string, owner?: BrokerUser): Names {
  return {
    exchange: (name) => `${prefix}${exchanges[name]}`,
    deadExchange: `${prefix}${deadExchange}`,
    queue: (name) => `${prefix}${name}`,
    ownName: (queue) => (queue.startsWith(prefix) ? queue.slice(prefix.length) : queue),
    deadQueue: (queue) => `${prefix}${deadQueueOf(serviceOf(queue))}`,
    retryExchange: (queue) => `${prefix}${retryExchangeOf(serviceOf(queue))}`,
    // A service's user may declare what bears its name.
    listenerQueue: () => `${prefix}${owner === undefined ? '' : `${owner}.`}listener.${randomUUID()}`,
    owner,
  };
}

/**
 * Declares the exchanges that services share, harmless when they stand already. A service's own user may not, so that
 * none can remove them: it looks whether they are there.
 */
export async function declareExchanges(channel: Channel, names: Names): Promise<void> {
  if (names.owner !== undefined) {
    for (const name of ['events', 'commands', 'rejected'] as const)
      await channel.checkExchange(names.exchange(name));
    await channel.checkExchange(names.deadExchange);
    return;
  }
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
  if (names.owner === undefined) {
    await channel.assertQueue(deadQueue, { durable: true, arguments: { 'x-queue-type': 'quorum' } });
    await channel.bindQueue(deadQueue, names.deadExchange, deadQueue);
  } else await channel.checkQueue(deadQueue);
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
  const retryExchange = names.retryExchange(queue);
  await channel.assertExchange(retryExchange, 'direct', { durable: true });
  await channel.bindQueue(names.queue(queue), retryExchange, names.queue(queue));
  for (const type of types) {
    const source = names.exchange(exchange ?? exchangeOf(type, commandTypes));
    await channel.bindQueue(names.queue(queue), source, type);
  }
}
