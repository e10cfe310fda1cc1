import type { Channel, ChannelModel } from 'amqplib';

/** What the broker says to a use of a channel of its own; undefined where it allows that. */
export async function refusalOf(
  connection: ChannelModel,
  use: (channel: Channel) => Promise<unknown>,
): Promise<string | undefined> {
  const channel = await connection.createConfirmChannel();
  const closed = new Promise<string>((resolve) => {
    channel.on('error', (error: Error) => {
      resolve(error.message);
    });
  });
  try {
    await use(channel);
    await channel.waitForConfirms();
    await channel.close();
    return undefined;
  } catch {
    return closed;
  }
}

/** A use of a channel: a message to an exchange. */
export const publish = (exchange: string, type: string) => async (channel: Channel) => {
  channel.publish(exchange, type, Buffer.from('{}'));
};
