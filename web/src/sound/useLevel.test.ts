import { levelOf } from './useLevel.js';

test.each([
  ['silence', [128, 128, 128], 0],
  ['half as loud as can be', [128, 64, 150], 50],
  ['as loud as can be', [0, 255, 128], 100],
])('%s', (_what, samples, level) => {
  expect(levelOf(Uint8Array.from(samples))).toBe(level);
});
