import { cases, double } from './expression-cases.js';

/** Two thousand times two thousand elements. */
const thousands = { $range: [0, 2_000] };
const nested = { $map: { input: thousands, in: { $sum: { $filter: { input: thousands, cond: true } } } } };

describe('elements and parts', () => {
  cases([
    [{ $arrayElemAt: ['$a', 1] }, 2, { a: [1, 2] }],
    [{ $arrayElemAt: ['$a', -1] }, 2, { a: [1, 2] }],
    [{ $arrayElemAt: ['$a', 5] }, 'missing', { a: [1, 2] }],
    [{ $arrayElemAt: ['$a', 0] }, null],
    [{ $arrayElemAt: ['x', 0] }, 'error 28689'],
    [{ $arrayElemAt: [[1], 'x'] }, 'error 28690'],
    [{ $arrayElemAt: [[1], 0.5] }, 'error 28691'],
    [{ $first: '$a' }, 1, { a: [1, 2] }],
    [{ $last: '$a' }, 2, { a: [1, 2] }],
    [{ $first: '$a' }, 'missing', { a: [] }],
    [{ $first: '$a' }, null],
    [{ $first: 'x' }, 'error 28689'],
    [{ $slice: [[1, 2, 3], 2] }, [1, 2]],
    [{ $slice: [[1, 2, 3], -2] }, [2, 3]],
    [{ $slice: [[1, 2, 3], 0] }, []],
    [{ $slice: [[1, 2, 3], 1, 1] }, [2]],
    [{ $slice: [[1, 2, 3], -2, 1] }, [2]],
    [{ $slice: [[1, 2, 3], -9, 2] }, [1, 2]],
    [{ $slice: [[1, 2, 3], 9, 2] }, []],
    [{ $slice: ['$none', 1] }, null],
    [{ $slice: [[1], 0, 0] }, 'error 28729'],
    [{ $slice: ['x', 1] }, 'error 28724'],
    [{ $size: '$a' }, 2, { a: [1, 2] }],
    [{ $size: '$a' }, 'error 17124'],
    [{ $isArray: '$a' }, true, { a: [] }],
    [{ $isArray: [[1]] }, true],
    [{ $isArray: '$a' }, false],
    [{ $in: [double(2), [1, 2]] }, true],
    [{ $in: ['$none', [1, null]] }, false],
    [{ $in: [1, '$none'] }, 'error 40081'],
    [{ $indexOfArray: [['a', 'b', 'a'], 'a', 1] }, 2],
    [{ $indexOfArray: [['a', 'b'], 'z'] }, -1],
    [{ $indexOfArray: [['a', 'b'], 'b', 0, 1] }, -1],
    [{ $indexOfArray: [null, 1] }, null],
    [{ $indexOfArray: ['x', 1] }, 'error 40090'],
  ]);
});

describe('making arrays', () => {
  cases([
    [{ $concatArrays: [[1], '$a'] }, [1, 2], { a: [2] }],
    [{ $concatArrays: [[1], '$none'] }, null],
    [{ $concatArrays: [[1], 2] }, 'error 28664'],
    [{ $reverseArray: [[1, 2]] }, [2, 1]],
    [{ $reverseArray: null }, null],
    [{ $reverseArray: 1 }, 'error 34435'],
    [{ $range: [0, 5, 2] }, [0, 2, 4]],
    [{ $range: [3, 0, -1] }, [3, 2, 1]],
    [{ $range: [3, 0] }, []],
    [{ $range: [0, 3, 0] }, 'error 34449'],
    [{ $range: [0, 2_000_000] }, 'error 96'],
    [nested, 'error 96'],
    [{ $range: ['a', 3] }, 'error 34443'],
    [{ $range: [0, 1.5] }, 'error 34446'],
    [{ $zip: { inputs: [[1, 2], ['a']] } }, [[1, 'a']]],
    [
      { $zip: { inputs: [[1, 2], ['a']], useLongestLength: true } },
      [
        [1, 'a'],
        [2, null],
      ],
    ],
    [
      { $zip: { inputs: [[1, 2], ['a']], useLongestLength: true, defaults: [0, 'z'] } },
      [
        [1, 'a'],
        [2, 'z'],
      ],
    ],
    [{ $zip: { inputs: [[1], null] } }, null],
    [{ $zip: { inputs: [[1], 5] } }, 'error 34468'],
    [{ $zip: { inputs: [[1]], defaults: [1] } }, 'error 34466'],
    [{ $sortArray: { input: [3, 'a', 1, null], sortBy: 1 } }, [null, 1, 3, 'a']],
    [{ $sortArray: { input: [1, 2], sortBy: -1 } }, [2, 1]],
    [
      { $sortArray: { input: [{ a: 2 }, { a: 1 }, { b: 1 }], sortBy: { a: 1 } } },
      [{ b: 1 }, { a: 1 }, { a: 2 }],
    ],
    [{ $sortArray: { input: null, sortBy: 1 } }, null],
    [{ $sortArray: { input: 1, sortBy: 1 } }, 'error 2942504'],
    [{ $sortArray: { input: [], sortBy: 2 } }, 'error 2'],
  ]);
});

