import fc from 'fast-check';
import {
  isCallbackMissed,
  moveInQueue,
  newPlace,
  recentlyPassed,
  type QueueInput,
  type QueuePlace,
} from './queue.rules.js';
import type { LegStatus } from './leg.rules.js';
import { reduceCall, type CallInput, type CallSnapshot } from './reduce-call.rules.js';

const now = new Date('2026-11-24T18:00:00.000Z');
const later = new Date('2026-11-24T18:01:00.000Z');
const until = new Date('2026-11-25T02:00:00.000Z');
const place = (given: Partial<QueuePlace> = {}): QueuePlace => ({ ...newPlace(now, 10), ...given });
const after = (inputs: readonly QueueInput[], from = place()) =>
  inputs.reduce((each, input) => moveInQueue(each, input, now), from);

const ring: QueueInput = { is: 'ring', users: ['a', 'b'], until };
const offer: QueueInput = { is: 'offer', user_id: 'a', until };
const callback: QueueInput = { is: 'callback', until };
const passed: QueueInput = { is: 'passed', user_id: 'a' };

test('a caller is rung for, goes back to their place with who did not answer, and is rung for again', () => {
  const rung = after([ring]);
  expect(rung).toMatchObject({ state: 'ringing', round: 1, users: ['a', 'b'] });
  const back = after([{ is: 'unanswered', round: 1 }], rung);
  expect(back).toMatchObject({ state: 'waiting', since: now, users: [], askedUntil: null });
  expect([...recentlyPassed(back, now)]).toEqual(['a', 'b']);
  expect([...recentlyPassed(back, later)]).toEqual([]);
  expect(after([ring], back)).toMatchObject({ state: 'ringing', round: 2 });
});

test.each<[string, readonly QueueInput[], QueueInput]>([
  [
    'the end of an earlier round',
    [ring, { is: 'unanswered', round: 1 }, ring],
    { is: 'unanswered', round: 1 },
  ],
  ['a second agent who is rung meanwhile', [ring], ring],
  ['a key that is pressed as it rings', [ring], callback],
  ['a ringing for somebody who is to be called back', [callback], ring],
  ['an offer of somebody who waits on the line', [], offer],
  ['an offer while another one stands', [callback, offer], { ...offer, user_id: 'b' }],
  ['somebody else who declines', [callback, offer], { is: 'passed', user_id: 'b' }],
  ['a callback of somebody on the line', [], { is: 'unqueue', reason: 'callback' }],
  ['closing time as it rings', [ring], { is: 'unqueue', reason: 'closed' }],
  ['anything after the end', [{ is: 'unqueue', reason: 'timeout' }], ring],
])('%s changes nothing', (_what, before, input) => {
  const stands = after(before);
  expect(moveInQueue(stands, input, later)).toBe(stands);
});

test('a callback keeps its place, and is missed after three agents who did not take it', () => {
  const kept = after([callback]);
  expect(kept).toMatchObject({ kind: 'callback', state: 'waiting', since: now, until });
  const twice = after([offer, passed, offer, passed], kept);
  expect(twice).toMatchObject({ state: 'waiting', tries: 2 });
  const third = after([passed], twice);
  expect(third).toMatchObject({ state: 'over', reason: 'timeout', leftAt: now });
  expect(isCallbackMissed(third)).toBe(true);
});

test('a callback that was made is not missed, whether or not anybody was asked', () => {
  for (const before of [[callback], [callback, offer]]) {
    const made = after([...before, { is: 'unqueue', reason: 'callback' }]);
    expect(made).toMatchObject({ state: 'over', reason: 'callback', users: [] });
    expect(isCallbackMissed(made)).toBe(false);
  }
});

/** A caller who waits, as nobody has told anything of them yet. */
const waitingCall: CallSnapshot = {
  kind: 'conference',
  direction: 'inbound',
  state: 'dialing',
  outcome: null,
  reason: '',
  user_id: null,
  legs: { customer: { sid: 'CA-customer', status: 'in-progress', duration: null } },
  placing: 'placed',
  conferenceSid: null,
  conferenceEnded: false,
  hold: false,
  holdSequence: -1,
  second: null,
  hasLeft: false,
  answeredBy: null,
  drop: 'none',
  farewell: null,
  dial: null,
  voicemailUrl: null,
  queue: place(),
  recordingPaused: false,
  announce: false,
  answeredAt: null,
  connectedAt: null,
  endedAt: null,
};
const line = (role: string, status: LegStatus): CallInput => ({
  is: 'leg',
  role,
  sid: `CA-${role}`,
  status,
  duration: null,
});
const anyInput = fc.oneof(
  fc.constantFrom<CallInput>(ring, { is: 'held' }, callback, offer, passed),
  fc.constantFrom<CallInput>({ is: 'unqueue', reason: 'timeout' }, { is: 'unqueue', reason: 'callback' }),
  fc.integer({ min: 1, max: 3 }).map((round): CallInput => ({ is: 'unanswered', round })),
  fc
    .tuple(
      fc.constantFrom('agent-a', 'agent-b', 'agent-a-2', 'agent-b-3'),
      fc.constantFrom<LegStatus>('ringing', 'in-progress', 'completed', 'no-answer', 'busy'),
    )
    .map(([role, status]) => line(role, status)),
);

test('whatever is told in whatever order: nobody is lost, and nobody is missed who was answered', () => {
  fc.assert(
    fc.property(fc.array(anyInput, { maxLength: 25 }), (inputs) => {
      let call = waitingCall;
      const asked: string[] = [];
      const told = [...inputs, line('customer', 'completed')];
      for (const [index, input] of [...told, ...told].entries()) {
        // Only whoever is rung for this call has a line in it.
        if (input.is === 'leg' && input.role !== 'customer' && !(input.role in call.legs)) continue;
        const before = call;
        const next = reduceCall(call, input, new Date(now.getTime() + index * 1_000));
        call = next.call;
        asked.push(...next.effects.map(({ key }) => key));
        // Who is out of the queue never comes back, and the time of the call stands.
        if (before.queue?.state === 'over') expect(call.queue).toBe(before.queue);
        expect(call.queue?.since).toEqual(now);
      }
      const { queue } = call;
      expect(call.state).toBe('ended');
      const isMissed = asked.includes('miss');
      const wasAnswered = call.connectedAt !== null || call.outcome === 'completed';
      if (wasAnswered) expect(isMissed).toBe(false);
      else if (queue?.kind === 'callback') expect(isMissed).toBe(isCallbackMissed(queue));
      else expect([isMissed, queue?.state]).toEqual([true, 'over']);
    }),
    { numRuns: 500 },
  );
});
