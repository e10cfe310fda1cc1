import fc from 'fast-check';
import { z } from 'zod';
import { readMoney } from '../money.js';
import { choice, flag, state } from './choice-kinds.js';
import { money, wholeNumber } from './number-kinds.js';
import { email, longText, phone, phoneOrEmpty, text, zip } from './text-kinds.js';
import { birthDate, date } from './time-kinds.js';
import { instant } from './kept-kinds.js';
import { choices, numberedChoices, words } from './several-kinds.js';
import type { Field } from './field.js';

const colours = [
  { id: 'red', name: 'Red' },
  { id: 'blue', name: 'Blue' },
] as const;

const fields = {
  name: text({ label: 'Name', max: 20, required: true, example: 'Upper' }),
  notes: longText({ label: 'Notes', max: 2_000, example: 'Two\nlines' }),
  phone: phone({ label: 'Phone', required: true, example: '+12145550117' }),
  fax: phone({ label: 'Fax', example: null }),
  mail: email({ label: 'E-mail', required: true, example: 'a@example.com' }),
  zip: zip({ label: 'Zip code', example: '75201' }),
  state: state({ label: 'State', required: true, example: 'TX' }),
  colour: choice({ label: 'Colour', of: colours, example: 'blue' }),
  opened: date({ label: 'Opened on', example: '2026-11-20' }),
  rent: money({ label: 'Rent', example: 85_000.5 }),
  tries: wholeNumber({ label: 'Tries', min: 1, max: 100, example: 3 }),
  due: money({ label: 'Due', required: true, example: 12 }),
  mobile: phoneOrEmpty({ label: 'Mobile', example: '' }),
  codes: words({
    label: 'Codes',
    each: { matches: /^\d{3}$/, wrong: (code) => `${code} is none`, twice: (code) => `${code} twice` },
    max: 3,
    example: ['214', '469'],
  }),
};

/** What a person types, read and checked as a form does. */
function typed(field: Field, what: string): unknown {
  const fault = field.kind === 'money' && what !== '' ? field.typed.fault?.(what) : undefined;
  if (fault !== undefined) return fault;
  const read = field.wire.safeParse(field.typed.toWire(what));
  return read.success ? read.data : read.error.issues[0]?.message;
}

test.each<[keyof typeof fields, string, unknown]>([
  ['name', '  Upper ', 'Upper'],
  ['name', ' ', 'This field is required'],
  ['notes', 'Two\nlines', 'Two\nlines'],
  ['phone', '(214)555-0117', '+12145550117'],
  ['phone', '1 214 555 0117', '+12145550117'],
  ['phone', '(214)555', 'Please enter a valid 13-digit phone number'],
  ['fax', '', null],
  ['mail', 'a@example.com', 'a@example.com'],
  ['mail', 'a@example', 'E-mail must be valid'],
  ['zip', '75201', '75201'],
  ['zip', '752', 'Please enter a valid 5-digit zipcode'],
  ['state', 'TX', 'TX'],
  ['colour', '', null],
  ['opened', '11/20/2026', '2026-11-20'],
  ['opened', '2/30/2026', 'Enter a valid date, for example 2026-11-20'],
  ['rent', '$85,000.50', 85_000.5],
  ['rent', '85k', 85_000],
  ['rent', '', null],
  ['rent', '-5', 'An amount cannot be negative'],
  ['rent', 'a lot', 'Enter an amount, for example $85,000.50'],
  ['tries', ' 12 ', 12],
  ['tries', '', null],
  ['tries', '0', 'At least 1'],
  ['due', '', 'This field is required'],
  ['mobile', '(214)555-0117', '+12145550117'],
  ['mobile', ' ', ''],
  ['codes', ' 214,469;972 ', ['214', '469', '972']],
  ['codes', '', []],
  ['codes', '214 46', '46 is none'],
  ['codes', '214 469 214', '214 twice'],
  ['mobile', '(214)', 'Please enter a valid 13-digit phone number'],
])('%s typed as %j is %j on the wire', (key, what, wire) => {
  expect(typed(fields[key] as Field, what)).toEqual(wire);
});

test('what a person reads is the value in their own writing', () => {
  expect(fields.phone.shown('+12145550117')).toBe('(214) 555-0117');
  expect(fields.fax.shown(null)).toBe('');
  expect(fields.colour.shown('blue')).toBe('Blue');
  expect(fields.opened.shown('2026-11-20')).toBe('11/20/2026');
  expect(fields.rent.shown(85_000.5)).toBe('$85,000.50');
  expect(choices({ label: 'Colours', of: colours, example: [] }).shown(['blue', 'red'])).toBe('Blue, Red');
  expect(flag({ label: 'Open', initially: 1, example: 1 }).shown(0)).toBe('No');
  expect(instant({ label: 'Seen', example: null }).shown('2026-11-20T17:38:00.000Z')).toBe(
    '11/20/2026 9:38 AM',
  );
});

test('an amount that a program sends as a text is refused as what is no number', () => {
  expect(fields.rent.wire.safeParse('$85,000.50').error?.issues[0]?.message).not.toContain('$85,000.50');
});

test('an amount is kept to the cent, whatever it is', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10 ** 12 }), (cents) => {
      const dollars: z.output<typeof fields.due.wire> = cents / 100;
      expect(fields.due.stored.toWire(fields.due.stored.ofWire(dollars))).toBe(dollars);
      expect(readMoney(String(fields.due.typed.ofWire(dollars)))).toBe(dollars);
    }),
  );
});

test('a list that is numbered is chosen from by names, and numbers on the wire', () => {
  const areas = numberedChoices({
    label: 'Areas',
    of: [
      { id: 1, name: 'Life' },
      { id: 2, name: 'Health' },
    ],
    each: z.union([z.literal(1), z.literal(2)]),
    example: [1],
  });
  expect(areas.typed.ofWire([1, 2])).toEqual(['1', '2']);
  expect(areas.wire.parse(areas.typed.toWire(['2']))).toEqual([2]);
  expect(areas.wire.safeParse([3]).success).toBe(false);
  expect(areas.shown([2, 1])).toBe('Health, Life');
});

test('a text that an input has none of any more is empty', () => {
  const { typed: form }: Field = text({ label: 'Name', max: 20, example: '' });
  expect(form.toWire(null)).toBe('');
});

test('a birth date that is typed in none of its parts is nothing', () => {
  const { typed: form } = birthDate({ label: 'Birth date', example: null });
  expect(form.toWire(form.empty)).toBeNull();
  expect(form.toWire({ birth_month: '06', birth_day: '02', birth_year: '1957' })).toBe('1957-06-02');
});

test('a field that came later reads as nothing in the records of before', () => {
  for (const key of ['notes', 'fax', 'mobile', 'opened', 'rent', 'codes'] as const) {
    const { stored, typed: form }: Field = fields[key];
    expect([key, stored.toWire(undefined)]).toEqual([key, form.toWire(form.empty)]);
  }
});
