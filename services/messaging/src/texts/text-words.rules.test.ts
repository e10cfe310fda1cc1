import { dressText, optOutNotice } from './text-words.rules.js';

const now = new Date('2026-11-20T17:00:00.000Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 3600 * 1000);
const agency = 'Juniper Insurance';

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
