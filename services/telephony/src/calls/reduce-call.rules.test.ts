import fc from 'fast-check';
import { adStatusOf } from '../dialler/dialler.rules.js';
import { answeredByOf } from './hook-inputs.rules.js';
import { isOldNews } from './old-news.rules.js';
import {
  isLeftAlone,
  isMissedByGuide,
  reduceCall,
  type CallSnapshot,
  type CallInput,
  type Leg,
} from './reduce-call.rules.js';

/** More of them by `FUZZ_RUNS=5000`. */
const numRuns = Number(process.env['FUZZ_RUNS'] ?? 150);
const start = new Date('2026-11-20T17:00:00.000Z');
const CF = 'CF1';

const base: CallSnapshot = {
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
  answeredAt: null,
  connectedAt: null,
  endedAt: null,
};
const line = (sid: string | null, status: Leg['status'] = 'in-progress'): Leg => ({
  sid,
  status,
  duration: null,
});
const leg = (
  role: string,
  sid: string,
  status: Leg['status'],
  duration: number | null = null,
): CallInput => ({
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
): CallInput => ({
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

/** As the carrier writes it. */
const amd = (found: string): CallInput => ({ is: 'amd', ...answeredByOf(found), sid: 'CA-c' });

interface Run {
  call: CallSnapshot;
  effects: string[];
  states: string[];
}

function play(from: CallSnapshot, inputs: readonly CallInput[]): Run {
  const keys = new Set<string>();
  const effects: string[] = [];
  const states: string[] = [from.state];
  let call = from;
  inputs.forEach((input, index) => {
    const step = reduceCall(call, input, new Date(start.getTime() + index * 1000));
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

const single: CallSnapshot = { ...base, placing: 'asked', legs: { agent: line('CA-a') } };
const conference: CallSnapshot = {
  ...base,
  kind: 'conference',
  announce: true,
  legs: { agent: line('CA-a') },
};
const inbound: CallSnapshot = {
  ...base,
  kind: 'conference',
  direction: 'inbound',
  placing: 'placed',
  legs: { customer: line('CA-c'), 'agent-u1': line(null, 'queued') },
};
const dialler: CallSnapshot = { ...base, kind: 'dialler', state: 'queued', placing: 'unasked' };
const talked = ['initiated', 'ringing', 'in-progress', 'completed'] as const;
/** The guide is there, and the customer is asked for. */
const withGuide: CallInput[] = [
  { is: 'placed', role: 'guide', sid: 'CA-g' },
  ...legs('guide', 'CA-g', 'initiated', 'ringing', 'in-progress'),
  conf('participant-join', 1, 'guide', 'CA-g'),
  { is: 'placing', placing: 'asked' },
  { is: 'placed', role: 'customer', sid: 'CA-c' },
];
/** And the customer has answered. */
const taken: CallInput[] = [
  ...withGuide,
  ...legs('customer', 'CA-c', 'initiated', 'ringing', 'in-progress'),
  conf('participant-join', 2, 'customer', 'CA-c'),
];

const flows: Record<string, { from: CallSnapshot; inputs: CallInput[] }> = {
  'a single call': {
    from: single,
    inputs: [...legs('customer', 'CA-c', ...talked), { is: 'dial', status: 'completed', duration: 42 }],
  },
  'a single call that is busy': {
    from: single,
    inputs: [
      ...legs('customer', 'CA-c', 'initiated', 'busy'),
      { is: 'dial', status: 'busy', duration: null },
    ],
  },
  'a conference with hold': {
    from: conference,
    inputs: [
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
    inputs: [
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
    inputs: [
      { is: 'held' },
      { is: 'placed', role: 'agent-u1', sid: 'CA-u' },
      ...legs('agent-u1', 'CA-u', 'initiated', 'ringing', 'in-progress'),
      conf('participant-join', 1, 'agent-u1', 'CA-u'),
      conf('participant-join', 2, 'customer', 'CA-c'),
      conf('participant-leave', 3, 'agent-u1', 'CA-u'),
      leg('agent-u1', 'CA-u', 'completed', 30),
      conf('conference-end', 4),
      { is: 'dial', status: 'answered', duration: null },
    ],
  },
  'an inbound call that is missed': {
    from: inbound,
    inputs: [
      { is: 'held' },
      { is: 'placed', role: 'agent-u1', sid: 'CA-u' },
      ...legs('agent-u1', 'CA-u', 'initiated', 'ringing', 'no-answer'),
      leg('customer', 'CA-c', 'completed'),
    ],
  },
  'a dialled call': {
    from: dialler,
    inputs: [
      ...taken,
      amd('human'),
      leg('customer', 'CA-c', 'completed', 30),
      conf('participant-leave', 3, 'customer', 'CA-c'),
      conf('conference-end', 4),
      leg('guide', 'CA-g', 'completed', 50),
    ],
  },
  'a dialled call that nobody answers': {
    from: dialler,
    inputs: [
      ...withGuide,
      ...legs('customer', 'CA-c', 'initiated', 'ringing', 'no-answer'),
      conf('conference-end', 4),
      leg('guide', 'CA-g', 'completed', 25),
    ],
  },
  'a dialled call that the guide takes no part in': {
    from: dialler,
    inputs: [
      { is: 'placed', role: 'guide', sid: 'CA-g' },
      ...legs('guide', 'CA-g', 'initiated', 'ringing', 'no-answer'),
      conf('conference-end', 1),
    ],
  },
  'a dialled machine that is hung up': {
    from: dialler,
    inputs: [
      ...taken,
      amd('machine_start'),
      leg('customer', 'CA-c', 'completed', 4),
      conf('conference-end', 3),
      leg('guide', 'CA-g', 'completed', 13),
    ],
  },
  'a dialled machine with a voicemail left': {
    from: { ...dialler, voicemailUrl: 'https://calls.example.com/media/sorry' },
    inputs: [
      ...taken,
      amd('machine_end_beep'),
      { is: 'drop', drop: 'playing' },
      conf('conference-end', 3),
      leg('guide', 'CA-g', 'completed', 22),
      leg('customer', 'CA-c', 'completed', 34),
    ],
  },
};
const names = Object.keys(flows);
const flowOf = (name: string) => flows[name] ?? { from: base, inputs: [] };
const rank = ['queued', 'dialing', 'ringing', 'talking', 'ended'];
const neverBack = (states: readonly string[]) =>
  states.every((state, index) => rank.indexOf(state) >= rank.indexOf(states[index - 1] ?? 'queued'));

describe.each(names)('%s', (name) => {
  const { from, inputs } = flowOf(name);
  const straight = play(from, inputs);
  const disordered = fc
    .shuffledSubarray([...inputs, ...inputs], { minLength: inputs.length * 2 })
    .map((order) => play(from, order));

  test('ends', () => {
    expect(straight.call).toMatchObject({ state: 'ended' });
    expect(neverBack(straight.states)).toBe(true);
  });

  test('comes to the same where everything is told twice in order', () => {
    const twice = play(
      from,
      inputs.flatMap((input) => [input, input]),
    );
    const noTimes = { answeredAt: null, connectedAt: null, endedAt: null };
    expect({ ...twice.call, ...noTimes }).toEqual({ ...straight.call, ...noTimes });
    expect(twice.effects).toEqual(straight.effects);
  });

  test('in any order and twice ends, with every line over, nothing done twice and no step back', () => {
    fc.assert(
      fc.property(disordered, ({ call, effects, states }) => {
        expect(call.state).toBe('ended');
        expect(neverBack(states)).toBe(true);
        for (const does of [
          ...['ring-customer', 'announce', 'end-conference', 'miss', 'drop', 'hang-up'],
          ...['call-off', 'apologise'],
        ]) {
          expect(effects.filter((each) => each === does).length).toBeLessThanOrEqual(1);
        }
        const emitted = new Set(inputs.flatMap((input) => (input.is === 'leg' ? [input.role] : [])));
        for (const role of emitted) {
          expect(['completed', 'busy', 'no-answer', 'failed', 'canceled']).toContain(call.legs[role]?.status);
        }
        expect(call.answeredBy).toBe(straight.call.answeredBy);
      }),
      { numRuns },
    );
  });

  test('a fact that is old news of what was known changes nothing of what became of it', () => {
    const cut = fc.tuple(
      fc.shuffledSubarray([...inputs, ...inputs]),
      fc.double({ min: 0, max: 1, noNaN: true }),
    );
    fc.assert(
      fc.property(cut, ([order, share]) => {
        const half = Math.round(order.length * share);
        const known = play(from, order.slice(0, half)).call;
        const later = play(known, order.slice(half)).call;
        for (const input of inputs.filter((each) => isOldNews(known, each)))
          expect(reduceCall(later, input, start).call).toEqual(later);
      }),
      { numRuns },
    );
  });

  test('with half of it lost ends as soon as the sweeper has asked', () => {
    fc.assert(
      fc.property(fc.subarray(inputs), (some) => {
        const { call } = play(from, some);
        expect(play(call, [{ is: 'lost' }]).call.state).toBe('ended');
      }),
      { numRuns },
    );
  });
});

test('a second party stays off once the call is over, whatever is told late of its line', () => {
  const { from, inputs } = flowOf('a second party');
  const rings = inputs.filter((input) => input.is !== 'leg' || input.role !== 'second-1');
  const late = leg('second-1', 'CA-s', 'ringing');
  const { call } = play(from, [...rings, { is: 'dial', status: 'answered', duration: null }, late]);
  expect(call).toMatchObject({ state: 'ended', second: { state: 'off' } });
});

test('hold is what the highest number says, whatever came last', () => {
  const hooks = [1, 2, 3, 4, 5].map((sequence) =>
    conf(sequence % 2 === 1 ? 'participant-hold' : 'participant-unhold', sequence, 'customer', 'CA-c'),
  );
  const from = { ...conference, conferenceSid: CF, legs: { agent: line('CA-a'), customer: line('CA-c') } };
  fc.assert(
    fc.property(fc.shuffledSubarray(hooks, { minLength: 1 }), (order) => {
      const highest = Math.max(...order.map((input) => (input.is === 'conference' ? input.sequence : 0)));
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

describe('who answered the dialler', () => {
  const voicemailUrl = 'https://calls.example.com/media/sorry';
  /** What is asked for beside the customer's line. */
  const askedFor = ({ effects }: Run) => effects.filter((does) => does !== 'ring-customer');

  test.each([
    ['human', true, []],
    ['human', false, []],
    ['unknown', true, []],
    ['machine_end_beep', true, ['drop']],
    ['machine_end_silence', true, ['drop']],
    ['machine_end_other', true, ['drop']],
    ['machine_end_beep', false, ['hang-up']],
    ['machine_start', true, ['hang-up']],
    ['machine_start', false, ['hang-up']],
    ['fax', true, ['hang-up']],
  ])('%s, where a voicemail may be left: %s, asks for %j', (found, mayDrop, expected) => {
    const from = { ...dialler, voicemailUrl: mayDrop ? voicemailUrl : null };
    const { call, ...run } = play(from, [...taken, amd(found), amd(found)]);
    expect(askedFor({ call, ...run })).toEqual(expected);
    // Until the carrier has done it the guide is in the call.
    expect(call).toMatchObject({ state: 'talking', drop: expected.includes('drop') ? 'due' : 'none' });
  });

  test('is what was found out first', () => {
    const run = play({ ...dialler, voicemailUrl }, [...taken, amd('human'), amd('machine_end_beep')]);
    expect([run.call.answeredBy, askedFor(run)]).toEqual(['human', []]);
  });

  test.each([
    ['nothing was left', 'machine_end_beep', voicemailUrl],
    ['nothing was to be left', 'machine_start', null],
    ['it was a person', 'human', voicemailUrl],
  ])(
    'asks for nothing once the call is over, and the lead shows it all the same: %s',
    (_what, found, url) => {
      const from = { ...dialler, voicemailUrl: url };
      const early = play(from, [...taken, amd(found), leg('customer', 'CA-c', 'completed', 5)]);
      const late = play(from, [...taken, leg('customer', 'CA-c', 'completed', 5), amd(found)]);
      expect(askedFor(late)).toEqual(['end-conference', 'end-leg']);
      for (const { call } of [early, late])
        expect(call).toMatchObject({
          state: 'ended',
          outcome: 'completed',
          answeredBy: answeredByOf(found).answeredBy,
        });
    },
  );

  test('a voicemail that whoever is in the call leaves by hand is the only one', () => {
    const run = play({ ...dialler, voicemailUrl }, [
      ...taken,
      { is: 'drop', drop: 'wanted' },
      amd('machine_end_beep'),
      { is: 'drop', drop: 'playing' },
    ]);
    expect([run.call.outcome, askedFor(run)]).toEqual(['drop', ['end-conference', 'end-leg']]);
  });

  test('a machine that the voicemail could not be left on is hung up', () => {
    const run = play({ ...dialler, voicemailUrl }, [
      ...taken,
      amd('machine_end_beep'),
      { is: 'drop', drop: 'none' },
    ]);
    expect(askedFor(run)).toEqual(['drop', 'hang-up']);
  });

  test('counts the seconds from the answer to the guide from what was told first', () => {
    const { call } = play(dialler, [...taken, ...taken, amd('human')]);
    const [answered, heard] = [call.answeredAt?.getTime() ?? 0, call.connectedAt?.getTime() ?? 0];
    // A fact a second: the answer, and that they are where the guide is.
    expect((heard - answered) / 1000).toBe(1);
  });

  const finding = fc.constantFrom(
    'human',
    'unknown',
    'fax',
    'machine_start',
    'machine_end_beep',
    'machine_end_silence',
  );
  const ends = fc.constantFrom<CallInput[][]>(
    // The customer goes, or the guide.
    [leg('customer', 'CA-c', 'completed', 9), leg('guide', 'CA-g', 'completed', 18)],
    [leg('guide', 'CA-g', 'completed', 18), leg('customer', 'CA-c', 'completed', 9)],
  );

  test('comes to the same answer, colour and end in whatever order and however often it is told', () => {
    fc.assert(
      fc.property(
        finding,
        ends,
        fc.constantFrom(voicemailUrl, null),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 60, maxLength: 60 }),
        (found, end, url, weights) => {
          const from = { ...dialler, voicemailUrl: url };
          const inputs: CallInput[] = [...taken, amd(found), ...end];
          const order = [...inputs, ...inputs]
            .map((input, number) => ({ input, at: weights[number] ?? 0 }))
            .sort((a, b) => a.at - b.at)
            .map(({ input }) => input);
          const [straight, disordered] = [play(from, inputs), play(from, order)];
          const shown = ({ call: { answeredBy, outcome } }: Run) =>
            adStatusOf({ placed: true, answeredBy, outcome });
          expect(disordered.call).toMatchObject({
            state: 'ended',
            answeredBy: answeredByOf(found).answeredBy,
          });
          expect(shown(disordered)).toBe(shown(straight));
          const { effects } = disordered;
          const once = effects.filter((does) => does !== 'end-leg');
          expect(new Set(once).size).toBe(once.length);
          const { answeredBy } = answeredByOf(found);
          const wanted = effects.filter((does) => does === 'drop' || does === 'hang-up');
          // A voicemail and a hang-up are never both wanted of one machine, and neither of a person.
          const isPerson = answeredBy === 'human' || answeredBy === 'unknown';
          expect(wanted.length).toBeLessThanOrEqual(isPerson ? 0 : 1);
        },
      ),
      { numRuns },
    );
  });
});

describe('the guide comes first, and', () => {
  test('the customer is rung once the guide is in the conference', () => {
    const alone: CallInput[] = [
      { is: 'placed', role: 'guide', sid: 'CA-g' },
      ...legs('guide', 'CA-g', 'initiated', 'ringing'),
      {
        is: 'conference',
        ...{ event: 'found', conferenceSid: CF, sequence: 0 },
        role: null,
        sid: null,
        status: null,
      },
    ];
    const waiting = play(dialler, alone);
    expect([waiting.call.state, waiting.effects]).toEqual(['queued', []]);
    const { effects } = play(waiting.call, [conf('participant-join', 1, 'guide', 'CA-g')]);
    expect(effects).toEqual(['ring-customer']);
  });

  test.each(['no-answer', 'busy', 'failed', 'canceled', 'completed'] as const)(
    'a guide whose line is %s before that leaves nobody rung',
    (status) => {
      const run = play(dialler, [
        { is: 'placed', role: 'guide', sid: 'CA-g' },
        ...legs('guide', 'CA-g', 'initiated', status),
      ]);
      expect(run.call).toMatchObject({ state: 'ended', outcome: 'canceled' });
      expect(isMissedByGuide(run.call)).toBe(true);
      expect(run.effects).toEqual([]);
    },
  );

  test('a customer who does not answer is no conversation, whatever the guide hears', () => {
    const { call } = play(dialler, [...withGuide, ...legs('customer', 'CA-c', 'ringing', 'no-answer')]);
    expect(call).toMatchObject({ state: 'ended', outcome: 'no-answer', connectedAt: null });
  });

  const guideGoes: CallInput[] = [
    conf('participant-leave', 3, 'guide', 'CA-g'),
    leg('guide', 'CA-g', 'completed', 4),
  ];

  test('a guide who goes while it rings stops it', () => {
    const { call, effects } = play(dialler, [
      ...withGuide,
      ...legs('customer', 'CA-c', 'ringing'),
      ...guideGoes,
    ]);
    expect(call).toMatchObject({ state: 'ended', outcome: 'canceled' });
    expect(effects).toEqual(['ring-customer', 'call-off']);
  });

  test.each([
    ['a person', 'human', ['apologise', 'miss']],
    ['a machine', 'machine_start', ['apologise', 'end-leg']],
  ])(
    'who answers just then is not cut off without a word, and %s is called back or not',
    (_who, found, expected) => {
      const { call, effects } = play(dialler, [
        ...withGuide,
        ...legs('customer', 'CA-c', 'ringing'),
        ...guideGoes,
        leg('customer', 'CA-c', 'in-progress'),
        amd(found),
      ]);
      expect(isLeftAlone(call)).toBe(true);
      expect(effects.slice(2)).toEqual(expected);
    },
  );

  test('a guide who goes in a conversation ends it', () => {
    const { call, effects } = play(dialler, [...taken, amd('human'), ...guideGoes]);
    expect(call).toMatchObject({ state: 'ended', outcome: 'completed' });
    expect(effects).toContain('end-leg');
    expect(effects).not.toContain('apologise');
  });

  test('a customer who was about to be asked for when it was called off was not rung', () => {
    const { call } = play(dialler, [
      ...withGuide.slice(0, -2),
      { is: 'called-off' },
      { is: 'placing', placing: 'asked' },
    ]);
    expect(call).toMatchObject({ state: 'ended', outcome: 'canceled', placing: 'unasked' });
  });

  test('one that is called off before anybody answers ends; a conversation goes on', () => {
    const ringing = play(dialler, [
      ...withGuide,
      ...legs('customer', 'CA-c', 'ringing'),
      { is: 'called-off' },
    ]);
    expect(ringing.call).toMatchObject({ state: 'ended', outcome: 'canceled' });
    expect(ringing.effects).toContain('call-off');
    expect(isMissedByGuide(ringing.call)).toBe(false);
    const talking = play(dialler, [...taken, { is: 'called-off' }]);
    expect(talking.call.state).toBe('talking');
  });
});
