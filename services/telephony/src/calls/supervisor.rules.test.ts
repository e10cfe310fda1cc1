import { reduceCall, type CallInput, type CallSnapshot, type Leg } from './reduce-call.rules.js';
import {
  agentLegOf,
  helpOf,
  supervisionDenialReason,
  supervisorOf,
  unheardSupervisor,
  type SupervisionInput,
} from './supervisor.rules.js';

const start = new Date('2026-11-20T17:00:00.000Z');
const at = (seconds: number) => new Date(start.getTime() + seconds * 1000);
const line = (sid: string | null, status: Leg['status'] = 'in-progress'): Leg => ({
  ...{ sid, status, duration: null },
});

const talking: CallSnapshot = {
  kind: 'conference',
  direction: 'outbound',
  state: 'talking',
  outcome: null,
  reason: '',
  user_id: 'u1',
  legs: { agent: line('CA-a'), customer: line('CA-c') },
  placing: 'placed',
  conferenceSid: 'CF1',
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
  connectedAt: start,
  endedAt: null,
};

type Mode = 'listen' | 'whisper' | 'join';
const begin = (
  mode: Mode = 'listen',
  { n = 1, seen = true, after = 0 }: { n?: number; seen?: boolean; after?: number } = {},
): SupervisionInput => ({
  ...{ is: 'supervise', n, user_id: 'u9', name: 'Alex', mode, coached: mode === 'whisper' ? 'CA-a' : null },
  ...{ seen, at: at(after) },
});
const leg = (role: string, sid: string, status: Leg['status']): CallInput => ({
  ...{ is: 'leg', role, sid, status, duration: null },
});
const joined = [leg('supervisor-1', 'CA-s', 'ringing'), leg('supervisor-1', 'CA-s', 'in-progress')];
const asks = (mode: Mode, n = 1): CallInput => ({
  ...{ is: 'supervision-asked', n, mode, coached: null },
});
const known = (mode: Mode, n = 1): CallInput => ({
  ...{ is: 'supervision-known', n, mode, coached: null },
});
const help: CallInput = { is: 'help', at: start };

/** How a call is after these inputs, one a second, and what had to be done: each key once. */
function play(inputs: readonly CallInput[], from = talking) {
  const effects = new Map<string, string>();
  let call = from;
  inputs.forEach((input, index) => {
    const step = reduceCall(call, input, at(index + 1));
    call = step.call;
    for (const { key, does, sid } of step.effects)
      if (!effects.has(key)) effects.set(key, `${does} ${String(sid)}`);
  });
  return { call, effects: [...effects.values()] };
}

test.each<[string, CallInput[], string]>([
  ['asked for', [begin()], 'ringing listen'],
  ['whose line is known', [begin(), { is: 'placed', role: 'supervisor-1', sid: 'CA-s' }], 'ringing listen'],
  ['whose device took it', [begin(), ...joined], 'on listen'],
  ['told of in any order', [begin(), ...joined.toReversed()], 'on listen'],
  ['asked for twice', [begin(), ...joined, begin('join')], 'on listen'],
  ['who asks to whisper', [begin(), ...joined, asks('whisper')], 'on listen'],
  ['who whispers', [begin(), ...joined, asks('whisper'), known('whisper')], 'on whisper'],
  ['who was refused', [begin('join'), ...joined, asks('whisper'), known('join')], 'on join'],
  [
    'whose line was refused',
    [begin(), { is: 'not-placed', role: 'supervisor-1', outcome: 'failed', reason: '' }],
    'off listen',
  ],
  ['whose device is not there', [begin(), leg('supervisor-1', 'CA-s', 'no-answer')], 'off listen'],
  ['whose browser is gone', [begin(), ...joined, leg('supervisor-1', 'CA-s', 'completed')], 'off listen'],
  ['who is told of late', [begin(), leg('supervisor-1', 'CA-s', 'completed'), ...joined], 'off listen'],
  [
    'who comes after another',
    [begin(), ...joined, leg('supervisor-1', 'CA-s', 'completed'), begin('join', { n: 2 })],
    'ringing join',
  ],
  [
    'of whom only the former is told',
    [begin('join', { n: 2 }), known('whisper', 1), ...joined],
    'ringing join',
  ],
  ['in a call that ends', [begin(), ...joined, leg('agent', 'CA-a', 'completed')], 'off listen'],
])('a supervisor %s', (_who, inputs, expected) => {
  const { supervisor } = play(inputs).call;
  expect(`${String(supervisor?.state)} ${String(supervisor?.mode)}`).toBe(expected);
});

test('a supervisor counts for nothing in the call: it goes on while agent and customer talk, and ends with either', () => {
  const { call } = play([begin('join'), ...joined]);
  expect(call.state).toBe('talking');
  expect(play([leg('supervisor-1', 'CA-s', 'completed')], call).call.state).toBe('talking');
  for (const [role, sid] of [
    ['agent', 'CA-a'],
    ['customer', 'CA-c'],
  ] as const) {
    const ended = play([leg(role, sid, 'completed')], call);
    expect(ended.call).toMatchObject({ state: 'ended', outcome: 'completed', supervisor: { state: 'off' } });
    expect(ended.effects).toContain('end-leg CA-s');
  }
});

