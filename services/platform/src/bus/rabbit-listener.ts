import type { Channel } from 'amqplib';
import type { Envelope } from '@crm/contracts/bus/envelope.js';
import type { Logger } from '../log/logger.js';
import { exchangeOf, type Listener } from './bus.js';
import { openChannel } from './rabbit-channel.js';
import type { RabbitConnection } from './rabbit-connection.js';
import { declareExchanges, type Names } from './rabbit-topology.js';
import { fromBytes } from './wire-form.js';

export interface RabbitListener extends Listener {
  settled(): Promise<void>;
}

/** Hears messages by a queue of this process alone, which goes with its connection and comes back with the next, empty. */
export function createRabbitListener(options: {
  connection: RabbitConnection;
  names: Names;
  types: readonly string[];
  commandTypes: ReadonlySet<string>;
  heard: (envelope: Envelope) => void;
  changed: (() => void) | undefined;
  log: Logger;
}): RabbitListener {
  const { connection, names, types, commandTypes, heard, changed, log } = options;
  const link = openChannel<Channel>({
    connection,
    purpose: 'listen',
    create: (model) => model.createChannel(),
    setUp: async (channel, drop) => {
      await declareExchanges(channel, names);
      // Named anew each time: the broker may take a while to see that the connection before is gone, and keeps its queue.
      const queue = names.listenerQueue();
      await channel.assertQueue(queue, { exclusive: true, autoDelete: true, durable: false });
      for (const type of types)
        await channel.bindQueue(queue, names.exchange(exchangeOf(type, commandTypes)), type);
      const onMessage = (message: { content: Buffer } | null) => {
        if (message === null) {
          drop();
          return;
        }
        try {
          heard(fromBytes(message.content));
        } catch (error) {
          log.error({ err: error }, 'a message that was heard could not be read');
        }
      };
      await channel.consume(queue, onMessage, { noAck: true });
    },
    live: () => changed?.(),
    lost: () => changed?.(),
    log,
  });

  return {
    isLive: () => link.current() !== undefined,
    settled: () => link.settled(),
    close: () => link.close(),
  };
}
