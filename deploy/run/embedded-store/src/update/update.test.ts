import { describe as group, expect, test } from '@jest/globals';
import { StoreError } from '../values/errors.js';
import { applyUpdate, parseUpdate, upsertSeed } from './update.js';
import { BSONRegExp, Decimal128, Double, ObjectId, Timestamp, describe, type Doc } from '../values/values.js';
import { doc, value, type Plain } from '../test/plain.js';

const now = new Date('2026-03-01T10:00:00.250Z');
const double = (number: number) => new Double(number);
const decimal = Decimal128.fromString('1.5');

const one = { multi: false };

interface Extra {
  offset?: number;
  inserting?: boolean;
}

function run(before: Doc, update: Plain, { offset, inserting = false }: Extra): Doc {
  const parsed = parseUpdate(value(update), one);
  const written = describe(before);
  const after = applyUpdate(parsed, before, { offset, inserting, now });
  expect(describe(before)).toBe(written);
  return after;
}

const unchanged = Symbol('unchanged');

/** [title, before, update, after, context] */
type Row = [string, Record<string, Plain>, Plain, Record<string, Plain> | typeof unchanged, Extra?];

function holds(name: string, rows: Row[]): void {
  test.each(rows)(`${name} %s`, (_what, before, update, after, extra = {}) => {
    const start = doc(before);
    const result = run(start, update, extra);
    if (after === unchanged) expect(result).toBe(start);
    else {
      expect(result).not.toBe(start);
      expect(result).toEqual(doc(after));
      expect(describe(result)).toBe(describe(doc(after)));
    }
  });
}

/** [title, before, update, error code, part of the message, context] */
type Refusal = [string, Record<string, Plain>, Plain, number, string, Extra?];

function refuses(name: string, rows: Refusal[]): void {
  test.each(rows)(`${name} rejects %s`, (_what, before, update, code, message, extra = {}) => {
    const attempt = () => run(doc(before), update, extra);
    expect(attempt).toThrow(StoreError);
    expect(attempt).toThrow(expect.objectContaining({ code, message: expect.stringContaining(message) }));
  });
}

