import fc from 'fast-check';
import type { Attempt } from './request.js';

const deep = (levels: number): unknown => {
  let value: unknown = 'bottom';
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
};

/** Values known to break parsers, databases, spreadsheets and templates. */
const values: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  0.1,
  1e308,
  Number.MAX_SAFE_INTEGER + 2,
  '',
  ' ',
  '0',
  '-1',
  'NaN',
  'null',
  'undefined',
  '[object Object]',
  '\u0000',
  'a\u0000b',
  '\uD800',
  '\uFFFF',
  '\u202Etxt.exe',
  '👩‍👩‍👧‍👦',
  'İ',
  '../../../../etc/passwd',
  '..%2f..%2f',
  '%00',
  '%',
  '=1+1',
  '@SUM(1)',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  '{{constructor}}',
  '${7*7}',
  "' OR 1=1 --",
  '$where',
  '(a+)+$',
  '.*',
  'x'.repeat(300),
  'x'.repeat(20_000),
  '9'.repeat(400),
  '2026-02-30',
  '2026-13-01T99:99:99Z',
  '-271821-04-20T00:00:00.000Z',
  '+275760-09-13T00:00:00.000Z',
  '66f0a1b2c3d4e5f601020399',
  '000000000000000000000000',
  'zzzzzzzzzzzzzzzzzzzzzzzz',
  '+12145550100',
  'a@b.c',
  [],
  {},
  [[]],
  [null],
  { $gt: '' },
  { $ne: null },
  { $where: 'sleep(5000)' },
  { $regex: '^(a+)+$' },
  { __proto__: { admin: true } },
  JSON.parse('{"__proto__": {"role": 1}}'),
  { constructor: { prototype: { role: 1 } } },
  { toString: 'x', length: -1 },
  Array.from({ length: 2_000 }, () => 'x'),
  deep(60),
];

const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...values) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);
const hostileKey = fc.constantFrom('__proto__', 'constructor', '$set', 'role_id', 'id', 'a.b', '', 'version');

type Path = readonly (string | number)[];

/** The path of a part of a value. */
function pathsIn(value: unknown, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [at];
  return [
    at,
    ...Object.entries(value).flatMap(([key, each]: [string, unknown]) => pathsIn(each, [...at, key])),
  ];
}

/** The value with the part at a path replaced; undefined removes it. */
function changedAt(value: unknown, path: Path, change: (old: unknown) => unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return change(value);
  if (Array.isArray(value)) {
    return value.map((each: unknown, index) =>
      String(index) === String(key) ? changedAt(each, rest, change) : each,
    );
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(
        ([name, each]: [string, unknown]) =>
          [name, name === key ? changedAt(each, rest, change) : each] as const,
      )
      .filter(([, each]) => each !== undefined),
  );
}

/** Mutates one part: another value, one missing, or one too many. */
function spoiledPart(part: unknown): fc.Arbitrary<unknown> {
  const path = fc.constantFrom(...pathsIn(part));
  return fc.oneof(
    {
      weight: 5,
      arbitrary: fc.tuple(path, hostileValue).map(([at, value]) => changedAt(part, at, () => value)),
    },
    {
      weight: 1,
      arbitrary: path.map((at) => (at.length === 0 ? part : changedAt(part, at, () => undefined))),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(hostileKey, hostileValue).map(([key, value]) => {
        if (typeof part !== 'object' || part === null || Array.isArray(part)) return value;
        return Object.defineProperty({ ...part }, key, { value, enumerable: true });
      }),
    },
  );
}

/** Path parameters are not empty: an empty one is another route. */
function spoiledParams(params: object): fc.Arbitrary<unknown> {
  const names = Object.keys(params);
  const text = hostileValue.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
  return (
    fc
      .tuple(fc.constantFrom(...names), text)
      // Empty strings and dots change the URL, and lone surrogates cannot be encoded.
      .map(([name, value]) => ({
        ...params,
        [name]: /^\.{0,2}$/.test(value) ? '%' : value.replace(/\p{Surrogate}/gu, '\uFFFD'),
      }))
  );
}

/** A valid request with one part mutated. */
export function spoiled(good: Attempt): fc.Arbitrary<Attempt> {
  const { params, query, body } = good;
  const ways: fc.Arbitrary<Attempt>[] = [
    spoiledPart(query ?? {})
      .filter((each) => typeof each === 'object' && each !== null)
      .map((each) => ({ ...good, query: each })),
  ];
  if (typeof params === 'object' && params !== null && Object.keys(params).length > 0) {
    ways.push(spoiledParams(params).map((each) => ({ ...good, params: each })));
  }
  if (body !== undefined) {
    const spoil = spoiledPart(body).map((each) => ({ ...good, body: each ?? null }));
    ways.push(spoil, spoil, spoil);
  }
  return fc.oneof(...ways);
}
