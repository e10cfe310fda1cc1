import { connect, type ConfirmChannel } from 'amqplib';
import { silentLogger } from '../../log/logger.js';
import type { Bus } from '../bus.js';
import { createRabbitBus } from '../rabbit-bus.js';
import { namesWith, type Names } from '../rabbit-topology.js';
import { useBroker, type TestBroker } from './broker.js';

export interface DeadMessage {
  id: string;
  reason: string;
  content: string;
}

/** A place of a test's own on a real broker, with a few clients. */
export interface Corner {
  broker: TestBroker;
  names: Names;
  /** A client of its own; `url` where it goes by another way than straight to the broker. */
  connectBus(url?: string): Promise<Bus>;
  /** Takes out what lies in a dead-letter queue. */
  dead(service: string): Promise<DeadMessage[]>;
  /** Talks to the broker past the bus; what it publishes is confirmed when this resolves. */
  raw<T>(use: (channel: ConfirmChannel) => Promise<T>): Promise<T>;
  /** Removes everything that was declared here. */
  close(): Promise<void>;
}

export async function openCorner(url: URL): Promise<Corner> {
  const broker = await useBroker(url);
  const names = namesWith(broker.prefix);
  const buses: Bus[] = [];
  const queues = new Set<string>();

  async function raw<T>(use: (channel: ConfirmChannel) => Promise<T>): Promise<T> {
    const connection = await connect(broker.url);
    try {
      const channel = await connection.createConfirmChannel();
      const result = await use(channel);
      await channel.waitForConfirms();
      return result;
    } finally {
      await connection.close();
    }
  }

  /** In a virtual host that others use too, nothing may be left behind. */
  async function removeDeclared(): Promise<void> {
    await raw(async (channel) => {
      for (const queue of queues) {
        await channel.deleteQueue(names.queue(queue));
        await channel.deleteQueue(names.deadQueue(queue));
        await channel.deleteExchange(names.retryExchange(queue));
      }
      for (const exchange of ['events', 'commands', 'rejected'] as const)
        await channel.deleteExchange(names.exchange(exchange));
      await channel.deleteExchange(names.deadExchange);
    });
  }

  return {
    broker,
    names,
    raw,
    connectBus: async (by = broker.url) => {
      const bus = await createRabbitBus({ url: by, log: silentLogger, vhostPrefix: broker.prefix });
      buses.push(bus);
      return {
        ...bus,
        consume: (subscription) => {
          queues.add(subscription.queue);
          return bus.consume(subscription);
        },
      };
    },
    dead: (service) =>
      raw(async (channel) => {
        const found: DeadMessage[] = [];
        for (;;) {
          const message = await channel.get(names.deadQueue(`${service}.events`), { noAck: true });
          if (message === false) return found;
          const id: unknown = message.properties.messageId;
          found.push({
            id: String(id),
            reason: String(message.properties.headers?.['x-reason']),
            content: message.content.toString(),
          });
        }
      }),
    close: async () => {
      await Promise.all(buses.map((bus) => bus.close()));
      if (broker.prefix !== '') await removeDeclared();
      await broker.remove();
    },
  };
}