describe('for each element', () => {
  cases([
    [{ $map: { input: '$a', in: { $multiply: ['$$this', 2] } } }, [2, 4], { a: [1, 2] }],
    [{ $map: { input: '$a', as: 'x', in: '$$x.b' } }, [1, null], { a: [{ b: 1 }, {}] }],
    [{ $map: { input: null, in: 1 } }, null],
    [{ $map: { input: 1, in: 1 } }, 'error 16883'],
    [{ $map: { input: [], as: 'x' } }, 'error 16882'],
    [{ $map: { input: [], as: 'X', in: 1 } }, 'error 16867'],
    [{ $filter: { input: [1, 2, 3], cond: { $gt: ['$$this', 1] } } }, [2, 3]],
    [{ $filter: { input: [1, 2, 3], as: 'n', cond: { $gt: ['$$n', 1] }, limit: 1 } }, [2]],
    [{ $filter: { input: [1], cond: true, limit: 0 } }, 'error 327392'],
    [{ $filter: { input: '$none', cond: true } }, null],
    [{ $filter: { input: 'x', cond: true } }, 'error 28651'],
    [{ $reduce: { input: ['a', 'b'], initialValue: '', in: { $concat: ['$$value', '$$this'] } } }, 'ab'],
    [{ $reduce: { input: [], initialValue: 7, in: 1 } }, 7],
    [{ $reduce: { input: null, initialValue: 7, in: 1 } }, null],
    [{ $reduce: { input: 1, initialValue: 7, in: 1 } }, 'error 40080'],
  ]);
});

describe('sets', () => {
  cases([
    [
      {
        $setUnion: [
          [1, 2],
          [double(2), 3],
        ],
      },
      [1, 2, 3],
    ],
    [{ $setUnion: [[1], null] }, null],
    [{ $setUnion: [[1], 2] }, 'error 17043'],
    [
      {
        $setIntersection: [
          [1, 2, 2, 3],
          [3, 2],
        ],
      },
      [2, 3],
    ],
    [{ $setIntersection: [[1], null] }, null],
    [{ $setDifference: [[1, 2, 2, [3]], [1]] }, [2, [3]]],
    [{ $setDifference: [null, [1]] }, null],
    [{ $setDifference: [1, [1]] }, 'error 17048'],
    [
      {
        $setEquals: [
          [1, 2, 2],
          [2, 1],
        ],
      },
      true,
    ],
    [{ $setEquals: [[1], [[1]]] }, false],
    [{ $setEquals: [[1], null] }, 'error 17044'],
    [{ $setIsSubset: [[1], [1, 2]] }, true],
    [{ $setIsSubset: [[3], [1, 2]] }, false],
    [{ $setIsSubset: [null, [1]] }, 'error 17046'],
    [{ $allElementsTrue: [[true, 1, 'a']] }, true],
    [{ $allElementsTrue: [[]] }, true],
    [{ $allElementsTrue: [[null]] }, false],
    [{ $anyElementTrue: [[0, false]] }, false],
    [{ $anyElementTrue: ['$a'] }, true, { a: [0, 1] }],
    [{ $anyElementTrue: ['$a'] }, 'error 17041'],
  ]);
});

describe('documents', () => {
  cases([
    [
      {
        $arrayToObject: [
          [
            ['a', 1],
            ['b', 2],
          ],
        ],
      },
      { a: 1, b: 2 },
    ],
    [
      { $arrayToObject: '$p' },
      { a: 2 },
      {
        p: [
          { k: 'a', v: 1 },
          { k: 'a', v: 2 },
        ],
      },
    ],
    [{ $arrayToObject: null }, null],
    [{ $arrayToObject: 5 }, 'error 40386'],
    [{ $arrayToObject: [[1]] }, 'error 40398'],
    [{ $arrayToObject: [[['a']]] }, 'error 40397'],
    [{ $arrayToObject: '$p' }, 'error 40392', { p: [{ k: 'a' }] }],
    [
      { $objectToArray: { a: 1, b: { c: 2 } } },
      [
        { k: 'a', v: 1 },
        { k: 'b', v: { c: 2 } },
      ],
    ],
    [{ $objectToArray: '$none' }, null],
    [{ $objectToArray: 1 }, 'error 40390'],
    [{ $mergeObjects: [{ a: 1, b: 1 }, null, { b: 2 }] }, { a: 1, b: 2 }],
    [{ $mergeObjects: '$a' }, { x: 2 }, { a: [{ x: 1 }, { x: 2 }] }],
    [{ $mergeObjects: ['$none'] }, {}],
    [{ $mergeObjects: [1] }, 'error 40400'],
    [{ $getField: 'a.b' }, 1, { 'a.b': 1 }],
    [{ $getField: { $literal: '$a' } }, 2, { $a: 2 }],
    [{ $getField: { field: 'x', input: { x: 5 } } }, 5],
    [{ $getField: { field: 'x', input: 5 } }, 'missing'],
    [{ $getField: { field: 'x', input: null } }, null],
    [{ $setField: { field: 'a.b', input: { c: 1 }, value: 2 } }, { c: 1, 'a.b': 2 }],
    [{ $setField: { field: 'c', input: { c: 1 }, value: '$$REMOVE' } }, {}],
    [{ $setField: { field: 'c', input: null, value: 1 } }, null],
    [{ $setField: { field: 'c', input: 1, value: 1 } }, 'error 4161105'],
  ]);
});
