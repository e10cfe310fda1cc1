import { Gauge, type Registry } from 'prom-client';

/** One value of a gauge, under labels where it has any. */
export interface Reading {
  labels?: Readonly<Record<string, string>>;
  value: number;
}

/**
 * Gauges that are read from one place whenever the metrics are asked for: the place is asked once for all of them. What
 * cannot be read has no value, rather than an old one. `readings` answers what each gauge has to say of what was read.
 */
export function readGauges<T>(
  registry: Registry,
  read: () => Promise<T>,
  gauges: Readonly<
    Record<string, { help: string; labels?: readonly string[]; readings: (state: T) => readonly Reading[] }>
  >,
): void {
  let reading: Promise<T | undefined> | undefined;
  /** The library asks every gauge in one turn: all of them wait for the same reading. */
  const readOnce = () => {
    reading ??= read()
      .catch(() => undefined)
      .finally(() => {
        reading = undefined;
      });
    return reading;
  };
  for (const [name, { help, labels = [], readings }] of Object.entries(gauges)) {
    new Gauge({
      name,
      help,
      labelNames: [...labels],
      registers: [registry],
      collect: async function () {
        const state = await readOnce();
        this.reset();
        // Without labels a reset leaves a zero behind, which would be a statement.
        if (labels.length === 0) this.remove();
        if (state === undefined) return;
        for (const { labels: under = {}, value } of readings(state)) this.set(under, value);
      },
    });
  }
}
