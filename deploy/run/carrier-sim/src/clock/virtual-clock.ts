import type { SimClock, Timing } from './sim-clock.js';

interface Timer {
  due: number;
  order: number;
  patient: boolean;
  fire: (how: 'over' | 'stopped') => void;
}

/** Extra turns of the event loop after the quiet period, for input that a busy process has not read yet. */
const lastTurns = 4;

interface Advance {
  until: number;
  done: () => void;
}

/**
 * Time that stops while anything is in flight and jumps to the next event after `quietMs` of real quiet. It jumps
 * only to events, not to timeouts (`patient`): a call that nobody ends is still there when a test looks, and its
 * four-hour limit has not fired.
 */
export function createVirtualClock(startAt: Date, quietMs: number): SimClock {
  let now = startAt.getTime();
  let order = 0;
  let underWay = 0;
  let stopped = false;
  let quiet: NodeJS.Timeout | undefined;
  let touches = 0;
  const timers = new Set<Timer>();
  const advances: Advance[] = [];
  let settling: (() => void)[] = [];

  const next = (wanted: (timer: Timer) => boolean) => {
    let first: Timer | undefined;
    for (const timer of timers) {
      if (!wanted(timer)) continue;
      if (!first || timer.due < first.due || (timer.due === first.due && timer.order < first.order))
        first = timer;
    }
    return first;
  };

  /** The process itself may have been stalled during the quiet period: jumps only if no input was pending. */
  function afterQuiet(turns = lastTurns, seen = touches): void {
    if (seen !== touches || stopped) return;
    if (turns === 0) jump();
    else
      setImmediate(() => {
        afterQuiet(turns - 1, seen);
      });
  }

  function jump(): void {
    quiet = undefined;
    if (underWay > 0 || stopped) return;
    const advance = advances[0];
    const timer = next(({ patient, due }) => !patient || (advance !== undefined && due <= advance.until));
    if (advance && (!timer || timer.due > advance.until)) {
      now = Math.max(now, advance.until);
      advances.shift();
      advance.done();
      touch();
    } else if (timer) {
      // A timeout before the next event fires first.
      const due = next(({ due: at }) => at <= timer.due) ?? timer;
      now = Math.max(now, due.due);
      timers.delete(due);
      due.fire('over');
      touch();
    } else {
      const waiting = settling;
      settling = [];
      for (const done of waiting) done();
    }
  }

  function touch(): void {
    if (stopped) return;
    touches += 1;
    if (quiet) quiet.refresh();
    else quiet = setTimeout(afterQuiet, quietMs);
  }

  return {
    now: () => new Date(now),
    sleep: (ms, { signal, patient = false }: Timing = {}) =>
      new Promise((resolve) => {
        if (stopped || signal?.aborted) {
          resolve('stopped');
          return;
        }
        const stop = () => {
          timers.delete(timer);
          resolve('stopped');
          touch();
        };
        const timer: Timer = {
          due: now + Math.max(0, ms),
          order: (order += 1),
          patient,
          fire: (how) => {
            signal?.removeEventListener('abort', stop);
            resolve(how);
          },
        };
        timers.add(timer);
        signal?.addEventListener('abort', stop, { once: true });
        touch();
      }),
    hold: async (work) => {
      underWay += 1;
      try {
        return await work;
      } finally {
        underWay -= 1;
        touch();
      }
    },
    advance: (ms) =>
      new Promise((resolve) => {
        const from = advances.at(-1)?.until ?? now;
        advances.push({ until: from + ms, done: resolve });
        touch();
      }),
    settled: () =>
      new Promise((resolve) => {
        settling.push(resolve);
        touch();
      }),
    touch,
    stop: () => {
      stopped = true;
      clearTimeout(quiet);
      for (const timer of [...timers]) timer.fire('stopped');
      timers.clear();
      for (const { done } of advances.splice(0)) done();
      for (const done of settling.splice(0)) done();
    },
  };
}
