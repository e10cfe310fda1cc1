import {
  canResend,
  notFoundReason,
  reasonReported,
  reduceText,
  statusReported,
  unknownReason,
  type TextUpdate,
} from './reduce-text.rules.js';
import type { TextState } from './text.model.js';

const queued: TextState = {
  send_status: 'queued',
  reason: '',
  attempt: 1,
  message_sid: null,
  uncertain: false,
  published: false,
};
const reported = (status: TextState['send_status'], sid = 'SM1', attempt = 1): TextUpdate => ({
  is: 'reported',
  attempt,
  sid,
  status,
  reason: '',
});
const after = (...updates: TextUpdate[]) =>
  updates.reduce((state: TextState, update) => reduceText(state, update) ?? state, queued);

const handed: TextUpdate = { is: 'handed-over', attempt: 1 };
const accepted: TextUpdate = { is: 'accepted', attempt: 1, sid: 'SM1' };
const unknown: TextUpdate = { is: 'unknown', attempt: 1 };
const notFound: TextUpdate = { is: 'not-found', attempt: 1 };

test.each<[string, TextUpdate[], Partial<TextState>]>([
  ['handed over', [handed], { send_status: 'sending', published: false }],
  [
    'taken by the carrier',
    [handed, accepted],
    { send_status: 'sending', message_sid: 'SM1', published: true },
  ],
  ['delivered', [handed, accepted, reported('sent'), reported('delivered')], { send_status: 'delivered' }],
  ['told before the answer', [handed, reported('sent'), accepted], { send_status: 'sent', published: true }],
  ['told late', [handed, accepted, reported('delivered'), reported('sent')], { send_status: 'delivered' }],
  ['told twice', [handed, accepted, reported('sent'), reported('sent')], { send_status: 'sent' }],
  [
    'ended twice',
    [handed, accepted, reported('undelivered'), reported('delivered')],
    { send_status: 'undelivered' },
  ],
  [
    'lost',
    [handed, unknown],
    { send_status: 'failed', reason: unknownReason, uncertain: true, published: true },
  ],
  [
    'lost and found',
    [handed, unknown, reported('delivered')],
    { send_status: 'delivered', uncertain: false, reason: '' },
  ],
  [
    'lost, and not found',
    [handed, unknown, notFound, notFound],
    { send_status: 'failed', reason: notFoundReason, uncertain: true },
  ],
  ['not found, and known after all', [handed, unknown, notFound, reported('sent')], { send_status: 'sent' }],
  ['known, and not found', [handed, accepted, notFound], { send_status: 'sending', reason: '' }],
  ['lost, and answered', [handed, unknown, accepted], { send_status: 'sending', uncertain: false }],
  ['told, then lost', [handed, reported('sent'), unknown], { send_status: 'sent', uncertain: false }],
  ['refused', [handed, { is: 'refused', attempt: 1, reason: 'No' }], { send_status: 'failed', reason: 'No' }],
  ['put back', [handed, { is: 'put-back', attempt: 1 }], { send_status: 'queued' }],
  [
    'sent again, and told of the first sending',
    [handed, accepted, reported('failed'), { is: 'resent' }, reported('delivered')],
    { send_status: 'queued', attempt: 2, message_sid: null },
  ],
  [
    'sent again and delivered',
    [handed, accepted, reported('failed'), { is: 'resent' }, reported('delivered', 'SM2', 2)],
    { send_status: 'delivered', message_sid: 'SM2' },
  ],
])('a text %s', (_what, updates, expected) => {
  expect(after(...updates)).toMatchObject(expected);
});

test('word of another text of the carrier’s changes nothing', () => {
  expect(reduceText(after(handed, accepted), reported('delivered', 'SM9'))).toBeUndefined();
});

test('a text is sent again once, and only where it failed', () => {
  const failed = after(handed, accepted, reported('failed'));
  expect([canResend(failed), canResend(after(handed, accepted))]).toEqual([true, false]);
  const again = reduceText(failed, { is: 'resent' }) ?? failed;
  const failedAgain = reduceText(again, reported('failed', 'SM2', 2)) ?? again;
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
  expect(statusReported(word)).toBe(status);
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
  expect(reasonReported(status, code)).toBe(reason);
});
