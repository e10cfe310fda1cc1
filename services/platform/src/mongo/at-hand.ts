import { performance } from 'node:perf_hooks';

/** Something of the store that is asked for with each click and changes seldom. */
export interface AtHand<T> {
  /** As it stood `keptMs` ago at most. */
  get: () => Promise<T>;
  /** Reads it anew next time: this process has changed it. */
  forget: () => void;
}

interface Read<T> {
  at: number;
  value: Promise<T>;
}

/**
 * Keeps what `read` answers for a while. From half of that time on it is read anew beside whoever asks, so that while
 * somebody works nobody waits for it. `read` is given what it answered last.
 */
export function atHand<T>(
  read: (last: T | undefined) => Promise<T>,
  keptMs: number,
  steady = () => performance.now(),
): AtHand<T> {
  let kept: Read<T> | undefined;
  let next: Read<T> | undefined;
  let last: T | undefined;

  function begin(): Read<T> {
    const value = read(last);
    const begun: Read<T> = { at: steady(), value };
    value.then(
      (answered) => {
        if (kept === begun || next === begun) last = answered;
        if (next !== begun) return;
        kept = begun;
        next = undefined;
      },
      // What could not be read is asked for again; whoever waits for it learns why.
      () => {
        if (kept === begun) kept = undefined;
        if (next === begun) next = undefined;
      },
    );
    return begun;
  }

  return {
    get: () => {
      const age = kept === undefined ? Infinity : steady() - kept.at;
      if (kept === undefined || age > keptMs) {
        kept = next ?? begin();
        next = undefined;
      } else if (age > keptMs / 2) next ??= begin();
      return kept.value;
    },
    forget: () => {
      kept = undefined;
      next = undefined;
      last = undefined;
    },
  };
}
