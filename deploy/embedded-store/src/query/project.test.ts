import { describe as group, expect, test } from '@jest/globals';
import { StoreError } from '../values/errors.js';
import { parseProjection } from './project.js';
import {
  Decimal128,
  Double,
  ObjectId,
  describe,
  isDoc,
  truthy,
  type Doc,
  type Value,
} from '../values/values.js';
import { doc, type Plain } from '../test/plain.js';

/** Stands for the expressions: '$name' reads a field, {$not: x} negates, the rest is itself. */
function compileExpression(expression: Value): (root: Doc) => Value | undefined {
  if (typeof expression === 'string' && expression.startsWith('$'))
    return (root) => root.get(expression.slice(1));
  if (isDoc(expression) && expression.has('$not')) {
    const inner = compileExpression(expression.get('$not') ?? null);
    return (root) => !truthy(inner(root));
  }
  if (isDoc(expression) && !expression.has('$literal')) throw new StoreError(168, 'Unrecognized expression');
  return () => (isDoc(expression) ? expression.get('$literal') : expression);
}

const parse = (projection: Record<string, Plain>) => parseProjection(doc(projection), compileExpression);

/** [what it shows, document, projection, what is left, the offset of `.$`] */
type Row = [string, Record<string, Plain>, Record<string, Plain>, Record<string, Plain>, number?];

function shows(name: string, rows: Row[]): void {
  test.each(rows)(`${name} %s`, (_what, before, projection, after, ...[offset]) => {
    const start = doc(before);
    const written = describe(start);
    const parsed = parse(projection);
    const result = parsed?.apply(start, offset);
    expect(result).toEqual(doc(after));
    expect(describe(result)).toBe(describe(doc(after)));
    expect(describe(start)).toBe(written);
    const { fields } = parsed ?? {};
    if (!fields) return;
    const read: Doc = new Map([...start].filter(([field]) => fields.includes(field)));
    expect(describe(parsed?.apply(read, offset))).toBe(describe(doc(after)));
  });
}

/** [what it shows, projection, code, words of the message] */
type Refusal = [string, Record<string, Plain>, number, string];

function refuses(name: string, rows: Refusal[]): void {
  test.each(rows)(`${name} refuses %s`, (_what, projection, code, message) => {
    const attempt = () => parse(projection);
    expect(attempt).toThrow(StoreError);
    expect(attempt).toThrow(expect.objectContaining({ code, message: expect.stringContaining(message) }));
  });
}

