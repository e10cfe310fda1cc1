import { Types } from 'mongoose';
import { createFollowupCommand } from '@crm/contracts/bus/commands.js';
import { followupEvents, followupUpdated } from '@crm/contracts/bus/followup-events.js';
import type { Followup } from '@crm/contracts/entities/followup.js';
import * as calls from '@crm/contracts/http/followups.js';
import { getSystemPart } from '@crm/contracts/http/system.js';
import { dataKeyCollection } from '@crm/platform/encryption/data-keys.js';
import { alive } from '@crm/platform/outbox/outbox-fields.js';
import { dumpDatabase } from '@crm/platform/testing/dump-database.js';
import { followupsDesk } from '../privacy/followups-desk.js';
import {
  after,
  hourMs,
  startFollowups,
  until,
  type FollowupsServer,
  type SignedIn,
} from '../test/followups-server.js';
import { sealedFollowups } from './sealed-followups.js';

const description = 'Ask about the dialysis';

let server: FollowupsServer;
let agent: SignedIn;
beforeAll(async () => {
  server = await startFollowups();
  agent = await server.signIn();
});
afterAll(() => server.stop());

const db = () => {
  const { db: stored } = server.service.ctx.followups.db;
  if (stored === undefined) throw new Error('The store is not connected');
  return stored;
};
const stored = ({ id }: Pick<Followup, 'id'>) =>
  db()
    .collection('followups')
    .findOne({ _id: new Types.ObjectId(id) });
const keyOf = ({ lead_id }: Pick<Followup, 'lead_id'>) =>
  db()
    .collection(dataKeyCollection)
    .findOne({ _id: new Types.ObjectId(lead_id) });
const read = async ({ lead_id }: Pick<Followup, 'lead_id'>) =>
  (await agent.client.call(calls.listFollowupsOfLead, { params: { leadId: lead_id } })).answer.followups[0];

test('a description is neither in the store, nor in an event, nor in the log, and is read and changed as before', async () => {
  const made = await server.givenFollowup(agent, { description });
  const body = { id: made.id, followup: { description: 'Ask about the biopsy', priority: 1 as const } };
  expect((await agent.client.call(calls.updateFollowup, { body })).answer.followup.description).toBe(
    'Ask about the biopsy',
  );
  await agent.client.call(calls.filterFollowups, { body: { user_id: agent.user.id, params: {} } });
  await server.later(2 * hourMs);
  await server.published();
  // The events that are kept are those that were sent.
  const kept = await db().collection('events').distinct('type');
  expect(kept.toSorted()).toEqual(['followup.created', 'followup.due', 'followup.updated']);
  const text = await dumpDatabase(db());
  expect(text).not.toMatch(/dialysis|biopsy/);
  // It would be seen.
  expect(text).toContain(made.fullname);
  expect(server.lines.text()).toContain('follow-up fell due');
  expect(server.lines.text()).not.toMatch(/dialysis|biopsy/);
  const updated = await server.probe.waitFor(followupUpdated, ({ data }) => data.id === made.id);
  expect(updated.data).toMatchObject({ changed: ['description', 'priority'] });
  expect(await read(made)).toMatchObject({ description: 'Ask about the biopsy', priority: 1 });
});

test('the follow-ups of a lead are under one key, which an erasure destroys: a copy of before says nothing', async () => {
  const made = await server.givenFollowup(agent, { description });
  const other = await server.givenFollowup(agent, { description });
  const copy = await stored(made);
  expect(await keyOf(made)).toMatchObject({ by: 'm1' });
  await followupsDesk(server.service.ctx).erase({ phones: [], emails: [], lead_ids: [made.lead_id] });
  expect(await keyOf(made)).toEqual({
    _id: new Types.ObjectId(made.lead_id),
    destroyedAt: server.clock.now(),
  });

  // A backup is put back.
  await db()
    .collection('followups')
    .deleteOne({ _id: new Types.ObjectId(made.id) });
  await db()
    .collection('followups')
    .insertOne({ ...copy, _id: new Types.ObjectId(made.id) });
  const back = await server.service.ctx.followups.findOne(alive({ _id: made.id })).lean();
  expect(back).toMatchObject({ fullname: made.fullname });
  expect(back).not.toHaveProperty('description');
  expect(await read(made)).toMatchObject({ id: made.id, description: '' });
  expect((await read(other))?.description).toBe(description);
});

test('what an earlier version stored is sealed, is in no event that is kept, and is read as before', async () => {
  const made = await server.givenFollowup(agent, { description });
  await server.published();
  const _id = new Types.ObjectId(made.id);
  await db().collection('followups').updateOne({ _id }, { $set: { description } });
  const kept = db().collection('events');
  const ofIt = { 'event.data.id': made.id, type: followupEvents[0].type };
  await kept.updateOne(ofIt, { $set: { 'event.data.description': description } });
  await kept.insertOne({
    type: 'followup.due',
    event: { data: { followup: { ...made, description }, lead_name: made.fullname } },
  });
  expect(await read(made)).toMatchObject({ description });

  await db().collection('migrations').deleteMany({});
  await server.startReplica();
  await until(async () => {
    const params = { service: 'followups' } as const;
    const { schema } = (await server.admin.client.call(getSystemPart, { params })).answer;
    return schema?.every(({ state }) => state === 'done') ?? false;
  });
  expect(await dumpDatabase(db())).not.toContain('dialysis');
  expect((await stored(made))?.['description']).toHaveProperty('buffer');
  expect((await kept.findOne(ofIt))?.['event']).toMatchObject({ data: { fullname: made.fullname } });
  expect(await read(made)).toMatchObject({ description });
});

test('an ordered follow-up is sealed as well, a second delivery makes no other', async () => {
  const lead = server.givenLead(agent);
  const data = {
    lead_id: lead.id,
    user_id: agent.user.id,
    datetime: after(server.clock, hourMs),
    description,
  };
  await server.send(createFollowupCommand, data, { times: 2 });
  const found = await db()
    .collection('followups')
    .find({ lead_id: new Types.ObjectId(lead.id) })
    .toArray();
  expect(found).toHaveLength(1);
  expect(found[0]?.['description']).toHaveProperty('buffer');
  expect(await read({ lead_id: lead.id })).toMatchObject({ description });
});

test('each sealed field is one of its collection', () => {
  const { schema, collection } = server.service.ctx.followups;
  expect(collection.collectionName).toBe(sealedFollowups.collection);
  for (const field of [...sealedFollowups.fields, sealedFollowups.owner])
    expect([field, schema.pathType(field)]).toEqual([field, 'real']);
});
