import { matches, refuses } from '../test/matching.js';
import {
  Binary,
  BSONRegExp,
  BSONSymbol,
  Code,
  Decimal128,
  Double,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
  Undefined,
} from '../values/values.js';

const decimal = (text: string) => Decimal128.fromString(text);
const regex = (pattern: string, options = '') => new BSONRegExp(pattern, options);
const at = (time: string) => new Date(`2024-01-01T${time}Z`);
const id = new ObjectId('65f000000000000000000001');
const nan = new Double(NaN);

describe('equality', () => {
  matches('$eq', [
    [
      'finds a value of any numeric type',
      { a: 1 },
      [{ a: 1 }, { a: 1n }, { a: new Double(1) }, { a: decimal('1.0') }],
      [{ a: 2 }, { a: '1' }, { a: true }, {}],
    ],
    [
      'is the same written out',
      { a: { $eq: 'x' } },
      [{ a: 'x' }, { a: ['y', 'x'] }],
      [{ a: 'X' }, { a: ['y'] }],
    ],
    [
      'of null finds null and missing',
      { a: null },
      [{ a: null }, {}, { a: [1, null] }, { a: Undefined.value }],
      [{ a: 0 }, { a: '' }, { a: [] }, { a: false }],
    ],
    [
      'of a string is exact',
      { a: 'é' },
      [{ a: 'é' }, { a: new BSONSymbol('é') }],
      [{ a: 'e\u0301' }, { a: 'é ' }, { a: 'e' }],
    ],
    ['of the empty string', { a: '' }, [{ a: '' }], [{}, { a: null }, { a: [] }]],
    [
      'of an array finds it whole or as an element',
      { a: [1, 2] },
      [{ a: [1, 2] }, { a: [[1, 2], 3] }],
      [{ a: [2, 1] }, { a: [1, 2, 3] }, { a: 1 }],
    ],
    ['of an empty array', { a: [] }, [{ a: [] }, { a: [[]] }], [{}, { a: null }, { a: [1] }]],
    [
      'of a document minds the order of its fields',
      { a: { x: 1, y: 2 } },
      [{ a: { x: 1, y: 2 } }, { a: [{ x: 1, y: 2 }] }],
      [{ a: { y: 2, x: 1 } }, { a: { x: 1 } }, { a: { x: 1, y: 2, z: 3 } }],
    ],
    ['of an empty document', { a: {} }, [{ a: {} }, { a: [{}] }], [{ a: { x: 1 } }, {}, { a: [] }]],
    [
      'of a date',
      { a: at('10:00:00') },
      [{ a: at('10:00:00') }, { a: [at('09:00:00'), at('10:00:00')] }],
      [{ a: at('10:00:01') }, { a: at('10:00:00').getTime() / 1000 }],
    ],
    [
      'of an ObjectId',
      { a: id },
      [{ a: id }, { a: [id] }],
      [{ a: id.toHexString() }, { a: new ObjectId('65f000000000000000000002') }],
    ],
    ['of a boolean', { a: false }, [{ a: false }], [{ a: 0 }, {}, { a: null }, { a: true }]],
    [
      'of bytes minds their kind',
      { a: new Binary(Buffer.from('x'), 0) },
      [{ a: new Binary(Buffer.from('x'), 0) }],
      [{ a: new Binary(Buffer.from('x'), 5) }, { a: 'x' }],
    ],
    [
      'of a timestamp',
      { a: new Timestamp({ t: 5, i: 1 }) },
      [{ a: new Timestamp({ t: 5, i: 1 }) }],
      [{ a: new Timestamp({ t: 5, i: 2 }) }, { a: new Date(5000) }],
    ],
    [
      'of NaN finds NaN of every type',
      { a: nan },
      [{ a: nan }, { a: decimal('NaN') }],
      [{ a: 0 }, {}, { a: null }],
    ],
    [
      'of zero finds both zeros',
      { a: 0 },
      [{ a: new Double(-0) }, { a: 0n }, { a: decimal('-0') }],
      [{ a: false }, { a: '' }],
    ],
    [
      'of a long beyond 2^53 is exact',
      { a: 9007199254740993n },
      [{ a: 9007199254740993n }, { a: decimal('9007199254740993') }],
      [{ a: 9007199254740992n }, { a: new Double(9007199254740992) }],
    ],
    [
      'of a decimal is exact',
      { a: decimal('0.1') },
      [{ a: decimal('0.1') }, { a: decimal('0.10') }],
      [{ a: 0.1 }],
    ],
    [
      'of MinKey and MaxKey',
      { a: new MinKey(), b: new MaxKey() },
      [{ a: new MinKey(), b: new MaxKey() }],
      [{ a: new MaxKey(), b: new MinKey() }, {}],
    ],
    ['of a regex finds that regex alone', { a: { $eq: regex('^x') } }, [{ a: regex('^x') }], [{ a: 'x' }]],
    ['of code', { a: new Code('f()') }, [{ a: new Code('f()') }], [{ a: 'f()' }, { a: new Code('g()') }]],
    [
      'of a reference is a value',
      { a: { $ref: 'c', $id: 1 } },
      [{ a: { $ref: 'c', $id: 1 } }],
      [{ a: { $ref: 'c', $id: 2 } }],
    ],
  ]);
  matches('$ne', [
    [
      'finds all that equality does not',
      { a: { $ne: 1 } },
      [{}, { a: null }, { a: '1' }, { a: [2, 3] }, { a: [] }],
      [{ a: 1 }, { a: 1n }, { a: [2, 1] }],
    ],
    [
      'of null leaves missing out',
      { a: { $ne: null } },
      [{ a: 1 }, { a: [] }],
      [{}, { a: null }, { a: [1, null] }],
    ],
    [
      'holds where no element of a path has the value',
      { 'a.b': { $ne: 1 } },
      [{ a: [{ b: 2 }, {}] }, { a: 5 }, {}],
      [{ a: [{ b: 2 }, { b: 1 }] }, { a: { b: 1 } }],
    ],
    ['of NaN', { a: { $ne: nan } }, [{ a: 1 }, {}], [{ a: nan }]],
  ]);
  matches('$in', [
    [
      'finds any of its values',
      { a: { $in: [1, 'x', null] } },
      [{ a: 1n }, { a: 'x' }, {}, { a: [5, 'x'] }, { a: null }],
      [{ a: 2 }, { a: 'X' }, { a: [] }],
    ],
    ['of nothing finds nothing', { a: { $in: [] } }, [], [{}, { a: null }, { a: [] }, { a: 1 }]],
    [
      'takes regexes',
      { a: { $in: [regex('^ab'), 'z'] } },
      [{ a: 'abc' }, { a: 'z' }, { a: ['q', 'ab'] }],
      [{ a: 'xab' }, {}],
    ],
    ['of arrays', { a: { $in: [[1, 2]] } }, [{ a: [1, 2] }, { a: [[1, 2]] }], [{ a: 1 }, { a: [1] }]],
    [
      'of more than a handful, all numeric types',
      { a: { $in: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10.5] } },
      [{ a: 7n }, { a: decimal('10.5') }, { a: [99, 3] }],
      [{ a: 10 }, {}, { a: null }],
    ],
    [
      'of more than a handful with null',
      { a: { $in: [1, 2, 3, 4, 5, 6, 7, 8, 9, null] } },
      [{}, { a: null }, { a: 9 }, { a: Undefined.value }],
      [{ a: 0 }, { a: [] }],
    ],
    [
      'of more than a handful with NaN',
      { a: { $in: [1, 2, 3, 4, 5, 6, 7, 8, 9, nan] } },
      [{ a: nan }, { a: 5 }],
      [{ a: 0 }],
    ],
  ]);
  matches('$nin', [
    [
      'finds all that $in does not',
      { a: { $nin: [1, 'x'] } },
      [{}, { a: 2 }, { a: [] }, { a: null }],
      [{ a: 1 }, { a: [3, 'x'] }],
    ],
    ['of nothing finds all', { a: { $nin: [] } }, [{}, { a: 1 }], []],
    [
      'with null leaves missing out',
      { a: { $nin: [null] } },
      [{ a: 1 }, { a: [] }],
      [{}, { a: null }, { a: [null] }],
    ],
    ['takes regexes', { a: { $nin: [regex('^a')] } }, [{ a: 'b' }, {}, { a: 1 }], [{ a: 'ab' }]],
  ]);
  refuses('equality', [
    ['undefined', { a: Undefined.value }, 2, 'cannot compare to undefined'],
    ['undefined in $eq', { a: { $eq: Undefined.value } }, 2, 'cannot compare to undefined'],
    ['a regex in $ne', { a: { $ne: regex('x') } }, 2, "Can't have regex as arg to $ne."],
    ['$in of no array', { a: { $in: 1 } }, 2, '$in needs an array'],
    ['$nin of no array', { a: { $nin: { x: 1 } } }, 2, '$nin needs an array'],
    ['operators in $in', { a: { $in: [{ $gt: 1 }] } }, 2, 'cannot nest $ under $in'],
    ['undefined in $in', { a: { $in: [Undefined.value] } }, 2, 'undefined'],
    ['an unknown operator', { a: { $foo: 1 } }, 2, 'unknown operator: $foo'],
    ['a name among operators', { a: { $gt: 1, b: 2 } }, 2, 'unknown operator: b'],
    ['an operator of the top level below', { a: { $or: [{ b: 1 }] } }, 2, 'unknown operator: $or'],
  ]);
});

