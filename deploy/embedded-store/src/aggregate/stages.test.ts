import { StoreError } from '../values/errors.js';
import { doc, shown } from './expression-cases.js';
import { codeOf, contextOf, fieldsOf, gives, listOf, type Plain } from './pipeline-cases.js';
import { compileUpdatePipeline } from './stages.js';
import { isDoc, type Doc } from '../values/values.js';

describe('the whole pipeline', () => {
  test('stages that do not exist and stages that this store has not are told apart', () => {
    expect(codeOf([{ $nonsense: 1 }])).toBe(40324);
    expect(codeOf([{ $merge: 'x' }])).toBe(238);
    expect(codeOf([{ $setWindowFields: {} }])).toBe(238);
    expect(codeOf([{ $match: {}, $limit: 1 }])).toBe(40323);
    expect(codeOf([{}])).toBe(40323);
    expect(codeOf(['x'])).toBe(14);
    expect(codeOf([{ $limit: 0 }])).toBe(15958);
    expect(codeOf([{ $skip: -1 }])).toBe(5107200);
    expect(codeOf([{ $sort: { a: 2 } }])).toBe(15975);
    expect(codeOf([{ $sort: { a: 1, b: 1 } }], [{ a: [1], b: [2] }])).toBe(2);
  });

  test('it says which fields of its input it reads', () => {
    expect(fieldsOf([])).toBeUndefined();
    expect(fieldsOf([{ $match: { 'a.b': 1 } }])).toBeUndefined();
    expect(fieldsOf([{ $match: { $or: [{ 'a.b': 1 }, { $expr: '$c' }] } }, { $count: 'n' }])?.sort()).toEqual(
      ['a', 'c'],
    );
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
    expect(fieldsOf([{ $unwind: '$a' }, { $sortByCount: '$a' }])).toEqual(['a']);
    expect(fieldsOf([{ $replaceWith: '$$ROOT' }])).toBeUndefined();
    expect(fieldsOf([{ $facet: { x: [{ $count: 'n' }], y: [{ $sortByCount: '$q' }] } }])).toEqual(['q']);
    expect(fieldsOf([{ $facet: { x: [] } }])).toBeUndefined();
  });

  test('$map within $let within $lookup keeps its variables apart', () => {
    const each = {
      $map: { input: '$a', as: 'x', in: { $map: { input: '$b', as: 'y', in: { $add: ['$$x', '$$y'] } } } },
    };
    gives(
      [{ $project: { _id: 0, t: each } }],
      [{ a: [1, 2], b: [10, 20] }],
      [
        {
          t: [
            [11, 21],
            [12, 22],
          ],
        },
      ],
    );
  });
});

describe('pipelines of updates', () => {
  const update = (stages: Plain[], before: Doc) => compileUpdatePipeline(listOf(stages), contextOf())(before);

  test('change one document', () => {
    const before = doc({ _id: 1, a: 2, b: 3 });
    expect(shown(update([{ $set: { a: { $add: ['$a', 1] } } }, { $unset: 'b' }], before))).toBe(
      '{_id: int 1, a: int 3}',
    );
    expect(isDoc(before) && before.get('a')).toBe(2);
  });

  test('refuse stages that are not for one document', () => {
    const code = (stage: Plain) => {
      try {
        update([stage], doc({}));
      } catch (error) {
        return error instanceof StoreError ? error.code : 0;
      }
      return 0;
    };
    expect(code({ $match: {} })).toBe(72);
    expect(code({ $out: 'x' })).toBe(72);
    expect(code({ $nonsense: 1 })).toBe(40324);
  });
});
