import { doc, type DocLiteral } from '../test/literals.js';
import { matches, parse, refuses } from '../test/matching.js';
import { encode } from '../values/bson.js';
import { BSONRegExp, Double, Undefined } from '../values/values.js';
import { compile, matchOffset } from './match.js';

const regex = (pattern: string, options = '') => new BSONRegExp(pattern, options);

describe('arrays', () => {
  matches('$all', [
    [
      'asks for every value',
      { a: { $all: [1, 2] } },
      [{ a: [2, 3, 1] }, { a: [1n, new Double(2)] }],
      [{ a: [1] }, { a: 1 }, {}],
    ],
    ['of one value finds it without an array', { a: { $all: [1] } }, [{ a: 1 }, { a: [1, 2] }], [{ a: 2 }]],
    ['of nothing finds nothing', { a: { $all: [] } }, [], [{ a: [] }, {}, { a: 1 }]],
    [
      'of an array finds it whole or as an element',
      { a: { $all: [[1, 2]] } },
      [{ a: [1, 2] }, { a: [[1, 2]] }],
      [{ a: [1] }],
    ],
    ['of null', { a: { $all: [null] } }, [{}, { a: [null] }, { a: null }], [{ a: [] }]],
    ['of regexes', { a: { $all: [regex('^x'), 'y'] } }, [{ a: ['y', 'xx'] }], [{ a: ['y'] }, { a: 'x' }]],
    [
      'of $elemMatch',
      { a: { $all: [{ $elemMatch: { x: 1, y: 1 } }, { $elemMatch: { x: 2 } }] } },
      [{ a: [{ x: 1, y: 1 }, { x: 2 }] }],
      [
        {
          a: [
            { x: 1, y: 2 },
            { x: 2, y: 1 },
          ],
        },
      ],
    ],
    [
      'through an array of documents',
      { 'a.b': { $all: [1, 2] } },
      [{ a: [{ b: 1 }, { b: 2 }] }, { a: { b: [1, 2] } }],
      [{ a: [{ b: 1 }] }],
    ],
  ]);
  matches('$elemMatch', [
    [
      'asks one element for all conditions',
      { a: { $elemMatch: { $gte: 3, $lt: 5 } } },
      [{ a: [1, 4] }],
      [{ a: [1, 9] }, { a: 4 }, {}, { a: [[4]] }],
    ],
    [
      'of fields',
      { a: { $elemMatch: { x: 1, y: { $gt: 1 } } } },
      [
        {
          a: [
            { x: 1, y: 1 },
            { x: 1, y: 2 },
          ],
        },
      ],
      [
        {
          a: [
            { x: 1, y: 1 },
            { x: 2, y: 2 },
          ],
        },
        { a: { x: 1, y: 2 } },
        { a: [] },
      ],
    ],
    [
      'of a missing field',
      { a: { $elemMatch: { x: null } } },
      [{ a: [{}] }, { a: [{ x: null }] }],
      [{ a: [{ x: 1 }] }, { a: [5] }, { a: [null] }],
    ],
    [
      'of nothing finds documents',
      { a: { $elemMatch: {} } },
      [{ a: [{}] }, { a: [1, { x: 1 }] }],
      [{ a: [] }, { a: [1] }, { a: {} }],
    ],
    [
      'with $or',
      { a: { $elemMatch: { $or: [{ x: 1 }, { y: 1 }] } } },
      [{ a: [{ y: 1 }] }],
      [{ a: [{ x: 2 }] }],
    ],
    [
      'with $not',
      { a: { $elemMatch: { $not: { $gt: 3 } } } },
      [{ a: [9, 1] }, { a: ['x'] }],
      [{ a: [9] }, { a: [] }, { a: 1 }],
    ],
    ['with $nin', { a: { $elemMatch: { $nin: [1, 2] } } }, [{ a: [1, 3] }], [{ a: [1, 2] }, { a: [] }]],
    ['with a regex', { a: { $elemMatch: { $regex: '^x' } } }, [{ a: ['y', 'xy'] }], [{ a: 'xy' }]],
    [
      'nested',
      { a: { $elemMatch: { $elemMatch: { $gt: 1 } } } },
      [{ a: [[0, 2]] }],
      [{ a: [2] }, { a: [[1]] }],
    ],
    [
      'of nested arrays by place',
      { a: { $elemMatch: { '0': 1 } } },
      [{ a: [[1, 2]] }],
      [{ a: [[2, 1]] }, { a: [1] }],
    ],
    [
      'through an array of documents',
      { 'a.b': { $elemMatch: { $gt: 1, $lt: 3 } } },
      [{ a: [{ b: [0, 2] }] }],
      [{ a: [{ b: 2 }] }, { a: [{ b: [0] }, { b: [9] }] }],
    ],
    [
      'negated',
      { a: { $not: { $elemMatch: { x: 1 } } } },
      [{}, { a: [] }, { a: [{ x: 2 }] }],
      [{ a: [{ x: 2 }, { x: 1 }] }],
    ],
    [
      'of $exists',
      { a: { $elemMatch: { x: { $exists: false } } } },
      [{ a: [{ x: 1 }, { y: 1 }] }],
      [{ a: [{ x: 1 }] }],
    ],
  ]);
  refuses('an array operator', [
    ['$all of no array', { a: { $all: 1 } }, 2, '$all needs an array'],
    ['$all of operators', { a: { $all: [{ $gt: 1 }] } }, 2, 'no $ expressions in $all'],
    [
      '$all of $elemMatch and values',
      { a: { $all: [{ $elemMatch: { x: 1 } }, 1] } },
      2,
      'no $ expressions in $all',
    ],
    ['$elemMatch of a value', { a: { $elemMatch: 1 } }, 2, '$elemMatch needs an Object'],
    ['$elemMatch of an array', { a: { $elemMatch: [1] } }, 2, '$elemMatch needs an Object'],
    ['$expr within $elemMatch', { a: { $elemMatch: { $expr: true } } }, 2, '$expr'],
    [
      'an unknown operator within $elemMatch',
      { a: { $elemMatch: { x: { $foo: 1 } } } },
      2,
      'unknown operator: $foo',
    ],
  ]);
});

