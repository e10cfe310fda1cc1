import type { SimClock } from './clock/sim-clock.js';
import type { Trace, TraceEntry } from './model.js';

const kept = 5000;

export function createTrace(clock: SimClock): Trace {
  const entries: TraceEntry[] = [];
  const waiting = new Set<(entry: TraceEntry) => void>();
  let seq = 0;
  return {
    add: (kind, text, details = {}) => {
      seq += 1;
      const entry: TraceEntry = { seq, at: clock.now(), kind, text, details };
      entries.push(entry);
      if (entries.length > kept) entries.shift();
      for (const look of [...waiting]) look(entry);
    },
    since: (after) => entries.filter((entry) => entry.seq > after),
    waitFor: (fits) =>
      new Promise((resolve) => {
        const past = entries.find(fits);
        if (past) {
          resolve(past);
          return;
        }
        const look = (entry: TraceEntry) => {
          if (!fits(entry)) return;
          waiting.delete(look);
          resolve(entry);
        };
        waiting.add(look);
      }),
  };
}
