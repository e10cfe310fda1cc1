import { noDetails, type AttemptDetails } from './dialler.rules.js';
import { retriedOutcomeOf, retryAt } from './retry.rules.js';

const rang: AttemptDetails = { ...noDetails, placed: true };

test.each<[string, AttemptDetails, string | undefined]>([
  ['a call that goes on', rang, undefined],
  ['busy', { ...rang, outcome: 'busy' }, 'busy'],
  ['nobody answers', { ...rang, outcome: 'no-answer' }, 'no-answer'],
  ['a machine, hung up on', { ...rang, answeredBy: 'machine', outcome: 'completed' }, 'machine'],
  ['a machine with a voicemail', { ...rang, answeredBy: 'machine', outcome: 'drop' }, 'machine'],
  ['a voicemail left by hand', { ...rang, outcome: 'drop' }, 'machine'],
  ['a person', { ...rang, answeredBy: 'human', outcome: 'completed' }, undefined],
  ['somebody for all that is known', { ...rang, answeredBy: 'unknown', outcome: 'completed' }, undefined],
  ['a fax', { ...rang, answeredBy: 'fax', outcome: 'completed' }, undefined],
  ['one that the guide called off', { ...rang, outcome: 'canceled' }, undefined],
  ['a number that does not exist', { ...noDetails, outcome: 'refused' }, undefined],
  ['a failure', { ...rang, outcome: 'failed' }, undefined],
])('%s', (_what, details, outcome) => {
  expect(retriedOutcomeOf(details)).toBe(outcome);
});

const now = new Date('2026-11-20T17:00:00Z');
const days = (count: number) => new Date(now.getTime() - count * 24 * 3_600_000);

test.each<[string, number, Date[], string | null]>([
  ['the first call of the week', 3, [now], '2026-11-20T17:15:00.000Z'],
  ['one more is allowed', 3, [now, days(2)], '2026-11-20T17:15:00.000Z'],
  [
    'the third of three: a week after the first of them',
    3,
    [days(2), now, days(6)],
    '2026-11-21T17:00:00.000Z',
  ],
  ['more than a new limit allows', 2, [now, days(1), days(2)], '2026-11-26T17:00:00.000Z'],
  ['one a week', 1, [now], '2026-11-27T17:00:00.000Z'],
  ['none at all', 0, [now], null],
])('%s', (_what, per_week, lately, expected) => {
  expect(retryAt({ wait_minutes: 15, per_week }, lately, now)?.toISOString() ?? null).toBe(expected);
});

test('without a rule there is no other call', () => {
  expect(retryAt(undefined, [now], now)).toBeNull();
});
