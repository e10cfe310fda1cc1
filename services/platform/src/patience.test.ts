import { countedMs, createPatience } from './patience.js';

test.each([
  // On time, and as late as timers are.
  [20, 20, 20],
  [20, 25, 25],
  // Half of the machine, a tenth, a hundredth.
  [20, 40, 10],
  [20, 200, 2],
  [20, 2_000, 0.2],
])('asked for after %d ms and there after %d ms, the loop counts %d ms', (wanted, took, counted) => {
  expect(countedMs(wanted, took)).toBeCloseTo(counted);
});

/** A machine on which each timer comes `lateMs` too late. */
function machine() {
  const state = { now: 0, lateMs: 0, timers: [] as { at: number; act: () => void }[] };
  const patience = createPatience({
    steady: () => state.now,
    delay: (ms, act) => {
      const timer = { at: state.now + ms, act };
      state.timers.push(timer);
      return () => {
        state.timers = state.timers.filter((each) => each !== timer);
      };
    },
  });
  /** Lets so many milliseconds pass. */
  const pass = (ms: number) => {
    const until = state.now + ms;
    for (;;) {
      const next = state.timers[0];
      if (next === undefined || next.at + state.lateMs > until) break;
      state.timers.shift();
      state.now = next.at + state.lateMs;
      next.act();
    }
    state.now = until;
  };
  return { state, patience, pass };
}

test('on a machine with time it is over when its time is', () => {
  const { patience, pass } = machine();
  let isOver = false;
  patience.after(1_000, () => (isOver = true));
  pass(980);
  expect(isOver).toBe(false);
  pass(40);
  expect(isOver).toBe(true);
});

test('where everything comes ten times too late, ten times as long passes and more', () => {
  const { state, patience, pass } = machine();
  state.lateMs = 180;
  let isOver = false;
  patience.after(1_000, () => (isOver = true));
  pass(90_000);
  expect(isOver).toBe(false);
  pass(15_000);
  expect(isOver).toBe(true);
});

test('a machine that had no time for a while and has it again is waited for as before', () => {
  const { state, patience, pass } = machine();
  let isOver = false;
  patience.after(1_000, () => (isOver = true));
  pass(500);
  // The loop is held for a minute.
  state.lateMs = 60_000;
  pass(60_020);
  state.lateMs = 0;
  pass(440);
  expect(isOver).toBe(false);
  pass(80);
  expect(isOver).toBe(true);
});

test('who releases it is not called, and nothing runs while nobody waits', () => {
  const { state, patience, pass } = machine();
  const { signal, release } = patience.signal(100);
  const other = patience.signal(200);
  release();
  pass(150);
  expect(signal.aborted).toBe(false);
  expect(state.timers).toHaveLength(1);
  pass(100);
  expect(other.signal.reason).toMatchObject({ name: 'TimeoutError' });
  expect(state.timers).toEqual([]);
});
