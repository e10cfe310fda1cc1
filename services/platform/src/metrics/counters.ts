import { Counter, type Registry } from 'prom-client';

/** Adds to a counter under one set of labels, one unless said otherwise. */
export type Count = (labels: Readonly<Record<string, string>>, by?: number) => void;

/**
 * A counter of a service's own. `name` ends in `_total`; every value of a label comes from a list with an end, never from
 * what somebody sent.
 */
export function createCounter(
  registry: Registry,
  { name, help, labels }: { name: `${string}_total`; help: string; labels: readonly string[] },
): Count {
  const counter = new Counter({ name, help, labelNames: [...labels], registers: [registry] });
  return (under, by = 1) => {
    counter.inc(under, by);
  };
}
