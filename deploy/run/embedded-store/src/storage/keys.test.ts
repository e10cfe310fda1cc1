import fc from 'fast-check';
import { anyValue, decimalTexts, number, scalar, text, runs } from '../test/arbitrary.js';
import {
  Decimal128,
  Double,
  ObjectId,
  Undefined,
  compareValues,
  type Found,
  type Value,
} from '../values/values.js';
import { encodeKey, intervalKeys, prefixKeys, type Bound, type Interval } from './keys.js';

const prefix = Buffer.from([0, 0, 0, 7]);
const ROOM = 1978 - 6;

const keyOf = (tuple: readonly Found[], descending: readonly boolean[], inexact?: Set<number>) =>
  encodeKey(
    prefix,
    tuple,
    descending.map((one) => ({ descending: one })),
    inexact,
  );

const sign = (a: Buffer, b: Buffer) => Math.sign(Buffer.compare(a, b)) + 0;

/** The expected order of an index. */
function compareTuples(a: readonly Value[], b: readonly Value[], descending: readonly boolean[]): number {
  for (const [i, backwards] of descending.entries()) {
    const order = Math.sign(compareValues(a[i] as Value, b[i] as Value));
    if (order !== 0) return backwards ? -order : order;
  }
  return 0;
}

const long = fc
  .tuple(fc.constantFrom('a', 'ü', '\0'), fc.constantFrom(100, 900, 1950, 3000), text)
  .map(([unit, times, end]) => unit.repeat(times) + end);
const any = fc.oneof({ weight: 6, arbitrary: anyValue }, { weight: 1, arbitrary: long });

describe('a key', () => {
  it('of one field sorts like its value, reversed when descending', () => {
    fc.assert(
      fc.property(any, any, fc.boolean(), (a, b, descending) => {
        const inexact = new Set<number>();
        const [left, right] = [keyOf([a], [descending], inexact), keyOf([b], [descending], inexact)];
        const order = compareTuples([a], [b], [descending]);
        if (inexact.size === 0) expect(sign(left, right)).toBe(order);
        // Inexact keys still preserve equality.
        else expect(left.equals(right)).toBe(order === 0);
      }),
      runs(1000),
    );
  });

  it('of a number sorts by its value across types', () => {
    fc.assert(
      fc.property(number, number, (a, b) => {
        const inexact = new Set<number>();
        const [left, right] = [keyOf([a], [false], inexact), keyOf([b], [false], inexact)];
        const order = compareTuples([a], [b], [false]);
        if (inexact.size === 0) expect(sign(left, right)).toBe(order);
        else expect(left.equals(right)).toBe(order === 0);
      }),
      runs(1000),
    );
  });

  it('of several fields sorts by the first that differs, each in its own direction', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(scalar, scalar, fc.boolean(), fc.boolean()), { minLength: 2, maxLength: 4 }),
        (fields) => {
          const descending = fields.map(([, , backwards]) => backwards);
          const first = fields.map(([a]) => a);
          const second = fields.map(([a, b, , same]) => (same ? a : b));
          const inexact = new Set<number>();
          const [left, right] = [keyOf(first, descending, inexact), keyOf(second, descending, inexact)];
          const order = compareTuples(first, second, descending);
          if (inexact.size === 0) expect(sign(left, right)).toBe(order);
          else expect(left.equals(right)).toBe(order === 0);
        },
      ),
      runs(1000),
    );
  });

  it("never exceeds LMDB's key size, and distinguishes truncated strings by a hash", () => {
    fc.assert(
      fc.property(
        fc.array(long, { minLength: 1, maxLength: 4 }),
        fc.array(fc.boolean(), { minLength: 4 }),
        (texts, ways) => {
          const key = keyOf(texts, ways.slice(0, texts.length));
          expect(key.length).toBeLessThanOrEqual(ROOM);
        },
      ),
    );
    const tail = 'x'.repeat(5000);
    const inexact = new Set<number>();
    const [a, b] = [keyOf([`${tail}a`], [false], inexact), keyOf([`${tail}b`], [false])];
    expect(inexact).toEqual(new Set([0]));
    expect(a.equals(b)).toBe(false);
    expect(a.equals(keyOf([`${tail}a`], [false]))).toBe(true);
  });

  it('reports which fields are inexact', () => {
    const inexact = new Set<number>();
    keyOf(['a', Decimal128.fromString('0.1'), 1], [false, false, true], inexact);
    expect(inexact).toEqual(new Set([1]));
  });

  it('is exact for strings up to the maximum size, for longs, and for decimals that equal doubles', () => {
    const inexact = new Set<number>();
    keyOf(['a'.repeat(1900)], [false], inexact);
    keyOf([2n ** 63n - 1n], [false], inexact);
    for (const exact of [
      '0.5',
      '1.0',
      '1E22',
      '9007199254740993',
      '18446744073709551616',
      '-Infinity',
      'NaN',
    ])
      keyOf([Decimal128.fromString(exact)], [false], inexact);
    expect(inexact).toEqual(new Set());
  });

  it('of an empty array sorts before that of null, and differs from it', () => {
    const [empty, none] = [keyOf([undefined], [false]), keyOf([null], [false])];
    expect(sign(empty, none)).toBe(-1);
  });

  it('of undefined is that of null', () => {
    expect(keyOf([Undefined.value], [false])).toEqual(keyOf([null], [false]));
  });
});

