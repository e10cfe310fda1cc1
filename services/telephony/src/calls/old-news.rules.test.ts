import { isOldNews } from './old-news.rules.js';
import type { CallInput, CallSnapshot, Leg } from './reduce-call.rules.js';

const line = (status: Leg['status'], rest: Partial<Leg> = {}): Leg => ({
  ...{ sid: 'CA-c', status, duration: null },
  ...rest,
});
const call = (customer: Leg | undefined, rest: Partial<CallSnapshot> = {}): CallSnapshot => ({
  ...{
    kind: 'conference',
    direction: 'outbound',
    state: 'talking',
    outcome: null,
    reason: '',
    user_id: 'u1',
  },
  ...{ legs: customer === undefined ? {} : { customer }, placing: 'placed' },
  ...{ conferenceSid: 'CF1', conferenceEnded: false, hold: false, holdSequence: 3, second: null },
  ...{ hasLeft: false, answeredBy: null, drop: 'none', dial: null, voicemailUrl: null },
  ...{ recordingPaused: false, announce: false, answeredAt: null, connectedAt: null, endedAt: null },
  ...rest,
});
const leg = (status: Leg['status'], duration: number | null = null, sid = 'CA-c'): CallInput => ({
  ...{ is: 'leg', role: 'customer' },
  ...{ sid, status, duration },
});
const conference = (
  event: string,
  rest: Partial<Extract<CallInput, { is: 'conference' }>> = {},
): CallInput => ({
  ...{ is: 'conference', event, conferenceSid: 'CF1', sequence: 4 },
  ...{ role: 'customer', sid: 'CA-c', status: null },
  ...rest,
});

test.each<[string, CallSnapshot, CallInput, boolean]>([
  ['a line that rings, said once more', call(line('ringing')), leg('ringing'), true],
  ['a line that rings, of one that talks', call(line('in-progress')), leg('ringing'), true],
  ['a line that talks, of one that rings', call(line('ringing')), leg('in-progress'), false],
  ['a line of which nothing is known', call(undefined), leg('initiated'), false],
  ['a line whose id is not known', call(line('ringing', { sid: null })), leg('ringing'), false],
  ['another line of the same role', call(line('ringing')), leg('ringing', null, 'CA-x'), false],
  ['how long one took that is over', call(line('completed')), leg('completed', 7), false],
  ['the same, which is known', call(line('completed', { duration: 7 })), leg('completed', 7), true],
  [
    'the start of the conference',
    call(line('ringing')),
    conference('conference-start', { role: null }),
    true,
  ],
  [
    'one of a conference that is not known',
    call(undefined, { conferenceSid: null }),
    conference('conference-start', { role: null }),
    false,
  ],
  ['who is there', call(line('in-progress', { joined: true })), conference('participant-join'), true],
  [
    'who talks and is not known to be there',
    call(line('in-progress')),
    conference('participant-join'),
    false,
  ],
  ['who leaves and is gone', call(line('completed')), conference('participant-leave'), true],
  ['who leaves', call(line('in-progress')), conference('participant-leave'), false],
  [
    'a hold with an earlier number',
    call(line('in-progress')),
    conference('participant-hold', { sequence: 3 }),
    true,
  ],
  ['a hold with a later number', call(line('in-progress')), conference('participant-hold'), false],
  ['the end', call(line('completed')), conference('conference-end', { role: null }), false],
  [
    'the end, said once more',
    call(line('completed'), { conferenceEnded: true }),
    conference('conference-end'),
    true,
  ],
  ['any other fact', call(line('completed')), { is: 'left' }, false],
])('%s', (_name, known, input, expected) => {
  expect(isOldNews(known, input)).toBe(expected);
});