group('choosing fields', () => {
  shows('an inclusion', [
    [
      'keeps the _id and the order of the document',
      { _id: 1, b: 2, a: 3, c: 4 },
      { a: 1, b: true },
      { _id: 1, b: 2, a: 3 },
    ],
    ['may leave the _id', { _id: 1, a: 2 }, { _id: 0, a: 1 }, { a: 2 }],
    ['may name the _id', { _id: 1, a: 2, b: 3 }, { a: 1, _id: 1 }, { _id: 1, a: 2 }],
    ['of the _id alone', { _id: 1, a: 2 }, { _id: 1 }, { _id: 1 }],
    ['leaves missing fields missing', { _id: 1 }, { a: 1, 'b.c': 1 }, { _id: 1 }],
    ['keeps null', { _id: 1, a: null }, { a: 1 }, { _id: 1, a: null }],
    [
      'takes any true number',
      { a: 1, b: 2, c: 3, d: 4 },
      { a: 5n, b: new Double(0.5), c: Decimal128.fromString('1') },
      { a: 1, b: 2, c: 3 },
    ],
    ['reaches into documents', { a: { b: 1, c: 2 }, d: 3 }, { 'a.b': 1 }, { a: { b: 1 } }],
    ['joins paths', { a: { b: 1, c: 2, d: 3 } }, { 'a.c': 1, 'a.b': 1 }, { a: { b: 1, c: 2 } }],
    [
      'takes nested documents for paths',
      { a: { b: 1, c: { d: 1, e: 2 } } },
      { a: { b: 1, c: { e: 1 } } },
      { a: { b: 1, c: { e: 2 } } },
    ],
    [
      'joins nested documents and paths',
      { a: { b: 1, c: 2, d: 3 } },
      { a: { b: 1 }, 'a.c': 1 },
      { a: { b: 1, c: 2 } },
    ],
    ['keeps an emptied document', { a: { b: 1 } }, { 'a.x': 1 }, { a: {} }],
    ['drops a scalar on the way', { a: 5, b: null }, { 'a.x': 1, 'b.x': 1 }, {}],
    [
      'goes through arrays and drops scalars in them',
      { a: [{ b: 1, c: 1 }, 5, { c: 2 }, [{ b: 3, c: 3 }]] },
      { 'a.b': 1 },
      { a: [{ b: 1 }, {}, [{ b: 3 }]] },
    ],
    ['knows no array indexes', { a: [{ b: 1 }] }, { 'a.0': 1 }, { a: [{}] }],
    [
      'keeps the order of numeric types',
      { a: 1, b: 1n, c: new Double(1) },
      { c: 1, b: 1, a: 1 },
      { a: 1, b: 1n, c: new Double(1) },
    ],
  ]);
  shows('an exclusion', [
    ['keeps the rest', { _id: 1, a: 2, b: 3 }, { a: 0 }, { _id: 1, b: 3 }],
    ['may leave the _id', { _id: 1, a: 2, b: 3 }, { _id: 0, a: false }, { b: 3 }],
    ['of the _id alone', { _id: 1, a: 2 }, { _id: 0 }, { a: 2 }],
    ['may keep the _id by name', { _id: 1, a: 2 }, { _id: 1, a: 0 }, { _id: 1 }],
    [
      'reaches into documents and leaves scalars',
      { a: { b: 1, c: 2 }, d: 5 },
      { 'a.b': 0, 'd.x': 0 },
      { a: { c: 2 }, d: 5 },
    ],
    [
      'goes through arrays and keeps scalars in them',
      { a: [{ b: 1, c: 1 }, 5, [{ b: 3 }]] },
      { 'a.b': 0 },
      { a: [{ c: 1 }, 5, [{}]] },
    ],
    ['takes nested documents for paths', { a: { b: 1, c: 2 } }, { a: { b: 0 } }, { a: { c: 2 } }],
    ['leaves a field of the _id', { _id: { x: 1, y: 2 }, a: 1 }, { '_id.x': 0 }, { _id: { y: 2 }, a: 1 }],
  ]);
  refuses('it', [
    [
      'an exclusion in an inclusion',
      { a: 1, b: 0 },
      31254,
      'Cannot do exclusion on field b in inclusion projection',
    ],
    [
      'an inclusion in an exclusion',
      { a: 0, b: 1 },
      31253,
      'Cannot do inclusion on field b in exclusion projection',
    ],
    ['a mix in nested documents', { a: { b: 1, c: 0 } }, 31254, 'Cannot do exclusion on field c'],
    ['a path below another', { a: 1, 'a.b.c': 1 }, 31249, 'Path collision at a.b.c remaining portion b.c'],
    ['a path above another', { 'a.b': 1, a: 1 }, 31250, 'Path collision at a'],
    ['a path twice', { a: { b: 1 }, 'a.b': 1 }, 31250, 'Path collision at a.b'],
    ['an empty nested document', { a: {} }, 51270, 'Invalid empty sub-projection: a'],
    ['an empty name', { '': 1 }, 40352, 'FieldPath cannot be constructed with empty string'],
    ['an empty name at the end', { 'a.': 1 }, 40353, "FieldPath must not end with a '.'."],
    ['an empty name on the way', { 'a..b': 1 }, 15998, 'FieldPath field names may not be empty strings.'],
    ['a dollar name', { $a: 1 }, 16410, "FieldPath field names may not start with '$'"],
  ]);

  test('an empty projection is none', () => {
    expect(parse({})).toBeUndefined();
  });

  test.each<[string, Record<string, Plain>, string[] | undefined]>([
    ['the names of an inclusion', { 'a.b': 1, c: 1 }, ['_id', 'a', 'c']],
    ['no excluded _id', { a: 1, _id: 0 }, ['a']],
    [
      'the arrays of $elemMatch and $slice',
      { a: { $elemMatch: { x: 1 } }, b: { $slice: 1 }, c: 1 },
      ['_id', 'a', 'b', 'c'],
    ],
    ['everything for an exclusion', { a: 0 }, undefined],
    ['everything for an expression', { a: '$b' }, undefined],
  ])('it reads %s', (_what, projection, fields) => {
    expect(parse(projection)?.fields).toEqual(fields);
  });
});

