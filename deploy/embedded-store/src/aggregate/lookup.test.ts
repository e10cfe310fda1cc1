import { double } from './expression-cases.js';
import { codeOf, contextOf, run } from './pipeline-cases.js';

describe('$lookup', () => {
  const people = [
    { _id: 1, name: 'Ann', team: 'x' },
    { _id: 2, name: 'Bob', team: 'y' },
    { _id: 3, name: 'Cid' },
  ];

  test('joins by equal values, elements of arrays, and null for nothing', () => {
    const context = contextOf({ people });
    const join = { $lookup: { from: 'people', localField: 'who', foreignField: '_id', as: 'found' } };
    const names = { $project: { names: '$found.name' } };
    const input = [{ who: 2 }, { who: [1, 3] }, { who: [] }, {}, { who: double(2) }];
    expect(run([join, names], input, context)).toEqual([
      '{names: ["Bob"]}',
      '{names: ["Ann", "Cid"]}',
      '{names: []}',
      '{names: []}',
      '{names: ["Bob"]}',
    ]);
    // The second question for 2 is answered from memory.
    expect(context.asked).toEqual([
      'people { _id: { $eq: 2 } }',
      'people { _id: { $in: [ 1, 3 ] } }',
      'people { _id: { $eq: null } }',
    ]);
    const team = { $lookup: { from: 'people', localField: 'team', foreignField: 'team', as: 'found' } };
    expect(run([team, names], [{}], context)).toEqual(['{names: ["Cid"]}']);
  });

  test('a pipeline uses the variables of let, and asks an index for their equalities', () => {
    const context = contextOf({ people });
    const lookup = {
      from: 'people',
      let: { wanted: '$who', least: 1 },
      pipeline: [
        {
          $match: {
            name: { $ne: 'Zed' },
            $expr: { $and: [{ $eq: ['$_id', '$$wanted'] }, { $gte: ['$_id', '$$least'] }] },
          },
        },
        { $project: { _id: 0, name: 1, asked: '$$wanted' } },
      ],
      as: 'x.found',
    };
    expect(run([{ $lookup: lookup }], [{ who: 1 }, {}], context)).toEqual([
      '{who: int 1, x: {found: [{name: "Ann", asked: int 1}]}}',
      '{x: {found: []}}',
    ]);
    expect(context.asked[0]).toBe('people { $and: [ { name: { $ne: "Zed" } }, { _id: { $eq: 1 } } ] }');
  });

  test('fields and a pipeline together', () => {
    const lookup = {
      from: 'people',
      localField: 'ids',
      foreignField: '_id',
      pipeline: [{ $sort: { name: -1 } }, { $limit: 1 }],
      as: 'found',
    };
    expect(
      run(
        [{ $lookup: lookup }, { $project: { n: '$found.name' } }],
        [{ ids: [1, 2] }],
        contextOf({ people }),
      ),
    ).toEqual(['{n: ["Bob"]}']);
  });

  test('what is missing is named', () => {
    expect(codeOf([{ $lookup: { from: 'a', localField: 'b', foreignField: 'c' } }])).toBe(9);
    expect(codeOf([{ $lookup: { from: 'a', localField: 'b', as: 'c' } }])).toBe(9);
    expect(codeOf([{ $lookup: { from: 'a', as: 'c', pipeline: [{ $match: { $expr: '$$nobody' } }] } }])).toBe(
      17276,
    );
  });
});
