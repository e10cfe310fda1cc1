import fc from 'fast-check';
import { anyValue, runs } from '../test/arbitrary.js';
import { value, type Literal } from '../test/literals.js';
import { refusalOf } from '../test/refusal.js';
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
  compareValues,
  countValue,
  describe as show,
  identical,
  integerValue,
  sameValue,
  toInteger,
  truthy,
  typeNameOf,
  typesOfAlias,
  type Found,
} from './values.js';

const decimal = (text: string) => Decimal128.fromString(text);
const id = new ObjectId('65f000000000000000000001');

/** In ascending order; values in one list are equal. */
const ORDER: Literal[][] = [
  [new MinKey()],
  [Undefined.value],
  [null],
  [new Double(NaN), decimal('NaN')],
  [new Double(-Infinity), decimal('-Infinity')],
  [decimal('-1E6000')],
  [new Double(-1e300)],
  [-(2n ** 63n), new Double(-(2 ** 63)), decimal('-9223372036854775808')],
  [-1, -1n, new Double(-1), decimal('-1.00')],
  [decimal('-1E-6000')],
  [0, 0n, new Double(-0), decimal('-0'), decimal('0E+10')],
  [decimal('0.1')],
  [0.1], // the double is a little more than a tenth
  [0.5, decimal('0.50')],
  [1, decimal('1')],
  [9007199254740992n, new Double(9007199254740992)],
  [decimal('9007199254740992.5')],
  [9007199254740993n, decimal('9007199254740993')],
  [2n ** 63n - 1n],
  [new Double(2 ** 63), decimal('9223372036854775808')],
  [new Double(1e22), decimal('1E22')],
  [decimal('1E6000')],
  [new Double(Infinity), decimal('Infinity')],
  ['', new BSONSymbol('')],
  ['A'],
  ['a', new BSONSymbol('a')],
  ['a\0'],
  ['aa'],
  ['é'],
  ['\uffee'],
  ['\u{1f600}'],
  [{}],
  [{ a: 1 }, { a: 1n }],
  [{ a: 1, b: 1 }],
  [{ a: 2 }],
  [{ b: 0 }],
  [{ a: 'x' }], // the type of the first field comes before its name
  [[]],
  [[1]],
  [[1, 0]],
  [[2]],
  [['a']],
  [new Binary(Buffer.from('b'), 0)],
  [new Binary(Buffer.from('a'), 5)],
  [new Binary(Buffer.from('aa'), 0)],
  [id],
  [new ObjectId('65f000000000000000000002')],
  [false],
  [true],
  [new Date(-1)],
  [new Date(0)],
  [new Timestamp({ t: 0, i: 9 })],
  [new Timestamp({ t: 1, i: 0 })],
  [new BSONRegExp('a')],
  [new BSONRegExp('a', 'i')],
  [new BSONRegExp('b')],
  [new Code('a')],
  [new MaxKey()],
];

describe('the sort order of values', () => {
  const all = ORDER.flatMap((group, place) => group.map((literal) => ({ place, value: value(literal) })));

  test.each(all.map((one) => [show(one.value), one] as const))('holds for %s', (_shown, one) => {
    for (const other of all) {
      expect([show(other.value), Math.sign(compareValues(one.value, other.value))]).toEqual([
        show(other.value),
        Math.sign(one.place - other.place),
      ]);
    }
  });

  it('is antisymmetric and transitive', () => {
    fc.assert(
      fc.property(anyValue, anyValue, anyValue, (a, b, c) => {
        expect(Math.sign(compareValues(a, b)) + Math.sign(compareValues(b, a))).toBe(0);
        const [first, second, third] = [a, b, c].sort(compareValues) as [typeof a, typeof a, typeof a];
        expect(compareValues(first, third)).toBeLessThanOrEqual(0);
        if (sameValue(first, third)) expect(sameValue(first, second)).toBe(true);
      }),
      runs(1000),
    );
  });
});

