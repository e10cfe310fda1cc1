import { isTooMany, shownSeconds, shownShare } from './abandoned.rules.js';

test.each([
  [{ people: 0, abandoned: 0 }, '–', false],
  [{ people: 96, abandoned: 2 }, '2.08%', false],
  [{ people: 100, abandoned: 3 }, '3%', false],
  [{ people: 100, abandoned: 4 }, '4%', true],
])('of %j', (counted, share, tooMany) => {
  expect(shownShare(counted)).toBe(share);
  expect(isTooMany(counted)).toBe(tooMany);
});

test('seconds have two decimals, and a dash where there are none', () => {
  expect([shownSeconds(0.8), shownSeconds(12), shownSeconds(null)]).toEqual(['0.80', '12.00', '–']);
});