group('setting fields', () => {
  holds('$set', [
    ['adds a missing field', { _id: 1 }, { $set: { a: 1 } }, { _id: 1, a: 1 }],
    [
      'keeps the place of a present field',
      { _id: 1, a: 1, b: 2 },
      { $set: { a: null } },
      { _id: 1, a: null, b: 2 },
    ],
    [
      'to the same value changes nothing',
      { a: { b: [1, 'x'] } },
      { $set: { a: { b: [1, 'x'] } } },
      unchanged,
    ],
    ['to the same number of another type changes it', { a: 1 }, { $set: { a: double(1) } }, { a: double(1) }],
    [
      'to a document in another order changes it',
      { a: { x: 1, y: 2 } },
      { $set: { a: { y: 2, x: 1 } } },
      { a: { y: 2, x: 1 } },
    ],
    ['makes the documents on the way', { _id: 1 }, { $set: { 'a.b.c': 1 } }, { _id: 1, a: { b: { c: 1 } } }],
    ['makes no array from a numeric name', {}, { $set: { 'a.0': 1 } }, { a: { '0': 1 } }],
    ['writes an element', { a: [1, 2] }, { $set: { 'a.1': 3 } }, { a: [1, 3] }],
    ['pads an array with null', { a: [1] }, { $set: { 'a.3': 3 } }, { a: [1, null, null, 3] }],
    [
      'reaches through arrays of documents',
      { a: [{ b: 1 }, { b: 1 }] },
      { $set: { 'a.1.b': 2 } },
      { a: [{ b: 1 }, { b: 2 }] },
    ],
    ['makes a document beyond the end', { a: [] }, { $set: { 'a.1.b': 2 } }, { a: [null, { b: 2 }] }],
    [
      'adds several fields in the order of their names',
      {},
      { $set: { c: 1, a: 2, b: 3 } },
      { a: 2, b: 3, c: 1 },
    ],
    [
      'adds numeric names in numeric order',
      { x: {} },
      { $set: { 'x.10': 1, 'x.9': 2 } },
      { x: { '9': 2, '10': 1 } },
    ],
    ['shares the way of two paths', {}, { $set: { 'a.b': 1, 'a.c': 2 } }, { a: { b: 1, c: 2 } }],
    ['keeps dollar names inside a value', {}, { $set: { a: { $b: 1 } } }, { a: { $b: 1 } }],
    ['reaches the parts of a reference', {}, { $set: { 'a.$id': 1 } }, { a: { $id: 1 } }],
    ['of nothing changes nothing', { a: 1 }, { $set: {} }, unchanged],
    ['of the same _id changes nothing', { _id: 1 }, { $set: { _id: 1 } }, unchanged],
    ['replaces a whole array', { a: [1] }, { $set: { a: [] } }, { a: [] }],
    ['knows NaN as the same', { a: double(NaN) }, { $set: { a: double(NaN) } }, unchanged],
    ['sets a date', { a: new Date(1) }, { $set: { a: new Date(2) } }, { a: new Date(2) }],
  ]);
  refuses('$set', [
    [
      'a field below a number',
      { a: 1 },
      { $set: { 'a.b': 1 } },
      28,
      "Cannot create field 'b' in element {a: 1}",
    ],
    [
      'a field below null',
      { a: null },
      { $set: { 'a.b.c': 1 } },
      28,
      "Cannot create field 'b' in element {a: null}",
    ],
    [
      'a name in an array',
      { a: [1] },
      { $set: { 'a.b': 1 } },
      28,
      "Cannot create field 'b' in element {a: [ 1 ]}",
    ],
    [
      'a field below an element',
      { a: ['x'] },
      { $set: { 'a.0.b': 1 } },
      28,
      `Cannot create field 'b' in element {0: "x"}`,
    ],
    ['endless padding', { a: [] }, { $set: { 'a.1500001': 1 } }, 51, "can't backfill"],
    [
      'another _id',
      { _id: 1 },
      { $set: { _id: 2 } },
      66,
      "Performing an update on the path '_id' would modify the immutable field '_id'",
    ],
    ['a field of the _id', { _id: { a: 1 } }, { $set: { '_id.a': 2 } }, 66, "on the path '_id.a'"],
    ['an empty path', {}, { $set: { '': 1 } }, 56, 'An empty update path is not valid.'],
    [
      'an empty name on the path',
      {},
      { $set: { 'a..b': 1 } },
      56,
      "The update path 'a..b' contains an empty field name",
    ],
    ['a dollar name', {}, { $set: { $a: 1 } }, 52, "The dollar ($) prefixed field '$a' in '$a'"],
    [
      'a dollar name on the path',
      {},
      { $set: { 'a.$b': 1 } },
      52,
      "The dollar ($) prefixed field '$b' in 'a.$b'",
    ],
    [
      'what is no document',
      {},
      { $set: 'x' },
      9,
      'Modifiers operate on fields but we found type string instead.',
    ],
  ]);
  holds('$setOnInsert', [
    ['does nothing to a present document', { _id: 1 }, { $setOnInsert: { a: 1 } }, unchanged],
    ['tolerates any path there', { a: 1 }, { $setOnInsert: { 'a.b': 1 } }, unchanged],
    [
      'sets while inserting',
      { _id: 1 },
      { $setOnInsert: { a: 1 }, $set: { b: 2 } },
      { _id: 1, a: 1, b: 2 },
      { inserting: true },
    ],
    ['puts a given _id first', { z: 1 }, { $setOnInsert: { _id: 7 } }, { _id: 7, z: 1 }, { inserting: true }],
  ]);
  holds('$unset', [
    ['removes a field', { _id: 1, a: 1, b: 2 }, { $unset: { a: '' } }, { _id: 1, b: 2 }],
    ['removes a null field', { a: null }, { $unset: { a: 1 } }, {}],
    ['of a missing field changes nothing', { a: 1 }, { $unset: { b: '', 'c.d': '' } }, unchanged],
    ['below a scalar changes nothing', { a: 1 }, { $unset: { 'a.b': '' } }, unchanged],
    ['of a name in an array changes nothing', { a: [1] }, { $unset: { 'a.b': '' } }, unchanged],
    ['leaves an emptied document', { a: { b: 1 } }, { $unset: { 'a.b': '' } }, { a: {} }],
    ['puts null for an element', { a: [1, 2] }, { $unset: { 'a.0': '' } }, { a: [null, 2] }],
    ['beyond the end changes nothing', { a: [1] }, { $unset: { 'a.5': '' } }, unchanged],
    [
      'removes a field of an element',
      { a: [{ b: 1, c: 1 }] },
      { $unset: { 'a.0.b': '' } },
      { a: [{ c: 1 }] },
    ],
  ]);
  refuses('$unset', [['the _id', { _id: 1 }, { $unset: { _id: '' } }, 66, "on the path '_id'"]]);
});

