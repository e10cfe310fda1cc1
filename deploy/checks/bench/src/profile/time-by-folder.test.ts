import { timeBy } from './time-by-folder.js';

const frame = (id: number, functionName: string, url: string) => ({
  id,
  callFrame: { functionName, url, lineNumber: 1 },
});
const profile = {
  nodes: [
    frame(1, '(idle)', ''),
    frame(2, 'send', 'file:///crm/services/platform/dist/outbox/send-in-order.js'),
    frame(3, 'parse', 'file:///crm/node_modules/zod/v4/core/parse.js'),
    frame(4, '(garbage collector)', ''),
    frame(5, 'write', 'node:internal/streams/writable'),
    frame(6, 'clear', 'file:///crm/services/platform/dist/outbox/waiting-events.js'),
  ],
  samples: [1, 2, 3, 6, 4, 5, 1],
  timeDeltas: [0, 9_000, 2_000, 1_000, 3_000, 500, 250],
};

test('the time at work is that of each folder and package, most first; waiting is none', () => {
  expect(timeBy(profile, 'folder')).toEqual([
    ['services/platform/outbox', 5],
    ['zod', 1],
    ['(garbage collector)', 0.5],
    ['node:streams', 0.25],
  ]);
});

test('the same by function names the folder', () => {
  expect(timeBy(profile, 'function')[0]).toEqual(['clear in services/platform/outbox', 3]);
});
