import { chipsOf } from './chips.rules.js';

test('three values of a filter stand as chips, the rest is counted', () => {
  expect(chipsOf(['a', 'b', 'c', 'd', 'e'])).toEqual({ shown: ['a', 'b', 'c'], more: ['d', 'e'] });
  expect(chipsOf(undefined)).toEqual({ shown: [], more: [] });
});
