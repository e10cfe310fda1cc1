import type { MessageSpec } from '@crm/contracts/bus/envelope.js';
import { consumeReliably, type BatchHandlers, type Handlers, type ReliableConsumer } from './deliveries.js';

/** What a service's consumers have in common. */
export type ConsumerDeps = Omit<
  Parameters<typeof consumeReliably>[0],
  'queue' | 'catalogue' | 'handlers' | 'batchHandlers' | 'prefetch' | 'skips'
>;

/** A queue with its handlers, not yet consumed. */
export type Subscription = (deps: ConsumerDeps) => Promise<ReliableConsumer>;

/**
 * Names what a service takes from one queue, `<service>.<purpose>`: messages of the catalogue, each with its handler. Types
 * of which many come together may have a handler of many, too. `skips`: whether nobody wants messages of a type now, so that
 * they are taken unread.
 */
export function subscription<const C extends readonly MessageSpec[]>(
  queue: string,
  catalogue: C,
  handlers: Handlers<C>,
  batchHandlers: BatchHandlers<C> = {},
  skips?: (type: string) => Promise<boolean>,
): Subscription {
  return (deps) =>
    consumeReliably({
      ...deps,
      ...{ queue, catalogue, handlers, batchHandlers },
      ...(skips !== undefined && { skips }),
    });
}
