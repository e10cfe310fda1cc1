import { voicemailReceived, voicemailTranscribed } from '@crm/contracts/bus/call-events.js';
import { followupDeleted, followupDue, followupUpdated } from '@crm/contracts/bus/followup-events.js';
import { notificationCreated, notificationRead } from '@crm/contracts/bus/messaging-events.js';
import { exampleEventFollowup } from '@crm/contracts/entities/followup.js';
import { exampleCustomerVoicemail } from '@crm/contracts/entities/telephony.js';
import type { LeadToCall } from '@crm/contracts/http/calling.js';
import { listUnreadTexts } from '@crm/contracts/http/messaging.js';
import * as calls from '@crm/contracts/http/notifications.js';
import type { AgentChoice } from '@crm/contracts/ids.js';
import { subscribeSessions } from '@crm/platform/testing/subscribe-sessions.js';
import { uniqueId } from '@crm/platform/testing/unique.js';
import {
  customerNumber,
  startMessaging,
  type MessagingServer,
  type SignedIn,
} from '../test/messaging-server.js';
import { timePassed } from './notification.view.js';

let server: MessagingServer;
let agent: SignedIn;
let other: SignedIn;
let lead: LeadToCall;
beforeAll(async () => {
  server = await startMessaging();
});
afterAll(async () => {
  await server.stop();
});
beforeEach(async () => {
  agent = await server.signIn();
  other = await server.signIn();
  lead = server.givenLead({ user_id: agent.user.id });
});

const listOf = async (who: SignedIn) =>
  (await who.client.call(calls.listNotifications, { params: { id: who.user.id } })).answer.notifications;
const textArrives = async () => {
  await server.hook('/tw/sms/in', {
    MessageSid: `SM${uniqueId()}${uniqueId().slice(0, 8)}`,
    From: lead.phones[0] ?? '',
    To: agent.user.twilio_phone,
    Body: 'Call me',
  });
  await server.settled();
};
const voicemailArrives = async (user_id: AgentChoice, times = 1) => {
  const voicemail = { ...exampleCustomerVoicemail, id: uniqueId(), lead_id: lead.lead_id, user_id };
  await server.send(voicemailReceived, voicemail, times);
  return voicemail;
};

test('a text is known to its agent, with how long ago it was, and gone once read', async () => {
  await textArrives();
  server.clock.advance(5 * 60_000);
  await subscribeSessions(server.service.sessions);
  const [note] = await listOf(agent);
  expect(note).toMatchObject({
    type: 'message',
    lead_id: lead.lead_id,
    lead_name: lead.fullname,
    body: 'Call me',
    time_passed: '5 minutes ago',
    voicemail_id: null,
  });
  const unread = async () =>
    (await agent.client.call(listUnreadTexts, { params: { id: agent.user.id } })).answer.messages;
  expect(await unread()).toMatchObject([{ id: note?.message_id, read_status: 0 }]);
  const ofLead = await agent.client.call(calls.listMessageNotifications, {
    params: { userId: agent.user.id, leadId: lead.lead_id },
  });
  expect(ofLead.answer.notifications).toHaveLength(1);

  const read = (who: SignedIn) =>
    who.client.call(calls.readMessage, { body: { message_id: note?.message_id ?? '' } });
  expect((await read(other)).status).toBe(403);
  expect((await read(server.admin)).status).toBe(403);
  expect([(await read(agent)).status, (await read(agent)).status]).toEqual([200, 200]);
  expect([await listOf(agent), await unread()]).toEqual([[], []]);
  await server.service.drainOutbox();
  const published = server.probe
    .all(notificationRead)
    .filter(({ data }) => data.notification_id === note?.id);
  expect(published.map(({ data }) => data.user_id)).toEqual([agent.user.id]);
});

test('an admin reads no text: neither an agent’s, nor a stranger’s, nor one to the admin’s own number', async () => {
  const boss = await server.signIn({ role_id: 1 });
  await textArrives();
  const [ofAgent] = await listOf(agent);
  const written = async (to: string) => {
    const phone = customerNumber();
    await server.hook('/tw/sms/in', {
      MessageSid: `SM${uniqueId()}${uniqueId().slice(0, 8)}`,
      From: phone,
      To: to,
      Body: 'Who is this?',
    });
    await server.settled();
    const [note] = (await listOf(boss)).filter(({ lead_name }) => lead_name === phone);
    if (note === undefined) throw new Error('The admin knows nothing of it');
    return note;
  };
  const stranger = await written('+17375550199');
  const own = await written(boss.user.twilio_phone);
  for (const { message_id } of [ofAgent ?? stranger, stranger, own]) {
    const read = await boss.client.call(calls.readMessage, { body: { message_id: message_id ?? '' } });
    expect(read.status).toBe(403);
  }
  const foreign = await boss.client.call(calls.readNotification, { params: { id: ofAgent?.id ?? '' } });
  expect(foreign.status).toBe(403);
  // What an admin was told goes by the admin's own word, and the text stays as it is.
  for (const { id } of [stranger, own])
    expect((await boss.client.call(calls.readNotification, { params: { id } })).status).toBe(200);
  expect(await listOf(boss)).toEqual([]);
  const ids = [ofAgent, stranger, own].map((note) => note?.message_id ?? '');
  const { texts } = server.service.ctx;
  expect(await texts.countDocuments({ _id: { $in: ids }, read_status: 0 })).toBe(3);
});

test('whose lead it is by now may read what was written to the one before', async () => {
  await textArrives();
  const [note] = await listOf(agent);
  lead.user_id = other.user.id;
  const body = { message_id: note?.message_id ?? '' };
  expect((await other.client.call(calls.readMessage, { body })).status).toBe(200);
  expect(await listOf(agent)).toEqual([]);
});

