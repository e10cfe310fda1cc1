import { batchSize, type Envelope } from '@crm/contracts/bus/envelope.js';
import { traceparentOf } from '../tracing/tracer.js';
import { batchedTypes } from './bus.js';

/** Events that go out as one message: those that follow each other, are of a type that is batched, and belong to no trace. */
export function inBatches(envelopes: readonly Envelope[]): readonly (readonly [Envelope, ...Envelope[]])[] {
  const batches: [Envelope, ...Envelope[]][] = [];
  for (const envelope of envelopes) {
    const last = batches.at(-1);
    const joins =
      batchedTypes.has(envelope.type) &&
      last?.[0].type === envelope.type &&
      last.length < batchSize &&
      traceparentOf(envelope) === undefined &&
      traceparentOf(last[0]) === undefined;
    if (joins) last.push(envelope);
    else batches.push([envelope]);
  }
  return batches;
}

/** Whether a consumer of many may have these together: several, of one type, each of a subject of its own. */
export function mayGoTogether(envelopes: readonly Envelope[]): boolean {
  const count = (values: readonly string[]) => new Set(values).size;
  return (
    envelopes.length > 1 &&
    count(envelopes.map(({ type }) => type)) === 1 &&
    count(envelopes.map(({ subject }) => subject)) === envelopes.length
  );
}
