import { decodeDocument, encode } from '../values/bson.js';
import { doc, double } from './expression-cases.js';
import { codeOf, gives, listOf } from './pipeline-cases.js';
import { PAUSE, compilePipeline } from './stages.js';
import { Decimal128, type Doc } from '../values/values.js';

describe('$group', () => {
  test('groups by value whatever the numeric type; missing and null are one', () => {
    const input = [
      { k: 1, n: 1 },
      { k: double(1), n: 2 },
      { k: 1n, n: 3n },
      { k: new Decimal128('1.0'), n: 4 },
      { k: '1', n: 0.5 },
      { k: null, n: 'x' },
      { n: 7 },
    ];
    gives([{ $group: { _id: '$k', total: { $sum: '$n' } } }], input, [
      { _id: 1, total: 10n },
      { _id: '1', total: 0.5 },
      { _id: null, total: 7 },
    ]);
  });

  test('in a compound key, missing and null are distinct, and the order of fields matters', () => {
    gives(
      [{ $group: { _id: { a: '$a' }, n: { $count: {} } } }],
      [{ a: null }, {}, { a: null }],
      [
        { _id: { a: null }, n: 2 },
        { _id: {}, n: 1 },
      ],
    );
    gives(
      [{ $group: { _id: '$a' } }],
      [{ a: { x: 1, y: 2 } }, { a: { y: 2, x: 1 } }, { a: { x: double(1), y: 2n } }],
      [{ _id: { x: 1, y: 2 } }, { _id: { y: 2, x: 1 } }],
    );
    gives(
      [{ $group: { _id: ['$a', '$b'] } }],
      [
        { a: 'x', b: 'y' },
        { a: 'x;1s', b: 'y' },
      ],
      [{ _id: ['x', 'y'] }, { _id: ['x;1s', 'y'] }],
    );
  });

  test('accumulators ignore values of unsuitable types', () => {
    const input = [{ v: 3 }, { v: 'x' }, {}, { v: null }, { v: 3 }];
    const fields = {
      sum: { $sum: '$v' },
      avg: { $avg: '$v' },
      min: { $min: '$v' },
      max: { $max: '$v' },
      count: { $count: {} },
    };
    gives([{ $group: { _id: null, ...fields } }], input, [
      {
        _id: null,
        sum: 6,
        avg: double(3),
        min: 3,
        max: 'x',
        count: 5,
      },
    ]);
    gives(
      [{ $group: { _id: 1, ...fields } }],
      [{}],
      [
        {
          _id: 1,
          sum: 0,
          avg: null,
          min: null,
          max: null,
          count: 1,
        },
      ],
    );
    gives([{ $group: { _id: null, n: { $sum: 1 } } }], [], []);
  });

  test('sums are promoted to a wider type on overflow, and compensated for doubles', () => {
    const sums = [{ $group: { _id: null, n: { $sum: '$n' } } }];
    gives(sums, [{ n: 2147483647 }, { n: 1 }], [{ _id: null, n: 2147483648n }]);
    gives(sums, [{ n: 9223372036854775807n }, { n: 1n }], [{ _id: null, n: double(2 ** 63) }]);
    gives(
      sums,
      [{ n: 9223372036854775807n }, { n: 1n }, { n: -1n }],
      [{ _id: null, n: 9223372036854775807n }],
    );
    gives(
      sums,
      Array.from({ length: 10 }, () => ({ n: 0.1 })),
      [{ _id: null, n: double(1) }],
    );
  });

  test('malformed and unknown specifications are rejected', () => {
    expect(codeOf([{ $group: {} }])).toBe(15955);
    expect(codeOf([{ $group: { _id: 1, a: 1 } }])).toBe(40234);
    expect(codeOf([{ $group: { _id: 1, a: { $sum: 1, $avg: 1 } } }])).toBe(40238);
    expect(codeOf([{ $group: { _id: 1, a: { $nonsense: 1 } } }])).toBe(15952);
    expect(codeOf([{ $group: { _id: 1, a: { $push: 1 } } }])).toBe(15952);
    expect(codeOf([{ $group: { _id: 1, a: { $sum: '$d' } } }], [{ d: new Decimal128('1') }])).toBe(238);
  });
});

test('100,000 documents are grouped within the time of a page', () => {
  const names = ['new', 'open', 'won', 'lost'];
  const raw = Array.from({ length: 100_000 }, (_, i) => doc({ status: names[i % 4] ?? '', n: i }));
  const pipeline = compilePipeline(listOf([{ $group: { _id: '$status', n: { $sum: '$n' } } }]));
  const grouped = () => {
    const start = process.cpuUsage();
    const groups = [...pipeline.run(raw)].filter((entry) => entry !== PAUSE);
    const { user, system } = process.cpuUsage(start);
    return { groups, took: (user + system) / 1000 };
  };
  // Best of three, because of JIT compilation and garbage collection in a fresh process.
  const runs = [grouped(), grouped(), grouped()];
  const groups = runs[0]?.groups ?? [];
  expect(groups).toHaveLength(4);
  // About 20 ms; CPU time is measured, so other processes do not matter.
  expect(Math.min(...runs.map(({ took }) => took))).toBeLessThan(400);
  expect(decodeDocument(encode(groups[0] as Doc)).get('n')).toBe(1249950000);
});
