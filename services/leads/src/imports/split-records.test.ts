import fc from 'fast-check';
import { RecordSplitter, type RawRecord } from './split-records.js';

const split = (text: string, sizes: readonly number[] = [], delimiter = ','): RawRecord[] => {
  const splitter = new RecordSplitter({ offset: 0, line: 1, delimiter });
  const bytes = Buffer.from(text);
  const records: RawRecord[] = [];
  let at = 0;
  for (const size of sizes) {
    records.push(...splitter.push(bytes.subarray(at, at + size)));
    at += size;
  }
  return [...records, ...splitter.push(bytes.subarray(at)), ...splitter.end()];
};
const shown = (records: RawRecord[]) =>
  records.map(({ line, bytes, broken }) => [line, bytes.toString(), ...(broken ? [broken] : [])]);

test.each<[string, string, unknown[][]]>([
  [
    'plain lines',
    'a,b\nc,d\n',
    [
      [1, 'a,b'],
      [2, 'c,d'],
    ],
  ],
  [
    'a last line without end',
    'a,b\nc,d',
    [
      [1, 'a,b'],
      [2, 'c,d'],
    ],
  ],
  [
    'CRLF',
    'a\r\nb\r\n',
    [
      [1, 'a'],
      [2, 'b'],
    ],
  ],
  [
    'empty lines are passed over and counted',
    'a\n\n\nb',
    [
      [1, 'a'],
      [4, 'b'],
    ],
  ],
  [
    'a line end inside quotes',
    '"a\nb",c\nd',
    [
      [1, '"a\nb",c'],
      [3, 'd'],
    ],
  ],
  [
    'doubled quotes',
    '"say ""hi""",b\nc',
    [
      [1, '"say ""hi""",b'],
      [2, 'c'],
    ],
  ],
  [
    'a quote inside an unquoted field is text',
    '5\'11" tall,b\nc',
    [
      [1, '5\'11" tall,b'],
      [2, 'c'],
    ],
  ],
  [
    'an unclosed quote costs its own line',
    'a\n"b,c\nd,e\nf',
    [
      [1, 'a'],
      [2, '"b,c', 'Unclosed quote'],
      [3, 'd,e'],
      [4, 'f'],
    ],
  ],
  [
    'text after a closing quote costs its own line',
    '"a"b,c\nd',
    [
      [1, '"a"b,c', 'Unexpected text after a closing quote'],
      [2, 'd'],
    ],
  ],
  ['nothing', '', []],
])('%s', (_name, text, records) => {
  expect(shown(split(text))).toEqual(records);
});

test('a quote that closes only after twenty lines costs the one line on which it opens', () => {
  const text = `"a\n${'b\n'.repeat(25)}c"\nd`;
  const records = split(text);
  expect(shown(records)[0]).toEqual([1, '"a', 'Unclosed quote']);
  expect(shown(records).at(-1)).toEqual([28, 'd']);
});

test('a row over 64 KB costs itself alone', () => {
  const records = split(`a\n${'x'.repeat(70_000)}\nb`);
  expect(records.map(({ line, broken }) => [line, broken])).toEqual([
    [1, undefined],
    [2, 'The row is longer than 64 KB'],
    [3, undefined],
  ]);
});

test('a line of many megabytes is passed over without being held', () => {
  const chunk = Buffer.alloc(256 * 1024, 'x');
  const splitter = new RecordSplitter({ offset: 0, line: 1, delimiter: ',' });
  const records = Array.from({ length: 40 }, () => splitter.push(chunk)).flat();
  expect(records).toEqual([]);
  const [long, next] = [...splitter.push(Buffer.from('x\nb\n')), ...splitter.end()];
  expect([long?.bytes.length, long?.broken, long?.end]).toEqual([
    65_536,
    'The row is longer than 64 KB',
    40 * 256 * 1024 + 2,
  ]);
  expect([next?.line, next?.bytes.toString()]).toEqual([2, 'b']);
});

test('where the file is cut into chunks changes nothing', () => {
  const piece = fc.constantFrom('a', '"', '""', ',', '\n', '\r\n', 'é', ' ', '"x"');
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 60 }),
      fc.array(fc.integer({ min: 1, max: 7 }), { maxLength: 20 }),
      (pieces, sizes) => {
        const text = pieces.join('');
        expect(shown(split(text, sizes))).toEqual(shown(split(text)));
      },
    ),
    { numRuns: 500 },
  );
});

test('going on from the end of any record gives the records that follow', () => {
  const text = 'a,"b\nb"\nc\n"d,e\nf,g\r\n\nh';
  const records = split(text);
  const bytes = Buffer.from(text);
  for (const [index, { end, nextLine }] of records.entries()) {
    const splitter = new RecordSplitter({ offset: end, line: nextLine, delimiter: ',' });
    const rest = [...splitter.push(bytes.subarray(end)), ...splitter.end()];
    expect(shown(rest)).toEqual(shown(records.slice(index + 1)));
  }
});
