import { createRecentIds } from './recent-ids.js';

test('an id is new once, until so many others came that it is forgotten', () => {
  const ids = createRecentIds(2);
  expect([ids.isNew('a'), ids.isNew('b'), ids.isNew('a'), ids.isNew('b')]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(ids.isNew('c')).toBe(true);
  expect([ids.isNew('b'), ids.isNew('a')]).toEqual([false, true]);
});
