import { agentStateChanged } from '@crm/contracts/bus/floor-events.js';
import type { AgentState } from '@crm/contracts/entities/agent-state.js';
import { exportTimeByState, getTimeByState } from '@crm/contracts/http/stats.js';
import { newEvent } from '@crm/platform/outbox/new-event.js';
import { startStats, type SignedIn, type StatsServer } from '../test/stats-server.js';

let server: StatsServer;
let dana: SignedIn;
let priya: SignedIn;
beforeAll(async () => {
  server = await startStats();
  dana = await server.signIn({ fullname: 'Dana Reyes' });
  priya = await server.signIn({ fullname: 'Ángela Priya' });
});
afterAll(() => server.stop());

let sequence = 0;
const left = (who: SignedIn, state: AgentState, from: string, to: string) =>
  newEvent(agentStateChanged, {
    ...{ source: 'telephony', subject: `agent/${who.user.id}`, sequence: (sequence += 1), actor: 'system' },
    data: { user_id: who.user.id, state, from, to, call_id: null },
    now: new Date(to),
  });
const asked = async (date: string[], who = server.admin, agents?: string[]) =>
  (await who.client.call(getTimeByState, { body: { filters: { date, agents } } })).answer.agents.map(
    ({ agent, seconds }) => [
      agent,
      Object.fromEntries(Object.entries(seconds).filter(([, time]) => time > 0)),
    ],
  );

test('time is counted by state and day; a state across midnight belongs to both days', async () => {
  await server.bring([
    left(dana, 'ready', '2026-11-20T17:00:00.000Z', '2026-11-20T17:10:00.000Z'),
    left(dana, 'in-call', '2026-11-20T17:10:00.000Z', '2026-11-20T17:15:30.000Z'),
    left(dana, 'ready', '2026-11-20T17:15:30.000Z', '2026-11-20T17:20:30.000Z'),
    // An hour before midnight in Los Angeles to two hours behind it.
    left(dana, 'training', '2026-11-21T07:00:00.000Z', '2026-11-21T10:00:00.000Z'),
    left(priya, 'lunch', '2026-11-20T20:00:00.000Z', '2026-11-20T20:30:00.000Z'),
    // Nobody works while they are offline.
    left(priya, 'offline', '2026-11-20T20:30:00.000Z', '2026-11-22T20:30:00.000Z'),
  ]);
  expect(await asked(['2026-11-20'])).toEqual([
    ['Ángela Priya', { lunch: 1800 }],
    ['Dana Reyes', { ready: 900, 'in-call': 330, training: 3600 }],
  ]);
  expect(await asked(['2026-11-21'])).toEqual([['Dana Reyes', { training: 7200 }]]);
  expect(await asked(['2026-11-20', '2026-11-21'], server.admin, [dana.user.id])).toEqual([
    ['Dana Reyes', { ready: 900, 'in-call': 330, training: 10_800 }],
  ]);
});

test('states of many that are told at once count each once, whether they are counted already or not', async () => {
  const { ctx } = server.service;
  const day = '2026-11-28';
  const about = (user_id: string, begins: number) => ({
    ...{ day, user_id, unless: { begins: { $ne: begins } } },
    adding: { $inc: { 'ms.ready': 1_000 }, $push: { begins } },
  });
  const all = [dana, priya].flatMap(({ user }) => [1, 2, 3].map((begins) => about(user.id, begins)));
  await ctx.countInAgentDays(all.slice(0, 2));
  await Promise.all([...all, ...all].map((each) => ctx.countInAgentDays([each])));
  const days = await ctx.agentDays.find({ day }).sort({ _id: 1 }).lean();
  expect(days.map(({ begins, ms }) => [begins.toSorted(), ms])).toEqual([
    [[1, 2, 3], { ready: 3_000 }],
    [[1, 2, 3], { ready: 3_000 }],
  ]);
});

test('a state that is delivered again, also late and in another order, counts once', async () => {
  const day = ['2026-11-25'];
  const [first, second, third] = [
    left(dana, 'ready', '2026-11-25T17:00:00.000Z', '2026-11-25T18:00:00.000Z'),
    left(dana, 'in-call', '2026-11-25T18:00:00.000Z', '2026-11-25T18:00:01.000Z'),
    left(dana, 'break', '2026-11-25T18:00:01.000Z', '2026-11-26T09:00:00.000Z'),
  ];
  await server.bring([third, first, second, first, third, second]);
  await Promise.all([server.bring([first]), server.bring([second]), server.bring([third])]);
  expect(await asked(day)).toEqual([['Dana Reyes', { ready: 3600, 'in-call': 1, break: 50_399 }]]);
  expect(await asked(['2026-11-26'])).toEqual([['Dana Reyes', { break: 3600 }]]);
});

test('two that make a day at the same moment are both counted', async () => {
  const events = Array.from({ length: 8 }, (_, hour) =>
    left(priya, 'ready', `2026-11-27T1${String(hour)}:00:00.000Z`, `2026-11-27T1${String(hour)}:30:00.000Z`),
  );
  await Promise.all(events.map((event) => server.bring([event])));
  expect(await asked(['2026-11-27'])).toEqual([['Ángela Priya', { ready: 8 * 1800 }]]);
});

test('agents see themselves alone, guides and strangers nothing', async () => {
  const date = ['2026-11-20'];
  expect(await asked(date, priya, [dana.user.id])).toEqual([['Ángela Priya', { lunch: 1800 }]]);
  const guide = await server.signIn({ role_id: 3 });
  const body = { filters: { date } };
  expect((await guide.client.call(getTimeByState, { body })).refusal.code).toBe('forbidden');
  expect((await guide.client.call(exportTimeByState, { body })).refusal.code).toBe('forbidden');
  expect((await server.stranger.call(getTimeByState, { body })).refusal.code).toBe('session_ended');
});

test('the same comes as a file', async () => {
  const filters = { date: ['2026-11-20'] };
  const { body } = await server.admin.client.call(exportTimeByState, { body: { filters } });
  expect(String(body).replace('\uFEFF', '').trim().split('\r\n')).toEqual([
    'Agent,Ready (s),In call (s),Wrap-up (s),Break (s),Lunch (s),Training (s),Meeting (s)',
    '"Ángela Priya",0,0,0,0,1800,0,0',
    '"Dana Reyes",900,330,0,0,0,3600,0',
  ]);
});
