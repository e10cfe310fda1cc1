/** The part of a gap that passes at least before what is asked for runs; the rest is random. */
const minDelay = 0.3;

/** Work that answers to other people's changes, at most once in a gap. */
export interface Throttle {
  /**
   * Runs the work within the gap, at a random moment of it, since all browsers hear of a change at the same time; not
   * sooner than a gap after the run before, and not while the page is hidden.
   */
  soon: () => void;
  /** Runs it at once, for what somebody did here. */
  now: () => void;
  start: () => void;
  /** Forgets what waits. */
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
