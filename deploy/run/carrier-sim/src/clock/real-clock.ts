import type { SimClock, Timing } from './sim-clock.js';

/** The machine's time, `speed` times as fast from its creation on. */
export function createRealClock(speed: number): SimClock {
  const startedAt = Date.now();
  const mark = performance.now();
  const waiting = new Set<() => void>();

  const sleep = (ms: number, { signal }: Timing = {}) =>
    new Promise<'over' | 'stopped'>((resolve) => {
      const end = (how: 'over' | 'stopped') => {
        clearTimeout(timer);
        waiting.delete(stop);
        signal?.removeEventListener('abort', stop);
        resolve(how);
      };
      const stop = () => {
        end('stopped');
      };
      const timer = setTimeout(() => {
        end('over');
      }, ms / speed);
      if (signal?.aborted) stop();
      else {
        waiting.add(stop);
        signal?.addEventListener('abort', stop, { once: true });
      }
    });

  return {
    now: () => new Date(startedAt + (performance.now() - mark) * speed),
    sleep,
    hold: (work) => work,
    advance: async (ms) => {
      await sleep(ms);
    },
    settled: () => Promise.reject(new Error('Real time never settles; wait for what you expect instead')),
    touch: () => undefined,
    stop: () => {
      for (const stop of [...waiting]) stop();
    },
  };
}
