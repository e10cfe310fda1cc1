import { shownTime } from './shown-time.js';

test.each([
  [0, '0:00'],
  [9.9, '0:09'],
  [412, '6:52'],
  [4012, '1:06:52'],
  [-1, '0:00'],
])('%p seconds are read as %s', (seconds, shown) => {
  expect(shownTime(seconds)).toBe(shown);
});
