import {
  detectDelimiter,
  detectEncoding,
  matchColumns,
  missingColumns,
  notText,
  separatorLine,
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

const utf16 = (text: string) => Buffer.from(text, 'utf16le');
const swapped = (text: string) => utf16(text).swap16();
const table = 'Name;Phone\nPeña Ā;+12145550117\n';

test.each<[string, Buffer, string, number]>([
  ['UTF-8', Buffer.from('Peña'), 'utf-8', 0],
  ['UTF-8 cut within a letter', Buffer.from('Peña').subarray(0, 3), 'utf-8', 0],
  ['UTF-8 with a mark', Buffer.from('\uFEFFPeña'), 'utf-8', 3],
  ['what is not UTF-8', Buffer.from('Peña', 'latin1'), 'windows-1252', 0],
  ['UTF-16 with a mark', utf16(`\uFEFF${table}`), 'utf-16le', 2],
  ['UTF-16 the other way round with a mark', swapped(`\uFEFF${table}`), 'utf-16be', 2],
  ['UTF-16 without a mark', utf16(table), 'utf-16le', 0],
  ['UTF-16 the other way round without a mark', swapped(table), 'utf-16be', 0],
  ['UTF-16 with names of few known letters', utf16(`Name;Phone\n王小明李小龍;+12145550117\n`), 'utf-16le', 0],
  ['UTF-16 cut within a letter', utf16(table).subarray(0, 21), 'utf-16le', 0],
])('the encoding of %s is seen', (_what, head, encoding, mark) => {
  expect(detectEncoding(head)).toEqual({ encoding, mark });
  expect(notText(head, detectEncoding(head).encoding)).toBeUndefined();
});

test.each<[string, Buffer]>([
  ['a workbook', Buffer.from([0x50, 0x4b, 3, 4, 0x14, 0, 6, 0, 8, 0, 0, 0, 0x21, 0])],
  ['an old workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0, 0, 0])],
  ['text of four bytes a letter', Buffer.from('\uFEFF\0n\0a\0', 'utf16le')],
])('%s is no text', (_what, head) => {
  expect(notText(head, detectEncoding(head).encoding)).toBe('The file is not a CSV text file');
});

test('nothing is an empty file', () => {
  expect(notText(Buffer.alloc(0), 'utf-8')).toBe('The file is empty');
});

test.each([
  ['sep=;', ';'],
  ['SEP=,', ','],
  ['"sep=|"', '|'],
  ['sep=\t', '\t'],
  ['sep=', undefined],
  ['sep=ab', undefined],
  ['separator;phone', undefined],
  ['name;sep=;', undefined],
])('the first line %p names the delimiter %p', (line, delimiter) => {
  expect(separatorLine(line)).toBe(delimiter);
});
