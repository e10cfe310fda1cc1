import { getDeals } from '@crm/contracts/http/stats.js';
import { startStats, type StatsServer } from '../test/stats-server.js';
import { statsDesk } from './stats-desk.js';

let server: StatsServer;
beforeAll(async () => {
  server = await startStats();
});
afterAll(() => server.stop());

test('the figures of a chosen lead are handed out, and leave the deals and every later word of it with them', async () => {
  const dana = await server.signIn();
  const { history } = server;
  const own = { user_id: dana.user.id, agent_fullname: dana.user.fullname };
  const [mine, other] = ['2026-11-02T18:00:00.000Z', '2026-11-03T18:00:00.000Z'].map((at) => {
    const id = history.made(at, own);
    history.priced(at, id, 50);
    history.reached(at, id, 'inApplication');
    return id;
  });
  if (mine === undefined || other === undefined) throw new Error('Two leads are made');
  await server.bring(history.events);
  const deals = async () =>
    (
      await server.admin.client.call(getDeals, { body: { filters: { date: ['2026-11-01', '2026-11-30'] } } })
    ).answer.deals.map(({ id }) => id);
  expect(await deals()).toEqual([other, mine]);
  const desk = statsDesk(server.service.ctx);
  const person = { phones: [], emails: [], lead_ids: [mine] };
  expect(await desk.collect(person)).toMatchObject([
    { kind: 'figures', items: [{ _id: mine, agent: dana.user.id, premium: 5_000, dealt_on: '2026-11-02' }] },
  ]);
  expect(await desk.erase(person)).toEqual({ counts: { figures: 1 }, isWhole: true });
  expect(await deals()).toEqual([other]);
  // Events that were in flight restore nothing.
  await server.bring(history.events);
  expect(await deals()).toEqual([other]);
  expect(await desk.erase(person)).toEqual({ counts: { figures: 0 }, isWhole: true });
  expect(await desk.collect(person)).toEqual([{ kind: 'figures', items: [] }]);
});
