import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { hookReader, receivedWords } from './carrier-trace.js';

/** In milliseconds. */
const instant = z.iso.datetime().transform((text) => Date.parse(text));
const state = z.object({
  calls: z.array(
    z.object({
      callSid: z.string(),
      to: z.string(),
      direction: z.string(),
      status: z.string(),
      createdAt: instant,
      endedAt: instant.nullable(),
    }),
  ),
});
type Line = z.output<typeof state>['calls'][number];

const lookEveryMs = 500;

/** What the carrier saw, collected before its trace is truncated. */
export interface CarrierWatch {
  /** Received texts that were answered with 200. */
  received: Set<string>;
  /** Legs to customers, by sid. */
  lines: Map<string, Line>;
  look(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts collecting now: earlier entries belong to other runs. */
export async function watchCarrier(carrierUrl: string): Promise<CarrierWatch> {
  const received = new Set<string>();
  const lines = new Map<string, Line>();
  const newHooks = hookReader(carrierUrl);
  await newHooks();
  let isOver = false;

  async function look(): Promise<void> {
    for (const words of (await newHooks()).flatMap(receivedWords)) received.add(words);
    const { calls } = state.parse(await (await fetch(`${carrierUrl}/_sim/state`)).json());
    for (const each of calls) if (each.direction.startsWith('outbound')) lines.set(each.callSid, each);
  }

  const watching = (async () => {
    while (!isOver) {
      // A failed poll is made up for by the next one, at the latest by that of the checks.
      await look().catch(() => undefined);
      await pause(lookEveryMs);
    }
  })();
  return {
    received,
    lines,
    look,
    stop: async () => {
      isOver = true;
      await watching;
    },
  };
}