group('$slice', () => {
  const array = { _id: 1, a: [1, 2, 3, 4], b: 'x' };
  shows('it', [
    ['keeps the first and all other fields', array, { a: { $slice: 2 } }, { _id: 1, a: [1, 2], b: 'x' }],
    ['keeps the last', array, { a: { $slice: -1 } }, { _id: 1, a: [4], b: 'x' }],
    ['keeps all of fewer', array, { a: { $slice: -9 } }, array],
    ['keeps none', array, { a: { $slice: 0 } }, { _id: 1, a: [], b: 'x' }],
    ['skips', array, { a: { $slice: [1, 2] } }, { _id: 1, a: [2, 3], b: 'x' }],
    ['skips from the end', array, { a: { $slice: [-3, 2] } }, { _id: 1, a: [2, 3], b: 'x' }],
    ['skips from before the start', array, { a: { $slice: [-9, 2] } }, { _id: 1, a: [1, 2], b: 'x' }],
    ['skips beyond the end', array, { a: { $slice: [9, 2] } }, { _id: 1, a: [], b: 'x' }],
    ['truncates fractions', array, { a: { $slice: new Double(1.9) } }, { _id: 1, a: [1], b: 'x' }],
    ['leaves what is no array', array, { b: { $slice: 1 }, c: { $slice: 1 } }, array],
    ['stands in an inclusion', array, { a: { $slice: 1 }, b: 1 }, { _id: 1, a: [1], b: 'x' }],
    ['stands in an inclusion of the _id', array, { a: { $slice: 1 }, _id: 1 }, { _id: 1, a: [1] }],
    ['stands in an exclusion', array, { b: 0, a: { $slice: 1 } }, { _id: 1, a: [1] }],
    ['without the _id keeps other fields', array, { _id: 0, a: { $slice: 1 } }, { a: [1], b: 'x' }],
    [
      'includes only its path',
      { d: { c: [1, 2], s: 1 }, q: 5 },
      { q: 1, 'd.c': { $slice: 1 } },
      { d: { c: [1] }, q: 5 },
    ],
    [
      'goes through arrays of documents',
      { d: [{ c: [1, 2] }, 5, { c: [3, 4] }] },
      { 'd.c': { $slice: 1 } },
      { d: [{ c: [1] }, 5, { c: [3] }] },
    ],
    ['stands in a nested document', { d: { c: [1, 2] } }, { d: { c: { $slice: -1 } } }, { d: { c: [2] } }],
  ]);
  refuses('it', [
    ['a string', { a: { $slice: 'x' } }, 168, 'Invalid $slice syntax.'],
    ['a limit of nothing', { a: { $slice: [1, 0] } }, 168, '$slice limit must be positive, got 0'],
    [
      'three numbers',
      { a: { $slice: [1, 2, 3] } },
      168,
      '$slice array argument should be of form [skip, limit]',
    ],
    ['a field below it', { a: { $slice: 1 }, 'a.b': 1 }, 31249, 'Path collision'],
  ]);
});

group('$elemMatch', () => {
  const people = {
    _id: 1,
    z: 1,
    a: [
      { n: 1, s: 'x' },
      { n: 2, s: 'y' },
      { n: 2, s: 'z' },
    ],
  };
  shows('it', [
    [
      'keeps the first that matches, as the last field',
      people,
      { a: { $elemMatch: { n: 2 } }, z: 1 },
      { _id: 1, z: 1, a: [{ n: 2, s: 'y' }] },
    ],
    [
      'alone keeps the _id besides',
      people,
      { a: { $elemMatch: { n: 2, s: 'z' } } },
      { _id: 1, a: [{ n: 2, s: 'z' }] },
    ],
    ['without the _id', people, { _id: 0, a: { $elemMatch: { n: 1 } } }, { a: [{ n: 1, s: 'x' }] }],
    ['that finds nothing leaves no field', people, { a: { $elemMatch: { n: 9 } } }, { _id: 1 }],
    ['asks values by operators', { a: [1, 5, 9] }, { a: { $elemMatch: { $gt: 3 } } }, { a: [5] }],
    ['of what is no array leaves no field', { _id: 1, a: 5 }, { a: { $elemMatch: { $gt: 3 } } }, { _id: 1 }],
    [
      'stands in an exclusion, in its place',
      people,
      { z: 0, a: { $elemMatch: { n: 1 } } },
      { _id: 1, a: [{ n: 1, s: 'x' }] },
    ],
    [
      'finds an ObjectId',
      { a: [{ i: new ObjectId('65f000000000000000000001') }] },
      { a: { $elemMatch: { i: new ObjectId('65f000000000000000000001') } } },
      { a: [{ i: new ObjectId('65f000000000000000000001') }] },
    ],
  ]);
  refuses('it', [
    [
      'what is no condition',
      { a: { $elemMatch: 1 } },
      31274,
      'elemMatch: Invalid argument, object required, but got int',
    ],
    [
      'a dotted path',
      { 'a.b': { $elemMatch: { x: 1 } } },
      31275,
      'Cannot use $elemMatch projection on a nested field.',
    ],
    [
      'a nested field',
      { a: { b: { $elemMatch: { x: 1 } } } },
      31275,
      'Cannot use $elemMatch projection on a nested field.',
    ],
    [
      '.$ before it',
      { 'b.$': 1, a: { $elemMatch: { x: 1 } } },
      31255,
      'Cannot specify positional operator and $elemMatch.',
    ],
    [
      '.$ after it',
      { a: { $elemMatch: { x: 1 } }, 'b.$': 1 },
      31256,
      'Cannot specify positional operator and $elemMatch.',
    ],
  ]);
});

