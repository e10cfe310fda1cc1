import { describe as group, expect, test } from '@jest/globals';
import { StoreError } from '../values/errors.js';
import { parseProjection } from './project.js';
import { Decimal128, Double, describe, type Doc } from '../values/values.js';
import { doc, type Plain } from '../test/plain.js';

const parse = (projection: Record<string, Plain>) => parseProjection(doc(projection));

/** [title, document, projection, result] */
type Row = [string, Record<string, Plain>, Record<string, Plain>, Record<string, Plain>];

function shows(name: string, rows: Row[]): void {
  test.each(rows)(`${name} %s`, (_what, before, projection, after) => {
    const start = doc(before);
    const written = describe(start);
    const parsed = parse(projection);
    const result = parsed?.apply(start);
    expect(result).toEqual(doc(after));
    expect(describe(result)).toBe(describe(doc(after)));
    expect(describe(start)).toBe(written);
    const { fields } = parsed ?? {};
    if (!fields) return;
    const read: Doc = new Map([...start].filter(([field]) => fields.includes(field)));
    expect(describe(parsed?.apply(read))).toBe(describe(doc(after)));
  });
}

/** [title, projection, error code, part of the message] */
type Refusal = [string, Record<string, Plain>, number, string];

function refuses(name: string, rows: Refusal[]): void {
  test.each(rows)(`${name} rejects %s`, (_what, projection, code, message) => {
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
    ['a matched element', { 'a.$': 1 }, 16410, "FieldPath field names may not start with '$'"],
    ['a part of an array', { a: { $slice: 1 } }, 168, "Unrecognized expression '$slice'"],
  ]);

  test('an empty projection is none', () => {
    expect(parse({})).toBeUndefined();
  });

  test.each<[string, Record<string, Plain>, string[] | undefined]>([
    ['the names of an inclusion', { 'a.b': 1, c: 1 }, ['_id', 'a', 'c']],
    ['no excluded _id', { a: 1, _id: 0 }, ['a']],
    ['everything for an exclusion', { a: 0 }, undefined],
    ['what its expressions read', { a: '$b.c' }, ['_id', 'a', 'b']],
    ['everything for the whole document', { a: '$$ROOT' }, undefined],
  ])('it reads %s', (_what, projection, fields) => {
    expect(parse(projection)?.fields).toEqual(fields);
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
    ['may be expressions alone', { _id: 1, a: 0, b: 1 }, { no: { $not: ['$a'] } }, { _id: 1, no: true }],
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
    ['an unknown expression', { a: { $foo: 1 } }, 168, "Unrecognized expression '$foo'"],
  ]);
});
