import { recordingReady, recordingTranscribed } from '@crm/contracts/bus/call-events.js';
import { leadDeleted, leadRestored } from '@crm/contracts/bus/events.js';
import { exampleLifeLead } from '@crm/contracts/entities/lead.js';
import * as calls from '@crm/contracts/http/recordings.js';
import { auditCollection } from '@crm/platform/audit/audit-store.js';
import { subscribeSessions } from '@crm/platform/testing/subscribe-sessions.js';
import { uniqueId, uniqueName } from '@crm/platform/testing/unique.js';
import { Types } from 'mongoose';
import { sidOf, startFakeCarrier, type FakeCarrier } from '../media/test/fake-carrier.js';
import { mp3 } from '../media/test/sound.js';
import { startTelephony, type SignedIn, type TelephonyServer } from '../test/telephony-server.js';
import type { RecordedCall } from './new-record.js';
import { saveRecording } from './save-recording.js';

let carrier: FakeCarrier;
let server: TelephonyServer;
let agent: SignedIn;
let other: SignedIn;
beforeAll(async () => {
  carrier = await startFakeCarrier();
  server = await startTelephony({ CARRIER_URL: carrier.url });
  [agent, other] = await Promise.all([server.signIn(), server.signIn()]);
});
afterAll(async () => {
  await server.stop();
  await carrier.close();
});

const sound = mp3(2);

/** Looks for what is due until nothing is. */
async function settled(): Promise<void> {
  await subscribeSessions(server.service.sessions);
  server.service.ctx.dueJobs.wake();
  await server.service.ctx.dueJobs.idle();
}

const callOf = (by: SignedIn = agent, given: Partial<RecordedCall> = {}): RecordedCall => {
  const { lead_id, fullname } = server.givenLead({ user_id: by.user.id });
  return {
    call_id: uniqueId(),
    lead_id,
    lead_name: fullname,
    user_id: by.user.id,
    direction: 'outbound',
    ...given,
  };
};

/** The carrier recorded a call; what it answers to the fetch is given. */
async function recorded(call: RecordedCall, duration: number, answers: (number | Buffer)[] = [sound]) {
  const sid = sidOf('RE');
  carrier.recordings.set(sid, answers);
  await saveRecording(server.service.ctx, call, { sid, duration, startedAt: null });
  await settled();
  return sid;
}

/** The carrier recorded a call, whose fetch is due after so many seconds, and nobody was woken for it; answers the recording. */
async function savedOnly(call: RecordedCall, dueIn = 0): Promise<string> {
  const { ctx } = server.service;
  const sid = sidOf('RE');
  carrier.recordings.set(sid, [sound]);
  const dueAt = new Date(server.clock.now().getTime() + dueIn * 1000);
  const asleep = {
    ...ctx,
    clock: { ...ctx.clock, now: () => dueAt },
    dueJobs: { ...ctx.dueJobs, wake: () => undefined },
  };
  await saveRecording(asleep, call, { sid, duration: 10, startedAt: null });
  return sid;
}

const ofLead = async ({ lead_id }: RecordedCall, { client }: SignedIn = agent) =>
  (await client.call(calls.listRecordsOfLead, { params: { id: lead_id ?? '' } })).answer.records;
const readyOf = ({ lead_id }: RecordedCall) =>
  server.probe.all(recordingReady).filter(({ data }) => data.lead_id === lead_id);

