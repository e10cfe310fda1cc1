import { agentStateOf, bringUpToDate, type AgentDetails, type Standing } from './agent-state.rules.js';

/** Minutes past ten. */
const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 18, 0, minute * 60));
const online = { at: at(0), isOn: true, reason: null };
const away = { at: at(0), isOn: false, reason: 'lunch' } as const;
const gone = { at: at(0), isOn: false, reason: null };
const call = (from: number, to: number | null, given: Partial<AgentDetails['calls'][number]> = {}) => ({
  ...{ id: `call-${String(from)}`, from: at(from), to: to === null ? null : at(to), wrapUpMs: 120_000 },
  ...given,
});
const details = (given: Partial<AgentDetails>): AgentDetails => ({
  presences: [online],
  calls: [],
  readyAt: null,
  ...given,
});

test.each<[what: string, given: Partial<AgentDetails>, minute: number, state: string]>([
  ['online is ready', {}, 5, 'ready'],
  ['offline is offline', { presences: [gone] }, 5, 'offline'],
  ['offline with a reason is the reason', { presences: [away] }, 5, 'lunch'],
  ['a call comes before being ready', { calls: [call(5, null)] }, 6, 'in-call'],
  ['and before being away', { presences: [away], calls: [call(5, null)] }, 6, 'in-call'],
  ['a call begins at its first instant', { calls: [call(5, null)] }, 5, 'in-call'],
  ['and is over at its last', { calls: [call(5, 8)] }, 8, 'wrap-up'],
  ['wrap-up follows until its limit', { calls: [call(5, 8)] }, 9.9, 'wrap-up'],
  ['and not beyond', { calls: [call(5, 8)] }, 10, 'ready'],
  ['no limit is no wrap-up', { calls: [call(5, 8, { wrapUpMs: 0 })] }, 8, 'ready'],
  ['a call that lasted no time is none', { calls: [call(5, 5)] }, 5, 'ready'],
  ['whoever was offline has no wrap-up', { presences: [gone], calls: [call(5, 8)] }, 9, 'offline'],
  ['whoever is away is so again', { presences: [away], calls: [call(5, 8)] }, 9, 'lunch'],
  ['whoever says so is ready', { calls: [call(5, 8)], readyAt: at(9) }, 9.5, 'ready'],
  ['but not before they said so', { calls: [call(5, 8)], readyAt: at(9) }, 8.5, 'wrap-up'],
  ['nor for what came before the call', { calls: [call(5, 8)], readyAt: at(4) }, 9, 'wrap-up'],
  [
    'going offline ends wrap-up',
    { presences: [online, { ...away, at: at(8.5) }], calls: [call(5, 8)] },
    9,
    'lunch',
  ],
  [
    'and coming back does not begin it anew',
    {
      presences: [
        { ...away, at: at(8.5) },
        { ...online, at: at(9) },
      ],
      calls: [call(5, 8)],
    },
    9.5,
    'ready',
  ],
  ['dialling again ends wrap-up', { calls: [call(5, 8), call(9, null)] }, 9.5, 'in-call'],
  ['of two calls the one that goes on counts', { calls: [call(5, null), call(6, 7)] }, 8, 'in-call'],
])('%s', (_what, given, minute, state) => {
  expect(agentStateOf(details(given), at(minute)).state).toBe(state);
});

test('the last call that ended is the one that wrap-up follows, and says until when', () => {
  const state = agentStateOf(details({ calls: [call(5, 8), call(6, 8.5)] }), at(9));
  expect(state).toEqual({ state: 'wrap-up', reason: null, call_id: 'call-6', until: at(10.5) });
});

const ready: Standing = { state: 'ready', reason: null, call_id: null, until: null, since: at(0) };
const steps = ({ left, standing }: ReturnType<typeof bringUpToDate>) => [
  ...left.map(({ state, from, to }) => [state, minuteOf(from), minuteOf(to)]),
  [standing.state, minuteOf(standing.since)],
];
const minuteOf = (time: Date) => (time.getTime() - at(0).getTime()) / 60_000;

describe('bringing a state up to date', () => {
  test('leaves it where nothing happened', () => {
    expect(steps(bringUpToDate(ready, details({}), at(30)))).toEqual([['ready', 0]]);
  });

  test('after a long while goes through all that happened, with the times of the details', () => {
    expect(steps(bringUpToDate(ready, details({ calls: [call(5, 8)] }), at(30)))).toEqual([
      ['ready', 0, 5],
      ['in-call', 5, 8],
      ['wrap-up', 8, 10],
      ['ready', 10],
    ]);
  });

  test('leaves no gap and no overlap, however many calls there were', () => {
    const { left, standing } = bringUpToDate(
      ready,
      details({ calls: [call(2, 3), call(3.5, 6), call(6, 7), call(20, null)] }),
      at(30),
    );
    const edges = [...left.flatMap(({ from, to }) => [from, to]), standing.since].map(minuteOf);
    expect(edges).toEqual([0, 2, 2, 3, 3, 3.5, 3.5, 6, 6, 7, 7, 9, 9, 20, 20]);
  });

  test('asked again, comes to the same and leaves nothing', () => {
    const given = details({ calls: [call(5, 8)] });
    const first = bringUpToDate(ready, given, at(9));
    expect(steps(bringUpToDate(first.standing, given, at(9)))).toEqual([['wrap-up', 8]]);
  });

  test('asked in between or once makes no difference', () => {
    const given = details({ calls: [call(5, 8), call(12, 13)] });
    const early = bringUpToDate(ready, given, at(6));
    const late = bringUpToDate(early.standing, given, at(30));
    const once = bringUpToDate(ready, given, at(30));
    expect([...early.left, ...late.left]).toEqual(once.left);
    expect(late.standing).toEqual(once.standing);
  });

  test('a detail that comes late puts right what holds, not what was left', () => {
    const given = details({ presences: [online, { ...away, at: at(7.9) }], calls: [call(5, 8)] });
    const wrapping: Standing = { ...ready, state: 'wrap-up', call_id: 'call-5', until: at(10), since: at(8) };
    expect(steps(bringUpToDate(wrapping, given, at(9)))).toEqual([['lunch', 8]]);
  });

  test('another reason is another state', () => {
    const given = details({
      presences: [
        { ...away, reason: 'break' },
        { ...away, at: at(3) },
      ],
    });
    const onBreak: Standing = { ...ready, state: 'break', reason: 'break' };
    expect(steps(bringUpToDate(onBreak, given, at(5)))).toEqual([
      ['break', 0, 3],
      ['lunch', 3],
    ]);
  });
});
