import { textSize } from './text-segments.rules.js';

const a = (count: number) => 'a'.repeat(count);
const umlautOutside = (count: number) => 'ж'.repeat(count);

test.each([
  ['nothing', '', 0, 0, 'GSM-7'],
  ['one plain character', 'a', 1, 1, 'GSM-7'],
  ['160 plain ones', a(160), 160, 1, 'GSM-7'],
  ['161 plain ones', a(161), 161, 2, 'GSM-7'],
  ['306 plain ones', a(306), 306, 2, 'GSM-7'],
  ['307 plain ones', a(307), 307, 3, 'GSM-7'],
  ['the umlauts and accents of the alphabet', 'äöüñàéèÇ£', 9, 1, 'GSM-7'],
  ['a line break', 'a\nb', 3, 1, 'GSM-7'],
  ['80 signs that take two places', '€'.repeat(80), 80, 1, 'GSM-7'],
  ['81 of them', '€'.repeat(81), 81, 2, 'GSM-7'],
  ['one of them over the end of a segment', `${a(152)}€${a(152)}`, 305, 3, 'GSM-7'],
  ['a curly quote among plain ones', `${a(69)}’`, 70, 1, 'UCS-2'],
  ['71 with a curly quote', `${a(70)}’`, 71, 2, 'UCS-2'],
  ['70 of another script', umlautOutside(70), 70, 1, 'UCS-2'],
  ['134 of another script', umlautOutside(134), 134, 2, 'UCS-2'],
  ['135 of another script', umlautOutside(135), 135, 3, 'UCS-2'],
  ['35 faces, two places each', '😀'.repeat(35), 35, 1, 'UCS-2'],
  ['36 faces', '😀'.repeat(36), 36, 2, 'UCS-2'],
  ['a face over the end of a segment', `${umlautOutside(66)}😀${umlautOutside(66)}`, 133, 3, 'UCS-2'],
] as const)('%s', (_name, text, characters, segments, encoding) => {
  expect(textSize(text)).toEqual({ characters, segments, encoding });
});