describe('paths', () => {
  matches('a path', [
    [
      'goes through documents',
      { 'a.b.c': 1 },
      [{ a: { b: { c: 1 } } }],
      [{ a: { b: 1 } }, { 'a.b.c': 1 }, {}],
    ],
    [
      'goes through arrays of documents',
      { 'a.b': 1 },
      [{ a: [{ b: 2 }, { b: 1 }] }, { a: [{ b: [3, 1] }] }],
      [{ a: [1] }, { a: [] }],
    ],
    [
      'goes through two arrays',
      { 'a.b.c': 1 },
      [{ a: [{ b: [{ c: 0 }, { c: 1 }] }] }],
      [{ a: [{ b: [1] }] }],
    ],
    ['does not enter an array in an array', { 'a.b': 1 }, [], [{ a: [[{ b: 1 }]] }]],
    ['of a scalar leads nowhere', { 'a.x': 1 }, [], [{ a: 1 }, { a: [[1, 2]] }]],
    [
      'names an array place',
      { 'a.1': 5 },
      [{ a: [4, 5] }, { a: { '1': 5 } }, { a: [{ '1': 5 }] }],
      [{ a: [5, 4] }, { a: [5] }],
    ],
    [
      'names a place and a field',
      { 'a.0.b': 1 },
      [{ a: [{ b: 1 }, { b: 2 }] }, { a: { '0': { b: 1 } } }],
      [{ a: [{ b: 2 }, { b: 1 }] }],
    ],
    ['names places of nested arrays', { 'a.0.1': 5 }, [{ a: [[4, 5], 6] }], [{ a: [[5, 4]] }, { a: [5] }]],
    ['a place that is an array is tested by its elements', { 'a.0': 2 }, [{ a: [2] }], [{ a: [1, 2] }]],
    [
      'of null finds a document without the field',
      { 'a.b': null },
      [{ a: {} }, {}, { a: 5 }, { a: null }, { a: { b: null } }, { a: [{ b: 1 }, {}] }],
      [{ a: { b: 1 } }, { a: [{ b: 1 }] }, { a: [] }, { a: [5] }],
    ],
    [
      'of $ne null is the rest',
      { 'a.b': { $ne: null } },
      [{ a: { b: 1 } }, { a: [{ b: 1 }] }, { a: [] }],
      [{}, { a: {} }, { a: [{ b: 1 }, {}] }],
    ],
    ['01 is a name, not a place', { 'a.01': 5 }, [{ a: { '01': 5 } }], [{ a: [4, 5] }]],
    ['of names beyond ASCII', { 'größe.in': 1 }, [{ größe: { in: 1 } }], [{ groesse: { in: 1 } }]],
    [
      'of a whole document as a value',
      { 'a.b': { c: 1 } },
      [{ a: { b: { c: 1 } } }],
      [{ a: { b: { c: 1, d: 1 } } }],
    ],
  ]);
});