describe('order', () => {
  matches('comparisons', [
    [
      '$gt compares numbers of all types',
      { a: { $gt: 1 } },
      [{ a: 2 }, { a: 1.5 }, { a: 2n }, { a: decimal('1.0001') }, { a: [0, 2] }, { a: new Double(Infinity) }],
      [{ a: 1 }, { a: '2' }, { a: at('10:00:00') }, {}, { a: null }, { a: [0, 1] }, { a: nan }],
    ],
    [
      '$gte',
      { a: { $gte: 'b' } },
      [{ a: 'b' }, { a: 'ba' }, { a: 'é' }, { a: ['a', 'c'] }],
      [{ a: 'a' }, { a: 'B' }, { a: 5 }, {}],
    ],
    [
      '$lt',
      { a: { $lt: 1n } },
      [{ a: 0 }, { a: new Double(-Infinity) }, { a: decimal('0.999') }],
      [{ a: 1 }, { a: nan }, { a: null }, {}],
    ],
    [
      '$lte',
      { a: { $lte: decimal('1.5') } },
      [{ a: 1.5 }, { a: 1 }, { a: decimal('1.50') }],
      [{ a: 1.6 }, { a: 2n }, { a: decimal('NaN') }],
    ],
    [
      'a long beyond 2^53',
      { a: { $gt: new Double(9007199254740992) } },
      [{ a: 9007199254740993n }, { a: decimal('9007199254740992.5') }],
      [{ a: 9007199254740992n }],
    ],
    [
      'both ends of a range may be met by different elements',
      { a: { $gt: 3, $lt: 5 } },
      [{ a: 4 }, { a: [1, 9] }],
      [{ a: [1, 2] }, { a: 5 }],
    ],
    [
      'of dates',
      { a: { $gte: at('10:00:00'), $lt: at('11:00:00') } },
      [{ a: at('10:00:00') }, { a: at('10:59:59.999') }],
      [{ a: at('11:00:00') }, { a: new Timestamp({ t: 1704103200, i: 0 }) }, { a: 1704103200000n }],
    ],
    ['of dates before 1970', { a: { $lt: new Date(0) } }, [{ a: new Date(-1) }], [{ a: new Date(0) }]],
    ['of null: $gte and $lte are equality', { a: { $gte: null } }, [{}, { a: null }], [{ a: 1 }, { a: [] }]],
    ['of null: $gt finds nothing', { a: { $gt: null } }, [], [{}, { a: null }, { a: 1 }]],
    ['of booleans', { a: { $gt: false } }, [{ a: true }], [{ a: false }, { a: 1 }]],
    [
      'of ObjectIds',
      { a: { $gt: id } },
      [{ a: new ObjectId('65f000000000000000000002') }],
      [{ a: id }, { a: 'z' }],
    ],
    [
      'of NaN: $gte and $lte are equality',
      { a: { $lte: nan } },
      [{ a: nan }, { a: decimal('NaN') }],
      [{ a: 1 }, { a: new Double(-Infinity) }],
    ],
    [
      'of NaN: $lt finds nothing',
      { a: { $lt: nan } },
      [],
      [{ a: nan }, { a: 1 }, { a: new Double(-Infinity) }],
    ],
    [
      'of arrays, whole',
      { a: { $gt: [1, 2] } },
      [{ a: [1, 3] }, { a: [1, 2, 0] }, { a: [[2], 0] }],
      [{ a: [1, 2] }, { a: [0, 9] }, { a: 5 }],
    ],
    [
      'of documents',
      { a: { $lt: { x: 2 } } },
      [{ a: { x: 1 } }, { a: {} }, { a: [{ x: 1 }] }],
      [{ a: { x: 2 } }, { a: 1 }, { a: { y: 1 } }],
    ],
    [
      'with MinKey: all else is above',
      { a: { $gt: new MinKey() } },
      [{ a: 1 }, { a: null }, { a: new MaxKey() }],
      [{ a: new MinKey() }],
    ],
    [
      'with MaxKey: all else is below',
      { a: { $lt: new MaxKey() } },
      [{ a: 1 }, { a: new MinKey() }, { a: 'x' }],
      [{ a: new MaxKey() }],
    ],
    [
      'strings by their bytes',
      { a: { $lt: '\u{1f600}' } },
      [{ a: '\uffee' }, { a: 'z' }],
      [{ a: '\u{1f601}' }],
    ],
    [
      'bytes by length, kind, content',
      { a: { $gt: new Binary(Buffer.from('b')) } },
      [{ a: new Binary(Buffer.from('aa')) }, { a: new Binary(Buffer.from('c')) }],
      [{ a: new Binary(Buffer.from('a')) }],
    ],
  ]);
  refuses('a comparison', [
    ['a regex', { a: { $gt: regex('x') } }, 2, "Can't have RegEx as arg to predicate over field 'a'."],
    ['undefined', { a: { $lte: Undefined.value } }, 2, 'cannot compare to undefined'],
  ]);
});

