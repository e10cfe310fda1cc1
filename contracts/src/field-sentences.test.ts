import { z } from 'zod';
import { commands } from './bus/commands.js';
import { events } from './bus/events.js';
import { requiredMessage } from './field-sentences.js';
import { endpoints } from './http/all.js';
import { clientEvents } from './sockets/client-events.js';

const messageOf = (schema: z.ZodType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message;

test.each<[string, z.ZodType, unknown, string]>([
  ['nothing at all', z.string(), undefined, requiredMessage],
  ['null', z.string(), null, requiredMessage],
  ['an empty text that must not be', z.string().min(1), '', requiredMessage],
  ['a number for a text', z.string(), 5, 'Must be text'],
  ['a text for a number', z.number(), '85,000.50', 'Must be a number'],
  ['a fraction', z.int(), 1.5, 'Must be a whole number'],
  ['not a number', z.number(), Number.NaN, 'Must be a number'],
  ['too long a text', z.string().max(5_000), 'x'.repeat(5_001), 'At most 5,000 characters'],
  ['too short a text', z.string().min(8), 'x', 'At least 8 characters'],
  ['another length', z.string().length(5), 'x', 'Exactly 5 characters'],
  ['too much', z.number().max(168), 169, 'At most 168'],
  ['too little', z.number().min(1), 0, 'At least 1'],
  ['no more than nothing', z.number().positive(), 0, 'More than 0'],
  ['too many', z.array(z.string()).max(2), ['a', 'b', 'c'], 'At most 2 entries'],
  ['too few', z.array(z.string()).min(1), [], 'At least one entry'],
  ['none of a list', z.enum(['life', 'health']), 'auto', 'Choose life or health'],
  ['none of a long list', z.enum('abcdefghijklmnop'.split('')), 'z', 'Choose an option from the list'],
  ['another literal', z.literal('life'), 'health', 'Choose life'],
  ['no flag', z.union([z.literal(0), z.literal(1)]), 2, 'Choose 0 or 1'],
  ['a missing flag', z.union([z.literal(0), z.literal(1)]), undefined, requiredMessage],
  ['a day that is none', z.iso.date(), '2026-02-30', 'Enter a valid date, for example 2026-11-20'],
  ['a time that is none', z.iso.datetime(), 'soon', 'Enter a UTC time, for example 2026-11-20T17:31:00.000Z'],
  ['too many decimals', z.number().multipleOf(0.0001), 0.00001, 'At most 4 decimals'],
  ['a field nobody knows', z.strictObject({}), { score: 9 }, 'Unknown field'],
  [
    'another type',
    z.discriminatedUnion('type', [
      z.object({ type: z.literal('life') }),
      z.object({ type: z.literal('health') }),
    ]),
    { type: 'auto' },
    'Choose life or health',
  ],
])('%s has a sentence of its own', (_what, schema, value, sentence) => {
  expect(messageOf(schema, value)).toBe(sentence);
});

type Issue = z.core.$ZodIssue;
const english = z.locales.en().localeError;
const ownEnglish =
  /^(Invalid (input|option|string|number|key|value|ISO|email address|URL|UUID)|Too (big|small)|Unrecognized)|\bexpected\b.*\b(string|number|array|object|one of)\b|not written as it must/;

/** Every issue with those of a union's branches: the answer may take its sentence from any. */
function* everyIssue(issues: readonly Issue[]): Generator<Issue> {
  for (const issue of issues) {
    yield issue;
    if (issue.code === 'invalid_union') for (const branch of issue.errors) yield* everyIssue(branch);
  }
}

const wrongValues: readonly unknown[] = [
  undefined,
  null,
  '',
  ' ',
  'x',
  'not in any list',
  '2026-02-30',
  'x'.repeat(100_000),
  -1,
  0.123_456_789,
  99,
  1e300,
  Number.NaN,
  true,
  [],
  Array.from({ length: 20_001 }, () => 'x'),
  [null],
  {},
  { nobody: 'knows this' },
];

type Def = z.core.$ZodTypeDef & Record<string, unknown>;
const isSchema = (value: unknown): value is z.ZodType => value instanceof z.ZodType;

/** Every schema inside a schema, itself first: each is asked by itself, whether the example fills it or not. */
function* schemasIn(
  schema: z.ZodType,
  path: string,
  seen = new Set<z.ZodType>(),
): Generator<[string, z.ZodType]> {
  if (seen.has(schema)) return;
  seen.add(schema);
  yield [path, schema];
  const def = schema._zod.def as Def;
  const inner: [string, unknown][] = [
    ...Object.entries(schema instanceof z.ZodObject ? schema.shape : {}),
    ...(['innerType', 'element', 'valueType', 'keyType', 'in', 'out'] as const).map(
      (name): [string, unknown] => ['', def[name]],
    ),
    ...(Array.isArray(def['options']) ? def['options'].map((each): [string, unknown] => ['', each]) : []),
  ];
  for (const [name, each] of inner) {
    if (isSchema(each)) yield* schemasIn(each, name === '' ? path : `${path}.${name}`, seen);
  }
}

const borders: [string, z.ZodType][] = [
  ...endpoints.flatMap((endpoint) =>
    (['params', 'query', 'headers', 'body'] as const).flatMap((place): [string, z.ZodType][] =>
      endpoint[place] === undefined ? [] : [[`${endpoint.name} ${place}`, endpoint[place]]],
    ),
  ),
  ...[...events, ...commands].map(({ type, data }): [string, z.ZodType] => [type, data]),
  ...Object.values(clientEvents).map(({ name, payload }): [string, z.ZodType] => [name, payload]),
];

test.each(borders)('%s refuses in our own sentences', (name, border) => {
  const told = new Set<string>();
  for (const [path, schema] of schemasIn(border, name)) {
    for (const value of wrongValues) {
      for (const issue of everyIssue(schema.safeParse(value).error?.issues ?? [])) {
        if (
          ownEnglish.test(issue.message) ||
          issue.message === english({ ...issue, input: value } as never)
        ) {
          told.add(`${path}: ${issue.message}`);
        }
      }
    }
  }
  expect([...told]).toEqual([]);
});
