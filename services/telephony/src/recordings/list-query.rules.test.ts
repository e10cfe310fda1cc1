import { listSort, pageOf, searchFilter, wordsOf } from './list-query.rules.js';

test('words are lower-cased and come once, whatever stands between them', () => {
  expect(wordsOf('Raymond  Okafor-Núñez', 'O’Neil, raymond')).toEqual([
    'raymond',
    'okafor',
    'núñez',
    'o',
    'neil',
  ]);
  expect(wordsOf('', ' - ')).toEqual([]);
});

test.each([
  [undefined, {}],
  ['', {}],
  [' . ', {}],
  ['Oka', { words: { $regex: '^oka' } }],
  ['ray oka', { $and: [{ words: { $regex: '^ray' } }, { words: { $regex: '^oka' } }] }],
  ['(214) 555-01', { words: { $regex: '^21455501' } }],
  ['+1 214 555 0117', { words: { $regex: '^2145550117' } }],
  ['.*', {}],
])('a search for %p asks for %p', (text, filter) => {
  expect(searchFilter(text)).toEqual(filter);
});

const columns = { createdAt: 'createdAt', leadName: 'lead_key' };
test.each([
  [undefined, { createdAt: -1, _id: -1 }],
  ['createdAt:ASC', { createdAt: 1, _id: 1 }],
  ['leadName:DESC', { lead_key: -1, _id: -1 }],
  ['leadName:ASC', { lead_key: 1, _id: 1 }],
])('the order %p is %p', (sort, order) => {
  expect(listSort(sort, columns)).toEqual(order);
});

test.each(['lead_key:ASC', 'nothing:ASC', 'constructor:ASC'])('there is no order by %p', (sort) => {
  expect(() => listSort(sort, columns)).toThrow('Can be sorted by createdAt, leadName');
});

test('a page is counted from one', () => {
  expect(pageOf({ page: 3, limit: 20 })).toEqual({ skip: 40, limit: 20 });
});
