import type { Consumer } from '../bus/bus.js';
import type { ReliableConsumer } from './deliveries.js';

/** All that a service takes from the bus, as one thing that is live, looked at and cancelled together. */
export interface ConsumerGroup extends Consumer {
  readonly consumers: readonly ReliableConsumer[];
}

/** Resolves when all of them are set up; throws what the first of them throws. */
export async function consumerGroup(starting: readonly Promise<ReliableConsumer>[]): Promise<ConsumerGroup> {
  const consumers = await Promise.all(starting);
  return {
    consumers,
    live: Promise.all(consumers.map(({ live }) => live)).then(() => undefined),
    cancel: async () => {
      await Promise.all(consumers.map((each) => each.cancel()));
    },
  };
}
