import { callEnded } from '@crm/contracts/bus/call-events.js';
import { getDayFigures } from '@crm/contracts/http/stats.js';
import { newEvent } from '@crm/platform/outbox/new-event.js';
import { uniqueId } from '@crm/platform/testing/unique.js';
import { startStats, type SignedIn, type StatsServer } from '../test/stats-server.js';

let server: StatsServer;
let dana: SignedIn;
let priya: SignedIn;
beforeAll(async () => {
  server = await startStats();
  [dana, priya] = [await server.signIn(), await server.signIn()];
});
afterAll(() => server.stop());

const ended = (who: SignedIn | null, duration: number, at: string) =>
  newEvent(callEnded, {
    ...{ source: 'telephony', subject: 'call/1', sequence: 1, actor: 'system' },
    data: {
      ...callEnded.example,
      ...{ call_id: uniqueId(), user_id: who?.user.id ?? null, call: null, duration },
      outcome: duration > 0 ? 'completed' : 'no-answer',
    },
    now: new Date(at),
  });
const figuresOf = async ({ client }: SignedIn) => (await client.call(getDayFigures, {})).answer;

test('calls, contacts and talk time of today and yesterday, beside the average of the team', async () => {
  const today = server.clock.now().toISOString();
  const yesterday = new Date(server.clock.now().getTime() - 24 * 3_600_000).toISOString();
  const calls = [
    ended(dana, 0, today),
    ended(dana, 120, today),
    ended(dana, 60, today),
    ended(priya, 30, today),
    ended(null, 30, today),
    ended(dana, 200, yesterday),
  ];
  await server.bring(calls);
  // Delivered again, also at the same moment: counted once.
  await Promise.all([server.bring(calls), server.bring(calls)]);

  const lead = server.history.made(yesterday, {
    user_id: dana.user.id,
    agent_fullname: dana.user.fullname,
  });
  server.history.priced(yesterday, lead, 64.2);
  server.history.reached(today, lead, 'inApplication');
  await server.bring(server.history.events);

  expect(await figuresOf(dana)).toEqual({
    today: { calls: 3, contacts: 2, talk_seconds: 180, deals: 1, premium: 64.2 },
    yesterday: { calls: 1, contacts: 1, talk_seconds: 200, deals: 0, premium: 0 },
    team: { calls: 2, contacts: 1.5, talk_seconds: 105, deals: 0.5, premium: 32.1 },
    people: 2,
  });
  expect((await figuresOf(priya)).today).toMatchObject({ calls: 1, talk_seconds: 30 });
  expect((await figuresOf(server.admin)).today).toMatchObject({ calls: 4, contacts: 3, talk_seconds: 210 });
});

test('guides and strangers get nothing', async () => {
  const guide = await server.signIn({ role_id: 3 });
  expect((await guide.client.call(getDayFigures, {})).refusal.code).toBe('forbidden');
  expect((await server.stranger.call(getDayFigures, {})).refusal.code).toBe('session_ended');
});
