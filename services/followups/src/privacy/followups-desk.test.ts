import { followupDeleted } from '@crm/contracts/bus/followup-events.js';
import { startFollowups, type FollowupsServer } from '../test/followups-server.js';
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
