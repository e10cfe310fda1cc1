import { followupDue } from '@crm/contracts/bus/followup-events.js';
import { eventFollowup, type Followup, type FollowupChange } from '@crm/contracts/entities/followup.js';
import { addFollowup, deleteFollowup, updateFollowup } from '@crm/contracts/http/followups.js';
import { alive, evenDeleted } from '@crm/platform/outbox/outbox-fields.js';
import { Types } from 'mongoose';
import {
  after,
  hourMs,
  startFollowups,
  type FollowupsServer,
  type SignedIn,
} from '../test/followups-server.js';

let server: FollowupsServer;
let agent: SignedIn;
beforeEach(async () => {
  server = await startFollowups();
  agent = await server.signIn();
});
afterEach(() => server.stop());

/** The due events of a follow-up; the bus may deliver duplicates, so consumers deduplicate by id. */
const dues = ({ id }: Pick<Followup, 'id'>) => {
  const published = server.probe.all(followupDue).filter(({ data }) => data.followup.id === id);
  return published.filter((one, at) => published.findIndex((other) => other.id === one.id) === at);
};
const update = (id: string, followup: FollowupChange) =>
  agent.client.call(updateFollowup, { body: { id, followup } });

test('nothing is told before its time; at its time the owner is, once', async () => {
  const made = await server.givenFollowup(agent, {}, { fullname: 'Imogen Vantongeren' });
  await server.later(hourMs - 1);
  expect(dues(made)).toEqual([]);
  await server.later(1);
  expect(dues(made).map(({ data }) => data)).toEqual([
    { followup: { ...eventFollowup.parse(made), version: 2 }, lead_name: 'Imogen Vantongeren' },
  ]);
  await server.later(24 * hourMs);
  expect(dues(made)).toHaveLength(1);
});

test('two replicas that look at the same time tell each one once', async () => {
  await server.startReplica();
  const made = [];
  for (let count = 0; count < 12; count += 1) made.push(await server.givenFollowup(agent));
  await server.later(2 * hourMs);
  expect(made.map((each) => dues(each).length)).toEqual(made.map(() => 1));
});

test('what falls due while everything is down is told once when it is back, and not again', async () => {
  const made = await server.givenFollowup(agent);
  await server.service.stop();
  server.clock.advance(48 * hourMs);
  const back = await server.startReplica();
  await server.probe.waitFor(followupDue, ({ data }) => data.followup.id === made.id);
  await back.stop();
  const again = await server.startReplica();
  again.ctx.dueJobs.wake();
  await again.ctx.dueJobs.idle();
  await again.drainOutbox();
  expect(dues(made)).toHaveLength(1);
});

test('one that is put off is told at its new time, and once more for each later one', async () => {
  const made = await server.givenFollowup(agent);
  await update(made.id, { datetime: after(server.clock, 3 * hourMs) });
  await server.later(2 * hourMs);
  expect(dues(made)).toEqual([]);
  await server.later(hourMs);
  expect(dues(made)).toHaveLength(1);
  const next = after(server.clock, hourMs);
  await update(made.id, { datetime: next });
  await server.later(hourMs);
  expect(dues(made).map(({ data }) => data.followup.datetime)).toEqual([after(server.clock, -hourMs), next]);
});

test('one that is completed or deleted before its time is not told', async () => {
  const [done, gone] = [await server.givenFollowup(agent), await server.givenFollowup(agent)];
  await update(done.id, { completed: 1 });
  await server.admin.client.call(deleteFollowup, { body: { id: gone.id } });
  await server.later(2 * hourMs);
  expect([dues(done), dues(gone)]).toEqual([[], []]);
});

test('one that is opened again is told if its time is still to come', async () => {
  const [early, late] = [await server.givenFollowup(agent), await server.givenFollowup(agent)];
  await update(early.id, { completed: 1 });
  await update(late.id, { completed: 1 });
  await update(early.id, { completed: 0 });
  await server.later(2 * hourMs);
  await update(late.id, { completed: 0 });
  await server.later(0);
  expect([dues(early).length, dues(late).length]).toEqual([1, 0]);
});

describe('one that a process of before, which knew one of a lead, left as it was', () => {
  /** Another follow-up of the lead, as it stood before what happened to the lead since. */
  async function leftBehind(lead_id: string): Promise<() => Promise<string>> {
    const body = { user_id: agent.user.id, lead_id, datetime: after(server.clock, 2 * hourMs) };
    const { id } = (await agent.client.call(addFollowup, { body })).answer.followup;
    const { collection } = server.service.ctx.followups;
    const before = await collection.findOne(alive({ _id: new Types.ObjectId(id) }));
    if (before === null) throw new Error('There is no such follow-up');
    return async () => {
      await server.published();
      await collection.replaceOne(evenDeleted({ _id: before._id }), before);
      return id;
    };
  }

  test('is told to whoever has the lead by then', async () => {
    const { lead_id } = await server.givenFollowup(agent);
    const leave = await leftBehind(lead_id);
    const other = await server.signIn();
    await server.leadGoesTo(lead_id, other.user.id);
    const id = await leave();
    await server.later(3 * hourMs);
    expect(dues({ id }).map(({ data }) => data.followup.user_id)).toEqual([other.user.id]);
  });

  test('of a lead that was deleted is deleted, and not told', async () => {
    const { lead_id } = await server.givenFollowup(agent);
    const leave = await leftBehind(lead_id);
    await server.leadIsDeleted(lead_id);
    const id = await leave();
    await server.later(3 * hourMs);
    expect(dues({ id })).toEqual([]);
    expect(await server.service.ctx.followups.exists(alive({ _id: new Types.ObjectId(id) }))).toBeNull();
  });
});
