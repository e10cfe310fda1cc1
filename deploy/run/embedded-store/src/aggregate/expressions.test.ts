import { cases, double } from './expression-cases.js';
import { Decimal128, ObjectId } from '../values/values.js';

describe('comparison across all types', () => {
  cases([
    [{ $eq: [1, double(1)] }, true],
    [{ $eq: [1n, new Decimal128('1.0')] }, true],
    [{ $eq: ['$a', null] }, false],
    [{ $eq: ['$a', '$b'] }, true],
    [{ $eq: ['$a', [1, 2]] }, true, { a: [1, 2] }],
    [
      {
        $eq: [
          { x: 1, y: 2 },
          { y: 2, x: 1 },
        ],
      },
      false,
    ],
    [{ $ne: [1, 2] }, true],
    [{ $gt: ['a', 5] }, true],
    [{ $gt: [5, '$a'] }, true],
    [{ $gt: [null, '$a'] }, true],
    [{ $lt: [double(NaN), -5] }, true],
    [{ $gte: [double(NaN), double(NaN)] }, true],
    [{ $lte: [new Date(0), new Date(1)] }, true],
    [{ $lt: [{ a: 1 }, new ObjectId()] }, true],
    [{ $eq: [1] }, 'error 16020'],
  ]);
});

describe('booleans', () => {
  cases([
    [{ $and: [] }, true],
    [{ $or: [] }, false],
    [{ $and: [1, 'a', []] }, true],
    [{ $and: [1, 0] }, false],
    [{ $and: [1, '$missing'] }, false],
    [{ $or: [0, null, double(NaN)] }, true],
    [{ $or: [0, null] }, false],
    // Short-circuits: the rest is not evaluated.
    [{ $or: [true, { $substrBytes: ['é', 1, 1] }] }, true],
    [{ $not: [0] }, true],
    [{ $not: '$a' }, false, { a: 'x' }],
    [{ $not: [1, 2] }, 'error 16020'],
  ]);
});

describe('choices', () => {
  cases([
    [{ $cond: [{ $gt: ['$a', 1] }, 'big', 'small'] }, 'big', { a: 2 }],
    [{ $cond: { if: '$a', then: 1, else: '$none' } }, 'missing'],
    [{ $cond: { if: 1, then: 1 } }, 'error 17082'],
    [{ $cond: [1, 2] }, 'error 16020'],
    [{ $ifNull: ['$a', 'x'] }, 'x'],
    [{ $ifNull: ['$a', '$b', 3] }, 2, { a: null, b: 2 }],
    [{ $ifNull: ['$a', '$b'] }, 'missing'],
    [{ $ifNull: ['$a'] }, 'error 1257300'],
  ]);
});

describe('paths and literals', () => {
  cases([
    ['$a.b', [1, 2], { a: [{ b: 1 }, { b: 2 }, 3, { c: 1 }] }],
    ['$a.b', 'missing', { a: 5 }],
    ['$a.b', [], { a: [] }],
    ['$a.0', [], { a: [1, 2] }],
    ['$a.b.c', [[1], []], { a: [{ b: [{ c: 1 }] }, { b: [] }] }],
    ['$$ROOT', { a: 1 }, { a: 1 }],
    ['$$ROOT.a', 1, { a: 1 }],
    ['$$nobody', 'error 17276'],
    ['$', 'error 16872'],
    ['$a.', 'error 40353'],
    ['$a..b', 'error 15998'],
    [['$a', '$b'], [1, null], { a: 1 }],
    [{ x: '$a', y: '$b', z: { q: '$a' } }, { x: 1, z: { q: 1 } }, { a: 1 }],
    [{ 'a.b': 1 }, 'error 16412'],
    [{ $add: [1], $x: 1 }, 'error 15983'],
    [{ a: 1, $b: 2 }, 'error 16410'],
    [{ $literal: '$a' }, '$a'],
    [{ $literal: { $add: [1, 2] } }, { $add: [1, 2] }],
    [{ $nonsense: 1 }, 'error 168'],
    [{ $add: [1, 2] }, 'error 168'],
    ['$$NOW', 'error 17276'],
  ]);
});

describe('parts of strings', () => {
  cases([
    [{ $substrBytes: ['héllo', 0, 3] }, 'hé'],
    [{ $substrBytes: ['héllo', 0, 2] }, 'error 28657'],
    [{ $substrBytes: ['héllo', 2, 2] }, 'error 28656'],
    [{ $substrBytes: ['hello', 2, -1] }, 'llo'],
    [{ $substrBytes: ['hello', -1, 1] }, 'error 50752'],
    [{ $substrBytes: ['hello', 9, 3] }, ''],
    [{ $substrBytes: [null, 0, 2] }, ''],
    [{ $substrBytes: [double(1234.5), 1, 2] }, '23'],
    [{ $substrBytes: [new Date('2024-01-02T03:04:05.006Z'), 0, 7] }, '2024-01'],
    [{ $substrBytes: [[1], 0, 1] }, 'error 16007'],
    [{ $substrBytes: ['hello', 'x', 1] }, 'error 16034'],
  ]);
});