group('numbers', () => {
  holds('$inc', [
    ['adds to an int', { a: 1 }, { $inc: { a: 2 } }, { a: 3 }],
    ['takes a missing field as the amount', {}, { $inc: { 'a.b': -2n } }, { a: { b: -2n } }],
    ['becomes long beyond int', { a: 2147483647 }, { $inc: { a: 1 } }, { a: 2147483648n }],
    ['becomes long below int', { a: -2147483648 }, { $inc: { a: -1 } }, { a: -2147483649n }],
    ['keeps a long', { a: 5n }, { $inc: { a: -4 } }, { a: 1n }],
    ['of a long makes a long', { a: 1 }, { $inc: { a: 1n } }, { a: 2n }],
    ['of a double makes a double', { a: 1 }, { $inc: { a: double(1) } }, { a: double(2) }],
    ['keeps a double', { a: double(0.5) }, { $inc: { a: 1n } }, { a: double(1.5) }],
    ['by zero changes nothing', { a: 1 }, { $inc: { a: 0 } }, unchanged],
    ['by zero of another type changes the type', { a: 1 }, { $inc: { a: 0n } }, { a: 1n }],
    ['of NaN stays NaN', { a: double(NaN) }, { $inc: { a: 1 } }, unchanged],
    ['adds to an element', { a: [1, 2] }, { $inc: { 'a.1': 5 } }, { a: [1, 7] }],
  ]);
  refuses('$inc', [
    [
      'a string amount',
      { a: 1 },
      { $inc: { a: 'x' } },
      14,
      'Cannot increment with non-numeric argument: {a: "x"}',
    ],
    [
      'a null amount',
      { a: 1 },
      { $inc: { a: null } },
      14,
      'Cannot increment with non-numeric argument: {a: null}',
    ],
    [
      'a string field',
      { _id: 7, a: 'x' },
      { $inc: { a: 1 } },
      14,
      "Cannot apply $inc to a value of non-numeric type. {_id: 7} has the field 'a' of non-numeric type string",
    ],
    ['a null field', { a: null }, { $inc: { a: 1 } }, 14, 'non-numeric type null'],
    ['an array', { a: [1] }, { $inc: { a: 1 } }, 14, 'non-numeric type array'],
    [
      'a long that overflows',
      { _id: 1, a: 9223372036854775807n },
      { $inc: { a: 1 } },
      2,
      'Failed to apply $inc operations to current value ((NumberLong)9223372036854775807) for document {_id: 1}',
    ],
    ['Decimal128', { a: 1 }, { $inc: { a: decimal } }, 238, '$inc with Decimal128'],
    ['a Decimal128 field', { a: decimal }, { $inc: { a: 1 } }, 238, '$inc with Decimal128'],
  ]);
  holds('$min', [
    ['takes a lesser value', { a: 5 }, { $min: { a: 3 } }, { a: 3 }],
    ['leaves a lesser value', { a: 5 }, { $min: { a: 7 } }, unchanged],
    ['leaves an equal value of another type', { a: 5 }, { $min: { a: double(5) } }, unchanged],
    ['sets a missing field', {}, { $min: { a: 3 } }, { a: 3 }],
    ['takes null below numbers', { a: 5 }, { $min: { a: null } }, { a: null }],
    ['leaves null', { a: null }, { $min: { a: 5 } }, unchanged],
    ['takes NaN below numbers', { a: 5 }, { $min: { a: double(NaN) } }, { a: double(NaN) }],
    ['takes an earlier date', { a: new Date(5) }, { $min: { a: new Date(3) } }, { a: new Date(3) }],
  ]);
  holds('$max', [
    ['takes a greater value', { a: 5 }, { $max: { a: 7n } }, { a: 7n }],
    ['leaves a greater value', { a: 5 }, { $max: { a: 3 } }, unchanged],
    ['sets a missing field', {}, { $max: { a: 3 } }, { a: 3 }],
    ['takes a string above numbers', { a: 5 }, { $max: { a: '' } }, { a: '' }],
    ['takes a later date', { a: new Date(5) }, { $max: { a: new Date(7) } }, { a: new Date(7) }],
    ['compares Decimal128', { a: 1 }, { $max: { a: decimal } }, { a: decimal }],
  ]);
});

