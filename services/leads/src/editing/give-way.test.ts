import { createGiveWay, restMs } from './give-way.js';

test.each([
  { requests: 0, tookMs: 40, rests: 0, because: 'nobody asked' },
  { requests: 1, tookMs: 40, rests: 15, because: 'one request is let go first' },
  { requests: 2, tookMs: 40, rests: 30, because: 'so is each further one' },
  { requests: 9, tookMs: 40, rests: 40, because: 'half of the time stays the work’s own' },
])(
  'a step of $tookMs ms with $requests requests rests $rests ms: $because',
  ({ requests, tookMs, rests }) => {
    expect(restMs({ requests, tookMs })).toBe(rests);
  },
);

test('each request is given way to once, those of a rest behind the next step', async () => {
  let answered = 7;
  const rested: number[] = [];
  const giveWay = createGiveWay(
    () => answered,
    async (ms) => {
      rested.push(ms);
      if (rested.length === 1) answered += 1;
    },
  );
  await giveWay(100);
  expect(rested).toEqual([]);
  answered += 2;
  await giveWay(100);
  expect(rested).toEqual([30]);
  await giveWay(100);
  expect(rested).toEqual([30, 15]);
  await giveWay(100);
  expect(rested).toEqual([30, 15]);
});
