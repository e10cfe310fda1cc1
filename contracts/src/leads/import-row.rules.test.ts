import { faultsByField, importRowOn, readableCell, rowErrors } from './import-row.rules.js';

const today = '2026-11-20';

test.each([
  ['  Raymond \n Okafor ', 'Raymond Okafor'],
  ["'+12145550117", '+12145550117'],
  ["'=cmd", '=cmd'],
  ["'Til Schweiger", "'Til Schweiger"],
  ["O'Brien", "O'Brien"],
])('a cell %p is read as %p', (cell, read) => {
  expect(readableCell(cell)).toBe(read);
});

test('a row that is whole becomes what a lead is made of', () => {
  const row = { fullname: ' Ann  Lee ', phone: '(214) 555-0117', state: 'texas', birth_date: '6/2/1957' };
  expect(importRowOn(today).parse(row)).toMatchObject({
    ...{ fullname: 'Ann Lee', phone: '+12145550117', state: 'TX', birth_date: '1957-06-02' },
    ...{ email: null, consent: undefined },
  });
});

test.each([
  [
    { fullname: '', phone: '12' },
    { fullname: 'Full name is missing', phone: 'Phone is not valid: 12' },
  ],
  [{ first_name: '', last_name: '', phone: '2145550117' }, { first_name: 'Full name is missing' }],
  [
    { fullname: 'Ann', phone: '2145550117', email: 'nobody', state: 'Ontario' },
    { email: 'E-mail is not valid: nobody', state: 'State is not valid: Ontario' },
  ],
  [
    { fullname: 'Ann', phone: '2145550117', consent_ip: '1.2.3' },
    { consent_ip: 'Consent IP address is not valid: 1.2.3' },
  ],
  [{ fullname: 'Ann', phone: '2145550117' }, {}],
])('of %p the faults are %p, each at its field', (row, errors) => {
  expect(rowErrors(row, today)).toEqual(errors);
});

test('a cell that is too long for any row is a fault of its field', () => {
  const read = importRowOn(today).safeParse({ fullname: 'x'.repeat(5_001), phone: '2145550117' });
  expect(read.error && Object.keys(faultsByField(read.error))).toEqual(['fullname']);
});

test('a column that no file can have is no field of a row', () => {
  expect(importRowOn(today).safeParse({ fullname: 'Ann', phone: '2145550117', _id: '1' }).success).toBe(
    false,
  );
});
