import { codeOf, fieldsOf } from './pipeline-cases.js';

describe('the whole pipeline', () => {
  test('malformed and unsupported stages are rejected', () => {
    expect(codeOf([{ $nonsense: 1 }])).toBe(40324);
    expect(codeOf([{ $lookup: { from: 'x' } }])).toBe(40324);
    expect(codeOf([{ $match: {}, $limit: 1 }])).toBe(40323);
    expect(codeOf([{}])).toBe(40323);
    expect(codeOf(['x'])).toBe(14);
    expect(codeOf([{ $limit: 0 }])).toBe(15958);
    expect(codeOf([{ $skip: -1 }])).toBe(5107200);
    expect(codeOf([{ $sort: { a: 2 } }])).toBe(15975);
    expect(codeOf([{ $sort: { a: { $meta: 'textScore' } } }])).toBe(15974);
    expect(codeOf([{ $sort: { a: 1, b: 1 } }], [{ a: [1], b: [2] }])).toBe(2);
  });

  test('reports which fields of its input it reads', () => {
    expect(fieldsOf([])).toBeUndefined();
    expect(fieldsOf([{ $match: { 'a.b': 1 } }])).toBeUndefined();
    expect(fieldsOf([{ $match: { $or: [{ 'a.b': 1 }, { c: 1 }] } }, { $count: 'n' }])?.sort()).toEqual([
      'a',
      'c',
    ]);
    expect(fieldsOf([{ $group: { _id: '$a.b', n: { $sum: '$c' } } }, { $sort: { z: 1 } }])).toEqual([
      'a',
      'c',
    ]);
    expect(fieldsOf([{ $sort: { a: 1 } }, { $project: { 'b.c': 1, d: '$e' } }])?.sort()).toEqual([
      '_id',
      'a',
      'b',
      'd',
      'e',
    ]);
    expect(fieldsOf([{ $project: { b: 0 } }])).toBeUndefined();
    expect(fieldsOf([{ $project: { b: '$$ROOT' } }])).toBeUndefined();
    expect(fieldsOf([{ $unwind: '$a' }, { $group: { _id: '$a' } }])).toEqual(['a']);
  });
});
