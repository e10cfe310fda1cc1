import type { Envelope } from '@crm/contracts/bus/envelope.js';
import { PublishError, type Bus } from '../bus/bus.js';
import { traceparentOf, withTraceparent, type Span, type Tracer } from '../tracing/tracer.js';

export interface SendDeps {
  bus: Pick<Bus, 'publish'>;
  tracer: Tracer;
  /** Told of every event that was sent. */
  published: ((type: string) => void) | undefined;
  /** Told of every failure. */
  failed: (error: unknown) => void;
}

/** Publishes some events in whatever order; answers the ids of those that are not known to have arrived. */
async function publish(
  events: readonly Envelope[],
  { bus, tracer, published, failed }: SendDeps,
): Promise<ReadonlySet<string>> {
  const spans = new Map<string, Span>();
  const traced = events.map((event) => {
    const parent = traceparentOf(event);
    const span =
      parent === undefined
        ? undefined
        : tracer.start(`publish ${event.type}`, 'producer', {
            parent,
            attributes: { 'messaging.operation.name': 'publish', 'messaging.message.id': event.id },
          });
    if (span === undefined) return event;
    spans.set(event.id, span);
    return withTraceparent(event, span.traceparent);
  });
  let unsent: ReadonlySet<string> = new Set();
  try {
    await bus.publish(traced);
  } catch (error) {
    failed(error);
    unsent = error instanceof PublishError ? error.failed : new Set(events.map(({ id }) => id));
  }
  for (const [id, span] of spans) {
    if (unsent.has(id)) span.fail('unsent');
    span.end();
  }
  if (published !== undefined) for (const { id, type } of events) if (!unsent.has(id)) published(type);
  return unsent;
}

/**
 * Publishes the first event of every document, then the second of those whose first arrived, and so on: an event never
 * leaves before the one before it of its document. Takes the events of each document in their order and answers the ids of
 * those that are not known to have arrived.
 */
export async function sendInOrder(
  outboxes: readonly (readonly Envelope[])[],
  deps: SendDeps,
): Promise<ReadonlySet<string>> {
  const unsent = new Set<string>();
  let left = outboxes.filter(({ length }) => length > 0);
  for (let turn = 0; left.length > 0; turn += 1) {
    const failed = await publish(
      left.flatMap((outbox) => outbox[turn] ?? []),
      deps,
    );
    for (const outbox of left) {
      if (failed.has(outbox[turn]?.id ?? '')) for (const { id } of outbox.slice(turn)) unsent.add(id);
    }
    left = left.filter((outbox) => outbox.length > turn + 1 && !unsent.has(outbox[turn]?.id ?? ''));
  }
  return unsent;
}
