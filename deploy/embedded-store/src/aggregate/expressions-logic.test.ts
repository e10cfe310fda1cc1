import { cases, double } from './expression-cases.js';
import { Decimal128, ObjectId } from '../values/values.js';

describe('comparison goes across all types', () => {
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
    [{ $cmp: ['b', 'a'] }, 1],
    [{ $cmp: [1, 2] }, -1],
    [{ $cmp: [2, 2n] }, 0],
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
    // The rest is not evaluated once the answer stands.
    [{ $or: [true, { $divide: [1, 0] }] }, true],
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
    [
      {
        $switch: {
          branches: [
            { case: false, then: 1 },
            { case: true, then: 2 },
          ],
        },
      },
      2,
    ],
    [{ $switch: { branches: [{ case: false, then: 1 }], default: 9 } }, 9],
    [{ $switch: { branches: [{ case: false, then: 1 }] } }, 'error 40066'],
    [{ $switch: { branches: [] } }, 'error 40068'],
    [{ $switch: { branches: [{ case: 1 }] } }, 'error 40065'],
  ]);
});

describe('paths, variables and literals', () => {
  cases([
    ['$a.b', [1, 2], { a: [{ b: 1 }, { b: 2 }, 3, { c: 1 }] }],
    ['$a.b', 'missing', { a: 5 }],
    ['$a.b', [], { a: [] }],
    ['$a.0', [], { a: [1, 2] }],
    ['$a.b.c', [[1], []], { a: [{ b: [{ c: 1 }] }, { b: [] }] }],
    ['$$ROOT', { a: 1 }, { a: 1 }],
    ['$$ROOT.a', 1, { a: 1 }],
    ['$$CURRENT.a', 1, { a: 1 }],
    ['$$REMOVE', 'missing'],
    ['$$nobody', 'error 17276'],
    [{ $type: '$$NOW' }, 'date'],
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
    [{ $let: { vars: { x: '$a', y: 2 }, in: { $add: ['$$x', '$$y'] } } }, 3, { a: 1 }],
    [{ $let: { vars: { x: { b: 5 } }, in: '$$x.b' } }, 5],
    [{ $let: { vars: { x: 1 }, in: { $let: { vars: { x: 2, y: '$$x' }, in: ['$$x', '$$y'] } } } }, [2, 1]],
    [{ $let: { vars: { CURRENT: '$a' }, in: '$b' } }, 7, { a: { b: 7 } }],
    [{ $let: { vars: { X: 1 }, in: 1 } }, 'error 16867'],
    [{ $let: { vars: {} } }, 'error 16877'],
    [{ $nonsense: 1 }, 'error 168'],
    [{ $function: { body: 'x', args: [], lang: 'js' } }, 'error 238'],
  ]);
});
