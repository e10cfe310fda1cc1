import { textToCaller, type CallbackAsked } from './callback-text.rules.js';

const now = new Date('2026-11-20T17:00:00.000Z');
const asked: CallbackAsked = {
  number: '+12145550117',
  texts: ['', 'We will call you back.'],
  missedAt: now,
  now,
};
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);

test.each<[string, Partial<CallbackAsked>, string]>([
  ['the text of all where the user has none', {}, 'We will call you back.'],
  ['the user’s own before that of all', { texts: [' Away until Monday. ', 'Later.'] }, 'Away until Monday.'],
  ['it half an hour later too', { missedAt: ago(30) }, 'We will call you back.'],
])('a caller is sent %s', (_what, given, body) => {
  expect(textToCaller({ ...asked, ...given })).toEqual({ body });
});

test.each<[string, Partial<CallbackAsked>, string]>([
  ['who hides the number', { number: 'anonymous' }, 'The caller has no number to text'],
  ['from abroad', { number: '+442071838750' }, 'The caller has no number to text'],
  ['where no text is set', { texts: ['', '  '] }, 'No text is set'],
  ['whose call is long over', { missedAt: ago(31) }, 'The call was too long ago'],
])('a caller %s is sent none', (_who, given, reason) => {
  expect(textToCaller({ ...asked, ...given })).toEqual({ reason });
});
