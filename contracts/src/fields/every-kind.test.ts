import fc, { type Arbitrary } from 'fast-check';
import { z } from 'zod';
import { states } from '../codes/states.js';
import { family } from '../resources/family.js';
import { choice, flag, gender, listed, severalListed, state } from './choice-kinds.js';
import { readCell } from '../leads/cells.rules.js';
import type { Field, FieldKind } from './field.js';
import { chosenMoney, height, hoursOfWeek, inches, money, pounds, wholeNumber } from './number-kinds.js';
import { parts } from './parts.js';
import { password, secret } from './secret-kinds.js';
import { email, longText, phone, text, zip } from './text-kinds.js';
import { birthDate, date, isoDate } from './time-kinds.js';
import { count, person, instant } from './kept-kinds.js';
import { richText } from './rich-text-kind.js';
import { choices, words } from './several-kinds.js';

/** A field of a kind, its values on the wire, how one of them reads, and what a cell of a file with `cell` comes to. */
interface Sample {
  field: Field;
  values: Arbitrary<unknown>;
  shown: [unknown, string];
  cell?: [string, unknown];
}

const digits = (least: number, most: number) => fc.integer({ min: least, max: most });
const orNull = (values: Arbitrary<unknown>) => fc.option(values, { nil: null });
const filledText = fc.string({ minLength: 1, maxLength: 20 }).map((typed) => typed.trim() || 'x');
const codes = fc.array(fc.constantFrom('asthma', 'copd', 'gout'));
const days = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((day) => day.toISOString().slice(0, 10));
const dollars = digits(0, 10 ** 12).map((cents) => cents / 100);
const colours = [
  { id: 'red', name: 'Red' },
  { id: 'blue', name: 'Blue' },
] as const;
const anyColour = fc.constantFrom('red', 'blue');
const label = 'Label';

const people = fc.array(
  fc.record({
    name: filledText,
    gender: orNull(fc.constantFrom('m', 'f')),
    height: orNull(digits(1, 99)),
    weight: orNull(digits(1, 999)),
    birth_date: orNull(days),
    tobacco: fc.constantFrom(0, 1),
  }),
  { maxLength: 3 },
);
const ada = {
  name: 'Ada',
  gender: 'f',
  height: 48,
  weight: 55,
  birth_date: '2017-09-03',
  tobacco: 0,
} as const;

