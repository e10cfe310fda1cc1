import { createGiveWay, pauseMs } from './give-way.js';

test.each([
  { requests: 0, tookMs: 40, pauses: 0, because: 'nobody asked' },
  { requests: 1, tookMs: 40, pauses: 15, because: 'one request is let go first' },
  { requests: 4, tookMs: 40, pauses: 60, because: 'so is each further one' },
  { requests: 9, tookMs: 40, pauses: 120, because: 'a quarter of the time stays the work’s own' },
])(
  'a step of $tookMs ms with $requests requests is followed by $pauses ms: $because',
  ({ requests, tookMs, pauses }) => {
    expect(pauseMs({ requests, tookMs })).toBe(pauses);
  },
);

test('each request is given way to once, those of a pause behind the next step', async () => {
  let answered = 7;
  const paused: number[] = [];
  const giveWay = createGiveWay(() => answered, {
    pause: async (ms) => {
      paused.push(ms);
      if (paused.length === 1) answered += 1;
    },
    time: () => 0,
  });
  await giveWay(100);
  expect(paused).toEqual([]);
  answered += 2;
  await giveWay(100);
  expect(paused).toEqual([30]);
  await giveWay(100);
  expect(paused).toEqual([30, 15]);
  await giveWay(100);
  expect(paused).toEqual([30, 15]);
});

test('whoever asked is taken to be there for a second', async () => {
  let [answered, now] = [7, 0];
  const giveWay = createGiveWay(() => answered, { pause: () => Promise.resolve(), time: () => now });
  expect(await giveWay(100)).toBe(false);
  answered += 1;
  expect(await giveWay(100)).toBe(true);
  now += 999;
  expect(await giveWay(100)).toBe(true);
  now += 1;
  expect(await giveWay(100)).toBe(false);
});
