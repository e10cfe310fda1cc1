import { setTimeout as pause } from 'node:timers/promises';
import { connect } from 'amqplib';
import { exchanges } from '@crm/contracts/bus/envelope.js';

const copies = 2;
const latestMs = 1_500;
/** Marks a copy, so that it is not copied again. */
const mark = 'x-copy';

/** Consumes every event and publishes it twice more, each copy after a random delay. */
export async function doubleAndShuffle(url: string) {
  const connection = await connect(url);
  const channel = await connection.createConfirmChannel();
  const { queue } = await channel.assertQueue('', { exclusive: true, autoDelete: true });
  await channel.bindQueue(queue, exchanges.events, '#');
  const late = new Set<Promise<void>>();
  let doubled = 0;
  await channel.consume(
    queue,
    (message) => {
      if (message === null || message.properties.headers?.[mark] !== undefined) return;
      doubled += 1;
      for (let copy = 0; copy < copies; copy += 1) {
        const publishing = pause(Math.random() * latestMs).then(() => {
          late.delete(publishing);
          channel.publish(exchanges.events, message.fields.routingKey, message.content, {
            ...message.properties,
            headers: { ...message.properties.headers, [mark]: copy },
          });
        });
        late.add(publishing);
      }
    },
    { noAck: true },
  );
  return {
    doubled: () => doubled,
    stop: async () => {
      await channel.unbindQueue(queue, exchanges.events, '#');
      await Promise.all(late);
      await channel.waitForConfirms();
      await connection.close();
    },
  };
}