describe('logic', () => {
  matches('filters', [
    ['an empty one finds all', {}, [{}, { a: 1 }], []],
    ['several fields are all asked', { a: 1, b: 2 }, [{ a: 1, b: 2 }], [{ a: 1 }, { b: 2 }]],
    ['$and', { $and: [{ a: { $gt: 1 } }, { a: { $lt: 3 } }] }, [{ a: 2 }], [{ a: 1 }, { a: 3 }, {}]],
    ['$or', { $or: [{ a: 1 }, { b: 1 }] }, [{ a: 1 }, { b: 1, a: 2 }], [{ a: 2 }, {}]],
    ['$nor', { $nor: [{ a: 1 }, { b: 1 }] }, [{}, { a: 2 }], [{ a: 1 }, { b: 1 }]],
    ['$nor of one', { $nor: [{ a: { $exists: true } }] }, [{}], [{ a: null }]],
    [
      'nested',
      { $or: [{ $and: [{ a: 1 }, { b: 1 }] }, { $nor: [{ c: { $exists: true } }] }] },
      [{ a: 1, b: 1, c: 1 }, {}],
      [{ a: 1, c: 1 }],
    ],
    [
      '$and beside fields',
      { a: 1, $and: [{ b: 1 }], c: 1 },
      [{ a: 1, b: 1, c: 1 }],
      [
        { a: 1, c: 1 },
        { a: 1, b: 1 },
      ],
    ],
    [
      '$not turns an operator around, missing too',
      { a: { $not: { $gt: 1 } } },
      [{ a: 1 }, {}, { a: 'x' }, { a: nan }, { a: [] }],
      [{ a: 2 }, { a: [0, 2] }],
    ],
    [
      '$not of several holds unless all of them hold',
      { a: { $not: { $gt: 1, $lt: 5 } } },
      [{ a: 5 }, { a: 1 }, {}],
      [{ a: 3 }],
    ],
    [
      '$not of a regex',
      { a: { $not: regex('^x') } },
      [{ a: 'ax' }, { a: 1 }, {}],
      [{ a: 'xa' }, { a: ['b', 'x'] }],
    ],
    ['$not of $regex', { a: { $not: { $regex: '^x', $options: 'i' } } }, [{ a: 'y' }], [{ a: 'Xa' }]],
    ['$not twice', { a: { $not: { $not: { $eq: 1 } } } }, [{ a: 1 }], [{ a: 2 }, {}]],
    ['$comment says nothing', { a: 1, $comment: 'why' }, [{ a: 1 }], [{ a: 2 }]],
    ['$comment among operators', { a: { $gt: 1, $comment: 'why' } }, [{ a: 2 }], [{ a: 1 }]],
  ]);
  refuses('logic', [
    ['$and of no array', { $and: { a: 1 } }, 2, '$and must be an array'],
    ['$or of nothing', { $or: [] }, 2, '$and/$or/$nor must be a nonempty array'],
    ['$nor of values', { $nor: [1] }, 2, '$or/$and/$nor entries need to be full objects'],
    ['$not of a value', { a: { $not: 1 } }, 2, '$not needs a regex or a document'],
    ['$not of nothing', { a: { $not: {} } }, 2, '$not cannot be empty'],
    ['$not of a literal', { a: { $not: { b: 1 } } }, 2, 'unknown operator: b'],
    ['an unknown operator', { $foo: 1 }, 2, 'unknown top level operator: $foo'],
    ['$where, which would run code', { $where: 'true' }, 2, '$where'],
    ['$text', { $text: { $search: 'x' } }, 2, '$text'],
    ['$jsonSchema', { $jsonSchema: {} }, 2, '$jsonSchema'],
    ['$near', { a: { $near: [0, 0] } }, 2, '$near'],
    ['$bitsAllSet', { a: { $bitsAllSet: 1 } }, 2, '$bitsAllSet'],
  ]);
});

