import { createRecentIds } from './recent-ids.js';

test('an id is known once it was added, until so many others came that it is forgotten', () => {
  const ids = createRecentIds(2);
  const known = () => ['a', 'b', 'c'].filter((id) => ids.has(id));
  expect(known()).toEqual([]);
  for (const id of ['a', 'b', 'a']) ids.add(id);
  expect(known()).toEqual(['a', 'b']);
  ids.add('c');
  expect(known()).toEqual(['b', 'c']);
});