test('a voicemail is known once, however often it is told, and does not come back when read', async () => {
  const voicemail = await voicemailArrives(agent.user.id, 2);
  expect(await listOf(agent)).toMatchObject([
    { type: 'voicemail', voicemail_id: voicemail.id, body: 'Please call me back after five.' },
  ]);
  const body = { voicemail_id: voicemail.id };
  expect((await other.client.call(calls.readVoicemailNotification, { body })).status).toBe(403);
  expect((await agent.client.call(calls.readVoicemailNotification, { body })).status).toBe(200);
  await server.send(voicemailReceived, { ...voicemail });
  expect(await listOf(agent)).toEqual([]);
  const published = server.probe
    .all(notificationCreated)
    .filter(({ data }) => data.voicemail_id === voicemail.id);
  expect(published).toHaveLength(1);
});

test('a voicemail of nobody in particular is for all admins, until one of them has heard it', async () => {
  const voicemail = await voicemailArrives(0);
  const second = await server.signIn({ role_id: 1 });
  const theirs = async (who: SignedIn) =>
    (await listOf(who)).filter(({ voicemail_id }) => voicemail_id === voicemail.id);
  expect([(await theirs(server.admin)).length, (await theirs(second)).length]).toEqual([1, 1]);
  expect(await theirs(agent)).toEqual([]);
  await second.client.call(calls.readVoicemailNotification, { body: { voicemail_id: voicemail.id } });
  expect(await theirs(server.admin)).toEqual([]);
});

test('a notification says what was written down of its voicemail, also where that comes later', async () => {
  const voicemail = await voicemailArrives(agent.user.id, 1);
  const data = {
    voicemail_id: voicemail.id,
    lead_id: voicemail.lead_id,
    text: 'My angioplasty is on Friday',
  };
  await server.send(voicemailTranscribed, data, 2);
  expect(await listOf(agent)).toMatchObject([{ voicemail_id: voicemail.id, body: data.text }]);
  await agent.client.call(calls.readVoicemailNotification, { body: { voicemail_id: voicemail.id } });
  await server.send(voicemailTranscribed, data);
  expect(await listOf(agent)).toEqual([]);
});

test('a follow-up that falls due is known until it is read, and again when it was moved', async () => {
  const followup = {
    ...exampleEventFollowup,
    id: uniqueId(),
    lead_id: lead.lead_id,
    user_id: agent.user.id,
  };
  await server.send(followupDue, { followup, lead_name: 'Raymond Okafor' }, 2);
  const [note] = await listOf(agent);
  expect(note).toMatchObject({ type: 'followup', followup_id: followup.id, body: 'Follow-up is due' });
  const params = { id: note?.id ?? '' };
  expect((await other.client.call(calls.readNotification, { params })).status).toBe(403);
  expect((await agent.client.call(calls.readNotification, { params })).status).toBe(200);
  expect(await listOf(agent)).toEqual([]);
  const moved = { ...followup, datetime: '2026-11-22T18:00:00.000Z' };
  await server.send(followupDue, { followup: moved, lead_name: 'Raymond Okafor' });
  expect(await listOf(agent)).toHaveLength(1);
});

describe('a follow-up that was told', () => {
  const sentFollowup = async () => {
    const followup = {
      ...exampleEventFollowup,
      id: uniqueId(),
      lead_id: lead.lead_id,
      user_id: agent.user.id,
    };
    await server.send(followupDue, { followup, lead_name: 'Raymond Okafor' });
    expect(await listOf(agent)).toHaveLength(1);
    return followup;
  };

  test('is nothing to know any more once it is completed, put off, somebody else’s or gone', async () => {
    for (const change of [
      { completed: 1 as const },
      { datetime: '2026-11-23T18:00:00.000Z' },
      { user_id: other.user.id, from_user_id: agent.user.id },
    ]) {
      await server.send(followupUpdated, { ...(await sentFollowup()), ...change }, 2);
      expect(await listOf(agent)).toEqual([]);
    }
    const { id, lead_id, user_id } = await sentFollowup();
    await server.send(followupDeleted, { id, lead_id, user_id });
    expect(await listOf(agent)).toEqual([]);
  });

  test('is still to know when something else of it changes', async () => {
    await server.send(followupUpdated, { ...(await sentFollowup()), priority: 1 });
    expect(await listOf(agent)).toHaveLength(1);
  });
});

test('one notification read by itself reads its text too', async () => {
  await textArrives();
  const [note] = await listOf(agent);
  await agent.client.call(calls.readNotification, { params: { id: note?.id ?? '' } });
  const unread = await agent.client.call(listUnreadTexts, { params: { id: agent.user.id } });
  expect([unread.answer.messages, await listOf(agent)]).toEqual([[], []]);
});

test('another’s list is refused, an admin’s look at it allowed, a stranger’s turned away', async () => {
  const params = { id: agent.user.id };
  expect((await other.client.call(calls.listNotifications, { params })).status).toBe(403);
  expect((await server.admin.client.call(calls.listNotifications, { params })).answer.notifications).toEqual(
    [],
  );
  expect((await server.stranger.call(calls.listNotifications, { params })).status).toBe(403);
});

test.each([
  [0, 'just now'],
  [59, 'just now'],
  [60, '1 minute ago'],
  [3_599, '59 minutes ago'],
  [3_600, '1 hour ago'],
  [86_400, '1 day ago'],
  [200_000, '2 days ago'],
])('%i seconds are %s', (seconds, words) => {
  const since = new Date('2026-11-20T17:00:00.000Z');
  expect(timePassed(since, new Date(since.getTime() + seconds * 1000))).toBe(words);
});
