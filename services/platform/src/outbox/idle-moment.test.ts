import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { idleMoment } from './idle-moment.js';

/** Keeps the loop at work until it is told to stop. */
function busyLoop() {
  let isOver = false;
  const over = (async () => {
    while (!isOver) {
      for (const until = performance.now() + 5; performance.now() < until;);
      await nextTurn();
    }
  })();
  return {
    end: () => {
      isOver = true;
      return over;
    },
  };
}

test('comes while the process has little to do', async () => {
  await idleMoment(60_000, new AbortController().signal);
});

test('comes in the end, however busy the process is', async () => {
  const busy = busyLoop();
  const started = performance.now();
  await idleMoment(150, new AbortController().signal);
  expect(performance.now() - started).toBeGreaterThanOrEqual(150);
  await busy.end();
});

test('is not waited for by whoever is in a hurry, before or meanwhile', async () => {
  const busy = busyLoop();
  const hurry = new AbortController();
  const meanwhile = idleMoment(60_000, hurry.signal);
  hurry.abort();
  await meanwhile;
  await idleMoment(60_000, hurry.signal);
  await busy.end();
});
