import { inDayOrder, reasonOf, retryAt, type DayCandidate } from './day-order.rules.js';

const zone = 'America/Chicago';
/** Friday, 20 November 2026, 2 PM in Chicago. */
const now = new Date('2026-11-20T20:00:00.000Z');
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
const candidate = (given: Partial<DayCandidate> = {}): DayCandidate => ({
  ...{
    status: 'newLead',
    weight: 2,
    createdAt: hoursAgo(1),
    followup: null,
    replied: null,
    called: null,
    zone,
  },
  ...given,
});
const due = { at: hoursAgo(0.1), priority: 3 } as const;
const later = { at: hoursAgo(-1), priority: 3 } as const;

test.each<[string, Partial<DayCandidate>, string | undefined]>([
  ['a follow-up that is due', { followup: due, status: 'followUp' }, 'callback'],
  ['a due follow-up before a reply', { followup: due, replied: hoursAgo(1) }, 'callback'],
  ['a follow-up to come', { followup: later, status: 'followUp' }, undefined],
  ['a new lead with a follow-up to come', { followup: later }, undefined],
  ['a customer who wrote, though a follow-up is to come', { followup: later, replied: hoursAgo(1) }, 'reply'],
  ['a reply of a customer with a policy', { status: 'in-force', replied: hoursAgo(1) }, 'reply'],
  ['a new lead', {}, 'new'],
  ['a new lead that was just called', { called: hoursAgo(0.5) }, undefined],
  ['a new lead that was called in the morning', { called: hoursAgo(4) }, 'retry'],
  ['an attempt of which nobody knows when', { status: 'contactAttempt2' }, 'retry'],
  ['one who is thinking about it', { status: 'thinkingAboutIt' }, undefined],
  ['do not call, with a due follow-up', { status: 'doNotCall', followup: due }, undefined],
  ['a wrong number that wrote', { status: 'wrongPhoneNumber', replied: hoursAgo(1) }, undefined],
])('%s: %s', (_name, given, kind) => {
  expect(reasonOf(candidate(given), now)?.kind).toBe(kind);
});

test('a retry says when it was tried and which part of the day it is there now', () => {
  const tried = candidate({ status: 'contactAttempt1', called: hoursAgo(5) });
  expect(reasonOf(tried, now)).toEqual({
    ...{ kind: 'retry', tried_at: hoursAgo(5).toISOString() },
    ...{ then: 'morning', now: 'afternoon' },
  });
  expect(reasonOf({ ...tried, zone: null }, now)).toMatchObject({ then: null, now: null });
});

test.each<[string, DayCandidate['status'], string, string]>([
  [
    'the first attempt rests for three hours',
    'contactAttempt1',
    '2026-11-20T15:30:00Z',
    '2026-11-20T18:30:00Z',
  ],
  ['within the morning it waits for noon', 'contactAttempt1', '2026-11-20T13:00:00Z', '2026-11-20T18:00:00Z'],
  [
    'within the afternoon it waits for five',
    'contactAttempt1',
    '2026-11-20T18:30:00Z',
    '2026-11-20T23:00:00Z',
  ],
  ['the evening waits for the next day', 'contactAttempt1', '2026-11-20T23:30:00Z', '2026-11-21T06:00:00Z'],
  ['the second rests for most of a day', 'contactAttempt2', '2026-11-20T15:00:00Z', '2026-11-21T18:00:00Z'],
  ['the third for most of two days', 'contactAttempt3', '2026-11-20T20:00:00Z', '2026-11-22T16:00:00Z'],
  ['the fourth for most of four days', 'contactAttempt4', '2026-11-20T20:00:00Z', '2026-11-24T16:00:00Z'],
])('%s', (_name, status, called, at) => {
  expect(retryAt(status, new Date(called), zone)).toEqual(new Date(at));
});

test('where nobody knows the clock, a lead rests and no more', () => {
  expect(retryAt('contactAttempt1', new Date('2026-11-20T13:00:00Z'), null)).toEqual(
    new Date('2026-11-20T16:00:00Z'),
  );
});

test('call-backs come first, then replies, new leads and retries; within each what is worth the most', () => {
  const named: [string, Partial<DayCandidate>][] = [
    ['second attempt', { status: 'contactAttempt2', called: hoursAgo(72) }],
    ['first attempt, today', { status: 'contactAttempt1', called: hoursAgo(5) }],
    ['first attempt, yesterday', { status: 'contactAttempt1', called: hoursAgo(29) }],
    ['new, an hour old', { createdAt: hoursAgo(1) }],
    ['new, just in', { createdAt: hoursAgo(0.01) }],
    ['new, of a source that comes first', { createdAt: hoursAgo(2), weight: 3 }],
    ['new, of a source that comes later', { createdAt: hoursAgo(0.01), weight: 1 }],
    ['wrote now', { status: 'emailed', replied: hoursAgo(0.1) }],
    ['wrote an hour ago', { status: 'emailed', replied: hoursAgo(1) }],
    ['due now', { status: 'followUp', followup: due }],
    ['due yesterday', { status: 'followUp', followup: { at: hoursAgo(24), priority: 3 } }],
    ['due now and important', { status: 'followUp', followup: { at: hoursAgo(0.01), priority: 1 } }],
  ];
  const found = named.flatMap(([name, given]) => {
    const each = candidate(given);
    const reason = reasonOf(each, now);
    return reason === undefined ? [] : [{ name, candidate: each, reason }];
  });
  expect(inDayOrder(found).map(({ name }) => name)).toEqual([
    'due now and important',
    'due yesterday',
    'due now',
    'wrote an hour ago',
    'wrote now',
    'new, of a source that comes first',
    'new, just in',
    'new, an hour old',
    'new, of a source that comes later',
    'first attempt, yesterday',
    'first attempt, today',
    'second attempt',
  ]);
});