describe('a recorded call', () => {
  test('is fetched by its id with our credentials, kept and told of', async () => {
    const call = callOf();
    const sid = await recorded(call, 98);
    const [record, ...more] = await ofLead(call);
    expect(more).toEqual([]);
    expect(record).toMatchObject({
      lead_id: call.lead_id,
      leadName: call.lead_name,
      user_id: agent.user.id,
      agentName: agent.user.fullname,
      duration: 98,
      text: null,
      createdAt: server.clock.now().toISOString(),
    });
    const { accountSid, authToken } = server.service.ctx.config.carrier;
    expect(carrier.asked.filter(({ path }) => path.includes(sid))).toEqual([
      {
        path: `/2010-04-01/Accounts/${accountSid}/Recordings/${sid}.mp3`,
        authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
        host: 'api.twilio.com',
      },
    ]);
    const { data } = await server.probe.waitFor(recordingReady, (each) => each.data.id === record?.id);
    expect(data).not.toHaveProperty('url');
    const played = await fetch(`${server.service.url}${record?.url ?? ''}`);
    expect(Buffer.from(await played.arrayBuffer()).equals(sound)).toBe(true);
  });

  test('that is played is in the audit log, under its lead as well', async () => {
    const call = callOf();
    await recorded(call, 98);
    const [record] = await ofLead(call);
    await fetch(`${server.service.url}${record?.url ?? ''}`).then((played) => played.arrayBuffer());
    await server.service.auditIdle();
    const entries = server.service.ctx.records.db.collection(auditCollection);
    const subject = `recording/${record?.id ?? ''}`;
    expect(await entries.findOne({ action: 'recording.played', subjects: subject })).toMatchObject({
      actor_id: agent.user.id,
      subjects: [subject, `lead/${call.lead_id ?? ''}`],
      outcome: 'done',
    });
  });

  test('is one record, told of once, however often its hook comes', async () => {
    const call = callOf();
    const details = { sid: sidOf('RE'), duration: 10, startedAt: null };
    carrier.recordings.set(details.sid, [sound]);
    await Promise.all([1, 2, 3].map(() => saveRecording(server.service.ctx, call, details)));
    await settled();
    await saveRecording(server.service.ctx, call, details);
    await settled();
    expect(await ofLead(call)).toHaveLength(1);
    await server.probe.waitFor(recordingReady, ({ data }) => data.lead_id === call.lead_id);
    expect(readyOf(call)).toHaveLength(1);
  });

  test('is fetched at once beside one that another process took', async () => {
    const taken = callOf();
    const { ctx } = server.service;
    await savedOnly(taken, 180);
    const call = callOf();
    await recorded(call, 12);
    expect((await ofLead(call))[0]?.url).toMatch(/^\/media\//);
    expect((await ofLead(taken))[0]?.url).toBe('');
    expect(ctx.newRecordings).toEqual([]);
  });

  test('that was changed while it was fetched is kept and told of as it is by then', async () => {
    const call = callOf();
    const { matchedCount } = await server.service.ctx.records.updateOne(
      { recording_sid: await savedOnly(call) },
      { $set: { lead_name: 'Somebody Else' }, $inc: { version: 1 } },
    );
    expect(matchedCount).toBe(1);
    await settled();
    expect((await ofLead(call))[0]).toMatchObject({ leadName: 'Somebody Else' });
    expect((await ofLead(call))[0]?.url).toMatch(/^\/media\//);
    await server.probe.waitFor(recordingReady, ({ data }) => data.lead_id === call.lead_id);
    expect(readyOf(call)).toHaveLength(1);
  });

  test('that is not ready is asked for again, and stands without an address meanwhile', async () => {
    const call = callOf();
    await recorded(call, 30, [404, 404, sound]);
    expect((await ofLead(call))[0]?.url).toBe('');
    server.clock.advance(14_000);
    await settled();
    expect((await ofLead(call))[0]?.url).toBe('');
    for (const wait of [1_000, 45_000]) {
      server.clock.advance(wait);
      await settled();
    }
    expect((await ofLead(call))[0]?.url).toMatch(/^\/media\//);
    await server.probe.waitFor(recordingReady, ({ data }) => data.lead_id === call.lead_id);
  });

  test('that never comes is given up after ten minutes and stays without sound', async () => {
    const call = callOf();
    const sid = await recorded(call, 30, [404]);
    for (let minute = 0; minute < 15; minute += 1) {
      server.clock.advance(60_000);
      await settled();
    }
    expect(carrier.asked.filter(({ path }) => path.includes(sid))).toHaveLength(6);
    expect(await ofLead(call)).toMatchObject([{ url: '', duration: 30 }]);
    expect(readyOf(call)).toEqual([]);
  });

  test('in whose place something else comes is not taken for sound', async () => {
    const call = callOf();
    await recorded(call, 30, [Buffer.from('<html>Sign in</html>'), sound]);
    expect((await ofLead(call))[0]?.url).toBe('');
    server.clock.advance(15_000);
    await settled();
    expect((await ofLead(call))[0]?.url).not.toBe('');
  });
});

describe('what was said', () => {
  test.each([
    [122, false],
    [123, true],
  ])('in %i seconds is written down: %p', async (duration, isWritten) => {
    const call = callOf();
    const sid = await recorded(call, duration);
    expect(carrier.transcripts.some(({ source }) => source === sid)).toBe(isWritten);
  });

  test('is read once the carrier says that it is there, and told of once', async () => {
    const call = callOf();
    const sid = await recorded(call, 150);
    const order = carrier.transcripts.find(({ source }) => source === sid);
    const hook = { transcript_sid: order?.sid ?? '', customer_key: order?.key ?? '', event_type: 'x' };
    for (let times = 0; times < 2; times += 1) {
      expect(await server.hook('/tw/transcript', hook)).toMatchObject({ status: 200 });
      await settled();
    }
    const text = 'Agent: Good morning, is this Raymond?\nCustomer: Yes, this is Raymond.';
    const [record] = await ofLead(call);
    expect(record?.text).toBe(text);
    const { data } = await server.probe.waitFor(
      recordingTranscribed,
      (each) => each.data.lead_id === call.lead_id,
    );
    expect(data).toEqual({ record_id: record?.id, lead_id: call.lead_id, text });
    expect(
      server.probe.all(recordingTranscribed).filter((each) => each.data.lead_id === call.lead_id),
    ).toHaveLength(1);
  });

  test('is looked after where the carrier says nothing', async () => {
    const call = callOf();
    await recorded(call, 150);
    carrier.transcriptStatus = 'in-progress';
    server.clock.advance(10 * 60_000);
    await settled();
    expect((await ofLead(call))[0]?.text).toBeNull();
    carrier.transcriptStatus = 'completed';
    server.clock.advance(30 * 60_000);
    await settled();
    expect((await ofLead(call))[0]?.text).toMatch(/^Agent: /);
  });

  test('stays unwritten where the carrier failed at it, and the record is shown', async () => {
    const call = callOf();
    await recorded(call, 150);
    carrier.transcriptStatus = 'failed';
    server.clock.advance(10 * 60_000);
    await settled();
    carrier.transcriptStatus = 'completed';
    server.clock.advance(3_600_000);
    await settled();
    expect(await ofLead(call)).toMatchObject([{ text: null, duration: 150 }]);
  });
});

describe('the records table', () => {
  const name = uniqueName('Quentin');
  let ids: string[];
  beforeAll(async () => {
    for (const [duration, lead_name] of [
      [122, `${name} Able`],
      [123, `${name} Baker`],
      [400, `${name} Charlie`],
    ] as const) {
      server.clock.advance(1_000);
      await recorded(callOf(agent, { lead_name }), duration);
    }
    ids = (await table({})).map(({ id }) => id);
  });
  const table = async (query: Record<string, string>) =>
    (await server.admin.client.call(calls.listRecords, { query: { search: name, ...query } })).answer.records;

  test('has the last call first, or goes by its columns', async () => {
    const names = async (query: Record<string, string>) =>
      (await table(query)).map(({ leadName }) => leadName.split(' ').at(-1));
    expect(await names({})).toEqual(['Charlie', 'Baker', 'Able']);
    expect(await names({ sort: 'leadName:ASC' })).toEqual(['Able', 'Baker', 'Charlie']);
    expect(await names({ sort: 'duration:DESC' })).toEqual(['Charlie', 'Baker', 'Able']);
    expect(await names({ limit: '1', page: '2' })).toEqual(['Baker']);
    expect(await names({ search: `${name} bak` })).toEqual(['Baker']);
    expect(await names({ search: `${name} ${agent.user.fullname}` })).toHaveLength(3);
    expect(await names({ search: `${name} nobody` })).toEqual([]);
  });

  test('is loaded from 123 seconds on', async () => {
    const { answer } = await server.admin.client.call(calls.listLongRecords, {
      params: { n: '123' },
      query: { search: name },
    });
    expect(answer.totalCount).toBe(2);
    expect(answer.records.map(({ duration }) => duration)).toEqual([400, 123]);
  });

  test('cannot be sorted by what is no column', async () => {
    const { status, refusal } = await server.admin.client.call(calls.listRecords, {
      query: { sort: 'recording_sid:ASC' },
    });
    expect([status, Object.keys(refusal.errors ?? {})]).toEqual([422, ['sort']]);
  });

  test('is for admins', async () => {
    const guide = await server.signIn({ role_id: 3 });
    for (const { client } of [agent, guide]) {
      expect((await client.call(calls.listRecords, { query: {} })).status).toBe(403);
      expect((await client.call(calls.listLongRecords, { params: { n: '0' }, query: {} })).status).toBe(403);
    }
    expect((await server.stranger.call(calls.listRecords, { query: {} })).refusal.code).toBe('session_ended');
    expect(ids).toHaveLength(3);
  });
});

describe('one record', () => {
  test('is for whoever may work its lead', async () => {
    const call = callOf();
    await recorded(call, 30);
    const [record] = await ofLead(call);
    const id = record?.id ?? '';
    const get = ({ client }: SignedIn) => client.call(calls.getRecord, { params: { id } });
    expect((await get(agent)).answer).toMatchObject({ status: 'success', record: { id, duration: 30 } });
    expect((await get(server.admin)).answer.record.id).toBe(id);
    expect((await get(other)).status).toBe(404);
    expect(
      (await other.client.call(calls.listRecordsOfLead, { params: { id: call.lead_id ?? '' } })).status,
    ).toBe(404);
    expect((await agent.client.call(calls.getRecord, { params: { id: uniqueId() } })).status).toBe(404);
  });

  test('of no lead is for whoever’s call it was', async () => {
    const call = callOf(agent, { lead_id: null, lead_name: '' });
    const sid = await recorded(call, 30);
    const doc = await server.service.ctx.records.findOne({ recording_sid: sid }).lean();
    const id = String(doc?._id);
    const status = async ({ client }: SignedIn) =>
      (await client.call(calls.getRecord, { params: { id } })).status;
    expect([await status(agent), await status(server.admin), await status(other)]).toEqual([200, 200, 404]);
  });

  test('of a deleted lead is in no list and is stored, sound and all, until the lead is restored', async () => {
    const call = callOf();
    const sid = await recorded(call, 30);
    const { ctx } = server.service;
    const lead_id = call.lead_id ?? '';
    const listed = async () => {
      const { answer } = await server.admin.client.call(calls.listRecords, {
        query: { search: call.lead_name },
      });
      return [answer.totalCount, answer.records.length];
    };
    expect(await listed()).toEqual([1, 1]);
    const data = { lead_id, type_id: 2, source: 'own', user_id: 0 } as const;
    await server.send(leadDeleted, { subject: `lead/${lead_id}`, sequence: 9, data }, 2);
    expect(await listed()).toEqual([0, 0]);
    const doc = await ctx.records.findOne({ recording_sid: sid }).lean();
    const id = String(doc?._id);
    expect(doc?.audio?.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(await ctx.voices.sealed.find({ _id: new Types.ObjectId(id) }).toArray()).toHaveLength(1);
    expect((await server.admin.client.call(calls.getRecord, { params: { id } })).status).toBe(200);

    const lead = { ...exampleLifeLead, id: lead_id, user_id: agent.user.id, version: 10 };
    await server.send(leadRestored, { subject: `lead/${lead_id}`, sequence: 10, data: { lead } }, 2);
    expect(await listed()).toEqual([1, 1]);
  });

  test('of a call that went on as its lead was deleted is in no list either', async () => {
    const call = callOf();
    const lead_id = call.lead_id ?? '';
    const data = { lead_id, type_id: 2, source: 'own', user_id: 0 } as const;
    await server.send(leadDeleted, { subject: `lead/${lead_id}`, sequence: 9, data });
    const sid = await recorded(call, 30);
    expect(await server.service.ctx.records.findOne({ recording_sid: sid }).lean()).toMatchObject({
      hidden: true,
    });
  });
});
