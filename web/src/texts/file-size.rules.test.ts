import { fileSize } from './file-size.rules.js';

test.each([
  [1, '1 KB'],
  [184_320, '180 KB'],
  [1_468_006, '1.4 MB'],
  [5 * 1024 * 1024, '5.0 MB'],
])('%p bytes are %s', (bytes, size) => {
  expect(fileSize(bytes)).toBe(size);
});
