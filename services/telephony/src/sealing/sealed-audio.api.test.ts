import { Readable } from 'node:stream';
import { Types } from 'mongoose';
import { dataKeyCollection } from '@crm/platform/encryption/data-keys.js';
import { subscribeSessions } from '@crm/platform/testing/subscribe-sessions.js';
import { uniqueId, uniquePhone } from '@crm/platform/testing/unique.js';
import { dumpDatabase } from '@crm/platform/testing/dump-database.js';
import { sidOf, startFakeCarrier, type FakeCarrier } from '../media/test/fake-carrier.js';
import { mp3 } from '../media/test/sound.js';
import { storeAudio } from '../media/audio-files.js';
import { telephonyMigrations } from '../migrations.js';
import { missCall } from '../missed/miss-call.js';
import { telephonyDesk } from '../privacy/telephony-desk.js';
import { saveRecording } from '../recordings/save-recording.js';
import { startTelephony, type SignedIn, type TelephonyServer } from '../test/telephony-server.js';

/** Words in the sound: what is heard is as readable to who looks for it. */
const said = 'I have a pacemaker since May';
const sound = Buffer.concat([mp3(20), Buffer.from(said), mp3(1)]);
const place = mp3(20).length;

let carrier: FakeCarrier;
let server: TelephonyServer;
let agent: SignedIn;
beforeAll(async () => {
  carrier = await startFakeCarrier();
  server = await startTelephony({ CARRIER_URL: carrier.url });
  agent = await server.signIn();
});
afterAll(async () => {
  await server.stop();
  await carrier.close();
});

const db = () => {
  const { db: stored } = server.service.ctx.records.db;
  if (stored === undefined) throw new Error('The store is not connected');
  return stored;
};
const isInClear = async () => (await dumpDatabase(db())).includes(said);

async function settled(): Promise<void> {
  await subscribeSessions(server.service.sessions);
  server.service.ctx.dueJobs.wake();
  await server.service.ctx.dueJobs.idle();
}

interface Caller {
  lead_id: string | null;
  number: string;
}
const newLead = (): Caller => {
  const { lead_id, phones } = server.givenLead({ user_id: agent.user.id });
  return { lead_id, number: phones[0] ?? '' };
};

/** A recorded call and a voicemail of somebody, whose audio is fetched. */
async function heard({ lead_id, number }: Caller, answers = [sound]) {
  const { ctx } = server.service;
  const [recording, voicemail] = [sidOf('RE'), sidOf('RE')];
  for (const sid of [recording, voicemail]) carrier.recordings.set(sid, [...answers]);
  const call = { lead_id, lead_name: '', user_id: agent.user.id, direction: 'inbound' } as const;
  await saveRecording(
    ctx,
    { ...call, call_id: uniqueId() },
    { sid: recording, duration: 20, startedAt: null },
  );
  const missed = { ...call, call_id: uniqueId(), number, called: '+12145550199' };
  await missCall(ctx, missed);
  await settled();
  const done = { RecordingSid: voicemail, RecordingStatus: 'completed', RecordingDuration: '20' };
  await server.hook(`/tw/vm/${missed.call_id}/rec`, done);
  await settled();
  const record = await ctx.records.findOne({ recording_sid: recording }).lean();
  const left = await ctx.customerVoicemails.findOne({ recording_sid: voicemail }).lean();
  if (record === null || left === null) throw new Error('Both were saved');
  return { record, left };
}
type Both = Awaited<ReturnType<typeof heard>>;