group('arrays', () => {
  holds('$push', [
    ['appends', { a: [1] }, { $push: { a: 2 } }, { a: [1, 2] }],
    ['makes a missing array', {}, { $push: { 'a.b': 2 } }, { a: { b: [2] } }],
    ['appends an array as one element', { a: [] }, { $push: { a: [1, 2] } }, { a: [[1, 2]] }],
    ['appends a document', { a: [] }, { $push: { a: { $slice: 1 } } }, { a: [{ $slice: 1 }] }],
    ['appends each', { a: [1] }, { $push: { a: { $each: [2, null] } } }, { a: [1, 2, null] }],
    ['of nothing changes nothing', { a: [1] }, { $push: { a: { $each: [] } } }, unchanged],
    ['of nothing makes an array', {}, { $push: { a: { $each: [] } } }, { a: [] }],
    ['keeps the first', { a: [1] }, { $push: { a: { $each: [2, 3], $slice: 2 } } }, { a: [1, 2] }],
    ['keeps the last', { a: [1, 2] }, { $push: { a: { $each: [3], $slice: -2 } } }, { a: [2, 3] }],
    ['keeps none', { a: [1, 2] }, { $push: { a: { $each: [3], $slice: 0 } } }, { a: [] }],
    ['keeps all of fewer', { a: [1] }, { $push: { a: { $each: [2], $slice: -9 } } }, { a: [1, 2] }],
    ['slices without pushing', { a: [1, 2] }, { $push: { a: { $each: [], $slice: 1 } } }, { a: [1] }],
    [
      'that undoes itself changes nothing',
      { a: [1, 2] },
      { $push: { a: { $each: [3], $slice: 2 } } },
      unchanged,
    ],
  ]);
  refuses('$push', [
    [
      'a field that is no array',
      { _id: 1, a: 5 },
      { $push: { a: 1 } },
      2,
      "The field 'a' must be an array but is of type int in document {_id: 1}",
    ],
    ['a null field', { a: null }, { $push: { a: 1 } }, 2, 'must be an array but is of type null'],
    [
      'an $each of no array',
      {},
      { $push: { a: { $each: 1 } } },
      2,
      'The argument to $each in $push must be an array but it was of type: int',
    ],
    [
      'an unknown clause',
      {},
      { $push: { a: { $each: [], $foo: 1 } } },
      2,
      'Unrecognized clause in $push: $foo',
    ],
    ['a $sort', {}, { $push: { a: { $each: [], $sort: 1 } } }, 2, 'Unrecognized clause in $push: $sort'],
    [
      'a $slice of a string',
      {},
      { $push: { a: { $each: [], $slice: 'x' } } },
      2,
      'The value for $slice must be an integer value but was given type: string',
    ],
    [
      'a $slice of a fraction',
      {},
      { $push: { a: { $each: [], $slice: double(1.5) } } },
      2,
      'The value for $slice must be an integer value',
    ],
  ]);
  holds('$addToSet', [
    ['adds a new value', { a: [1] }, { $addToSet: { a: 2 } }, { a: [1, 2] }],
    ['makes a missing array', {}, { $addToSet: { a: 2 } }, { a: [2] }],
    [
      'leaves a present value, whatever its numeric type',
      { a: [1] },
      { $addToSet: { a: double(1) } },
      unchanged,
    ],
    [
      'tells documents by the order of fields',
      { a: [{ x: 1, y: 2 }] },
      { $addToSet: { a: { y: 2, x: 1 } } },
      {
        a: [
          { x: 1, y: 2 },
          { y: 2, x: 1 },
        ],
      },
    ],
    ['adds an array as one element', { a: [1] }, { $addToSet: { a: [1] } }, { a: [1, [1]] }],
    ['adds each once', { a: [1] }, { $addToSet: { a: { $each: [1, 2, 2, null] } } }, { a: [1, 2, null] }],
    ['of nothing makes an array', {}, { $addToSet: { a: { $each: [] } } }, { a: [] }],
    ['of nothing leaves an array', { a: [1] }, { $addToSet: { a: { $each: [] } } }, unchanged],
    ['leaves duplicates that were there', { a: [1, 1] }, { $addToSet: { a: 1 } }, unchanged],
  ]);
  refuses('$addToSet', [
    [
      'a field that is no array',
      { a: 5 },
      { $addToSet: { a: 1 } },
      2,
      "Cannot apply $addToSet to non-array field. Field named 'a' has non-array type int",
    ],
    [
      'an $each of no array',
      {},
      { $addToSet: { a: { $each: 'x' } } },
      14,
      'The argument to $each in $addToSet must be an array but it was of type string',
    ],
    [
      'anything after $each',
      {},
      { $addToSet: { a: { $each: [], x: 1 } } },
      2,
      'Found unexpected fields after $each in $addToSet',
    ],
  ]);
  holds('$pull', [
    ['removes equal elements', { a: [1, 2, 1, double(1)] }, { $pull: { a: 1 } }, { a: [2] }],
    ['of nothing found changes nothing', { a: [2] }, { $pull: { a: 1 } }, unchanged],
    ['removes by operators', { a: [1, 5, 9] }, { $pull: { a: { $gte: 5, $lt: 9 } } }, { a: [1, 9] }],
    ['removes by $in', { a: [1, 2, 'x'] }, { $pull: { a: { $in: [1, 'x'] } } }, { a: [2] }],
    [
      'removes by a regular expression',
      { a: ['ab', 'cd', 1] },
      { $pull: { a: new BSONRegExp('^a', '') } },
      { a: ['cd', 1] },
    ],
    [
      'asks documents by their fields',
      { a: [{ x: 1, y: 1 }, { x: 2 }, 1] },
      { $pull: { a: { x: 1 } } },
      { a: [{ x: 2 }, 1] },
    ],
    [
      'asks documents by operators on their fields',
      { a: [{ x: 1 }, { x: 5 }, { x: [7] }] },
      { $pull: { a: { x: { $gt: 3 } } } },
      { a: [{ x: 1 }] },
    ],
    ['of an empty document removes all documents', { a: [{ x: 1 }, 1] }, { $pull: { a: {} } }, { a: [1] }],
    [
      'removes an equal array',
      {
        a: [
          [1, 2],
          [2, 1],
        ],
      },
      { $pull: { a: [1, 2] } },
      { a: [[2, 1]] },
    ],
    ['looks into arrays with operators', { a: [[1, 9], [2]] }, { $pull: { a: { $gt: 5 } } }, { a: [[2]] }],
    ['removes null', { a: [null, 1] }, { $pull: { a: null } }, { a: [1] }],
    [
      'asks documents by $or',
      { a: [{ x: 1 }, { y: 2 }, { x: 3 }, 1] },
      { $pull: { a: { $or: [{ x: 1 }, { y: { $gt: 1 } }] } } },
      { a: [{ x: 3 }, 1] },
    ],
    [
      'asks documents by $and, beside other fields',
      {
        a: [
          { x: 1, y: 1, z: 1 },
          { x: 1, y: 2, z: 1 },
          { x: 1, y: 1 },
        ],
      },
      { $pull: { a: { $and: [{ x: 1 }, { y: 1 }], z: 1 } } },
      {
        a: [
          { x: 1, y: 2, z: 1 },
          { x: 1, y: 1 },
        ],
      },
    ],
    [
      'asks documents by $nor',
      { a: [{ x: 1 }, { x: 2 }, 'x'] },
      { $pull: { a: { $nor: [{ x: 1 }] } } },
      { a: [{ x: 1 }, 'x'] },
    ],
    ['by $or of values leaves values', { a: [1, 2] }, { $pull: { a: { $or: [{ x: 1 }] } } }, unchanged],
    ['leaves a missing field', {}, { $pull: { a: 1 } }, unchanged],
    ['leaves an empty array', { a: [] }, { $pull: { a: 1 } }, unchanged],
    [
      'asks nested arrays with $elemMatch',
      { a: [{ r: [{ q: 1 }] }, { r: [{ q: 2 }] }] },
      { $pull: { a: { r: { $elemMatch: { q: 2 } } } } },
      { a: [{ r: [{ q: 1 }] }] },
    ],
    [
      'removes an ObjectId',
      { a: [new ObjectId('65f000000000000000000001')] },
      { $pull: { a: new ObjectId('65f000000000000000000001') } },
      { a: [] },
    ],
  ]);
  refuses('$pull', [
    ['a field that is no array', { a: 1 }, { $pull: { a: 1 } }, 2, 'Cannot apply $pull to a non-array value'],
    ['an unknown operator', {}, { $pull: { a: { $foo: 1 } } }, 2, 'unknown operator: $foo'],
    ['$expr', {}, { $pull: { a: { $or: [{ $expr: true }] } } }, 2, 'unknown top level operator: $expr'],
    ['an empty $or', {}, { $pull: { a: { $or: [] } } }, 2, 'must be a nonempty array'],
  ]);
  holds('$pullAll', [
    ['removes all that are listed', { a: [1, 2, 3, 1] }, { $pullAll: { a: [1, 3n] } }, { a: [2] }],
    [
      'compares documents as a whole',
      { a: [{ x: 1, y: 1 }, { x: 1 }] },
      { $pullAll: { a: [{ x: 1 }] } },
      { a: [{ x: 1, y: 1 }] },
    ],
    ['of an empty list changes nothing', { a: [1] }, { $pullAll: { a: [] } }, unchanged],
    ['leaves a missing field', {}, { $pullAll: { a: [1] } }, unchanged],
  ]);
  refuses('$pullAll', [
    [
      'what is no array',
      {},
      { $pullAll: { a: 1 } },
      2,
      '$pullAll requires an array argument but was given a int',
    ],
    ['a field that is no array', { a: 1 }, { $pullAll: { a: [1] } }, 2, 'to a non-array value'],
  ]);
});

