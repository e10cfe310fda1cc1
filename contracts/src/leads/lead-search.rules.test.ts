import { isFoundBy, leadSearchWords, searchedWords } from './lead-search.rules.js';

const lead = {
  fullname: 'Raymond Ángel O’Kafor-Whitfield',
  email: ' Ray.Okafor+life@Example.com ',
  phones: ['+12145550117', null],
};

test('a lead is found by the words of its name, its e-mail, the parts of its mailbox and its numbers', () => {
  expect(leadSearchWords(lead)).toEqual([
    ...['raymond', 'ángel', 'o', 'kafor', 'whitfield'],
    ...['ray.okafor+life@example.com', 'ray', 'okafor', 'life'],
    ...['2145550117', '5550117', '0117'],
  ]);
  expect(leadSearchWords({ fullname: '', email: null, phones: [null] })).toEqual([]);
});

test.each([
  ['Ray Okafor', ['ray', 'okafor']],
  ['(214) 555-0117', ['2145550117']],
  ['+1 214 555 0117', ['2145550117']],
  ['0117', ['0117']],
  ['21', ['21']],
  ['Ray@Example.com', ['ray@example.com']],
  ['  ', []],
])('a search for %p looks for %p', (text, words) => {
  expect(searchedWords(text)).toEqual(words);
});

test.each([
  ['', true],
  ['  !? ', true],
  ['RAY', true],
  ['ray whit', true],
  ['whitfield raymond', true],
  ['kafor', true],
  ['afor', false],
  ['mond', false],
  ['ray nobody', false],
  ['áng', true],
  ['ang', false],
  ['ray.okafor+life@exa', true],
  ['okafor+life@example.com', false],
  ['example.com', false],
  ['(214) 555', true],
  ['555-0117', true],
  ['0117', true],
  ['117', false],
  ['45550117', false],
  ['+1 (214) 555-0117', true],
])('a search for %p finds it: %p', (search, expected) => {
  expect(isFoundBy(lead, search)).toBe(expected);
});
