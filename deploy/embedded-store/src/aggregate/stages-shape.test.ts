import { NOW, codeOf, gives } from './pipeline-cases.js';

describe('changing documents', () => {
  test('$project includes, excludes and computes', () => {
    const input = [{ _id: 1, b: { c: 1, d: 2 }, a: 1, z: [{ c: 3 }, 4] }];
    gives([{ $project: { a: 1, b: { c: 1 } } }], input, [{ _id: 1, b: { c: 1 }, a: 1 }]);
    gives([{ $project: { _id: 0, 'z.c': 1 } }], input, [{ z: [{ c: 3 }] }]);
    gives([{ $project: { b: 0, z: 0 } }], input, [{ _id: 1, a: 1 }]);
    gives([{ $project: { x: '$a', y: { $add: ['$a', 1] }, no: '$none' } }], input, [{ _id: 1, x: 1, y: 2 }]);
    gives([{ $project: { a: '$$REMOVE', b: 1 } }], input, [{ _id: 1, b: { c: 1, d: 2 } }]);
    gives([{ $project: { _id: 0, s: { $slice: ['$z', 1] } } }], input, [{ s: [{ c: 3 }] }]);
    expect(codeOf([{ $project: {} }])).toBe(51272);
    expect(codeOf([{ $project: { a: 1, b: 0 } }])).toBe(31254);
    expect(codeOf([{ $project: { a: { $slice: 1 } } }])).toBe(28667);
    expect(codeOf([{ $project: { a: { $elemMatch: { b: 1 } } } }])).toBe(168);
  });

  test('$addFields keeps what is there, in place, and goes into arrays', () => {
    const input = [{ a: 1, b: 2, c: [{ d: 1 }, 5] }];
    gives([{ $addFields: { a: 9, x: '$b' } }], input, [{ a: 9, b: 2, c: [{ d: 1 }, 5], x: 2 }]);
    gives([{ $set: { 'c.e': '$a' } }], input, [{ a: 1, b: 2, c: [{ d: 1, e: 1 }, { e: 1 }] }]);
    gives([{ $set: { b: { y: 1 }, c: '$$REMOVE' } }], input, [{ a: 1, b: { y: 1 } }]);
    gives([{ $set: { a: '$b', b: '$a' } }], input, [{ a: 2, b: 1, c: [{ d: 1 }, 5] }]);
    gives([{ $set: { at: '$$NOW' } }], [{}], [{ at: NOW }]);
    expect(codeOf([{ $set: { a: 1, 'a.b': 1 } }])).toBe(40176);
    expect(codeOf([{ $set: {} }])).toBe(40177);
    expect(codeOf([{ $set: { a: {} } }])).toBe(40180);
  });

  test('$unset, $replaceRoot and $replaceWith', () => {
    gives([{ $unset: ['a', 'b.c'] }], [{ a: 1, b: { c: 1, d: 2 } }], [{ b: { d: 2 } }]);
    gives([{ $unset: 'a' }], [{ a: 1, b: 1 }], [{ b: 1 }]);
    gives([{ $replaceRoot: { newRoot: '$b' } }], [{ b: { c: 1 } }], [{ c: 1 }]);
    gives([{ $replaceWith: { $mergeObjects: ['$$ROOT', { x: 1 }] } }], [{ a: 1 }], [{ a: 1, x: 1 }]);
    expect(codeOf([{ $replaceWith: '$none' }])).toBe(40228);
  });

  test('$unwind makes a document of each element', () => {
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

  test('$facet runs several pipelines over the same documents', () => {
    const facet = { total: [{ $count: 'n' }], big: [{ $match: { a: { $gt: 1 } } }, { $limit: 1 }], none: [] };
    gives(
      [{ $facet: facet }],
      [{ a: 1 }, { a: 2 }],
      [{ total: [{ n: 2 }], big: [{ a: 2 }], none: [{ a: 1 }, { a: 2 }] }],
    );
    expect(codeOf([{ $facet: { a: [{ $facet: { b: [] } }] } }])).toBe(40600);
    expect(codeOf([{ $facet: {} }])).toBe(40169);
  });
});