describe('a range of keys', () => {
  const inside = (
    { low, high }: { low: Value; high: Value },
    [lowIn, highIn]: readonly [boolean, boolean],
    one: Value,
  ) => {
    const above = compareValues(one, low);
    const below = compareValues(one, high);
    return (lowIn ? above >= 0 : above > 0) && (highIn ? below <= 0 : below < 0);
  };
  const within = (key: Buffer, { start, end }: { start: Buffer; end: Buffer }) =>
    Buffer.compare(key, start) >= 0 && Buffer.compare(key, end) < 0;

  /** Values of one type, some of which are in the range between two others. */
  const values = fc.oneof(
    fc.array(number, { minLength: 3, maxLength: 12 }),
    fc.array(fc.oneof(text, long), { minLength: 3, maxLength: 12 }),
    fc.array(fc.date({ noInvalidDate: true }), { minLength: 3, maxLength: 12 }),
    fc.array(scalar, { minLength: 3, maxLength: 12 }),
    fc.array(anyValue, { minLength: 3, maxLength: 12 }),
  );

  it('contains exactly the keys of the values in it, or a superset if some are inexact', () => {
    fc.assert(
      fc.property(
        values,
        fc.boolean(),
        fc.tuple(fc.boolean(), fc.boolean()),
        fc.nat(2),
        (all, descending, ends, more) => {
          const fields = 1 + more;
          const [x, y] = all as [Value, Value, ...Value[]];
          const [low, high] = compareValues(x, y) <= 0 ? [x, y] : [y, x];
          const ways = [descending, ...Array<boolean>(more).fill(false)];
          const inexact = new Set<number>();
          const keys = all.map((one) => keyOf([one, ...Array<Value>(more).fill('z')], ways, inexact));
          const wide = inexact.has(0);
          const bound = (value: Value, inclusive: boolean): Bound => ({ value, inclusive });
          const interval: Interval = { low: bound(low, ends[0]), high: bound(high, ends[1]) };
          const range = intervalKeys(prefix, interval, descending, fields, wide);
          all.forEach((one, i) => {
            const wanted = inside({ low, high }, ends, one);
            if (!wide) expect(within(keys[i] as Buffer, range)).toBe(wanted);
            else if (wanted) expect(within(keys[i] as Buffer, range)).toBe(true);
          });
        },
      ),
      runs(1000),
    );
  });

  it('of a whole type contains only that type', () => {
    const samples: Value[] = [
      null,
      -5,
      5n,
      new Double(NaN),
      'a',
      '',
      new Map(),
      [],
      new ObjectId(),
      true,
      new Date(0),
    ];
    for (const descending of [false, true]) {
      const range = intervalKeys(prefix, { low: { type: 16 }, high: { type: 16 } }, descending, 1, false);
      const held = samples.filter((one) => within(keyOf([one], [descending]), range));
      expect(held).toEqual([-5, 5n, new Double(NaN)]);
    }
  });

  it('of a prefix contains all keys with that prefix', () => {
    fc.assert(
      fc.property(scalar, scalar, scalar, fc.boolean(), (a, b, c, descending) => {
        const ways = [descending, descending];
        const start = keyOf([a], [descending]);
        if (start.length > 900) return;
        const range = prefixKeys(start);
        expect(within(keyOf([a, c], ways), range)).toBe(true);
        expect(within(keyOf([b, c], ways), range)).toBe(keyOf([b], [descending]).equals(start));
      }),
      runs(200),
    );
  });

  test.each(decimalTexts)('finds the decimal %s by the same number of another type', (written) => {
    const decimal = Decimal128.fromString(written);
    const double = new Double(Number(written));
    if (compareValues(decimal, double) !== 0) return;
    expect(keyOf([decimal], [false])).toEqual(keyOf([double], [false]));
  });
});
