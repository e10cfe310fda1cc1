import { shownSize } from './shown-size.js';

test.each([
  [0, '0 B'],
  [512, '512 B'],
  [1_024, '1 KB'],
  [1_468_006, '1.4 MB'],
  [3 * 1024 ** 3, '3 GB'],
])('%d bytes are shown as %s', (bytes, shown) => {
  expect(shownSize(bytes)).toBe(shown);
});
