import { ownSentencesIn } from './own-sentences.rules.js';
import { dressText } from './text-words.rules.js';

const now = new Date('2026-11-20T17:00:00.000Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 3600 * 1000);
const agency = 'Juniper Insurance';
const { optOutNotice } = ownSentencesIn.en;

test.each([
  ['the first to a number', 'Hi.', { agency: false, optOutAt: null }, `${agency}: Hi.\n${optOutNotice}`],
  ['files alone, the first time', '', { agency: false, optOutAt: null }, `${agency}\n${optOutNotice}`],
  ['files alone, later', ' ', { agency: true, optOutAt: daysAgo(29) }, ''],
  ['the next one', 'Hi.', { agency: true, optOutAt: daysAgo(29) }, 'Hi.'],
  ['one a month later', 'Hi.', { agency: true, optOutAt: daysAgo(30) }, `Hi.\n${optOutNotice}`],
  [
    'one that says both itself',
    'juniper insurance here. Reply STOP to end.',
    { agency: false, optOutAt: null },
    'juniper insurance here. Reply STOP to end.',
  ],
])('%s goes out as it should', (_what, text, said, body) => {
  expect(dressText(text, agency, said, now).body).toBe(body);
});

test.each([
  ['Hola.', 'Hola.\nResponda STOP para cancelar'],
  ['Hola. Envíe STOP para no recibir más.', 'Hola. Envíe STOP para no recibir más.'],
  ['Responda “STOP” para cancelar.', 'Responda “STOP” para cancelar.'],
  ['Reply STOP to end.', 'Reply STOP to end.'],
])('to who speaks Spanish %j goes out as %j', (text, body) => {
  const said = { agency: true, optOutAt: null };
  expect(dressText(text, agency, said, now, 'es')).toEqual({ body, saidAgency: false, saidOptOut: true });
});