group('positions in arrays', () => {
  holds('.$', [
    ['is the matched element', { a: [1, 2, 3] }, { $set: { 'a.$': 9 } }, { a: [1, 9, 3] }, { offset: 1 }],
    [
      'is the matched document',
      { a: [{ b: 1 }, { b: 2 }] },
      { $inc: { 'a.$.b': 5 } },
      { a: [{ b: 1 }, { b: 7 }] },
      { offset: 1 },
    ],
    [
      'stands beside other indexes',
      { a: [{}, {}] },
      { $set: { 'a.$.x': 1, 'a.0.y': 2 } },
      { a: [{ x: 1, y: 2 }, {}] },
      { offset: 0 },
    ],
    [
      'puts null for an unset element',
      { a: [1, 2] },
      { $unset: { 'a.$': '' } },
      { a: [null, 2] },
      { offset: 0 },
    ],
  ]);
  refuses('.$', [
    [
      'a match through no array',
      { a: [1] },
      { $set: { 'a.$': 9 } },
      2,
      'The positional operator did not find the match needed from the query.',
    ],
    [
      'the first position',
      {},
      { $set: { $: 1 } },
      2,
      "Cannot have positional (i.e. '$') element in the first position in path '$'",
    ],
    [
      'two of them',
      {},
      { $set: { 'a.$.b.$': 1 } },
      2,
      "Too many positional (i.e. '$') elements found in path 'a.$.b.$'",
    ],
    [
      'an element that is set besides',
      { a: [1] },
      { $set: { 'a.0': 1, 'a.$': 2 } },
      40,
      "would create a conflict at 'a.0'",
      { offset: 0 },
    ],
  ]);
});

