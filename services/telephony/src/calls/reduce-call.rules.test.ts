import { jest } from '@jest/globals';
import fc from 'fast-check';
import { reduceCall, type CallFacts, type Fact, type Leg } from './reduce-call.rules.js';

fc.configureGlobal({ seed: jest.getSeed() });

/** More of them by `FUZZ_RUNS=5000`. */
const numRuns = Number(process.env['FUZZ_RUNS'] ?? 150);
const start = new Date('2026-11-20T17:00:00.000Z');
const CF = 'CF1';

const base: CallFacts = {
  kind: 'single',
  direction: 'outbound',
  state: 'dialing',
  outcome: null,
  reason: '',
  user_id: 'u1',
  legs: {},
  placing: 'unasked',
  conferenceSid: null,
  conferenceEnded: false,
  hold: false,
  holdSequence: -1,
  second: null,
  hasLeft: false,
  answeredBy: null,
  drop: 'none',
  dial: null,
  voicemailUrl: null,
  recordingPaused: false,
  announce: false,
  connectedAt: null,
  endedAt: null,
};
const line = (sid: string | null, status: Leg['status'] = 'in-progress'): Leg => ({
  sid,
  status,
  duration: null,
});
const leg = (role: string, sid: string, status: Leg['status'], duration: number | null = null): Fact => ({
  is: 'leg',
  role,
  sid,
  status,
  duration,
});
const conf = (
  event: string,
  sequence: number,
  role: string | null = null,
  sid: string | null = null,
): Fact => ({
  is: 'conference',
  event,
  conferenceSid: CF,
  sequence,
  role,
  sid,
  status: null,
});
const legs = (role: string, sid: string, ...statuses: Leg['status'][]) =>
  statuses.map((status) => leg(role, sid, status));

interface Run {
  call: CallFacts;
  effects: string[];
  states: string[];
}

function play(from: CallFacts, facts: readonly Fact[]): Run {
  const keys = new Set<string>();
  const effects: string[] = [];
  const states: string[] = [from.state];
  let call = from;
  facts.forEach((fact, index) => {
    const step = reduceCall(call, fact, new Date(start.getTime() + index * 1000));
    call = step.call;
    states.push(call.state);
    for (const { key, does } of step.effects) {
      if (keys.has(key)) continue;
      keys.add(key);
      effects.push(does);
    }
  });
  return { call, effects, states };
}

const single: CallFacts = { ...base, placing: 'asked', legs: { agent: line('CA-a') } };
const conference: CallFacts = { ...base, kind: 'conference', announce: true, legs: { agent: line('CA-a') } };
const inbound: CallFacts = {
  ...base,
  direction: 'inbound',
  placing: 'placed',
  legs: { customer: line('CA-c'), 'agent-u1': line(null, 'queued') },
};
const dialler: CallFacts = { ...base, kind: 'dialler', state: 'queued', placing: 'asked' };
const talked = ['initiated', 'ringing', 'in-progress', 'completed'] as const;

const flows: Record<string, { from: CallFacts; facts: Fact[] }> = {
  'a single call': {
    from: single,
    facts: [...legs('customer', 'CA-c', ...talked), { is: 'dial', status: 'completed', duration: 42 }],
  },
  'a single call that is busy': {
    from: single,
    facts: [...legs('customer', 'CA-c', 'initiated', 'busy'), { is: 'dial', status: 'busy', duration: null }],
  },
  'a conference with hold': {
    from: conference,
    facts: [
      conf('participant-join', 1, 'agent', 'CA-a'),
      { is: 'placed', role: 'customer', sid: 'CA-c' },
      ...legs('customer', 'CA-c', 'ringing', 'in-progress'),
      conf('participant-join', 2, 'customer', 'CA-c'),
      conf('conference-start', 3),
      conf('participant-hold', 4, 'customer', 'CA-c'),
      conf('participant-unhold', 5, 'customer', 'CA-c'),
      leg('customer', 'CA-c', 'completed', 60),
      conf('participant-leave', 6, 'customer', 'CA-c'),
      conf('participant-leave', 7, 'agent', 'CA-a'),
      conf('conference-end', 8),
      { is: 'dial', status: 'answered', duration: null },
    ],
  },
  'a second party': {
    from: {
      ...conference,
      conferenceSid: CF,
      placing: 'placed',
      state: 'talking',
      connectedAt: start,
      legs: { agent: line('CA-a'), customer: line('CA-c') },
      second: { n: 1, number: '+12145550118', user_id: null, state: 'ringing' },
    },
    facts: [
      { is: 'placed', role: 'second-1', sid: 'CA-s' },
      ...legs('second-1', 'CA-s', ...talked),
      conf('participant-join', 4, 'second-1', 'CA-s'),
      conf('participant-leave', 5, 'second-1', 'CA-s'),
      leg('customer', 'CA-c', 'completed', 60),
      conf('conference-end', 6),
      { is: 'dial', status: 'answered', duration: null },
    ],
  },
  'an inbound call': {
    from: inbound,
    facts: [
      ...legs('agent-u1', 'CA-u', ...talked),
      { is: 'dial', status: 'completed', duration: 30 },
      leg('customer', 'CA-c', 'completed'),
    ],
  },
  'an inbound call that is missed': {
    from: inbound,
    facts: [
      ...legs('agent-u1', 'CA-u', 'initiated', 'ringing', 'no-answer'),
      { is: 'dial', status: 'no-answer', duration: null },
      leg('customer', 'CA-c', 'completed'),
    ],
  },
  'a dialled call': {
    from: dialler,
    facts: [
      { is: 'placed', role: 'customer', sid: 'CA-c' },
      ...legs('customer', 'CA-c', ...talked),
      { is: 'amd', answeredBy: 'human', sid: 'CA-c' },
      ...legs('guide', 'CA-g', ...talked),
      { is: 'dial', status: 'completed', duration: 30 },
    ],
  },
};
const names = Object.keys(flows);
const flowOf = (name: string) => flows[name] ?? { from: base, facts: [] };
const rank = ['queued', 'dialing', 'ringing', 'talking', 'ended'];
const neverBack = (states: readonly string[]) =>
  states.every((state, index) => rank.indexOf(state) >= rank.indexOf(states[index - 1] ?? 'queued'));

