import { Types } from 'mongoose';
import { recordingTranscribed, voicemailTranscribed } from '@crm/contracts/bus/call-events.js';
import * as calls from '@crm/contracts/http/recordings.js';
import { dataKeyCollection } from '@crm/platform/encryption/data-keys.js';
import { subscribeSessions } from '@crm/platform/testing/subscribe-sessions.js';
import { uniqueId } from '@crm/platform/testing/unique.js';
import { dumpDatabase } from '@crm/platform/testing/dump-database.js';
import { sidOf, startFakeCarrier, type FakeCarrier } from '../media/test/fake-carrier.js';
import { mp3 } from '../media/test/sound.js';
import { telephonyMigrations } from '../migrations.js';
import { missCall } from '../missed/miss-call.js';
import { telephonyDesk } from '../privacy/telephony-desk.js';
import { saveRecording } from '../recordings/save-recording.js';
import { startTelephony, type SignedIn, type TelephonyServer } from '../test/telephony-server.js';
import { sealedWords } from './sealed-words.js';

const said = 'I have a pacemaker since May';
/** What the carrier of the tests writes down of each call. */
const spoken = 'Good morning, is this Raymond?';

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

async function settled(): Promise<void> {
  await subscribeSessions(server.service.sessions);
  server.service.ctx.dueJobs.wake();
  await server.service.ctx.dueJobs.idle();
}

/** A call of a lead that was written down, and a voicemail of the same lead whose words come before its audio. */
async function talk() {
  const lead = server.givenLead({ user_id: agent.user.id });
  const { lead_id, fullname: lead_name } = lead;
  const call = { lead_id, lead_name, user_id: agent.user.id, direction: 'inbound' } as const;
  const [recording, voicemail] = [sidOf('RE'), sidOf('RE')];
  for (const sid of [recording, voicemail]) carrier.recordings.set(sid, [mp3(2)]);
  const { ctx } = server.service;
  await saveRecording(
    ctx,
    { ...call, call_id: uniqueId() },
    { sid: recording, duration: 150, startedAt: null },
  );
  const missed = { ...call, call_id: uniqueId(), number: lead.phones[0] ?? '', called: '+12145550199' };
  await missCall(ctx, missed);
  await settled();
  const at = `/tw/vm/${missed.call_id}`;
  const written = { TranscriptionStatus: 'completed', TranscriptionText: said };
  await server.hook(`${at}/text`, { RecordingSid: voicemail, ...written });
  const heard = { RecordingStatus: 'completed', RecordingDuration: '2' };
  await server.hook(`${at}/rec`, { RecordingSid: voicemail, ...heard });
  server.clock.advance(30 * 60_000);
  await settled();
  await server.service.drainOutbox();
  return lead;
}

const read = async (lead_id: string) => {
  const { client, user } = agent;
  const records = await client.call(calls.listRecordsOfLead, { params: { id: lead_id } });
  const voicemails = await client.call(calls.listCustomerVoicemails, { params: { userId: user.id } });
  return {
    records: records.answer.records.map(({ text }) => text),
    voicemails: voicemails.answer.vm.filter((vm) => vm.lead_id === lead_id).map(({ text }) => text),
  };
};

test('what was said is neither stored in clear nor logged, is told to whoever takes the event, and is read as it was', async () => {
  const { lead_id } = await talk();
  const stored = await dumpDatabase(db());
  expect(stored).not.toContain(said);
  expect(stored).not.toContain(spoken);
  expect(await db().collection('events').distinct('type')).toEqual(
    expect.arrayContaining(['recording.transcribed', 'voicemail.received', 'voicemail.transcribed']),
  );
  expect(await read(lead_id)).toEqual({
    records: [expect.stringContaining(spoken)],
    voicemails: [said],
  });
  for (const [message, text] of [
    [recordingTranscribed, spoken],
    [voicemailTranscribed, said],
  ] as const) {
    const { data } = await server.probe.waitFor(message, (each) => each.data.lead_id === lead_id);
    expect(data.text).toContain(text);
  }
});

test('an erasure destroys the key of the lead: a copy of before says nothing', async () => {
  const lead = await talk();
  const lead_id = new Types.ObjectId(lead.lead_id);
  const copies = await Promise.all(
    sealedWords.map(async ({ collection }) => ({
      collection,
      documents: await db().collection(collection).find({ lead_id }).toArray(),
    })),
  );
  const person = { phones: lead.phones, emails: [], lead_ids: [lead.lead_id] };
  expect(await telephonyDesk(server.service.ctx).erase(person)).toMatchObject({ isWhole: true });
  expect(await db().collection(dataKeyCollection).findOne({ _id: lead_id })).toEqual({
    _id: lead_id,
    destroyedAt: server.clock.now(),
  });
  // A backup is put back.
  for (const { collection, documents } of copies) {
    expect(documents).toHaveLength(1);
    await db().collection(collection).insertMany(documents);
  }
  expect(await read(lead.lead_id)).toEqual({ records: [null], voicemails: [null] });
});

test('what an earlier version stored is sealed, is in no event that is kept, and is read as before', async () => {
  const lead = await talk();
  const lead_id = new Types.ObjectId(lead.lead_id);
  const before = await read(lead.lead_id);
  for (const { collection } of sealedWords)
    await db()
      .collection(collection)
      .updateOne({ lead_id }, { $set: { text: said }, $unset: { key_id: 1 } });
  await db()
    .collection('events')
    .updateMany({ type: 'voicemail.transcribed' }, { $set: { 'event.data.text': said } });
  const inClear = await read(lead.lead_id);
  expect(inClear).toEqual({ records: [said], voicemails: before.voicemails });

  const { records, dataKeys: keys } = server.service.ctx;
  for (const { next } of telephonyMigrations(() => ({ connection: records.db, keys }))) {
    let batch = await next(undefined);
    while (batch.isMore) batch = await next(batch.after);
  }
  expect(await dumpDatabase(db())).not.toContain(said);
  expect(await read(lead.lead_id)).toEqual(inClear);
});

test('each sealed field is one of its collection', () => {
  const { models } = server.service.ctx.records.db;
  const schemas = new Map(
    Object.values(models).map(({ collection, schema }) => [collection.collectionName, schema]),
  );
  for (const { collection, fields, owner } of sealedWords)
    for (const field of [...fields, owner])
      expect([collection, field, schemas.get(collection)?.pathType(field)]).toEqual([
        collection,
        field,
        'real',
      ]);
});