group('.$', () => {
  shows('it', [
    ['keeps the matched element', { _id: 1, a: [1, 5, 9], b: 2 }, { 'a.$': 1 }, { _id: 1, a: [5] }, 1],
    [
      'keeps the matched document whole',
      {
        a: [
          { x: 1, y: 1 },
          { x: 2, y: 2 },
        ],
      },
      { 'a.$': 1 },
      { a: [{ x: 2, y: 2 }] },
      1,
    ],
    ['finds the array on a dotted path', { a: { b: [1, 2], c: 3 } }, { 'a.b.$': 1 }, { a: { b: [2] } }, 1],
    [
      'cuts the first array on its path',
      { a: [{ b: [1, 2] }, { b: [3, 4] }] },
      { 'a.b.$': 1 },
      { a: [{ b: [3, 4] }] },
      1,
    ],
    ['leaves what is no array', { a: 5 }, { 'a.$': 1 }, { a: 5 }],
    ['stands in a nested document', { a: { b: [1, 2] } }, { a: { 'b.$': 1 } }, { a: { b: [1] } }, 0],
  ]);
  refuses('it', [
    [
      'a second one',
      { 'a.$': 1, 'b.$': 1 },
      31276,
      'Cannot specify more than one positional projection per query.',
    ],
    ['an exclusion', { 'a.$': 0 }, 31395, 'positional projection cannot be used with exclusion'],
    ['a literal', { 'a.$': 'x' }, 31308, 'positional projection cannot be used with a literal'],
    [
      'an expression',
      { 'a.$': { $slice: 1 } },
      31271,
      'positional projection cannot be used with an expression or sub object',
    ],
    [
      'the middle of a path',
      { 'a.$.b': 1 },
      31394,
      "it's illegal to specify positional operator in the middle of a path",
    ],
    ['no path', { '.$': 1 }, 5392900, 'Projection on field .$ is invalid'],
    [
      'an exclusion beside it',
      { b: 0, 'a.$': 1 },
      31253,
      'Cannot do inclusion on field a.$ in exclusion projection',
    ],
  ]);

  test('it says that it needs the filter', () => {
    expect(parse({ 'a.$': 1 })?.positional).toBe(true);
    expect(parse({ a: 1 })?.positional).toBe(false);
  });

  test.each<[string, number | undefined, number]>([
    ['when no element was matched', undefined, 51246],
    ['when the matched element is not in this array', 7, 51247],
  ])('it fails %s', (_what, offset, code) => {
    expect(() => parse({ 'a.$': 1 })?.apply(doc({ a: [1] }), offset)).toThrow(
      expect.objectContaining({ code }),
    );
  });
});

group('computed fields', () => {
  shows('they', [
    [
      'come after the included ones, in the order of the projection',
      { _id: 1, a: 1, b: 2 },
      { y: '$b', x: 'text', a: 1 },
      { _id: 1, a: 1, y: 2, x: 'text' },
    ],
    [
      'may be literals',
      { _id: 1 },
      { a: { $literal: 1 }, b: [1, 2], c: null },
      { _id: 1, a: 1, b: [1, 2], c: null },
    ],
    ['may be expressions alone', { _id: 1, a: 0, b: 1 }, { no: { $not: '$a' } }, { _id: 1, no: true }],
    ['that are missing stay missing', { _id: 1 }, { x: '$y' }, { _id: 1 }],
    ['replace a field', { _id: 1, a: 1, b: 2 }, { a: '$b', b: 1 }, { _id: 1, b: 2, a: 2 }],
    ['make the document they stand in', { _id: 1, a: 5 }, { 'a.b': 'x' }, { _id: 1, a: { b: 'x' } }],
    ['go into each element', { a: [{ c: 1 }, 5], v: 7 }, { 'a.b': '$v' }, { a: [{ b: 7 }] }],
    [
      'go beside included fields of elements',
      { a: [{ c: 1, d: 1 }, { c: 2 }] },
      { a: { c: 1, b: 'x' } },
      {
        a: [
          { c: 1, b: 'x' },
          { c: 2, b: 'x' },
        ],
      },
    ],
    ['may replace the _id', { _id: 1, a: 2 }, { _id: '$a' }, { _id: 2 }],
  ]);
  refuses('they', [
    [
      'an exclusion before them',
      { a: 0, b: { $not: 1 } },
      31252,
      'Cannot use expression other than $meta in exclusion projection',
    ],
    [
      'a literal in an exclusion',
      { a: 0, b: 'x' },
      31310,
      'Cannot use an expression b: "x" in an exclusion projection',
    ],
    [
      'an exclusion after them',
      { b: { $not: 1 }, a: 0 },
      31254,
      'Cannot do exclusion on field a in inclusion projection',
    ],
    ['an unknown expression', { a: { $foo: 1 } }, 168, 'Unrecognized expression'],
  ]);
});
