/** Arbitraries of BSON values, from small domains so that values collide, and with the edge cases of each type. */
import fc from 'fast-check';
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
  type Doc,
  type Value,
} from '../values/values.js';

const edges = [0n, 1n, 2n ** 31n, 2n ** 52n, 2n ** 53n, 2n ** 53n + 1n, 2n ** 62n, 2n ** 63n - 1n];
export const decimalTexts = [
  '0',
  '-0',
  '1',
  '1.0',
  '0.1',
  '0.5',
  '-0.5',
  '2.5',
  '1E22',
  '1E25',
  '1E-30',
  '1E6000',
  '-1E6000',
  '1E-6000',
  '9007199254740993',
  '9223372036854775807',
  '18446744073709551616',
  '9.31322574615478515625E-10',
  'NaN',
  'Infinity',
  '-Infinity',
];

export const number: fc.Arbitrary<Value> = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.integer(),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  fc.constantFrom(...edges, ...edges.map((edge) => -edge)),
  fc.double().map((n) => new Double(n)),
  fc
    .constantFrom(0.1, 0.5, -0.5, 2.5, 1e22, 2 ** 64, 2 ** 53, 2 ** -30, 5e-324, -0)
    .map((n) => new Double(n)),
  fc.constantFrom(...decimalTexts).map((text) => Decimal128.fromString(text)),
);

export const text = fc.oneof(
  fc.constantFrom('', 'a', 'ab', 'a\0', 'a\0b', 'b', 'é', '\uffee', '\u{1f600}'),
  fc.string({ unit: 'binary', maxLength: 6 }),
);

const bytes = fc.uint8Array({ maxLength: 4 }).map((b) => Buffer.from(b));

export const scalar: fc.Arbitrary<Value> = fc.oneof(
  { weight: 4, arbitrary: number },
  { weight: 3, arbitrary: text },
  fc.constantFrom(null, true, false, new MinKey(), new MaxKey()),
  fc.date({ noInvalidDate: true }),
  fc.integer({ min: -2, max: 2 }).map((n) => new Date(n)),
  fc.uint8Array({ minLength: 12, maxLength: 12 }).map((b) => new ObjectId(Buffer.from(b).toString('hex'))),
  fc.tuple(bytes, fc.constantFrom(0, 5, 128)).map(([b, kind]) => new Binary(b, kind)),
  fc.tuple(fc.nat(3), fc.nat(3)).map(([t, i]) => new Timestamp({ t, i })),
  fc
    .tuple(fc.constantFrom('', 'a', 'ab'), fc.constantFrom('', 'i', 'im'))
    .map(([p, o]) => new BSONRegExp(p, o)),
  fc.constantFrom('', 'a').map((code) => new Code(code)),
  fc.constantFrom('', 'a', 'b').map((symbol) => new BSONSymbol(symbol)),
);

const name = fc.constantFrom('a', 'b', 'c', 'é', '');

const { node } = fc.letrec<{ node: Value }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 5, arbitrary: scalar },
    { weight: 1, arbitrary: fc.array(tie('node'), { maxLength: 3 }) },
    {
      weight: 1,
      arbitrary: fc
        .uniqueArray(fc.tuple(name, tie('node')), { maxLength: 3, selector: ([field]) => field })
        .map((fields): Doc => new Map(fields)),
    },
  ),
}));

/** A value of any type, including nested documents and arrays. */
export const anyValue: fc.Arbitrary<Value> = node;

export const anyDocument: fc.Arbitrary<Doc> = fc
  .uniqueArray(fc.tuple(name, anyValue), { maxLength: 4, selector: ([field]) => field })
  .map((fields) => new Map(fields));

/** The number of runs, multiplied by PROPERTY_TIMES if that is set. */
export const runs = (count: number) => ({
  numRuns: count * Number(process.env['PROPERTY_TIMES'] ?? 1),
});
