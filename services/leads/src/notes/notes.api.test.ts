import { userUpdated } from '@crm/contracts/bus/events.js';
import { assignLead, deleteLead } from '@crm/contracts/http/leads.js';
import { createNote, deleteNote, listNotes } from '@crm/contracts/http/notes.js';
import { alive } from '@crm/platform/outbox/outbox-fields.js';
import { uniqueId } from '@crm/platform/testing/unique.js';
import { Types } from 'mongoose';
import { lifeInput } from '../test/builders.js';
import { startLeads, type LeadsServer, type SignedIn } from '../test/leads-server.js';

let server: LeadsServer;
let agent: SignedIn;
let other: SignedIn;
beforeAll(async () => {
  server = await startLeads();
});
afterAll(() => server.stop());
beforeEach(async () => {
  [agent, other] = await Promise.all([server.signIn(), server.signIn()]);
});

const write = (lead_id: string, message: string, { client, user }: SignedIn = agent, user_id = user.id) =>
  client.call(createNote, { body: { user_id, lead_id, message } });
const notesOf = (leadId: string, { client }: SignedIn = agent) =>
  client.call(listNotes, { params: { leadId } });
const remove = (id: string, { client }: SignedIn = agent) => client.call(deleteNote, { params: { id } });
const stored = (leadId: string) =>
  server.service.ctx.notes.countDocuments({ lead_id: new Types.ObjectId(leadId) });

describe('a note', () => {
  test('is trimmed, signed and listed with the newest first', async () => {
    const lead = await server.givenLead(lifeInput(), agent);
    const { note } = (await write(lead.id, '  Call after 11.\nWife is Ngozi. ')).answer;
    expect(note).toMatchObject({
      lead_id: lead.id,
      user_id: agent.user.id,
      message: 'Call after 11.\nWife is Ngozi.',
      fname: agent.user.fname,
      lname: agent.user.lname,
      createdAt: server.clock.now().toISOString(),
    });
    const second = (await write(lead.id, 'From above', server.admin)).answer.note;
    expect((await notesOf(lead.id)).answer.notes).toEqual([second, note]);
    // It changes nothing of the lead.
    expect(await server.stored(lead.id)).toMatchObject({ version: 1 });
  });

  test('of whom a call bound the lead to is written and deleted while they hold it', async () => {
    const lead = await server.givenLead(lifeInput(), agent);
    const guide = await server.signIn({ role_id: 3 });
    const until = new Date(server.clock.now().getTime() + 60_000);
    const by = {
      user_id: new Types.ObjectId(guide.user.id),
      fullname: guide.user.fullname,
      role: 3 as const,
    };
    await server.service.ctx.leads.updateOne(alive({ _id: lead.id }), {
      $set: { hold: { ...by, holders: [{ holder: 'call:1', until }], bound: true, until } },
    });
    const { note } = (await write(lead.id, 'Prefers mornings', guide)).answer;
    expect((await remove(note.id, guide)).status).toBe(200);
  });

  test('bears the name that its author has now', async () => {
    const lead = await server.givenLead(lifeInput(), agent);
    await write(lead.id, 'Before the wedding');
    const renamed = { ...agent.user, lname: 'Whitfield', version: 2 };
    await server.send(userUpdated, { subject: `user/${renamed.id}`, sequence: 2, data: renamed });
    expect((await notesOf(lead.id)).answer.notes[0]).toMatchObject({ lname: 'Whitfield' });
  });

  test.each([
    ['is empty', '', 'This field is required'],
    ['is empty once trimmed', ' \n ', 'This field is required'],
    ['is too long', 'x'.repeat(5_001), 'At most 5,000 characters'],
  ])('is refused where it %s', async (_how, message, why) => {
    const lead = await server.givenLead(lifeInput(), agent);
    const refused = await write(lead.id, message);
    expect(refused.status).toBe(422);
    expect(refused.refusal.errors).toEqual({ message: why });
    expect(await stored(lead.id)).toBe(0);
  });

  test('is written in nobody else’s name, by an admin neither', async () => {
    const lead = await server.givenLead(lifeInput(), agent);
    for (const writer of [agent, server.admin]) {
      const refused = await write(lead.id, 'Not mine', writer, other.user.id);
      expect(refused.status).toBe(403);
      expect(refused.refusal.code).toBe('forbidden');
    }
    expect(await stored(lead.id)).toBe(0);
  });
});

test('another agent’s lead has no notes to read, to write or to delete', async () => {
  const lead = await server.givenLead(lifeInput(), agent);
  const { note } = (await write(lead.id, 'Mine')).answer;
  for (const refused of [
    await notesOf(lead.id, other),
    await write(lead.id, 'Mine too', other),
    await remove(note.id, other),
    await notesOf(uniqueId()),
    await write(uniqueId(), 'Nowhere'),
    await remove(uniqueId()),
  ]) {
    expect(refused.status).toBe(404);
  }
  expect((await server.stranger.call(listNotes, { params: { leadId: lead.id } })).refusal.code).toBe(
    'session_ended',
  );
  expect((await notesOf(lead.id)).answer.notes).toEqual([note]);
});

describe('deleting a note', () => {
  test('is for its author, once', async () => {
    const lead = await server.givenLead(lifeInput(), agent);
    const { note } = (await write(lead.id, 'A slip')).answer;
    expect((await remove(note.id)).answer).toEqual({ status: 'success', message: 'Note deleted' });
    expect((await remove(note.id)).status).toBe(404);
    expect((await notesOf(lead.id)).answer.notes).toEqual([]);
  });

  test('is not for the agent who has the lead now, and no longer for its author', async () => {
    const lead = await server.givenLead(lifeInput(), agent);
    const { note } = (await write(lead.id, 'Handed on')).answer;
    await server.admin.client.call(assignLead, { params: { id: lead.id }, body: { agent: other.user.id } });
    const refused = await remove(note.id, other);
    expect(refused.refusal).toMatchObject({
      code: 'forbidden',
      message: 'Only the author or an admin can delete a note',
    });
    expect((await remove(note.id)).status).toBe(404);
    expect((await notesOf(lead.id, other)).answer.notes).toEqual([note]);
    expect((await remove(note.id, server.admin)).status).toBe(200);
  });
});

describe('when the lead is deleted', () => {
  test('nobody reads its notes or writes one, and they stay until its retention ends', async () => {
    const lead = await server.givenLead(lifeInput(), agent);
    await write(lead.id, 'Has diabetes');
    await server.admin.client.call(deleteLead, { body: { lead_id: lead.id } });
    expect((await notesOf(lead.id, server.admin)).status).toBe(404);
    expect((await write(lead.id, 'Too late')).status).toBe(404);
    expect(await stored(lead.id)).toBe(1);
  });
});
