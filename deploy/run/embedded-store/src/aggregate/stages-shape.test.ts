import { codeOf, gives } from './pipeline-cases.js';

describe('changing documents', () => {
  test('$project includes, excludes and computes', () => {
    const input = [{ _id: 1, b: { c: 1, d: 2 }, a: 1, z: [{ c: 3 }, 4] }];
    gives([{ $project: { a: 1, b: { c: 1 } } }], input, [{ _id: 1, b: { c: 1 }, a: 1 }]);
    gives([{ $project: { _id: 0, 'z.c': 1 } }], input, [{ z: [{ c: 3 }] }]);
    gives([{ $project: { b: 0, z: 0 } }], input, [{ _id: 1, a: 1 }]);
    gives([{ $project: { x: '$a', y: { $eq: ['$a', 1] }, no: '$none' } }], input, [
      { _id: 1, x: 1, y: true },
    ]);
    gives([{ $project: { a: '$none', b: 1 } }], input, [{ _id: 1, b: { c: 1, d: 2 } }]);
    expect(codeOf([{ $project: {} }])).toBe(51272);
    expect(codeOf([{ $project: { a: 1, b: 0 } }])).toBe(31254);
    expect(codeOf([{ $project: { a: { $slice: 1 } } }])).toBe(168);
    expect(codeOf([{ $project: { a: { $elemMatch: { b: 1 } } } }])).toBe(168);
  });

  test('$unwind emits a document for each element', () => {
    const input = [{ a: [1, 2], k: 1 }, { a: [] }, { a: null }, {}, { a: 7 }];
    gives([{ $unwind: '$a' }], input, [{ a: 1, k: 1 }, { a: 2, k: 1 }, { a: 7 }]);
    const options = { path: '$a', preserveNullAndEmptyArrays: true, includeArrayIndex: 'i' };
    gives([{ $unwind: options }], input, [
      { a: 1, k: 1, i: 0n },
      { a: 2, k: 1, i: 1n },
      { i: null },
      { a: null, i: null },
      { i: null },
      { a: 7, i: null },
    ]);
    gives(
      [{ $unwind: '$a.b' }],
      [{ a: { b: [1, 2], c: 3 } }],
      [{ a: { b: 1, c: 3 } }, { a: { b: 2, c: 3 } }],
    );
    expect(codeOf([{ $unwind: 'a' }])).toBe(28818);
    expect(codeOf([{ $unwind: { path: '$a', x: 1 } }])).toBe(28811);
  });
});
