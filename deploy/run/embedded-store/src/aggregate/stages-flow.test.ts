import { doc, shown } from './expression-cases.js';
import { gives, listOf, run } from './pipeline-cases.js';
import { PAUSE, compilePipeline, type Flow } from './stages.js';

describe('filtering and sorting', () => {
  test('$match tests paths and arrays', () => {
    const input = [{ a: [1, 5] }, { a: 2, b: 2 }, { a: 9, b: 1 }];
    gives([{ $match: { a: { $gt: 4 } } }], input, [{ a: [1, 5] }, { a: 9, b: 1 }]);
    gives([{ $match: { a: 2, b: 2 } }], input, [{ a: 2, b: 2 }]);
  });

  test('$sort is stable, in BSON order, with arrays by their smallest or greatest element', () => {
    const input = [{ a: 'x' }, { a: [3, 0] }, { a: 1, b: 1 }, { a: 1, b: 2 }, {}, { a: [] }, { a: null }];
    gives([{ $sort: { a: 1 } }], input, [
      { a: [] },
      {},
      { a: null },
      { a: [3, 0] },
      { a: 1, b: 1 },
      { a: 1, b: 2 },
      { a: 'x' },
    ]);
    gives([{ $sort: { a: -1 } }, { $limit: 2 }], input, [{ a: 'x' }, { a: [3, 0] }]);
    gives(
      [{ $sort: { 'a.b': -1 } }],
      [{ a: [{ b: 1 }] }, { a: [{ b: 0 }, { b: 2 }] }],
      [{ a: [{ b: 0 }, { b: 2 }] }, { a: [{ b: 1 }] }],
    );
  });

  test('a limited sort (top-k) returns the beginning of the full sort', () => {
    const input = Array.from({ length: 500 }, (_, i) => ({ n: (i * 7919) % 101, i }));
    const sorted = run([{ $sort: { n: 1 } }], input);
    expect(run([{ $sort: { n: 1 } }, { $limit: 20 }], input)).toEqual(sorted.slice(0, 20));
    expect(run([{ $sort: { n: 1 } }, { $skip: 15 }, { $limit: 20 }], input)).toEqual(sorted.slice(15, 35));
  });

  test('$limit does not pull more documents than it emits', () => {
    let read = 0;
    const endless = (function* (): Flow {
      for (;;) yield doc({ n: read++ });
    })();
    const found = [...compilePipeline(listOf([{ $skip: 1 }, { $limit: 2 }])).run(endless)];
    expect(found.map((entry) => (entry === PAUSE ? '' : shown(entry)))).toEqual(['{n: int 1}', '{n: int 2}']);
    expect(read).toBe(3);
  });

  test('$count emits no document for empty input', () => {
    gives([{ $count: 'n' }], [{}, {}], [{ n: 2 }]);
    gives([{ $count: 'n' }], [], []);
  });

  test('every stage passes a PAUSE on immediately', () => {
    const stages = [
      { $match: {} },
      { $project: { x: '$a' } },
      { $unwind: '$a' },
      { $sort: { a: 1 } },
      { $skip: 0 },
      { $limit: 5 },
      { $group: { _id: null, n: { $count: {} } } },
      { $count: 'n' },
    ];
    for (const stage of stages) {
      const input = (function* (): Flow {
        yield PAUSE;
        throw new Error('asked for more before the pause was passed on');
      })();
      const [first] = compilePipeline(listOf([stage])).run(input);
      expect(first).toBe(PAUSE);
    }
  });
});
