import fc from 'fast-check';
import { optOutWordings } from '@crm/contracts/customers/opt-out-wordings.fixture.js';
import { readText } from './opt-out-words.rules.js';

/** The parts of a text that are marked. */
const markedIn = (body: string) =>
  readText(body, undefined).marks.map(({ from, to }) => body.slice(from, to));

test.each(optOutWordings)('%j closes, and a person decides', (body) => {
  expect(readText(body, undefined).meaning).toBe('likely');
});

test.each([
  ['Please stop texting me', ['stop texting']],
  ['unsubscribe me please', ['unsubscribe']],
  ['STOP, wrong number', ['STOP']],
  ['Hola. ¡No me llamen más, por favor!', ['No me llamen']],
  ['Quítenme de la lista', ['Quítenme']],
  ['No more texts. Take me off your list!', ['No more texts', 'Take me off your list']],
  ['Stpo, please', ['Stpo']],
])('of %j the words %j are marked', (body, words) => {
  expect(markedIn(body)).toEqual(words);
});

const likely = [
  'Stop calling me!!!',
  'stop texting this number',
  'STOP TEXTING ME',
  'stop sending me messages',
  'Stop with the calls already',
  'please stop all the calls and texts',
  'Please stop calling at night',
  'I asked you to stop',
  'I told you guys to stop calling me',
  'I want you to stop contacting me',
  'you need to stop calling',
  'can you stop',
  'Could you please stop?',
  "can't you stop calling me",
  'You people never stop calling',
  'Stop it',
  'just stop',
  'Please STOP.',
  'STOP wrong number',
  'Wrong number. Stop.',
  'STOP - not interested',
  'Stop not interested',
  'quit texting me',
  'cease and desist',
  "Don't call me",
  'don’t call me again',
  'Dont ever text me again',
  'do not call',
  'DO NOT CALL',
  'Do not contact me',
  'do not call this number anymore',
  'never call me again',
  'Never contact us again',
  "Don't send me any more texts",
  'Do not send any more messages',
  "don't call me at work ever again",
  'Can you not text me',
  'I said not to call me',
  "I don't want any more texts",
  'I do not want your calls',
  "I don't want you to call me",
  'I no longer wish to receive messages',
  "I don't want to be contacted",
  "I don't want to hear from you",
  'No more calls or texts please',
  'no further contact',
  'No calls please',
  'Unsubscribe please!',
  'how do I unsubscribe',
  'I already unsubscribed',
  'I want to opt out',
  'Opt me out',
  'remove me from your list',
  'please remove my number',
  'Take me off your list',
  'take my number off this list',
  'Delete my number',
  'Lose my number',
  'put me on your do not call list',
  "I'm on the do not call list",
  'leave me alone',
  'Leave me the hell alone',
  'go away',
  'fuck off',
  'I revoke my consent',
  'This is harassment',
  'cancel all texts',
  'remove',
  'Cancel please',
  'UNSUB',
  'stpo',
  'Sotp',
  'stp',
  'stopp',
  'Stop1',
  'unsubcribe',
  'unsubscrib',
  'Cancle',
  'Stpo please',
  'stpo por favor',
  'no me llamen',
  'No me llame más',
  'no me escriban más',
  'No me manden mensajes',
  'ya no me llamen por favor',
  'por favor no llamar',
  'nunca me vuelvan a llamar',
  'no quiero que me llamen',
  'No quiero más mensajes',
  'no quiero recibir llamadas',
  'No más mensajes',
  'no más llamadas por favor',
  'Dejen de llamarme',
  'deje de molestar',
  'paren de escribirme',
  'déjenme en paz',
  'déjeme tranquila',
  'quítenme de la lista',
  'Sáquenme de su lista',
  'Bórrenme',
  'borren mi número',
  'darme de baja',
  'quiero darme de baja',
  'Cancelar',
  'cancelar por favor',
  'cancelen los mensajes',
  'alto!',
  'Alto por favor',
  'parar',
  'Pare',
  'basta',
  '¡Basta ya!',
  'BASTA',
];

test.each(likely)('%j likely ends contact', (body) => {
  expect(readText(body, undefined)).toMatchObject({ meaning: 'likely' });
  expect(markedIn(body).join('')).not.toBe('');
});

test.each([
  "I can't stop laughing",
  'we stopped by the office',
  "don't stop",
  'Don’t stop!',
  'nothing can stop me, call me',
  'can you text me at the bus stop',
  'stop by tomorrow',
  'STOP BY TOMORROW',
  'can you stop by on Friday?',
  "I'm at the bus stop call me",
  'last stop texting you from the train',
  'I will stop by after work',
  'it was non stop',
  "I can't stop texting you lol",
  'please call me',
  'call me at 5',
  'text me the quote',
  "Please don't stop calling until you reach me",
  "don't call me before 5, I'm at work",
  "don't call me now",
  'Do not call me today please',
  "don't text me while I'm driving",
  "why don't you call me",
  "you don't call me anymore",
  'you never text me',
  "please don't hesitate to call me",
  "I don't have your number",
  "I didn't get any calls from you",
  'I have no more questions',
  'no more than 50 dollars a month',
  'there were no more calls',
  'no texts came through',
  "I didn't unsubscribe",
  'I did not opt out',
  'take me off the do not call list',
  'remove me from the policy',
  "don't remove me",
  "don't lose my number",
  'wrong number',
  'You have the wrong number',
  'not interested',
  'No thanks',
  'no',
  'yes',
  'the end',
  'that is the end of the month',
  'I quit smoking last year',
  'I stopped smoking',
  'cancel my appointment on Friday',
  'I want to cancel my old policy',
  'please do not cancel my policy',
  'leave me a message',
  'Take me through the plan',
  'step',
  'shop',
  'stoop',
  'top',
  'and',
  'quiet',
  'Quite',
  'spot',
  'stops',
  'cancer',
  'quiz',
  'auto',
  'hasta',
  'salto',
  'pasta',
  'alta',
  'no me llamo Juan',
  'Me llamo Ana',
  'no me llame hoy, llame mañana',
  'no me llamen ahora estoy trabajando',
  'llámeme más tarde',
  '¿por qué no me llaman?',
  'número equivocado',
  'no me interesa',
  'para mi esposa',
  'es para mañana',
  'no pare de llamar',
  'no quiero perder el seguro',
  '',
  '👍',
  '...',
])('%j closes nothing', (body) => {
  expect(readText(body, undefined)).toEqual({ meaning: 'none', marks: [], closes: [] });
});

