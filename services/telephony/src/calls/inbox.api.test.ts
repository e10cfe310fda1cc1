import { Types } from 'mongoose';
import { callMissed, voicemailReceived } from '@crm/contracts/bus/call-events.js';
import type { LeadToCall } from '@crm/contracts/http/calling.js';
import { startFakeCarrier, type FakeCarrier } from '../test/fake-carrier.js';
import { startTelephony, type SignedIn, type TelephonyServer } from '../test/telephony-server.js';
import type { CallDoc } from './call.model.js';
import { forgottenHooks, reduceForgotten } from './inbox.js';

let carrier: FakeCarrier;
let server: TelephonyServer;
let agent: SignedIn;
let lead: LeadToCall;
beforeAll(async () => {
  carrier = await startFakeCarrier();
  // The sweeps here are the test's own.
  server = await startTelephony({ CARRIER_URL: carrier.url, SWEEP_MS: '3600000' });
});
afterAll(async () => {
  await server.stop();
  await carrier.close();
});
beforeEach(async () => {
  agent = await server.signIn();
  lead = server.givenLead({ user_id: agent.user.id });
});

let lines = 0;
const newSid = () => `CA${(lines += 1).toString(16).padStart(32, 'd')}`;

async function connect(): Promise<{ cid: string; sid: string }> {
  const sid = newSid();
  const { text } = await server.hook('/tw/voice/client', {
    CallSid: sid,
    From: `client:user_${agent.user.id}`,
    number: lead.phones[0] ?? '',
    lead_id: lead.lead_id,
    user_id: agent.user.id,
    callType: 'single',
  });
  return { cid: /\/tw\/dial\/([0-9a-f]{24})/.exec(text)?.[1] ?? '', sid };
}

test('a webhook that cannot be worked off holds up none that came after it, and is tried again later and later', async () => {
  const { ctx } = server.service;
  const { cid } = await connect();
  const broken = new Types.ObjectId();
  const { _id, origin_sid, ...call } = (await ctx.callDocs.findById(cid).lean()) ?? {};
  expect([_id?.toHexString(), typeof origin_sid]).toEqual([cid, 'string']);
  await ctx.callDocs.collection.insertOne({ ...call, _id: broken, legs: null });
  const left = (name: string, call_id: Types.ObjectId, at: Date) =>
    ctx.inbox.collection.insertOne({
      _id: name as never,
      call_id,
      path: '/tw/leg/{cid}/{role}',
      role: 'customer',
      fields: { CallSid: newSid(), CallStatus: 'ringing' },
      state: 'new',
      at,
    });
  const at = server.clock.now();
  await left('broken', broken, at);
  await left('whole', new Types.ObjectId(cid), new Date(at.getTime() + 1));
  const stateOf = async (name: string) => (await ctx.inbox.findById(name).lean())?.state;
  const triesOf = async () => (await ctx.inbox.findById('broken').lean())?.tries;

  server.clock.advance(21_000);
  await reduceForgotten(ctx);
  expect([await stateOf('broken'), await stateOf('whole')]).toEqual(['new', 'done']);
  expect((await ctx.callDocs.findById(cid).lean())?.state).toBe('ringing');
  await reduceForgotten(ctx);
  expect(await triesOf()).toBe(1);
  server.clock.advance(30_000);
  await reduceForgotten(ctx);
  server.clock.advance(30_000);
  await reduceForgotten(ctx);
  expect(await triesOf()).toBe(2);
  await ctx.callDocs.updateOne({ _id: broken }, { $set: { legs: {} } });
  server.clock.advance(30_000);
  await reduceForgotten(ctx);
  expect(await stateOf('broken')).toBe('done');
});