describe('regular expressions', () => {
  matches('a regex', [
    [
      'finds text anywhere',
      { a: regex('b') },
      [{ a: 'abc' }, { a: ['x', 'b'] }],
      [{ a: 'B' }, { a: 5 }, {}, { a: null }],
    ],
    ['as an operator', { a: { $regex: '^a' } }, [{ a: 'ab' }], [{ a: 'ba' }]],
    ['i: upper and lower', { a: { $regex: 'AB', $options: 'i' } }, [{ a: 'xaby' }], [{ a: 'a b' }]],
    ['m: lines', { a: { $regex: '^b$', $options: 'm' } }, [{ a: 'a\nb\nc' }], [{ a: 'ab' }]],
    ['s: a dot is a line end too', { a: { $regex: 'a.b', $options: 's' } }, [{ a: 'a\nb' }], [{ a: 'ab' }]],
    ['without s it is not', { a: { $regex: 'a.b' } }, [{ a: 'a-b' }], [{ a: 'a\nb' }]],
    [
      'x: blanks and remarks are nothing',
      { a: { $regex: 'a b # why\n c', $options: 'x' } },
      [{ a: 'abc' }],
      [{ a: 'a b c' }],
    ],
    ['options in front', { a: { $regex: '(?i)abc' } }, [{ a: 'ABC' }], [{ a: 'AB' }]],
    ['$options before $regex', { a: { $options: 'i', $regex: 'x' } }, [{ a: 'X' }], [{ a: 'y' }]],
    [
      '$options for a regex without any',
      { a: { $regex: regex('x'), $options: 'i' } },
      [{ a: 'X' }],
      [{ a: 'y' }],
    ],
    ['beside other operators', { a: { $regex: '^a', $nin: ['ab'] } }, [{ a: 'ac' }], [{ a: 'ab' }]],
    [
      'finds the same regex as a value',
      { a: regex('x', 'i') },
      [{ a: regex('x', 'i') }],
      [{ a: regex('x') }, { a: regex('X', 'i') }],
    ],
    ['$ stands before a last line end', { a: regex('b$') }, [{ a: 'ab' }, { a: 'ab\n' }], [{ a: 'ab\nc' }]],
    ['of the empty pattern finds all text', { a: regex('') }, [{ a: '' }, { a: 'x' }], [{ a: 1 }]],
    [
      'with named groups and PCRE anchors',
      { a: regex('\\A(?P<x>a+)\\z') },
      [{ a: 'aa' }],
      [{ a: 'aab' }, { a: 'aa\n' }],
    ],
    [
      'with a lone brace and a class of brackets',
      { a: regex('^{[[\\]]}$') },
      [{ a: '{[}' }, { a: '{]}' }],
      [{ a: '{}' }],
    ],
    [
      'of characters beyond 16 bits',
      { a: regex('^.$') },
      [{ a: '\u{1f600}' }, { a: 'é' }],
      [{ a: '\u{1f600}x' }],
    ],
    ['does not see numbers as text', { a: regex('1') }, [{ a: '1' }], [{ a: 1 }]],
  ]);
  refuses('a regex', [
    ['an unknown option', { a: { $regex: 'x', $options: 'g' } }, 51108, 'invalid flag in regex options: g'],
    [
      'options twice',
      { a: { $regex: regex('x', 'i'), $options: 'm' } },
      51075,
      'options set in both $regex and $options',
    ],
    ['options that are no text', { a: { $regex: 'x', $options: 1 } }, 2, '$options has to be a string'],
    ['a pattern that is no text', { a: { $regex: 1 } }, 2, '$regex has to be a string'],
    ['$options alone', { a: { $options: 'i' } }, 2, '$options needs a $regex'],
    ['a pattern that does not read', { a: { $regex: '(' } }, 51091, 'Regular expression is invalid'],
    ['a pattern with a null byte', { a: { $regex: 'a\0b' } }, 2, 'null byte'],
    ['what JavaScript cannot express', { a: { $regex: '[[:alpha:]]' } }, 51091, 'POSIX'],
    ['a bad pattern in $in', { a: { $in: [regex('[')] } }, 51091, 'Regular expression is invalid'],
  ]);
});

describe('the array index that `.$` refers to', () => {
  const offset = (filter: DocLiteral, document: DocLiteral) =>
    matchOffset(compile(parse(filter)), encode(doc(document)));

  /** [title, filter, document, array index] */
  test.each<[string, DocLiteral, DocLiteral, number | undefined]>([
    ['the first element that is equal', { a: 5 }, { a: [4, 5, 5] }, 1],
    [
      'the first that $elemMatch finds',
      { a: { $elemMatch: { x: 1, y: 1 } } },
      { a: [{ x: 1 }, { x: 1, y: 1 }] },
      1,
    ],
    ['the first document whose field matches', { 'a.x': 2 }, { a: [{ x: 1 }, { x: 2 }] }, 1],
    ['the outer array of two', { 'a.b': 2 }, { a: [{ b: [9] }, { b: [1, 2] }] }, 1],
    ['under $and', { $and: [{ a: 5 }, { b: 1 }] }, { a: [4, 5], b: 1 }, 1],
    ['none where no array was gone through', { a: 5 }, { a: 5 }, -1],
    ['none from a negation', { a: { $ne: 5 }, b: 1 }, { a: [1, 2], b: 1 }, -1],
    ['nothing where nothing matches', { a: 6 }, { a: [4, 5] }, undefined],
    ['undefined counts as null', { a: null }, { a: [1, Undefined.value] }, 1],
  ])('is %s', (_what, filter, document, place) => expect(offset(filter, document)).toBe(place));
});