test.each([
  ['STOP', undefined, 'certain'],
  [' stop. ', undefined, 'certain'],
  ['Stop all', undefined, 'certain'],
  ['S.T.O.P.', undefined, 'certain'],
  ['opt-out', undefined, 'certain'],
  ['"Unsubscribe"', undefined, 'certain'],
  ['anything', 'STOP', 'certain'],
  ['start', undefined, 'start'],
  ['anything', 'START', 'start'],
  ['YES', undefined, 'none'],
  ['HELP', 'HELP', 'help'],
  ['Help!', undefined, 'help'],
  ['ayuda', undefined, 'help'],
  ['INFO', undefined, 'help'],
  ['help me choose a plan', undefined, 'none'],
  ['start on Monday', undefined, 'none'],
])('%j with the carrier’s %s is %s', (body, type, meaning) => {
  expect(readText(body, type).meaning).toBe(meaning);
});

const keywords = [
  'stop',
  'stopall',
  'stop all',
  'unsubscribe',
  'cancel',
  'end',
  'quit',
  'optout',
  'opt out',
  'revoke',
];
const edge = fc.string({ unit: fc.constantFrom(...' \t\n.,!?;:"\'“”’()-*…👍') });
const between = fc.string({ unit: fc.constantFrom(...' \t\n-.'), minLength: 1, maxLength: 3 });

test('a keyword alone is certain in any case, spacing and punctuation, and marked as a whole', () => {
  const cased = fc
    .constantFrom(...keywords)
    .chain((word) =>
      fc
        .array(fc.boolean(), { minLength: word.length, maxLength: word.length })
        .map((large) =>
          [...word].map((letter, index) => (large[index] === true ? letter.toUpperCase() : letter)).join(''),
        ),
    );
  fc.assert(
    fc.property(cased, edge, edge, between, (word, before, after, gap) => {
      const written = word.replace(' ', gap);
      const body = `${before}${written}${after}`;
      expect(readText(body, undefined).meaning).toBe('certain');
      expect(markedIn(body)).toEqual([written]);
    }),
  );
});

test('any text is read, quickly, and its marks lie within it in order', () => {
  const words = fc.constantFrom(
    'stop',
    'no',
    'more',
    'dont',
    'me',
    'call',
    'please',
    'the',
    'you',
    'want',
    'mas',
    '.',
  );
  const texts = fc.oneof(
    fc.string({ maxLength: 400 }),
    fc.array(words, { maxLength: 300 }).map((all) => all.join(' ')),
  );
  fc.assert(
    fc.property(texts, (body) => {
      const { marks, meaning } = readText(body, undefined);
      const places = marks.flatMap(({ from, to }) => [from, to]);
      expect(places).toEqual([...places].sort((a, b) => a - b));
      expect(places.every((place) => place >= 0 && place <= body.length)).toBe(true);
      expect(marks.length > 0).toBe(meaning !== 'none');
    }),
  );
});

describe('which channels are closed', () => {
  test.each([
    ["Don't text me, call me", ['text']],
    ["don't text me just call me", ['text']],
    ['Please stop texting me. You can call me after 5', ['text']],
    ['No more texts please, call me instead', ['text']],
    ['stop texting, give me a call', ['text']],
    ['No me manden mensajes, mejor llámenme', ['text']],
    ["Don't call me, text me", ['call']],
    ['stop calling me, just text me', ['call']],
    ["don't call me. I prefer text", ['call']],
  ])('%j closes %j alone', (body, closes) => {
    expect(readText(body, undefined)).toMatchObject({ meaning: 'likely', closes });
  });

  test.each([
    'STOP',
    'Please stop texting me',
    "Don't text me or call me",
    "Don't text me, don't call me either",
    "Don't text me and never call me again",
    'stop texting me, you call me every day',
    'Stop. Call me',
    'do not contact me, call me',
    "don't text me, who are you",
    'No more calls or texts please, call me',
    "don't text me. I will call you",
  ])('%j closes both', (body) => {
    expect(readText(body, undefined).closes).toEqual(['call', 'text']);
  });

  test('what closes nothing names no channel', () => {
    expect(readText('call me', undefined).closes).toEqual([]);
    expect(readText('HELP', undefined).closes).toEqual([]);
    expect(readText('START', undefined).closes).toEqual([]);
  });
});
