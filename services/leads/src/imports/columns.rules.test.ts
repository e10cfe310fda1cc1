import {
  byteOrderMark,
  detectDelimiter,
  detectEncoding,
  matchColumns,
  missingColumns,
  notText,
} from './columns.rules.js';

test.each([
  [
    ['Full Name', 'Phone', 'E-mail', 'ZIP code', 'State', 'Date of Birth'],
    ['fullname', 'phone', 'email', 'zipcode', 'state', 'birth_date'],
  ],
  [
    ['first_name', 'LAST NAME', 'Cell #', 'dob'],
    ['first_name', 'last_name', 'phone', 'birth_date'],
  ],
  [
    ['FirstName', 'Surname', 'Mobile', 'Tel'],
    ['first_name', 'last_name', 'phone', 'second_phone'],
  ],
  [
    ['Name', 'Phone', 'Income per year', 'Household Income', 'Remainning Mortgage', 'Mortgage'],
    ['fullname', 'phone', 'income', undefined, 'mortgage_remaining', undefined],
  ],
  [
    ['name', 'name', 'phone'],
    ['fullname', undefined, 'phone'],
  ],
  [
    ['Lead score', 'Phone Number', 'Client Name'],
    [undefined, 'phone', 'fullname'],
  ],
])('headings %p fill %p', (headings, fields) => {
  const columns = matchColumns(headings);
  expect(headings.map((_, position) => columns.get(position))).toEqual(fields);
});

test('a file without a name or a phone column is refused with what was found', () => {
  expect(missingColumns(matchColumns(['Email']), ['Email'])).toBe(
    'No column holds the full name and the phone number. The first line has: Email',
  );
  expect(missingColumns(matchColumns(['Name', 'Phone']), ['Name', 'Phone'])).toBeUndefined();
});

test.each([
  ['a,b,c', ','],
  ['a;b;c', ';'],
  ['a\tb', '\t'],
  ['a|b|c', '|'],
  ['"a,b,c";d', ';'],
  ['alone', ','],
])('the delimiter of %p is %p', (line, delimiter) => {
  expect(detectDelimiter(line)).toBe(delimiter);
});

test('what is valid UTF-8 is read as such, all else as windows-1252', () => {
  expect(detectEncoding(Buffer.from('Peña'))).toBe('utf-8');
  expect(detectEncoding(Buffer.from('Peña').subarray(0, 3))).toBe('utf-8');
  expect(detectEncoding(Buffer.from('Peña', 'latin1'))).toBe('windows-1252');
});

test('a byte order mark is seen, and what is no text is refused', () => {
  expect(byteOrderMark(Buffer.from('\uFEFFname'))).toBe(3);
  expect(byteOrderMark(Buffer.from('name'))).toBe(0);
  expect(notText(Buffer.from([0x50, 0x4b, 3, 4, 0]))).toBe('The file is not a CSV text file');
  expect(notText(Buffer.alloc(0))).toBe('The file is empty');
  expect(notText(Buffer.from('name,phone'))).toBeUndefined();
});
