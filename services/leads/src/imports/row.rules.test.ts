import { readBirthDate, readHeight, readZip } from '@crm/contracts/leads/cells.rules.js';
import { matchColumns } from './columns.rules.js';
import { readRow } from './row.rules.js';

const headings = ['Name', 'Phone', 'Email', 'State', 'ZIP', 'DOB', 'Gender', 'Smoker', 'Weight'];
const read = (...cells: string[]) => readRow(cells, matchColumns(headings), '2026-11-20');

test('a full row is read and normalised', () => {
  expect(
    read(
      '  Raymond   Okafor ',
      '(214) 555-0117',
      'R.Okafor@Example.com',
      'texas',
      '75201-1234',
      '6/2/1957',
      'Male',
      'no',
      '184 lbs',
    ),
  ).toEqual({
    row: {
      fullname: 'Raymond Okafor',
      phone: '+12145550117',
      second_phone: null,
      email: 'R.Okafor@Example.com',
      address: null,
      city: null,
      county: null,
      zipcode: '75201',
      language: null,
      state: 'TX',
      birth_date: '1957-06-02',
      gender: 'm',
      height: null,
      weight: 184,
      tobacco: 0,
      income: null,
      mortgage_remaining: null,
    },
  });
});

test.each([
  ['es', 'es'],
  ['Spanish', 'es'],
  ['ESPAÑOL', 'es'],
  ['es-MX', 'es'],
  ['English', 'en'],
  ['', null],
  ['Tagalog', null],
])('the language %p is %p, and none that is not known refuses a row', (cell, language) => {
  const columns = matchColumns(['Name', 'Phone', 'Preferred Language']);
  expect(readRow(['Ray', '2145550117', cell], columns, '2026-11-20')).toMatchObject({ row: { language } });
});

test('name and phone are enough', () => {
  expect(read('Ray', '2145550117')).toMatchObject({ row: { fullname: 'Ray', email: null, state: null } });
});

test.each([
  [['', '2145550117'], 'Full name is missing'],
  [['Ray', ''], 'Phone is missing'],
  [['Ray', '555-0117'], 'Phone is not valid: 555-0117'],
  [['Ray', '2145550117', 'ray(at)example.com'], 'E-mail is not valid: ray(at)example.com'],
  [['Ray', '2145550117', '', 'Ontario'], 'State is not valid: Ontario'],
  [['Ray', '2145550117', '', '', '752'], 'ZIP is not valid: 752'],
  [['Ray', '2145550117', '', '', '', '02/30/1957'], 'Birth date is not valid: 02/30/1957'],
  [
    ['', '555', 'x', 'Ontario'],
    'Full name is missing; Phone is not valid: 555; E-mail is not valid: x; State is not valid: Ontario',
  ],
])('%p is refused: %s', (cells, reason) => {
  expect(read(...cells)).toEqual({ reason });
});

const ofMoney = matchColumns(['Name', 'Phone', 'Annual Income', 'Mortgage Balance', 'Street']);
const readMoneyRow = (...cells: string[]) => readRow(['Ray', '2145550117', ...cells], ofMoney, '2026-11-20');

test('amounts are read as people write them', () => {
  expect(readMoneyRow('$85,000.50', '120k')).toMatchObject({
    row: { income: 85_000.5, mortgage_remaining: 120_000 },
  });
  expect(readMoneyRow('', '')).toMatchObject({ row: { income: null, mortgage_remaining: null } });
});

test.each([
  [['-50000'], 'Income is not valid: -50000. An amount cannot be negative'],
  [['1e5'], 'Income is not valid: 1e5. Enter an amount, for example $85,000.50'],
  [['', '85.000,50'], 'Mortgage is not valid: 85.000,50. Enter an amount, for example $85,000.50'],
  [['', '', 'x'.repeat(501)], 'Address is too long. At most 500 characters'],
])('a row with %p is refused: %s', (cells, reason) => {
  expect(readMoneyRow(...cells)).toEqual({ reason });
});

test('what is optional and cannot be read is left out', () => {
  expect(read('Ray', '2145550117', '', '', '', '', '?', 'maybe', 'heavy')).toMatchObject({
    row: { gender: null, tobacco: null, weight: null },
  });
});

test('first and last name make the full name', () => {
  const columns = matchColumns(['First', 'Last', 'Phone']);
  expect(readRow(['Ray', 'Okafor', '2145550117'], columns, '2026-11-20')).toMatchObject({
    row: { fullname: 'Ray Okafor' },
  });
});

test.each([
  ['75201', '75201'],
  ['2134', '02134'],
  ['75201-1234', '75201'],
  ['752', undefined],
  ['ABCDE', undefined],
])('ZIP %p is %p', (text, zip) => {
  expect(readZip(text)).toBe(zip);
});

test.each([
  ['1957-06-02', '1957-06-02'],
  ['1957/6/2', '1957-06-02'],
  ['06-02-1957', '1957-06-02'],
  ['6.2.1957', '1957-06-02'],
  ['1957-06-02T00:00:00Z', '1957-06-02'],
  ['1899-12-31', undefined],
  ['2026-11-21', undefined],
  ['6/2/57', undefined],
  ['soon', undefined],
])('birth date %p is %p', (text, date) => {
  expect(readBirthDate(text, '2026-11-20')).toBe(date);
});

test.each([
  ['70', 70],
  ["5'10", 70],
  ['5\'10"', 70],
  ['5 ft 10 in', 70],
  ["6'", 72],
  ['52', null],
  ['tall', null],
])('height %p is %p', (text, inches) => {
  expect(readHeight(text)).toBe(inches);
});
