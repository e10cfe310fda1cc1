import { levelOf } from './useLevel.js';

test.each([
  ['silence', [0, 0, 0], 0],
  ['a quiet room', [0.001, -0.0005], 0],
  ['a voice', [0.1, -0.05, 0.02], 67],
  ['the loudest that can be, however it swings', [0.3, -1, 0.2], 100],
])('%s', (_what, samples, level) => {
  expect(levelOf(Float32Array.from(samples))).toBe(level);
});
