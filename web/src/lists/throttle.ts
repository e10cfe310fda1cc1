/** The minimum part of the interval before work runs; the rest is random jitter. */
const minDelay = 0.3;

/** Throttled work that reacts to other users' changes. */
export interface Throttle {
  /**
   * Runs the work within the interval, with jitter, because all browsers hear of a change at the same time; not
   * sooner than an interval after the previous run, and not while the page is hidden.
   */
  soon: () => void;
  /** Runs it at once, for the user's own actions. */
  now: () => void;
  start: () => void;
  /** Cancels pending work. */
  stop: () => void;
}

export function createThrottle(gapMs: number, work: () => void): Throttle {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ranAt = -Infinity;
  let isDue = false;

  function stopTimer(): void {
    clearTimeout(timer);
    timer = undefined;
    isDue = false;
  }

  function now(): void {
    stopTimer();
    ranAt = Date.now();
    work();
  }

  function runWhenSeen(): void {
    timer = undefined;
    if (document.hidden) isDue = true;
    else now();
  }

  function seen(): void {
    if (isDue && !document.hidden) now();
  }

  return {
    soon: () => {
      if (timer !== undefined || isDue) return;
      const delay = gapMs * (minDelay + (1 - minDelay) * Math.random());
      const at = Math.max(Date.now() + delay, ranAt + gapMs);
      timer = setTimeout(runWhenSeen, at - Date.now());
    },
    now,
    start: () => {
      document.addEventListener('visibilitychange', seen);
    },
    stop: () => {
      stopTimer();
      document.removeEventListener('visibilitychange', seen);
    },
  };
}
