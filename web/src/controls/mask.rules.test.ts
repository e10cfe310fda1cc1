import fc from 'fast-check';
import { applyMask, caretAfterMask, settleMask, type MaskName } from './mask.rules.js';

const digitsOf = (text: string) => text.replace(/\D/g, '');

test.each([
  ['phone', '2', '(2'],
  ['phone', '2145550117', '(214)555-0117'],
  ['phone', '+1 214-555-0117', '(214)555-0117'],
  ['phone', '+1 214 555 0196', '(214)555-0196'],
  ['phone', '1-214-555-0196', '(214)555-0196'],
  ['phone', '12145550196', '(214)555-0196'],
  ['phone', '214.555.0196', '(214)555-0196'],
  ['phone', ' 214 555 0196 ', '(214)555-0196'],
  ['phone', '\u202a+1 (214) 555\u20110196\u202c', '(214)555-0196'],
  ['phone', '(214)', '(214'],
  ['phone', '+', '+'],
  ['phone', '+1 21', '+1 21'],
  ['phone', '(214)555-01179', '(214)555-01179'],
  ['phone', '214555019612', '214555019612'],
  ['phone', '+44 20 7946 0958', '+44 20 7946 0958'],
  ['phone', '+4427946095', '+4427946095'],
  ['phone', '214-555-0196 ext 12', '214-555-0196 ext 12'],
  ['phone', 'abc', 'abc'],
  ['zip', '75201', '75201'],
  ['zip', ' 75201 ', '75201'],
  ['zip', '752011', '752011'],
  ['zip', '752 01', '752 01'],
  ['zip', '75201-12', '75201-12'],
  ['day', '2', '2'],
  ['day', '0x2', '0x2'],
  ['day', '-2', '-2'],
  ['day', '2026', '2026'],
  ['year', '1957', '1957'],
  ['year', '19570', '19570'],
  ['weight', '184', '184'],
  ['weight', '184.5', '184.5'],
  ['date', '11202026', '11/20/2026'],
  ['date', '1120', '11/20'],
  ['date', '1/', '01'],
  ['date', '01/5/', '01/05'],
  ['date', '01/05/', '01/05'],
  ['date', '11/202', '11/20/2'],
  ['date', '1/5/1957', '1/5/1957'],
  ['date', '11/2/2026', '11/2/2026'],
  ['date', '2026-11-20', '2026-11-20'],
  ['date', '11/20/20261', '11/20/20261'],
  ['date', 'May 5', 'May 5'],
  ['plainDate', '20261120', '2026-11-20'],
  ['plainDate', '2026/11', '2026-11'],
  ['plainDate', '2026-6-', '2026-06'],
  ['plainDate', '11/20/2026', '11/20/2026'],
  ['inches', '48', '48'],
  ['inches', '481', '481'],
  ['inches', '5\'10"', '5\'10"'],
  ['hours', '12', '12'],
  ['hours', '12.5', '12.5'],
  ['percent', '50', '50'],
  ['percent', '12.5', '12.5'],
  ['percent', '-5', '-5'],
  ['money', '6', '$6'],
  ['money', '62,000', '$62,000'],
  ['money', '85,000.50', '$85,000.50'],
  ['money', '-50000', '-50000'],
  ['money', '1e5', '$1e5'],
  ['money', '$', ''],
] as const)('while it is typed, %s: %p becomes %p', (mask, typed, shown) => {
  expect(applyMask(mask, typed)).toBe(shown);
});

test.each([
  ['phone', '+1 (214) 555-0196', '(214)555-0196'],
  ['phone', '214555019612', '214555019612'],
  ['zip', '75001-1234', '75001'],
  ['zip', '75001-12', '75001-12'],
  ['zip', '750011234', '750011234'],
  ['day', '0x2', '0x2'],
  ['weight', '184 lbs', '184'],
  ['weight', '184.5', '184.5'],
  ['weight', '-184', '-184'],
  ['inches', '5\'10"', '70'],
  ['inches', '510', '510'],
  ['hours', '12 h', '12'],
  ['hours', '1e2', '1e2'],
  ['percent', '50%', '50'],
  ['percent', '12.5', '12.5'],
  ['date', '1/5/1957', '01/05/1957'],
  ['date', '2026-11-20', '11/20/2026'],
  ['date', '13/20/2026', '13/20/2026'],
  ['date', '6/2/57', '6/2/57'],
  ['plainDate', '11/20/2026', '2026-11-20'],
  ['plainDate', '1957-6-2', '1957-06-02'],
  ['money', '$85,000.50', '$85000.50'],
  ['money', '85k', '$85000'],
  ['money', '85 000', '$85000'],
  ['money', '-50000', '-50000'],
  ['money', '1e5', '$1e5'],
] as const)('when it is left or pasted, %s: %p becomes %p', (mask, typed, shown) => {
  expect(settleMask(mask, typed)).toBe(shown);
});

const anyMask = fc.constantFrom<MaskName[]>('zip', 'day', 'year', 'weight', 'percent', 'date', 'plainDate');
const typedText = fc.string({ unit: fc.constantFrom(...'0123456789-+/. ()$,e%') });

test('masking leaves no digit out and adds none but the zero of a date', () => {
  fc.assert(
    fc.property(anyMask, typedText, (mask, typed) => {
      const shown = applyMask(mask, typed);
      const isOfDate = mask === 'date' || mask === 'plainDate';
      expect(isOfDate ? digitsOf(shown).replace(/0/g, '') : digitsOf(shown)).toBe(
        isOfDate ? digitsOf(typed).replace(/0/g, '') : digitsOf(typed),
      );
    }),
  );
});

test('what is masked stays as it is when it is masked again', () => {
  fc.assert(
    fc.property(fc.constantFrom<MaskName[]>('phone', 'zip', 'weight', 'money'), typedText, (mask, typed) => {
      const shown = applyMask(mask, typed);
      expect(applyMask(mask, shown)).toBe(shown);
      const settled = settleMask(mask, typed);
      expect(settleMask(mask, settled)).toBe(settled);
    }),
  );
});

test.each([
  ['at the end', '2145', 4, '(214)5', 6],
  ['in the middle', '(2145)50117', 4, '(214)550-117', 4],
  ['before the first digit', '2', 0, '(2', 1],
  ['where nothing changed', '(2914)555-0117', 3, '(2914)555-0117', 3],
  ['behind a zero that came to it', '1/', 2, '01', 2],
])('the caret stays behind its digit: %s', (_where, before, caret, shown, expected) => {
  expect(caretAfterMask(before, caret, shown)).toBe(expected);
});