describe('types of values', () => {
  test.each<[Literal | undefined, string]>([
    [undefined, 'missing'],
    [null, 'null'],
    [1, 'int'],
    [1n, 'long'],
    [1.5, 'double'],
    [decimal('1'), 'decimal'],
    ['x', 'string'],
    [true, 'bool'],
    [{}, 'object'],
    [[], 'array'],
    [id, 'objectId'],
    [new Date(0), 'date'],
    [new Timestamp({ t: 1, i: 1 }), 'timestamp'],
    [new Binary(Buffer.from('')), 'binData'],
    [new BSONRegExp('x'), 'regex'],
    [new Code('x'), 'javascript'],
    [new BSONSymbol('x'), 'symbol'],
    [new MinKey(), 'minKey'],
    [new MaxKey(), 'maxKey'],
    [Undefined.value, 'undefined'],
  ])('%p is of type %s', (literal, name) => {
    expect(typeNameOf(literal === undefined ? undefined : value(literal))).toBe(name);
  });

  it('knows types by alias and number', () => {
    expect(typesOfAlias('number')).toEqual([1, 16, 18, 19]);
    expect(typesOfAlias(new Double(2))).toEqual([2]);
    expect(typesOfAlias(-1)).toEqual([255]);
    expect(refusalOf(() => typesOfAlias('double64')).code).toBe(2);
    expect(refusalOf(() => typesOfAlias(2.5)).code).toBe(2);
    expect(refusalOf(() => typesOfAlias(true)).code).toBe(2);
  });

  test.each<[Literal | undefined, boolean]>([
    [undefined, false],
    [null, false],
    [Undefined.value, false],
    [false, false],
    [0, false],
    [0n, false],
    [new Double(-0), false],
    [decimal('0.0'), false],
    [new Double(NaN), true],
    ['', true],
    [[], true],
    [{}, true],
    [-1, true],
  ])('%p counts as %p', (literal, truth) => {
    const found: Found = literal === undefined ? undefined : value(literal);
    expect(truthy(found)).toBe(truth);
  });

  it('equal values may differ in identity: numeric types, signed zeros, trailing zeros of decimals', () => {
    expect(identical(1, 1)).toBe(true);
    expect(identical(1, 1n)).toBe(false);
    expect(identical(new Double(0), new Double(-0))).toBe(false);
    expect(identical(decimal('1.0'), decimal('1.00'))).toBe(false);
    expect(identical(value({ a: [1] }), value({ a: [1] }))).toBe(true);
    expect(identical(value({ a: [1] }), value({ a: [1n] }))).toBe(false);
    expect(identical(value({ a: 1, b: 1 }), value({ b: 1, a: 1 }))).toBe(false);
  });

  it('converts integers of all types, to int32 if they fit', () => {
    expect([1, 1n, new Double(1), decimal('1.0'), 1.5, 'x'].map((one) => toInteger(value(one)))).toEqual([
      1,
      1,
      1,
      1,
      undefined,
      undefined,
    ]);
    expect([integerValue(2147483647n), integerValue(2147483648n)]).toEqual([2147483647, 2147483648n]);
    expect([integerValue(-2147483648n), integerValue(-2147483649n)]).toEqual([-2147483648, -2147483649n]);
    expect(integerValue(2n ** 63n)).toBeUndefined();
    expect([countValue(5), countValue(2 ** 31)]).toEqual([5, 2147483648n]);
  });

  test.each<[Literal, string]>([
    [{ a: 1, b: 'x "y"', c: [1, null] }, '{ a: 1, b: "x \\"y\\"", c: [ 1, null ] }'],
    [{}, '{}'],
    [[], '[]'],
    [id, "ObjectId('65f000000000000000000001')"],
    [new Date(5), 'new Date(5)'],
    [new Double(1), '1.0'],
    [1.5, '1.5'],
    [5n, '5'],
    [decimal('1.50'), '1.50'],
    [new BSONRegExp('x', 'i'), '/x/i'],
    [new Binary(Buffer.from('ab'), 5), 'BinData(5, 6162)'],
    [new Timestamp({ t: 1, i: 2 }), 'Timestamp(1, 2)'],
    [new MinKey(), 'MinKey'],
    [new MaxKey(), 'MaxKey'],
    [Undefined.value, 'undefined'],
  ])('shows %p as %s', (literal, shown) => expect(show(value(literal))).toBe(shown));
});
