import { ringOrder, toRing } from './ring-order.rules.js';

const nobody: ReadonlySet<string> = new Set();
const all = new Set(['last', 'owner', 'a', 'b', 'c', 'd']);

test.each([
  [
    'who talked to the caller last, then who suits',
    { last: 'last', owner: undefined, suitable: ['a', 'b'] },
    [['last'], ['a', 'b']],
  ],
  [
    'the owner alone of a lead that is somebody’s',
    { last: undefined, owner: 'owner', suitable: ['a'] },
    [['owner']],
  ],
  [
    'who talked to them last before the owner',
    { last: 'last', owner: 'owner', suitable: [] },
    [['last'], ['owner']],
  ],
  ['nobody twice', { last: 'a', owner: undefined, suitable: ['b', 'a'] }, [['a'], ['b']]],
  ['nobody where there is nobody', { last: undefined, owner: undefined, suitable: [] }, []],
])('the order is %s', (_what, callees, expected) => {
  expect(ringOrder(callees)).toEqual(expected);
});

const order = [['last'], ['a', 'b', 'c', 'd']];
test.each([
  ['the first of the order', all, nobody, ['last']],
  [
    'the next where the first is busy, three at a time',
    new Set(['a', 'b', 'c', 'd']),
    nobody,
    ['a', 'b', 'c'],
  ],
  ['nobody who was just asked', all, new Set(['last', 'a']), ['b', 'c', 'd']],
  ['nobody where all are busy', nobody, nobody, []],
])('is rung: %s', (_what, idle, passed, expected) => {
  expect(toRing(order, { idle, passed })).toEqual(expected);
});

test('one alone is asked to call back', () => {
  expect(toRing([['a', 'b']], { idle: all, passed: nobody, most: 1 })).toEqual(['a']);
});
