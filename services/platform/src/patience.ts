import { performance } from 'node:perf_hooks';

/** How often the loop is asked for while somebody waits. */
const tickMs = 20;
/** A timer may be late by so much on a machine that has time. */
const punctualMs = 5;

/**
 * How many milliseconds of waiting a stretch counts in which the event loop was asked for after `wantedMs` and came after
 * `tookMs`. A loop that came ten times too late had a tenth of the machine, and so had whoever is waited for: the stretch
 * counts a tenth of what was asked for. A clock alone takes a slow machine for a dead one.
 */
export function countedMs(wantedMs: number, tookMs: number): number {
  return tookMs <= wantedMs + punctualMs ? tookMs : (wantedMs * wantedMs) / tookMs;
}

/** Calls a function after so many milliseconds; answers what takes it back. It keeps no process running. */
export type Delay = (ms: number, act: () => void) => () => void;

const machineDelay: Delay = (ms, act) => {
  const timer = setTimeout(act, ms);
  timer.unref();
  return () => {
    clearTimeout(timer);
  };
};

/** Waits by what the machine could do meanwhile. */
export interface Patience {
  /** Calls `act` once `ms` counted milliseconds have passed; answers what takes it back. It keeps no process running. */
  after: Delay;
  /** A signal that aborts with a TimeoutError after `ms` counted milliseconds, and what releases it. */
  signal(ms: number): { signal: AbortSignal; release: () => void };
}

/**
 * Patience that grows with the load: what waits gets its milliseconds of a machine that has time, however long that takes
 * on one that has none. Nothing runs while nobody waits. `steady` answers milliseconds that only go on.
 */
export function createPatience(
  machine: { steady(): number; delay: Delay } = { steady: () => performance.now(), delay: machineDelay },
): Patience {
  const waiting = new Set<{ dueAt: number; act: () => void }>();
  let counted = 0;
  let stopTick: (() => void) | undefined;

  function tick(): void {
    const asked = machine.steady();
    stopTick = machine.delay(tickMs, () => {
      counted += countedMs(tickMs, machine.steady() - asked);
      stopTick = undefined;
      for (const each of waiting) {
        if (each.dueAt > counted) continue;
        waiting.delete(each);
        each.act();
      }
      if (waiting.size > 0 && stopTick === undefined) tick();
    });
  }

  const after: Delay = (ms, act) => {
    const own = { dueAt: counted + ms, act };
    waiting.add(own);
    if (stopTick === undefined) tick();
    return () => {
      waiting.delete(own);
      if (waiting.size > 0) return;
      stopTick?.();
      stopTick = undefined;
    };
  };
  return {
    after,
    signal: (ms) => {
      const over = new AbortController();
      const release = after(ms, () => {
        over.abort(new DOMException(`Nothing came in ${String(ms)} ms`, 'TimeoutError'));
      });
      return { signal: over.signal, release };
    },
  };
}

/** Of this process: whoever waits in it shares its loop. */
export const patience: Patience = createPatience();
