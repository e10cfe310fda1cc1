import { callQuality } from '@crm/contracts/bus/call-events.js';
import { exampleQuality } from '@crm/contracts/entities/call-quality.js';
import { getCallQuality } from '@crm/contracts/http/call-quality.js';
import type { StatsFilters } from '@crm/contracts/entities/stats.js';
import { newEvent } from '@crm/platform/outbox/new-event.js';
import { uniqueId } from '@crm/platform/testing/unique.js';
import { startStats, type SignedIn, type StatsServer } from '../test/stats-server.js';

let server: StatsServer;
let dana: SignedIn;
let priya: SignedIn;
const november: StatsFilters = { date: ['2026-11-01', '2026-11-30'] };

type Told = Partial<(typeof callQuality)['example']> & { mos?: number };

/** What telephony tells of a part of a call. */
function told(who: SignedIn, { mos, ...given }: Told, sequence = 1) {
  const data = {
    ...callQuality.example,
    ...{ call_id: uniqueId(), user_id: who.user.id, started_at: '2026-11-20T17:40:12.000Z' },
    ...{ thumb: null, issue: null },
    ...(mos !== undefined && { figures: { ...exampleQuality, mos } }),
    ...given,
  };
  const subject = `call-quality/${data.call_id}:${data.user_id}`;
  const about = { source: 'telephony', subject, sequence, actor: 'system', now: server.clock.now() } as const;
  return { event: newEvent(callQuality, { ...about, data }), call_id: data.call_id };
}
const asked = async (who: SignedIn, filters = november) =>
  (await who.client.call(getCallQuality, { body: { filters } })).answer;

beforeAll(async () => {
  server = await startStats();
  dana = await server.signIn();
  priya = await server.signIn();
  const first = told(dana, { mos: 4.2 });
  await server.bring([
    first.event,
    told(dana, { mos: 3.4, thumb: 'bad', issue: 'echo' }).event,
    told(priya, { mos: 4, thumb: 'good' }).event,
    // The first moment of December in Los Angeles.
    told(priya, { mos: 2, started_at: '2026-12-01T08:00:00.000Z' }).event,
    // A rating whose figures never came.
    told(priya, { figures: null, thumb: 'bad', issue: 'dropped-call' }).event,
    // A second delivery, the thumb that came later, and the first word of it late.
    first.event,
    told(dana, { mos: 4.2, thumb: 'good', call_id: first.call_id }, 2).event,
    first.event,
  ]);
});
afterAll(() => server.stop());

test('an admin sees the sound of calls by agent, the most troubled first, and of all', async () => {
  const { rows, totals } = await asked(server.admin);
  expect(
    rows.map(({ agent, calls, mos, low, thumbs_up, thumbs_down }) => ({
      agent,
      calls,
      mos,
      low,
      thumbs_up,
      thumbs_down,
    })),
  ).toEqual([
    { agent: dana.user.fullname, calls: 2, mos: 3.8, low: 50, thumbs_up: 1, thumbs_down: 1 },
    { agent: priya.user.fullname, calls: 1, mos: 4, low: 0, thumbs_up: 1, thumbs_down: 1 },
  ]);
  expect(totals).toMatchObject({
    calls: 3,
    mos: 3.87,
    low: 33.33,
    thumbs_up: 2,
    thumbs_down: 2,
    loss: exampleQuality.loss,
  });
});

test('days and agents of the filter count', async () => {
  expect(await asked(server.admin, { date: ['2026-12-01'] })).toMatchObject({
    rows: [{ agent_id: priya.user.id, calls: 1, mos: 2, low: 100 }],
  });
  const { rows } = await asked(server.admin, { ...november, agents: [priya.user.id] });
  expect(rows.map(({ agent_id }) => agent_id)).toEqual([priya.user.id]);
  expect(await asked(server.admin, { date: ['2026-10-01'] })).toEqual({
    rows: [],
    totals: {
      ...{ calls: 0, mos: null, jitter: null, loss: null, rtt: null, low: null },
      thumbs_up: 0,
      thumbs_down: 0,
    },
  });
});

test('an agent sees the own row alone, whatever is asked for; a guide nothing', async () => {
  const { rows } = await asked(priya, { ...november, agents: [dana.user.id] });
  expect(rows.map(({ agent_id }) => agent_id)).toEqual([priya.user.id]);
  const guide = await server.signIn({ role_id: 3, subroles: [] });
  const body = { filters: november };
  expect((await guide.client.call(getCallQuality, { body })).status).toBe(403);
  expect((await server.stranger.call(getCallQuality, { body })).status).toBe(403);
  const wrong = { filters: { date: ['2026-11-30', '2026-11-01'] } };
  expect((await priya.client.call(getCallQuality, { body: wrong })).status).toBe(422);
});
