import type { ConfirmChannel } from 'amqplib';
import type { Logger } from '../log/logger.js';
import { PublishError } from './bus.js';
import { openChannel } from './rabbit-channel.js';
import type { RabbitConnection } from './rabbit-connection.js';
import { declareExchanges, type Names } from './rabbit-topology.js';

/** Unconfirmed messages at a time: more is faster and lets each wait longer (`bench -- bus`). */
const windowSize = 100;

/** One message as it goes out. */
export interface Outgoing {
  id: string;
  exchange: string;
  routingKey: string;
  bytes: Buffer;
  contentType: string;
  correlationId: string;
  headers?: Readonly<Record<string, string>>;
  /** True where a message that no queue takes must not count as sent. */
  mustArrive: boolean;
}

export interface RabbitPublisher {
  /** Sends in the order given; resolves when the broker has confirmed all, throws a `PublishError` otherwise. */
  send(messages: readonly Outgoing[]): Promise<void>;
  isReady(): boolean;
  /** Resolves when the first try to open the channel has succeeded or failed. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

type Confirmed = (error: unknown) => void;

/** Publishes on a confirm channel. While there is none everything is refused: the outbox keeps it and tries again. */
export function createRabbitPublisher(options: {
  connection: RabbitConnection;
  names: Names;
  log: Logger;
}): RabbitPublisher {
  const { connection, names, log } = options;
  /** What waits for room in the window. */
  let pending: { message: Outgoing; confirmed: Confirmed }[] = [];
  /** Ids that came back because no queue takes them; the broker says so before it confirms. */
  const returned = new Set<string>();
  let unconfirmed = 0;

  const link = openChannel<ConfirmChannel>({
    connection,
    purpose: 'publish',
    create: (model) => model.createConfirmChannel(),
    setUp: async (channel) => {
      channel.on('return', ({ properties }) => returned.add(String(properties.messageId)));
      await declareExchanges(channel, names);
    },
    lost: () => {
      failPending(new Error('The connection to the broker was lost'));
    },
    log,
  });

  function failPending(error: Error): void {
    const waiting = pending;
    pending = [];
    for (const { confirmed } of waiting) confirmed(error);
  }

  function put(channel: ConfirmChannel, message: Outgoing, confirmed: Confirmed): void {
    const { id, exchange, routingKey, bytes, contentType, correlationId, headers, mustArrive } = message;
    unconfirmed += 1;
    channel.publish(
      exchange,
      routingKey,
      bytes,
      {
        persistent: true,
        contentType,
        messageId: id,
        correlationId,
        type: routingKey,
        ...(headers === undefined ? {} : { headers }),
        ...(mustArrive ? { mandatory: true } : {}),
      },
      (error: unknown) => {
        unconfirmed -= 1;
        const cameBack = returned.delete(id);
        confirmed(error ?? (cameBack ? new Error(`No queue is bound for ${routingKey}`) : null));
        fillWindow();
      },
    );
  }

  function fillWindow(): void {
    while (unconfirmed < windowSize && pending.length > 0) {
      const channel = link.current();
      if (channel === undefined) {
        failPending(new Error('The broker is unreachable'));
        return;
      }
      const next = pending.shift();
      if (next === undefined) return;
      try {
        put(channel, next.message, next.confirmed);
      } catch (error) {
        // The channel is closing, or the message cannot be encoded: this one did not go out.
        unconfirmed -= 1;
        next.confirmed(error);
      }
    }
  }

  return {
    send: (messages) =>
      new Promise((resolve, reject) => {
        let open = messages.length;
        const failed: string[] = [];
        let cause: unknown;
        if (open === 0) resolve();
        for (const message of messages) {
          pending.push({
            message,
            confirmed: (error) => {
              if (error !== null && error !== undefined) {
                failed.push(message.id);
                cause ??= error;
              }
              open -= 1;
              if (open > 0) return;
              if (failed.length === 0) resolve();
              else reject(new PublishError(failed, cause));
            },
          });
        }
        fillWindow();
      }),
    isReady: () => link.current() !== undefined,
    settled: () => link.settled(),
    close: async () => {
      failPending(new Error('The bus is closed'));
      await link.close();
      // Whatever was sent and not confirmed has been failed by the closing channel.
    },
  };
}
