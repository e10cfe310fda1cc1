/** Calls a function again and again; answers what ends it. */
export type Every = (ms: number, act: () => void) => () => void;

const machineEvery: Every = (ms, act) => {
  const timer = setInterval(act, ms);
  timer.unref();
  return () => {
    clearInterval(timer);
  };
};

/** Longer than any step takes on a machine with time. */
const stillMs = 30_000;

/** Tells a person what is going on. */
export interface Steps {
  /** What goes on from now on; the step before is over. */
  begin(what: string): void;
  /** How far it is; said where a quarter is full, so that a log is not flooded. */
  count: (done: number, all: number, what: string) => void;
  /** Nothing goes on any more. */
  end(): void;
}

/**
 * Says each step in a line, and every half minute that it still goes on: a slow start has no limit, it says what it is
 * at. `say` takes a line without its end.
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
