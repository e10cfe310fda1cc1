import type { Envelope } from '@crm/contracts/bus/envelope.js';
import type { Bus, ExchangeName } from './bus.js';

/** Everything of some types that crosses a bus, for tests that look at what a service tells the world. */
export interface BusProbe {
  /** What came so far, in the order in which it came. */
  readonly taken: readonly Envelope[];
  of(type: string): Envelope[];
  /** Resolves with the messages once the condition holds; rejects with what came instead after `patienceMs`. */
  until(
    condition: (taken: readonly Envelope[]) => boolean,
    patienceMs?: number,
  ): Promise<readonly Envelope[]>;
  /** Stops listening. Its queue stays: an in-process bus takes nothing more that the probe wanted, so stop it last. */
  stop(): Promise<void>;
}

let probes = 0;

/** Listens to some types on a queue of its own. */
export async function probeBus(
  bus: Bus,
  types: readonly string[],
  options: { queue?: string; exchange?: ExchangeName } = {},
): Promise<BusProbe> {
  const { queue = `probe${String((probes += 1))}.messages`, exchange } = options;
  const taken: Envelope[] = [];
  const watchers = new Set<() => void>();
  const consumer = await bus.consume({
    queue,
    types,
    ...(exchange === undefined ? {} : { exchange }),
    handle: async (envelope) => {
      taken.push(envelope);
      for (const look of [...watchers]) look();
    },
  });
  await consumer.live;

  return {
    taken,
    of: (type) => taken.filter((each) => each.type === type),
    until: (condition, patienceMs = 60_000) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (!condition(taken)) return;
          clearTimeout(timer);
          watchers.delete(look);
          resolve(taken);
        };
        const timer = setTimeout(() => {
          watchers.delete(look);
          const came = taken.map(({ type, subject }) => `${type} of ${subject}`).join(', ');
          reject(new Error(`Not what was waited for, but ${came === '' ? 'nothing' : came}`));
        }, patienceMs);
        watchers.add(look);
        look();
      }),
    stop: () => consumer.cancel(),
  };
}