/** Where each plays for the agent. */
const addresses = ({ record, left }: Both) => {
  const { links } = server.service.ctx;
  return [
    links.forUser(agent.token, { kind: 'record', id: record._id.toHexString() }),
    links.forUser(agent.token, { kind: 'customer', id: left._id.toHexString() }),
  ];
};
const play = async (url: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${server.service.url}${url}`, { headers });
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) };
};

/** What players are answered to what they ask, of each. */
async function played(both: Both) {
  const answers = [];
  for (const url of addresses(both)) {
    const whole = await play(url);
    const part = await play(url, { range: `bytes=${String(place)}-${String(place + said.length - 1)}` });
    answers.push({
      whole: [whole.answer.status, whole.bytes.equals(sound)],
      part: [part.answer.status, part.bytes.toString(), part.answer.headers.get('content-range')],
      tag: whole.answer.headers.get('etag'),
    });
  }
  return answers;
}
const wholeOf = ({ record, left }: Both) =>
  [record, left].map(({ _id }) => ({
    whole: [200, true],
    part: [206, said, `bytes ${String(place)}-${String(place + said.length - 1)}/${String(sound.length)}`],
    tag: `"${_id.toHexString()}"`,
  }));
const statuses = async (both: Both) =>
  Promise.all(addresses(both).map(async (url) => (await play(url)).answer.status));

test('what is heard of a customer is not stored in clear, and plays from anywhere', async () => {
  const both = await heard(newLead());
  expect(await isInClear()).toBe(false);
  expect(await played(both)).toEqual(wholeOf(both));
});

test('of a caller without a lead it is under a key of its own', async () => {
  const both = await heard({ lead_id: null, number: uniquePhone() });
  for (const { _id, key_id } of [both.record, both.left]) expect(key_id).toEqual(_id);
  expect(await isInClear()).toBe(false);
  expect(await played(both)).toEqual(wholeOf(both));
});

test('once the person is erased it is as any that is not there, also out of a backup', async () => {
  const lead = newLead();
  const both = await heard(lead);
  const buckets = ['sealedaudio.files', 'sealedaudio.chunks', 'records', 'customervoicemails'];
  const copies = await Promise.all(
    buckets.map(async (name) => ({ name, documents: await db().collection(name).find().toArray() })),
  );
  await server.service.drainOutbox();
  const person = { phones: [lead.number], emails: [], lead_ids: [lead.lead_id ?? ''] };
  expect(await telephonyDesk(server.service.ctx).erase(person)).toMatchObject({
    counts: { recordings: 1, voicemails: 1 },
    isWhole: true,
  });
  expect(await statuses(both)).toEqual([404, 404]);
  for (const { name, documents } of copies) {
    await db().collection(name).deleteMany({});
    await db().collection(name).insertMany(documents);
  }
  expect(await statuses(both)).toEqual([404, 404]);
  const [, records, voicemails] = await telephonyDesk(server.service.ctx).collect(person);
  for (const kind of [records, voicemails]) expect(kind?.items).toHaveLength(1);
});

test('what comes once the person is erased is not stored, and not asked for again', async () => {
  const lead = newLead();
  await server.service.ctx.dataKeys.destroy([lead.lead_id ?? ''], server.clock.now());
  const { record, left } = await heard(lead);
  for (const doc of [record, left]) {
    expect(doc).not.toHaveProperty('audio');
    expect(doc).not.toHaveProperty('fetch');
  }
  expect(await isInClear()).toBe(false);
});

test('what an earlier version stored in clear plays, is encrypted, and plays as before; a greeting stays', async () => {
  const { ctx } = server.service;
  const both = await heard(newLead());
  const greeting = new Types.ObjectId();
  const inClear = Readable.from([mp3(2)]);
  await storeAudio(ctx.audio, greeting, inClear, { maxBytes: sound.length });
  for (const { _id } of [both.record, both.left]) {
    await ctx.voices.sealed.delete(_id);
    await storeAudio(ctx.audio, _id, Readable.from([sound]), { maxBytes: sound.length });
  }
  expect(await isInClear()).toBe(true);
  expect(await played(both)).toEqual(wholeOf(both));
  const { dataKeys: keys } = ctx;
  for (const { next } of telephonyMigrations(() => ({ connection: ctx.records.db, keys }))) {
    let batch = await next(undefined);
    while (batch.isMore) batch = await next(batch.after);
  }
  expect(await isInClear()).toBe(false);
  expect(await db().collection('audio.files').distinct('_id')).toEqual([greeting]);
  expect(await played(both)).toEqual(wholeOf(both));
  expect(await db().collection(dataKeyCollection).findOne({ _id: both.record.key_id })).toHaveProperty('key');
});

test('the digest of one that was stored without is of what is heard', async () => {
  const lead = newLead();
  const { record } = await heard(lead);
  const { records } = server.service.ctx;
  await records.collection.updateOne({ _id: record._id }, { $unset: { 'audio.sha256': 1 } });
  const person = { phones: [], emails: [], lead_ids: [lead.lead_id ?? ''] };
  const parts = await telephonyDesk(server.service.ctx).collect(person);
  const recordings = parts.find(({ kind }) => kind === 'recordings');
  expect(recordings?.items).toMatchObject([{ sha256: record.audio?.sha256 }]);
});