group('an update as a whole', () => {
  refuses('it', [
    [
      'one path twice',
      {},
      { $set: { a: 1 }, $inc: { a: 1 } },
      40,
      "Updating the path 'a' would create a conflict at 'a'",
    ],
    [
      'a path below another',
      {},
      { $set: { a: {}, 'a.b': 1 } },
      40,
      "Updating the path 'a.b' would create a conflict at 'a'",
    ],
    [
      'a path above another',
      {},
      { $set: { 'a.b': 1 }, $unset: { a: '' } },
      40,
      "Updating the path 'a' would create a conflict at 'a'",
    ],
    [
      'an unknown operator',
      {},
      { $bit: { a: { and: 1 } } },
      9,
      'Unknown modifier: $bit. Expected a valid update modifier or pipeline-style update specified as an array',
    ],
    ['a known operator of MongoDB’s that is not here', {}, { $mul: { a: 2 } }, 9, 'Unknown modifier: $mul.'],
    [
      'every element',
      { a: [1] },
      { $set: { 'a.$[]': 2 } },
      52,
      "The dollar ($) prefixed field '$[]' in 'a.$[]'",
    ],
    ['a pipeline', {}, [{ $set: { a: 1 } }], 238, 'an update by a pipeline is not supported'],
    ['a field among operators', {}, { $set: { a: 1 }, b: 1 }, 9, 'Unknown modifier: b.'],
    ['what is no update', {}, 'x', 9, 'Update argument must be either an object or an array'],
    [
      'an operator in a replacement',
      {},
      { a: 1, $set: { b: 1 } },
      52,
      "The dollar ($) prefixed field '$set' in '$set'",
    ],
    [
      'a replacement with another _id',
      { _id: 1 },
      { _id: 2 },
      66,
      "After applying the update, the (immutable) field '_id' was found to have been altered to _id: 2",
    ],
  ]);
  holds('a replacement', [
    ['keeps the _id alone', { _id: 1, a: 1 }, { b: 2 }, { _id: 1, b: 2 }],
    ['takes the same _id and puts it first', { _id: 1 }, { b: 2, _id: 1 }, { _id: 1, b: 2 }],
    ['that is the same changes nothing', { _id: 1, b: 2 }, { b: 2 }, unchanged],
    ['of nothing empties the document', { _id: 1, b: 2 }, {}, { _id: 1 }],
    ['brings its _id to an insert', {}, { a: 1, _id: 5 }, { _id: 5, a: 1 }, { inserting: true }],
    [
      'fills an empty timestamp',
      {},
      { a: new Timestamp({ t: 0, i: 0 }) },
      { a: new Timestamp({ t: 1772359200, i: 251 }) },
    ],
  ]);

  test('reports whether it is a replacement and whether it is positional', () => {
    const parse = (update: Plain) => parseUpdate(value(update), one);
    expect(parse({ a: 1 })).toMatchObject({ replaces: true, positional: false });
    expect(parse({ $set: { a: 1 } })).toMatchObject({ replaces: false, positional: false });
    expect(parse({ $set: { 'a.$.b': 1 } })).toMatchObject({ replaces: false, positional: true });
  });

  test('a replacement of many documents is rejected', () => {
    expect(() => parseUpdate(doc({ a: 1 }), { multi: true })).toThrow(
      expect.objectContaining({
        code: 9,
        message: 'multi update is not supported for replacement-style update',
      }),
    );
  });
});

