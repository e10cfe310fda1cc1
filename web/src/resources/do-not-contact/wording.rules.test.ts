import { excerptOf, piecesOf } from './wording.rules.js';

test('a text is cut where its marks begin and end', () => {
  const marks = [
    { from: 0, to: 4 },
    { from: 6, to: 10 },
  ];
  expect(piecesOf({ text: 'Stop, stop it', marks })).toEqual([
    { from: 0, text: 'Stop', isMarked: true },
    { from: 4, text: ', ', isMarked: false },
    { from: 6, text: 'stop', isMarked: true },
    { from: 10, text: ' it', isMarked: false },
  ]);
});

test('a short text is shown whole, of a long one what stands around its first words', () => {
  const short = { text: 'Please stop', marks: [{ from: 7, to: 11 }], rules: '2026-11-23' };
  expect(excerptOf(short)).toEqual(short);
  const text = `${'a'.repeat(300)} stop texting ${'b'.repeat(300)}`;
  const marks = [
    { from: 301, to: 313 },
    { from: 500, to: 510 },
  ];
  const cut = excerptOf({ text, marks, rules: '2026-11-23' });
  expect(cut.text).toMatch(/^…a{59} stop texting b{119}…$/);
  expect(piecesOf(cut).filter(({ isMarked }) => isMarked)).toMatchObject([{ text: 'stop texting' }]);
});
