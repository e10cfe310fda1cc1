import type { z } from 'zod';
import { events } from '@crm/contracts/bus/events.js';
import type { Envelope, MessageSpec } from '@crm/contracts/bus/envelope.js';
import type { Bus } from '../bus/bus.js';

/** Long enough for a busy machine, short enough for the test to say itself what it missed. */
const patienceMs = 60_000;

export interface BusProbe {
  /** All messages of a type so far, in order of arrival. */
  all: <M extends MessageSpec>(message: M) => readonly Envelope<z.output<M['data']>>[];
  /** The types of everything heard so far, in order of arrival. */
  types: () => readonly string[];
  /** The first message of a type that `where` accepts, now or when it comes; rejects with what came instead. */
  waitFor: <M extends MessageSpec>(
    message: M,
    where?: (envelope: Envelope<z.output<M['data']>>) => boolean,
  ) => Promise<Envelope<z.output<M['data']>>>;
  stop: () => Promise<void>;
}

let probes = 0;

/**
 * Listens to a bus from now on, for all events or the messages given, and checks each against its contract. For buses
 * that a test owns: on a broker the probe's queue stays behind.
 */
export async function busProbe(bus: Bus, messages: readonly MessageSpec[] = events): Promise<BusProbe> {
  const heard: Envelope[] = [];
  const listeners = new Set<() => void>();
  const types = () => heard.map(({ type }) => type);
  probes += 1;

  const consumer = await bus.consume({
    queue: `probe.${String(process.pid)}-${String(probes)}`,
    types: messages.map(({ type }) => type),
    handle: async (envelope) => {
      heard.push(envelope);
      for (const listener of listeners) listener();
    },
  });
  await consumer.live;

  function all<M extends MessageSpec>(message: M): Envelope<z.output<M['data']>>[] {
    return heard
      .filter(({ type }) => type === message.type)
      .map((envelope) => ({ ...envelope, data: message.data.parse(envelope.data) as z.output<M['data']> }));
  }

  return {
    all,
    types,
    waitFor: <M extends MessageSpec>(
      message: M,
      where: (envelope: Envelope<z.output<M['data']>>) => boolean = () => true,
    ) =>
      new Promise<Envelope<z.output<M['data']>>>((resolve, reject) => {
        const settle = (finish: () => void) => {
          clearTimeout(limit);
          listeners.delete(look);
          finish();
        };
        const look = () => {
          try {
            const found = all(message).find(where);
            if (found !== undefined)
              settle(() => {
                resolve(found);
              });
          } catch (error) {
            settle(() => {
              reject(error instanceof Error ? error : new Error('The condition threw', { cause: error }));
            });
          }
        };
        const limit = setTimeout(() => {
          settle(() => {
            reject(new Error(`No such ${message.type} came; heard: ${types().join(', ') || 'nothing'}`));
          });
        }, patienceMs);
        listeners.add(look);
        look();
      }),
    stop: () => consumer.cancel(),
  };
}