test('a webhook that fails is kept before the carrier hears of it, and worked off when its time has come', async () => {
  const { ctx } = server.service;
  const { cid } = await connect();
  const _id = new Types.ObjectId(cid);
  const rows = () => ctx.inbox.find({ call_id: _id }).lean();
  const { legs } = (await ctx.callDocs.findById(_id).lean()) ?? {};
  ctx.lastWritten.take(_id);
  await ctx.callDocs.collection.updateOne({ _id }, { $set: { legs: null } });
  const told = await server.hook(`/tw/leg/${cid}/customer`, { CallSid: newSid(), CallStatus: 'ringing' });
  await ctx.callDocs.collection.updateOne({ _id }, { $set: { legs } });
  expect(told.status).toBe(500);
  expect(await rows()).toMatchObject([{ state: 'new', fields: { CallStatus: 'ringing' } }]);
  server.clock.advance(21_000);
  ctx.dueJobs.wake(forgottenHooks);
  await ctx.dueJobs.idle();
  expect(await rows()).toMatchObject([{ state: 'done' }]);
  expect((await ctx.callDocs.findById(_id).lean())?.state).toBe('ringing');
});

test('a webhook that was worked off is kept as it came, once however often it comes', async () => {
  const { ctx } = server.service;
  const { cid } = await connect();
  const fields = { CallSid: newSid(), CallStatus: 'ringing' };
  for (const path of [`/tw/leg/${cid}/customer`, `/tw/leg/${cid}/customer`]) {
    await server.hook(path, fields);
    await ctx.doneHooks.flush();
  }
  expect(await ctx.inbox.find({ call_id: new Types.ObjectId(cid) }).lean()).toMatchObject([
    { state: 'done', path: '/tw/leg/{cid}/{role}', role: 'customer', fields },
  ]);
});

test('what another process wrote of a call counts, whatever this one wrote last', async () => {
  const { ctx } = server.service;
  const { cid } = await connect();
  const _id = new Types.ObjectId(cid);
  const before = await ctx.callDocs.findById(_id).lean<CallDoc>();
  if (before === null) throw new Error('There is no call');
  const about = { CallSid: newSid(), CallStatus: 'ringing' };
  await server.hook(`/tw/leg/${cid}/customer`, about);
  const rung = await ctx.callDocs.findById(_id).lean<CallDoc>();
  expect([before.state === 'ringing', rung?.state]).toEqual([false, 'ringing']);
  // As a process knows the call that heard nothing of it yet: the same word again changes nothing, a later one does.
  ctx.lastWritten.take(_id);
  ctx.lastWritten.keep(before);
  await server.hook(`/tw/leg/${cid}/customer`, about);
  expect(await ctx.callDocs.findById(_id).lean<CallDoc>()).toEqual(rung);
  ctx.lastWritten.take(_id);
  ctx.lastWritten.keep(before);
  await server.hook(`/tw/leg/${cid}/customer`, { ...about, CallStatus: 'in-progress' });
  expect(await ctx.callDocs.findById(_id).lean<CallDoc>()).toMatchObject({ state: 'talking' });
});

test('a voicemail that is told of before its missed call is kept makes it known, once', async () => {
  const { effects } = server.service.ctx;
  const usual = { ...effects };
  // What follows from the call's end is late.
  Object.assign(effects, { wake: () => undefined });
  const away = await server.signIn({ online: 0 });
  const { text } = await server.hook('/tw/voice/number', {
    CallSid: newSid(),
    From: lead.phones[0] ?? '',
    To: away.user.twilio_phone,
  });
  const cid = /\/tw\/vm\/([0-9a-f]{24})\/done/.exec(text)?.[1] ?? '';
  await server.hook(`/tw/vm/${cid}/rec`, {
    RecordingSid: `RE${'b'.repeat(32)}`,
    RecordingStatus: 'completed',
    RecordingDuration: '9',
  });
  expect(await server.service.ctx.customerVoicemails.find().lean()).toMatchObject([
    { call_id: new Types.ObjectId(cid), duration: 9, number: lead.phones[0] },
  ]);
  Object.assign(effects, usual);
  effects.wake(new Types.ObjectId(cid));
  await effects.idle();
  await server.probe.waitFor(callMissed, ({ data }) => data.id === cid);
  expect(server.probe.all(callMissed).filter(({ data }) => data.id === cid)).toHaveLength(1);
  expect(server.probe.all(voicemailReceived)).toEqual([]);
});
