import { followupDeleted } from '@crm/contracts/bus/followup-events.js';
import { addFollowup } from '@crm/contracts/http/followups.js';
import { after, hourMs, startFollowups, type FollowupsServer } from '../test/followups-server.js';
import { followupsDesk } from './followups-desk.js';

let server: FollowupsServer;
beforeAll(async () => {
  server = await startFollowups();
});
afterAll(() => server.stop());

test('the follow-up of a chosen lead is handed out, erased and told of; those of others stay', async () => {
  const agent = await server.signIn();
  const mine = await server.givenFollowup(agent, { description: 'Wants a quote' });
  const other = await server.givenFollowup(agent);
  const desk = followupsDesk(server.service.ctx);
  const person = { phones: [], emails: [], lead_ids: [mine.lead_id] };
  expect(await desk.collect(person)).toMatchObject([
    { kind: 'followups', items: [{ description: 'Wants a quote', completed: 0 }] },
  ]);
  expect(await desk.erase(person)).toEqual({ counts: { followups: 1 }, isWhole: true });
  expect(await desk.erase(person)).toEqual({ counts: { followups: 0 }, isWhole: true });
  await server.probe.waitFor(followupDeleted, ({ data }) => data.id === mine.id);
  expect(await desk.collect({ ...person, lead_ids: [mine.lead_id, other.lead_id] })).toMatchObject([
    { items: [{ description: other.description }] },
  ]);
});

test('every follow-up of a chosen lead is handed out and erased', async () => {
  const agent = await server.signIn();
  const first = await server.givenFollowup(agent);
  const body = { user_id: agent.user.id, lead_id: first.lead_id, datetime: after(server.clock, 2 * hourMs) };
  const second = (await agent.client.call(addFollowup, { body })).answer.followup;
  const desk = followupsDesk(server.service.ctx);
  const person = { phones: [], emails: [], lead_ids: [first.lead_id] };
  const [collected] = await desk.collect(person);
  expect(collected?.items).toHaveLength(2);
  expect(await desk.erase(person)).toEqual({ counts: { followups: 2 }, isWhole: true });
  for (const { id } of [first, second])
    await server.probe.waitFor(followupDeleted, ({ data }) => data.id === id);
  expect(await desk.collect(person)).toEqual([{ kind: 'followups', items: [] }]);
});
