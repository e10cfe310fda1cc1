import { fewRandomBytes } from './random-bytes.js';

test('random bytes are as many as were asked for, and nobody’s before', () => {
  const sizes = Array.from({ length: 20_000 }, (_, index) => (index % 2 === 0 ? 12 : 16));
  const drawn = sizes.map((size) => fewRandomBytes(size).toString('hex'));
  expect(drawn.map((text) => text.length / 2)).toEqual(sizes);
  expect(new Set(drawn.map((text) => text.slice(0, 24))).size).toBe(sizes.length);
});

test('more than a few random bytes are refused, never cut short', () => {
  expect(fewRandomBytes(4096)).toHaveLength(4096);
  expect(() => fewRandomBytes(4097)).toThrow(RangeError);
});
