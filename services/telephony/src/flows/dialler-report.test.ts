import { exportDiallerReport, getDiallerReport } from '@crm/contracts/http/dialler-report.js';
import type { LeadToCall } from '@crm/contracts/http/calling.js';
import { pacificDate } from '@crm/contracts/time/pacific.js';
import { startFlow, type Flow } from '../test/flow.js';
import { startGuide, subscribeDiallers, type Guide } from '../test/guide.js';

let flow: Flow;
let guide: Guide;
beforeAll(async () => {
  flow = await startFlow();
  await subscribeDiallers(flow);
});
afterAll(() => flow.stop());
beforeEach(async () => {
  guide = await startGuide(flow);
});

const ownLead = (row: string, given: Partial<LeadToCall> = {}) =>
  flow.leadAt(row, { user_id: guide.user.id, ...given });

async function runOut(): Promise<void> {
  await flow.settled();
  for (let rounds = 0; guide.isOn && rounds < 40; rounds += 1) await flow.pass(15_000);
}

const today = () => pacificDate(flow.server.service.ctx.clock.now());
const report = async (from = today(), to = today()) =>
  (await flow.server.admin.client.call(getDiallerReport, { query: { from, to } })).answer;
const ownDays = async () => (await report()).days.filter(({ user_id }) => user_id === guide.user.id);

test('people, machines and nobody are counted, and how soon people heard the guide', async () => {
  ['07', '01', '02', '04', '00'].forEach((row) => ownLead(row));
  await guide.turn(true);
  await runOut();
  const [day, ...others] = await ownDays();
  expect(others).toEqual([]);
  // The carrier took four of them: it refused one at once.
  expect(day).toMatchObject({ day: today(), dialled: 4, people: 1, machines: 1, abandoned: 0 });
  expect(day?.user_fullname).toBe(guide.user.fullname);
  expect(day?.mean_seconds).toBeGreaterThanOrEqual(0);
  expect(day?.mean_seconds).toBeLessThanOrEqual(2);
  expect(day?.longest_seconds).toBe(day?.mean_seconds);
});

test('a guide whose device takes no calls has nobody rung, and nobody abandoned', async () => {
  const lead = ownLead('07');
  guide.device.manner = 'ignores';
  await guide.turn(true);
  await runOut();
  expect((await flow.callsOf(lead)).map(({ dialled }) => dialled)).toEqual([undefined]);
  expect(await ownDays()).toEqual([]);
});

test('a person who answers when the guide has gone is abandoned', async () => {
  const lead = ownLead('07');
  await guide.turn(true);
  await flow.vanish(guide, lead);
  expect(await flow.callsOf(lead)).toMatchObject([{ dialled: { people: 1, abandoned: 1, heard: 0 } }]);
  expect(await ownDays()).toMatchObject([
    { dialled: 1, people: 1, abandoned: 1, mean_seconds: null, longest_seconds: null },
  ]);
});

test('all of them together are the sum of the days', async () => {
  const { total, days } = await report();
  const sum = (of: 'dialled' | 'people' | 'machines' | 'abandoned') =>
    days.reduce((all, day) => all + day[of], 0);
  expect(total).toMatchObject({
    ...{ dialled: sum('dialled'), people: sum('people') },
    ...{ machines: sum('machines'), abandoned: sum('abandoned') },
  });
  expect(total.longest_seconds).toBe(
    Math.max(...days.flatMap(({ longest_seconds }) => longest_seconds ?? [])),
  );
});

test('days without calls have no row, and the last day may not be before the first', async () => {
  expect(await report('2020-01-01', '2020-01-31')).toMatchObject({ total: { dialled: 0 }, days: [] });
  const { status, refusal } = await flow.server.admin.client.call(getDiallerReport, {
    query: { from: '2026-03-02', to: '2026-03-01' },
  });
  expect(status).toBe(422);
  expect(refusal.errors).toEqual({ to: 'Must not be before the first day' });
});

test('only admins read it', async () => {
  const query = { from: today(), to: today() };
  expect((await guide.client.call(getDiallerReport, { query })).status).toBe(403);
});

test('the file has a row for each day and guide', async () => {
  const query = { from: today(), to: today() };
  const { body } = await flow.server.admin.client.call(exportDiallerReport, { query });
  const [head, ...rows] = String(body).replace('\uFEFF', '').trim().split('\r\n');
  expect(head).toBe(
    'Day,Guide,Dialled,People,Machines,Abandoned,Abandoned (%),Mean seconds to voice,Longest seconds to voice',
  );
  expect(rows).toHaveLength((await report()).days.length);
  expect(rows.some((row) => row.endsWith(',1,1,0,1,100,,'))).toBe(true);
});
