/** Calls a function at an interval; returns what cancels it. */
export type Every = (ms: number, act: () => void) => () => void;

const machineEvery: Every = (ms, act) => {
  const timer = setInterval(act, ms);
  timer.unref();
  return () => {
    clearInterval(timer);
  };
};

/** Longer than any step takes on an idle machine. */
const stillMs = 30_000;

/** Reports progress to a person. */
export interface Steps {
  /** Starts a step; the previous one is finished. */
  begin(what: string): void;
  /** Reports progress, only at each quarter, so that a log is not flooded. */
  count: (done: number, all: number, what: string) => void;
  /** Ends the current step. */
  end(): void;
}

/**
 * Prints each step, and again every half minute while it runs: start-up has no time limit. `say` takes a line
 * without its end.
 */
export function createSteps(say: (line: string) => void, every: Every = machineEvery): Steps {
  let stop: () => void = () => undefined;
  let counted = '';
  let quarter = 0;
  const end = () => {
    stop();
    stop = () => undefined;
    quarter = 0;
  };
  return {
    begin: (what) => {
      end();
      say(`${what} …`);
      let times = 0;
      stop = every(stillMs, () => {
        times += 1;
        say(`  … ${what}: ${String((times * stillMs) / 1000)} s so far`);
      });
    },
    count: (done, all, what) => {
      if (what !== counted) quarter = 0;
      counted = what;
      const reached = Math.floor((4 * done) / all);
      if (reached <= quarter) return;
      quarter = reached;
      say(`  ${done.toLocaleString('en')} of ${all.toLocaleString('en')} ${what}`);
    },
    end,
  };
}