const samples: Record<FieldKind, Sample> = {
  text: {
    field: text({ label, max: 20, nothing: null, example: 'Upper' }),
    values: orNull(filledText),
    shown: ['Upper', 'Upper'],
    cell: ['Upper', { value: 'Upper' }],
  },
  longText: {
    field: longText({ label, max: 2_000, example: 'Two\nlines' }),
    values: fc.string({ maxLength: 20 }).map((typed) => typed.trim()),
    shown: ['Two\nlines', 'Two\nlines'],
    cell: ['x'.repeat(501), { fault: 'is too long. At most 500 characters' }],
  },
  richText: {
    field: richText({ label, max: 100, example: '<p>One</p>' }),
    values: filledText.map((typed) => `<p>${typed}</p>`),
    shown: ['<h2>One</h2><p>two</p>', 'One two'],
  },
  secret: {
    field: secret({ label, max: 10, example: 'token' }),
    values: filledText.map((typed) => typed.slice(0, 5).trim()),
    shown: ['token', 'token'],
  },
  password: {
    field: password({
      label,
      of: z.string().min(8),
      again: { label: 'Again', differs: 'Not the same' },
      none: 'Required.',
      example: 'k2Vw9tQpZr4m',
    }),
    values: fc.string({ minLength: 8, maxLength: 20 }),
    shown: ['k2Vw9tQpZr4m', ''],
  },
  person: {
    field: person({ label, example: '66f0a1b2c3d4e5f601020304' }),
    values: fc.string({ minLength: 24, maxLength: 24, unit: fc.constantFrom(...'0123456789abcdef') }),
    shown: ['66f0a1b2c3d4e5f601020304', '66f0a1b2c3d4e5f601020304'],
  },
  phone: {
    field: phone({ label, needed: 'saving', example: '+12145550117' }),
    values: orNull(digits(2_000_000, 9_999_999).map((local) => `+1214${String(local)}`)),
    shown: ['+12145550117', '(214) 555-0117'],
    cell: ['214.555.0117', { value: '+12145550117' }],
  },
  email: {
    field: email({ label, example: 'a@example.com' }),
    values: orNull(fc.constantFrom('a@example.com', 'dana.reyes@mail.example.org')),
    shown: ['a@example.com', 'a@example.com'],
    cell: ['a(at)example.com', { fault: 'is not valid: a(at)example.com' }],
  },
  zip: {
    field: zip({ label, example: '75201' }),
    values: orNull(digits(0, 99_999).map((code) => String(code).padStart(5, '0'))),
    shown: ['75201', '75201'],
    cell: ['1234', { value: '01234' }],
  },
  date: {
    field: date({ label, example: '2026-11-20' }),
    values: orNull(days),
    shown: ['2026-11-20', '11/20/2026'],
    cell: ['11/20/2026 00:00', { value: '2026-11-20' }],
  },
  isoDate: {
    field: isoDate({ label, example: '2026-11-20' }),
    values: orNull(days),
    shown: ['2026-11-20', '11/20/2026'],
    cell: ['2/30/2026', { fault: 'is not valid: 2/30/2026' }],
  },
  birthDate: {
    field: birthDate({ label, example: '1957-06-02' }),
    values: orNull(days),
    shown: ['1957-06-02', '06/02/1957'],
    cell: ['6/2/1857', { fault: 'is not valid: 6/2/1857' }],
  },
  instant: {
    field: instant({ label, example: null }),
    values: orNull(days.map((day) => `${day}T17:38:00.000Z`)),
    shown: ['2026-11-20T17:38:00.000Z', '11/20/2026 9:38 AM'],
  },
  money: {
    field: money({ label, initially: '$75000', example: 85_000.5 }),
    values: orNull(dollars),
    shown: [85_000.5, '$85,000.50'],
    cell: ['-5', { fault: 'is not valid: -5. An amount cannot be negative' }],
  },
  chosenMoney: {
    field: chosenMoney({ label, example: 15_000 }),
    values: orNull(dollars),
    shown: [15_000, '$15,000'],
  },
  height: {
    field: height({ label, example: 70 }),
    values: orNull(digits(53, 83)),
    shown: [70, "5'10"],
    cell: ["5'10", { value: 70 }],
  },
  inches: {
    field: inches({ label, example: 48 }),
    values: orNull(digits(1, 99)),
    shown: [48, '48 in'],
  },
  pounds: {
    field: pounds({ label, example: 184 }),
    values: orNull(digits(1, 999)),
    shown: [184, '184 lb'],
    cell: ['184 lbs', { value: 184 }],
  },
  hours: {
    field: hoursOfWeek({ label, example: 3.5 }),
    values: orNull(digits(0, 16_800).map((part) => part / 100)),
    shown: [3.5, '3.5 hours a week'],
  },
  count: {
    field: wholeNumber({ label, min: 0, max: 5_000, example: 1_204 }),
    values: orNull(digits(0, 5_000)),
    shown: [1_204, '1,204'],
  },
  flag: {
    field: flag({ label, example: 1 }),
    values: fc.constantFrom(0, 1),
    shown: [0, 'No'],
    cell: ['maybe', { value: null }],
  },
  gender: {
    field: gender({ label, initially: 'm', unknown: '', example: 'f' }),
    values: orNull(fc.constantFrom('m', 'f')),
    shown: ['f', 'Female'],
    cell: ['Male', { value: 'm' }],
  },
  choice: {
    field: choice({ label, of: colours, example: 'blue' }),
    values: orNull(anyColour),
    shown: ['blue', 'Blue'],
    cell: ['BLUE', { value: 'blue' }],
  },
  choices: {
    field: choices({ label, of: colours, example: ['red'] }),
    values: fc.uniqueArray(anyColour),
    shown: [['blue', 'red'], 'Blue, Red'],
  },
  listed: {
    field: listed({ label, example: 'aetna' }),
    values: orNull(filledText),
    shown: ['aetna', 'aetna'],
  },
  severalListed: {
    field: severalListed({ label, example: ['asthma'] }),
    values: codes,
    shown: [['asthma', 'gout'], 'asthma, gout'],
  },
  words: {
    field: words({
      label,
      each: { matches: /^\d{3}$/, wrong: (code) => `${code} is none`, twice: (code) => `${code} twice` },
      max: 9,
      example: ['214', '469'],
    }),
    values: fc.uniqueArray(digits(100, 999).map(String), { maxLength: 9 }),
    shown: [['214', '469'], '214, 469'],
  },
  parts: {
    field: parts({
      label,
      wire: z.array(z.object({ from: z.string(), until: z.string() })),
      of: { from: 'text', until: 'text' },
      typed: { empty: [], ofWire: (value) => value, toWire: (typed) => typed },
      shown: (value) => value.map(({ from, until }) => `${from} – ${until}`).join(', '),
      example: [{ from: '08:00', until: '20:00' }],
    }),
    values: fc.array(fc.record({ from: filledText, until: filledText }), { maxLength: 3 }),
    shown: [[{ from: '08:00', until: '20:00' }], '08:00 – 20:00'],
  },
  people: {
    field: family({ label, example: [ada] }),
    values: people,
    shown: [[ada], 'Ada'],
  },
};

describe.each(Object.entries(samples))('the kind %s', (kind, { field, values, shown, cell }) => {
  const { wire, input, typed, stored, example, writeOnly } = field;

  test('goes by its name, and its example is one', () => {
    expect(field.kind).toBe(kind);
    expect(wire.parse(example)).toEqual(example);
    expect(input.parse(example)).toEqual(example);
  });

  test('is kept by the store as it was', () => {
    fc.assert(
      fc.property(values, (value) => {
        expect(wire.parse(value)).toEqual(value);
        expect(stored.toWire(stored.ofWire(value))).toEqual(value);
      }),
    );
  });

  if (writeOnly === undefined)
    test('comes back from a form as it was', () => {
      fc.assert(
        fc.property(values, (value) => {
          expect(typed.toWire(typed.ofWire(value))).toEqual(value);
        }),
      );
    });

  test('has no fault in a form as it is loaded', () => {
    fc.assert(
      fc.property(values, (value) => {
        const form = typed.ofWire(value);
        if (typeof form === 'string' && form !== '') expect(typed.fault?.(form)).toBeUndefined();
      }),
    );
  });

  test('reads as people write it', () => {
    const [value, text] = shown;
    expect(field.shown(value)).toBe(text);
    expect(field.shown(null)).toBe('');
    expect(field.shown(undefined)).toBe('');
  });

  if (cell !== undefined)
    test('is read of a file', () => {
      const [written, read] = cell;
      expect(readCell(field, written, '2026-11-20')).toEqual(read);
    });
});

test('a count of the product and a state of the country are of these kinds', () => {
  expect(count({ label, example: 3 }).shown(1_204)).toBe('1,204');
  expect(state({ label, example: 'TX' }).options).toHaveLength(states.length);
});
