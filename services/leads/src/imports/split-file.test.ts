import fc from 'fast-check';
import { layOut } from './lay-out.js';
import { splitterFor } from './split-file.js';
import type { RawRecord } from './split-records.js';

const encodings = {
  'utf-16le': (text: Buffer) => text,
  'utf-16be': (text: Buffer) => text.swap16(),
} as const;
const names = ['utf-16le', 'utf-16be'] as const;
const encoded = (text: string, encoding: (typeof names)[number]) =>
  encodings[encoding](Buffer.from(text, 'utf16le'));

function split(file: Buffer, encoding: (typeof names)[number], offset = 0, line = 1, size = 7): RawRecord[] {
  const splitter = splitterFor(encoding, { offset, line, delimiter: ',' });
  const records: RawRecord[] = [];
  for (let at = offset; at < file.length; at += size)
    records.push(...splitter.push(file.subarray(at, at + size)));
  return [...records, ...splitter.end()];
}
const textsOf = (records: RawRecord[]) => records.map(({ bytes }) => bytes.toString());

test.each(names)('from the end of any record of a file of %s the rest is split as in one go', (encoding) => {
  const cell = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 6 }),
    fc.constantFrom('😀', 'Ā', '"a\n😀"', '王'),
  );
  fc.assert(
    fc.property(fc.array(cell, { maxLength: 12 }), fc.integer({ min: 1, max: 9 }), (cells, size) => {
      const file = encoded(cells.join('\n'), encoding);
      const whole = split(file, encoding, 0, 1, size);
      const wide = split(Buffer.from(file), encoding, 0, 1, 1_000);
      expect(textsOf(whole)).toEqual(textsOf(wide));
      for (const [index, { end, nextLine }] of whole.entries()) {
        const rest = split(file, encoding, end, nextLine, size);
        expect(textsOf(rest)).toEqual(textsOf(whole.slice(index + 1)));
        expect(rest.map(({ line }) => line)).toEqual(whole.slice(index + 1).map(({ line }) => line));
      }
    }),
  );
});

test('a line of UTF-16 without an end costs itself, and where the next one begins is counted right', () => {
  const file = encoded(`a,b\n"${'ж😀'.repeat(900_000)}\nc,d\n`, 'utf-16le');
  const records = split(file, 'utf-16le', 0, 1, 255 * 1024);
  expect(records.map(({ line, broken }) => [line, broken !== undefined])).toEqual([
    [1, false],
    [2, true],
    [3, false],
  ]);
  expect(records.at(-1)?.end).toBe(file.length);
  expect(textsOf(split(file, 'utf-16le', records[1]?.end ?? 0, 3))).toEqual(['c,d']);
});

describe('a file is laid out', () => {
  const layout = {
    delimiter: ';',
    columns: [
      [0, 'fullname'],
      [1, 'phone'],
    ],
  };
  const table = 'Name;Phone\r\nAnn;1\r\n';

  test.each<[string, string, Buffer, string, object]>([
    [
      'by the line that Excel begins with',
      '',
      Buffer.from(`sep=;\r\n${table}`),
      'utf-8',
      { offset: 19, line: 3 },
    ],
    [
      'by that line behind a mark',
      '',
      Buffer.from(`\uFEFFsep=;\n${table}`),
      'utf-8',
      { offset: 21, line: 3 },
    ],
    [
      'by that line in UTF-16',
      '',
      encoded(`\uFEFFsep=;\n${table}`, 'utf-16le'),
      'utf-16le',
      { offset: 38, line: 3 },
    ],
    [
      'by the delimiter given rather than that line',
      ';',
      Buffer.from(`sep=,\n${table}`),
      'utf-8',
      { offset: 18, line: 3 },
    ],
    [
      'in UTF-16 the other way round without a mark',
      '',
      encoded(table, 'utf-16be'),
      'utf-16be',
      { offset: 24, line: 2 },
    ],
  ])('%s', (_how, given, head, encoding, next) => {
    expect(layOut(head, given)).toEqual({ layout: { ...layout, encoding }, next });
  });

  test('and that line alone is an empty file', () => {
    expect(layOut(Buffer.from('sep=;\n'), '')).toEqual({ failure: 'The file is empty' });
  });
});