group('what an upsert starts from', () => {
  const operators = parseUpdate(doc({ $set: { z: 1 } }), one);
  const replacement = parseUpdate(doc({ z: 1 }), one);
  const regex = new BSONRegExp('a', '');

  test.each<[string, Record<string, Plain>, Record<string, Plain>]>([
    ['equalities by name, the _id first', { b: 1, a: null, _id: 3 }, { _id: 3, a: null, b: 1 }],
    ['$eq', { a: { $eq: 1 }, b: { $eq: { c: 1 } } }, { a: 1, b: { c: 1 } }],
    ['nested documents from dotted paths', { 'a.b': 1, 'a.c.d': 2 }, { a: { b: 1, c: { d: 2 } } }],
    ['equalities under $and', { $and: [{ a: 1 }, { $and: [{ b: 2 }] }] }, { a: 1, b: 2 }],
    ['a single branch of $or', { $or: [{ a: 1 }] }, { a: 1 }],
    ['a single value of $in', { a: { $in: [1] } }, { a: 1 }],
    ['a single value of $all', { a: { $all: [1] } }, { a: 1 }],
    ['nothing from several branches or values', { $or: [{ a: 1 }, { b: 1 }], c: { $in: [1, 2] } }, {}],
    [
      'nothing from other conditions',
      { a: { $gt: 1 }, b: regex, c: { $ne: 1 }, d: { $in: [regex] }, $nor: [{ e: 1 }] },
      {},
    ],
    ['whole documents and arrays', { a: { x: 1 }, b: [1, 2] }, { a: { x: 1 }, b: [1, 2] }],
    ['the equality among other operators', { a: { $eq: 5, $lt: 9 } }, { a: 5 }],
  ])('is %s', (_what, filter, seed) => {
    const made = upsertSeed(doc(filter), operators);
    expect(made).toEqual(doc(seed));
    expect(describe(made)).toBe(describe(doc(seed)));
  });

  test('is only the _id for a replacement', () => {
    expect(upsertSeed(doc({ _id: 1, a: 2, $and: [{ a: 3 }] }), replacement)).toEqual(doc({ _id: 1 }));
    expect(() => upsertSeed(doc({ '_id.x': 1 }), replacement)).toThrow(expect.objectContaining({ code: 55 }));
  });

  test.each<[string, Record<string, Plain>, string]>([
    ['one path twice', { a: 1, $and: [{ a: 2 }] }, "path 'a' is matched twice"],
    ['two values of $all', { a: { $all: [1, 2] } }, "path 'a' is matched twice"],
    ['a path below another', { 'a.b': 1, a: { c: 1 } }, "both paths 'a' and 'a.b' are matched"],
  ])('rejects %s', (_what, filter, message) => {
    expect(() => upsertSeed(doc(filter), operators)).toThrow(
      expect.objectContaining({ code: 54, message: expect.stringContaining(message) }),
    );
  });

  test('rejects an update that sets another _id', () => {
    const update = parseUpdate(doc({ $set: { _id: 2 } }), one);
    const seed = upsertSeed(doc({ _id: 1 }), update);
    expect(() => applyUpdate(update, seed, { offset: undefined, inserting: true, now })).toThrow(
      expect.objectContaining({ code: 66 }),
    );
  });
});
