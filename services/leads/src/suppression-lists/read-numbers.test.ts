import { numberIn } from './number-lines.rules.js';
import { readNumbers } from './read-numbers.js';

test.each([
  ['2145550117', '+12145550117'],
  ['+1 (214) 555-0117', '+12145550117'],
  ['214-555-0117', '+12145550117'],
  ['12145550117', '+12145550117'],
  ['214,5550117', '+12145550117'],
  ['"214","5550117"', '+12145550117'],
  ['Okafor;214.555.0117;TX', '+12145550117'],
  ['2026-11-02\t2145550117', '+12145550117'],
  ['20261102,2145550117', '+12145550117'],
  ['phone', undefined],
  ['5550117', undefined],
  ['1145550117', undefined],
  ['99921455501170', undefined],
])('of the line %j the number is %j', (line, number) => {
  expect(numberIn(line)).toBe(number);
});

async function* pieces(text: string, size: number) {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function readAll(content: AsyncIterable<Buffer>) {
  const all = { numbers: [] as string[], refused: 0, batches: 0 };
  for await (const { numbers, refused } of readNumbers(content)) {
    all.numbers.push(...numbers);
    all.refused += refused;
    all.batches += 1;
  }
  return all;
}

test.each([1, 7, 1_000])(
  'a file in pieces of %i bytes is read line by line, its heading is no refused line',
  async (size) => {
    const file = '\uFEFFPhone number\r\n2145550117\r\n\r\nnobody\r\n469,5550118\n2145550117\n2145550119';
    expect(await readAll(pieces(file, size))).toMatchObject({
      numbers: ['+12145550117', '+14695550118', '+12145550119'],
      refused: 1,
    });
  },
);

test('a file of UTF-16 is read too', async () => {
  const file = Buffer.from('\uFEFF2145550117\r\n2145550118\r\n', 'utf16le');
  const halves = (async function* () {
    yield file.subarray(0, 9);
    yield file.subarray(9);
  })();
  expect((await readAll(halves)).numbers).toEqual(['+12145550117', '+12145550118']);
});

test('many numbers come in batches', async () => {
  const file = Array.from({ length: 5_000 }, (_none, index) => String(2_145_550_000 + index)).join('\n');
  expect(await readAll(pieces(file, 4_096))).toMatchObject({ batches: 3, refused: 0 });
});
