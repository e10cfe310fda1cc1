import { nextAskAt, questionAbout } from './carrier-questions.rules.js';

const now = new Date('2026-11-20T17:00:00.000Z');
const sent = { send_status: 'sent', message_sid: 'SM1', uncertain: false } as const;
const lost = { send_status: 'failed', message_sid: null, uncertain: true } as const;

test.each([
  ['one that waits to be sent', { ...sent, send_status: 'queued', message_sid: null }, undefined],
  ['one that is being handed over', { ...sent, send_status: 'sending', message_sid: null }, undefined],
  ['one that the carrier has', { ...sent, send_status: 'sending' }, 'outcome'],
  ['one that went out', sent, 'outcome'],
  ['one that arrived', { ...sent, send_status: 'delivered' }, undefined],
  ['one that did not arrive', { ...sent, send_status: 'undelivered' }, undefined],
  ['one that was refused', { ...lost, uncertain: false }, undefined],
  ['one that nobody knows of', lost, 'whereabouts'],
] as const)('%s', (_what, state, question) => {
  expect(questionAbout(state)).toBe(question);
});

test.each([
  [sent, 0, '2026-11-20T17:05:00.000Z'],
  [sent, 1, '2026-11-20T17:30:00.000Z'],
  [sent, 4, '2026-11-21T17:00:00.000Z'],
  [lost, 0, '2026-11-20T17:00:15.000Z'],
  [lost, 2, '2026-11-20T17:05:00.000Z'],
])('%j, asked %i times, is asked about at %s', (state, asked, at) => {
  expect(nextAskAt(state, asked, now)?.toISOString()).toBe(at);
});

test.each([
  [sent, 5],
  [lost, 3],
  [{ ...sent, send_status: 'delivered' as const }, 0],
])('%j, asked %i times, is not asked about any more', (state, asked) => {
  expect(nextAskAt(state, asked, now)).toBeNull();
});