describe('existence, type and size of a field', () => {
  matches('$exists', [
    [
      'true finds null too',
      { a: { $exists: true } },
      [{ a: null }, { a: [] }, { a: Undefined.value }],
      [{}, { b: 1 }],
    ],
    ['false', { a: { $exists: false } }, [{}, { b: 1 }], [{ a: null }]],
    ['takes whatever counts as true', { a: { $exists: 'x' } }, [{ a: 1 }], [{}]],
    ['of zero and null is false', { a: { $exists: 0 }, b: { $exists: null } }, [{}], [{ a: 1 }, { b: 1 }]],
    [
      'goes through arrays',
      { 'a.b': { $exists: true } },
      [{ a: [{}, { b: null }] }, { a: { b: 1 } }],
      [{ a: [{}, 5] }, { a: [] }, { a: 5 }],
    ],
    [
      'false through arrays: no element has it',
      { 'a.b': { $exists: false } },
      [{ a: [{}, 5] }, { a: [] }, { a: [[{ b: 1 }]] }],
      [{ a: [{}, { b: 1 }] }],
    ],
    [
      'of an array place',
      { 'a.1': { $exists: true } },
      [{ a: [1, 2] }, { a: { '1': 0 } }, { a: [{ '1': 0 }] }],
      [{ a: [1] }, { a: 5 }],
    ],
  ]);
  matches('$type', [
    [
      'by alias',
      { a: { $type: 'string' } },
      [{ a: '' }, { a: [1, 'x'] }],
      [{ a: 1 }, {}, { a: new BSONSymbol('x') }],
    ],
    ['by number', { a: { $type: 2 } }, [{ a: 'x' }], [{ a: 2 }]],
    [
      'number is all four',
      { a: { $type: 'number' } },
      [{ a: 1 }, { a: 1n }, { a: 1.5 }, { a: decimal('1') }],
      [{ a: '1' }, { a: true }],
    ],
    ['keeps numeric types apart', { a: { $type: 'int' } }, [{ a: 1 }], [{ a: 1n }, { a: new Double(1) }]],
    [
      'long, double, decimal',
      { a: { $type: 'long' }, b: { $type: 'double' }, c: { $type: 'decimal' } },
      [{ a: 1n, b: new Double(1), c: decimal('1') }],
      [{ a: 1, b: new Double(1), c: decimal('1') }],
    ],
    ['of several', { a: { $type: ['bool', 8, 'null'] } }, [{ a: true }, { a: null }], [{ a: 0 }, {}]],
    [
      'array finds arrays themselves',
      { a: { $type: 'array' } },
      [{ a: [] }, { a: [1] }, { a: [[1]] }],
      [{ a: 1 }, {}],
    ],
    [
      'minKey is -1, maxKey 127',
      { a: { $type: -1 }, b: { $type: 127 } },
      [{ a: new MinKey(), b: new MaxKey() }],
      [{ a: 1, b: 1 }],
    ],
    [
      'object, objectId, binData, date, timestamp, regex',
      { a: { $type: ['objectId', 'binData', 'date', 'timestamp', 'regex', 'object'] } },
      [
        { a: id },
        { a: new Binary(Buffer.from('')) },
        { a: at('10:00:00') },
        { a: new Timestamp({ t: 1, i: 1 }) },
        { a: regex('x') },
        { a: {} },
      ],
      [{ a: 'x' }],
    ],
    ['undefined', { a: { $type: 'undefined' } }, [{ a: Undefined.value }], [{}, { a: null }]],
  ]);
  matches('$size', [
    [
      'counts the elements',
      { a: { $size: 2 } },
      [{ a: [1, 2] }, { a: [[], null] }],
      [{ a: [1] }, { a: 2 }, {}, { a: [[1, 2]] }, { a: 'ab' }],
    ],
    ['of zero', { a: { $size: 0 } }, [{ a: [] }], [{}, { a: null }, { a: [[]] }]],
    ['takes any integral number', { a: { $size: new Double(1) } }, [{ a: [0] }], [{ a: [] }]],
    [
      'below arrays asks each',
      { 'a.b': { $size: 1 } },
      [{ a: [{ b: [1] }, {}] }, { a: { b: [1] } }],
      [{ a: [{ b: 1 }] }, { a: [1] }],
    ],
  ]);
  refuses('what a field is', [
    ['an unknown type', { a: { $type: 'text' } }, 2, 'Unknown type name alias: text'],
    ['a type number that is none', { a: { $type: 20 } }, 2, 'Invalid numerical type code: 20'],
    ['a type of a type', { a: { $type: { x: 1 } } }, 2, 'type'],
    ['no types', { a: { $type: [] } }, 9, 'must match at least one type'],
    ['a size that is text', { a: { $size: '1' } }, 2, 'Expected a number in: $size: "1"'],
    ['a fraction of a size', { a: { $size: 1.5 } }, 2, 'Expected an integer: $size: 1.5'],
    ['a negative size', { a: { $size: -1 } }, 2, 'Expected a non-negative number in: $size: -1'],
  ]);
});
