import {
  canResend,
  notFoundReason,
  reasonTold,
  reduceText,
  statusTold,
  unknownReason,
  type TextFact,
} from './reduce-text.rules.js';
import type { TextState } from './text.model.js';

const queued: TextState = {
  send_status: 'queued',
  reason: '',
  attempt: 1,
  message_sid: null,
  uncertain: false,
  told: false,
};
const told = (status: TextState['send_status'], sid = 'SM1', attempt = 1): TextFact => ({
  is: 'told',
  attempt,
  sid,
  status,
  reason: '',
});
const after = (...facts: TextFact[]) =>
  facts.reduce((state: TextState, fact) => reduceText(state, fact) ?? state, queued);

const handed: TextFact = { is: 'handed-over', attempt: 1 };
const accepted: TextFact = { is: 'accepted', attempt: 1, sid: 'SM1' };
const unknown: TextFact = { is: 'unknown', attempt: 1 };
const notFound: TextFact = { is: 'not-found', attempt: 1 };

test.each<[string, TextFact[], Partial<TextState>]>([
  ['handed over', [handed], { send_status: 'sending', told: false }],
  ['taken by the carrier', [handed, accepted], { send_status: 'sending', message_sid: 'SM1', told: true }],
  ['delivered', [handed, accepted, told('sent'), told('delivered')], { send_status: 'delivered' }],
  ['told before the answer', [handed, told('sent'), accepted], { send_status: 'sent', told: true }],
  ['told late', [handed, accepted, told('delivered'), told('sent')], { send_status: 'delivered' }],
  ['told twice', [handed, accepted, told('sent'), told('sent')], { send_status: 'sent' }],
  ['ended twice', [handed, accepted, told('undelivered'), told('delivered')], { send_status: 'undelivered' }],
  ['lost', [handed, unknown], { send_status: 'failed', reason: unknownReason, uncertain: true, told: true }],
  [
    'lost and found',
    [handed, unknown, told('delivered')],
    { send_status: 'delivered', uncertain: false, reason: '' },
  ],
  [
    'lost, and not found',
    [handed, unknown, notFound, notFound],
    { send_status: 'failed', reason: notFoundReason, uncertain: true },
  ],
  ['not found, and known after all', [handed, unknown, notFound, told('sent')], { send_status: 'sent' }],
  ['known, and not found', [handed, accepted, notFound], { send_status: 'sending', reason: '' }],
  ['lost, and answered', [handed, unknown, accepted], { send_status: 'sending', uncertain: false }],
  ['told, then lost', [handed, told('sent'), unknown], { send_status: 'sent', uncertain: false }],
  ['refused', [handed, { is: 'refused', attempt: 1, reason: 'No' }], { send_status: 'failed', reason: 'No' }],
  ['put back', [handed, { is: 'put-back', attempt: 1 }], { send_status: 'queued' }],
  [
    'sent again, and told of the first sending',
    [handed, accepted, told('failed'), { is: 'resent' }, told('delivered')],
    { send_status: 'queued', attempt: 2, message_sid: null },
  ],
  [
    'sent again and delivered',
    [handed, accepted, told('failed'), { is: 'resent' }, told('delivered', 'SM2', 2)],
    { send_status: 'delivered', message_sid: 'SM2' },
  ],
])('a text %s', (_what, facts, expected) => {
  expect(after(...facts)).toMatchObject(expected);
});

test('word of another text of the carrier’s changes nothing', () => {
  expect(reduceText(after(handed, accepted), told('delivered', 'SM9'))).toBeUndefined();
});

test('a text is sent again once, and only where it failed', () => {
  const failed = after(handed, accepted, told('failed'));
  expect([canResend(failed), canResend(after(handed, accepted))]).toEqual([true, false]);
  const again = reduceText(failed, { is: 'resent' }) ?? failed;
  const failedAgain = reduceText(again, told('failed', 'SM2', 2)) ?? again;
  expect([failedAgain.send_status, canResend(failedAgain)]).toEqual(['failed', false]);
  expect(reduceText(failedAgain, { is: 'resent' })).toBeUndefined();
});

test.each([
  ['queued', 'sending'],
  ['sent', 'sent'],
  ['delivered', 'delivered'],
  ['undelivered', 'undelivered'],
  ['failed', 'failed'],
  ['receiving', undefined],
])('the carrier’s %s is our %s', (word, status) => {
  expect(statusTold(word)).toBe(status);
});

test.each([
  ['delivered', 0, ''],
  ['sent', 30008, ''],
  ['failed', 0, 'The carrier could not deliver it'],
  [
    'undelivered',
    30003,
    'The carrier could not deliver it: the phone is switched off or out of reach (30003)',
  ],
  ['failed', 30034, 'The carrier could not deliver it: our number is not registered for texts (30034)'],
  ['failed', 39999, 'The carrier could not deliver it (39999)'],
] as const)('a text that is %s with the number %i has the reason %j', (status, code, reason) => {
  expect(reasonTold(status, code)).toBe(reason);
});
