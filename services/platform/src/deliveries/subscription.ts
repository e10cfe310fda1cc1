import type { MessageSpec } from '@crm/contracts/bus/envelope.js';
import { consumeReliably, type Handlers, type ReliableConsumer } from './deliveries.js';

/** What a service's consumers have in common. */
export type ConsumerDeps = Omit<
  Parameters<typeof consumeReliably>[0],
  'queue' | 'catalogue' | 'handlers' | 'prefetch'
>;

/** A queue with its handlers, not yet consumed. */
export type Subscription = (deps: ConsumerDeps) => Promise<ReliableConsumer>;

/** Names what a service takes from one queue, `<service>.<purpose>`: messages of the catalogue, each with its handler. */
export function subscription<const C extends readonly MessageSpec[]>(
  queue: string,
  catalogue: C,
  handlers: Handlers<C>,
): Subscription {
  return (deps) => consumeReliably({ ...deps, queue, catalogue, handlers });
}