describe.each(names)('%s', (name) => {
  const { from, facts } = flowOf(name);
  const straight = play(from, facts);
  const disordered = fc
    .shuffledSubarray([...facts, ...facts], { minLength: facts.length * 2 })
    .map((order) => play(from, order));

  test('ends', () => {
    expect(straight.call).toMatchObject({ state: 'ended' });
    expect(neverBack(straight.states)).toBe(true);
  });

  test('comes to the same where everything is told twice in order', () => {
    const twice = play(
      from,
      facts.flatMap((fact) => [fact, fact]),
    );
    expect({ ...twice.call, connectedAt: null, endedAt: null }).toEqual({
      ...straight.call,
      connectedAt: null,
      endedAt: null,
    });
    expect(twice.effects).toEqual(straight.effects);
  });

  test('in any order and twice ends, with every line over, nothing done twice and no step back', () => {
    fc.assert(
      fc.property(disordered, ({ call, effects, states }) => {
        expect(call.state).toBe('ended');
        expect(neverBack(states)).toBe(true);
        for (const does of ['ring-customer', 'announce', 'end-conference', 'miss']) {
          expect(effects.filter((each) => each === does).length).toBeLessThanOrEqual(1);
        }
        const told = new Set(facts.flatMap((fact) => (fact.is === 'leg' ? [fact.role] : [])));
        for (const role of told) {
          expect(['completed', 'busy', 'no-answer', 'failed', 'canceled']).toContain(call.legs[role]?.status);
        }
        expect(call.answeredBy).toBe(straight.call.answeredBy);
      }),
      { numRuns },
    );
  });

  test('with half of it lost ends as soon as the sweeper has asked', () => {
    fc.assert(
      fc.property(fc.subarray(facts), (some) => {
        const { call } = play(from, some);
        expect(play(call, [{ is: 'lost' }]).call.state).toBe('ended');
      }),
      { numRuns },
    );
  });
});

test('hold is what the highest number says, whatever came last', () => {
  const hooks = [1, 2, 3, 4, 5].map((sequence) =>
    conf(sequence % 2 === 1 ? 'participant-hold' : 'participant-unhold', sequence, 'customer', 'CA-c'),
  );
  const from = { ...conference, conferenceSid: CF, legs: { agent: line('CA-a'), customer: line('CA-c') } };
  fc.assert(
    fc.property(fc.shuffledSubarray(hooks, { minLength: 1 }), (order) => {
      const highest = Math.max(...order.map((fact) => (fact.is === 'conference' ? fact.sequence : 0)));
      expect(play(from, order).call.hold).toBe(highest % 2 === 1);
    }),
    { numRuns },
  );
});

test.each([
  ['busy', 'busy'],
  ['no-answer', 'no-answer'],
  ['failed', 'failed'],
  ['canceled', 'canceled'],
  ['completed', 'completed'],
] as const)('a customer whose line is %s makes it a call that came out %s', (status, outcome) => {
  expect(play(single, legs('customer', 'CA-c', 'ringing', status)).call.outcome).toBe(outcome);
});

test('a customer who goes while a second party is on leaves the two talking; both gone end it', () => {
  const { from } = flowOf('a second party');
  const on = [leg('second-1', 'CA-s', 'in-progress')];
  const without = play(from, [...on, leg('customer', 'CA-c', 'completed')]);
  expect(without.call.state).toBe('talking');
  const { call, effects } = play(without.call, [leg('second-1', 'CA-s', 'completed')]);
  expect(call.state).toBe('ended');
  expect(effects).toContain('end-conference');
});

test('an agent who left the others belongs to the call no more; the colleague who stays has it', () => {
  const { from } = flowOf('a second party');
  const second = { n: 1, number: 'Robin Vale', user_id: 'u2', state: 'ringing' as const };
  const left = play({ ...from, second }, [
    leg('second-1', 'CA-s', 'in-progress'),
    { is: 'left' },
    conf('participant-leave', 9, 'agent', 'CA-a'),
    { is: 'dial', status: 'answered', duration: null },
  ]);
  expect(left.call).toMatchObject({ state: 'talking', user_id: 'u2' });
  expect(play(left.call, [leg('customer', 'CA-c', 'completed')]).call.state).toBe('ended');
});

test('a line that another second party had says nothing of the one that rings now', () => {
  const { from } = flowOf('a second party');
  const { call } = play(from, [
    ...legs('second-1', 'CA-s', 'ringing', 'busy'),
    { is: 'second', n: 2, number: '+12145550119', user_id: null },
    leg('second-1', 'CA-s', 'completed'),
  ]);
  expect(call.second).toMatchObject({ n: 2, state: 'ringing' });
});

test('a customer who is dropped a voicemail keeps the line; the agent is free at once', () => {
  const { from } = flowOf('a second party');
  const { call, effects } = play({ ...from, second: null }, [
    { is: 'drop', drop: 'wanted' },
    { is: 'drop', drop: 'playing' },
  ]);
  expect(call).toMatchObject({ state: 'ended', outcome: 'drop' });
  expect(effects).toContain('end-conference');
  // The agent's own line, and not the customer's.
  expect(effects.filter((does) => does === 'end-leg')).toHaveLength(1);
});
