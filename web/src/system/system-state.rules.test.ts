import { totalsOf } from './system-state.rules.js';

const queue = { queue: 'a.b', depth: 0, consumers: 1, waiting: 0, parked: 0, oldest_at: null };

test.each([
  [
    'adds up its queues',
    [
      { ...queue, depth: 2, parked: 1 },
      { ...queue, depth: 3 },
    ],
    [5, 0, 1],
  ],
  ['knows nothing of no queues', [], [null, null, null]],
  [
    'tells what the others said where one is silent',
    [
      { ...queue, depth: null, waiting: null, parked: null },
      { ...queue, depth: 4 },
    ],
    [4, 0, 0],
  ],
  [
    'knows nothing where all are silent',
    [{ ...queue, depth: null, waiting: null, parked: null }],
    [null, null, null],
  ],
])('a part %s', (_what, queues, expected) => {
  const { queued, retried, failed } = totalsOf({ queues });
  expect([queued, retried, failed]).toEqual(expected);
});