test.each(['single', 'dialler'] as const)('the line of a supervisor ends with a %s call as well', (kind) => {
  const legs = { ...talking.legs, guide: line('CA-g') };
  const { call } = play([begin(), ...joined], { ...talking, kind, legs });
  expect(play([leg('customer', 'CA-c', 'completed')], call).effects).toContain('end-leg CA-s');
});

test('a line that shows itself after it was given up is ended', () => {
  const givenUp: CallInput = { is: 'not-placed', role: 'supervisor-1', outcome: 'failed', reason: '' };
  const late = play([begin('join'), givenUp, ...joined]);
  expect(supervisorOf(late.call)).toBeUndefined();
  expect(late.effects).toEqual(['end-leg CA-s']);
});

test('a whisper follows the call to the agent who has it now, and reaches nobody where there is none', () => {
  const withColleague: CallSnapshot = {
    ...talking,
    legs: { ...talking.legs, 'second-1': line('CA-2') },
    second: { n: 1, number: 'Dana', user_id: 'u2', state: 'on' },
  };
  const toColleague = play([begin('whisper'), ...joined, { is: 'left' }], withColleague);
  expect(toColleague.call.user_id).toBe('u2');
  expect(toColleague.effects).toEqual(['coach CA-2']);
  const toNumber = { ...withColleague, second: { n: 1, number: '+1', user_id: null, state: 'on' as const } };
  expect(play([begin('whisper'), ...joined, { is: 'left' }], toNumber).effects).toEqual(['coach null']);
  expect(play([begin('join'), ...joined, { is: 'left' }], toNumber).effects).toEqual([]);
});

test.each<[string, Partial<CallSnapshot>, string | null]>([
  ['an outgoing call', {}, 'CA-a'],
  ['a dialler call', { legs: { guide: line('CA-g'), customer: line('CA-c') } }, 'CA-g'],
  [
    'a call that came in',
    {
      host: 'agent-u1-2',
      legs: { 'agent-u1': line('CA-h', 'no-answer'), 'agent-u1-2': line('CA-i'), 'agent-u2-2': line('CA-j') },
    },
    'CA-i',
  ],
  ['one that rings still', { legs: { guide: line('CA-g', 'ringing') } }, null],
  ['one of nobody', { user_id: null }, null],
])('the agent’s line of %s', (_what, given, sid) => {
  expect(agentLegOf({ ...talking, ...given })).toBe(sid);
});

test.each<[string, Partial<CallSnapshot>, string | undefined]>([
  ['that goes on', {}, undefined],
  ['that rings', { state: 'ringing' }, undefined],
  ['that is over', { state: 'ended' }, 'The call has already ended'],
  ['that is no conference', { conferenceSid: null }, 'This call cannot be joined'],
  [
    'with its customer on hold',
    { hold: true },
    'The customer is on hold, please try again once they are back',
  ],
])('whether a call %s can be supervised', (_what, given, reason) => {
  expect(supervisionDenialReason({ ...talking, ...given })).toBe(reason);
});

const unseen = (mode: Mode, after = 0) => begin(mode, { seen: false, after });
const laterHelp: CallInput = { is: 'help', at: at(60) };
test.each<[string, CallInput[], 'asked' | 'coming' | null]>([
  ['nobody asked for', [], null],
  ['asked for', [help], 'asked'],
  ['withdrawn', [help, { is: 'help', at: null }], null],
  ['that a supervisor comes for', [help, begin('listen', { after: 60 })], 'coming'],
  ['that one comes for unseen', [help, unseen('listen', 60)], 'coming'],
  ['asked for while one listens unseen', [unseen('listen'), ...joined, laterHelp], 'asked'],
  ['asked for while one whispers', [unseen('whisper'), ...joined, laterHelp], 'coming'],
  [
    'given',
    [
      help,
      begin('listen', { after: 60 }),
      ...joined,
      { is: 'supervisor-leaving', n: 1 },
      leg('supervisor-1', 'CA-s', 'completed'),
    ],
    null,
  ],
  [
    'cut off by a browser that is gone',
    [help, begin('listen', { after: 60 }), ...joined, leg('supervisor-1', 'CA-s', 'completed')],
    'asked',
  ],
  ['of a call that ended', [help, leg('agent', 'CA-a', 'completed')], null],
  ['asked for too late', [leg('agent', 'CA-a', 'completed'), help], null],
])('help %s', (_what, inputs, expected) => {
  expect(helpOf(play(inputs).call)).toBe(expected);
});

test('a supervisor of whose line nobody tells is looked for, and no other', () => {
  expect(unheardSupervisor(talking)).toBeUndefined();
  expect(unheardSupervisor(play([begin()]).call)).toBe('supervisor-1');
  expect(unheardSupervisor(play([begin(), ...joined]).call)).toBeUndefined();
});
