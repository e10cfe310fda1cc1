import { Types } from 'mongoose';
import { callConnected, callEnded } from '@crm/contracts/bus/call-events.js';
import {
  doNotCall,
  dropVoicemail,
  getLiveCall,
  handleHold,
  hangUpCall,
  listColleagues,
  pauseRecording,
  transferCall,
} from '@crm/contracts/http/calling.js';
import { getFloor } from '@crm/contracts/http/floor.js';
import type { CallDoc } from '../calls/call.model.js';
import { nothing, startFlow, type AgentDevice, type Flow } from '../test/flow.js';
import type { SignedIn } from '../test/telephony-server.js';

let flow: Flow;
let caller: SignedIn;
let called: SignedIn;
let device: AgentDevice;
let other: AgentDevice;
beforeAll(async () => {
  flow = await startFlow();
  caller = await flow.server.signIn({ fullname: 'Dana Reyes' });
  called = await flow.server.signIn({ fullname: 'Priya Sandoval' });
  device = await flow.device(caller);
  other = await flow.device(called);
});
afterAll(() => flow.stop());
afterEach(async () => {
  device.hangUp();
  other.hangUp();
  await flow.settled();
  expect(await flow.leftOver()).toEqual(nothing);
});

const live = async (who: SignedIn) => (await flow.ask(who.client.call(getLiveCall, {}))).answer.call;
const free = async (who: SignedIn) =>
  (await flow.ask(who.client.call(listColleagues, {}))).answer.colleagues.map(({ fullname }) => fullname);
const callsTo = (who: SignedIn) =>
  flow.server.service.ctx.callDocs
    .find({ 'colleague.user_id': who.user.id })
    .sort({ startedAt: 1, _id: 1 })
    .lean<CallDoc[]>();
async function lastTo(who = called): Promise<CallDoc> {
  const call = (await callsTo(who)).at(-1);
  if (call === undefined) throw new Error('This colleague was not called');
  return call;
}
/** The caller and the called one talk. */
async function talking() {
  device.callColleague(called);
  await flow.settled();
  return (await lastTo())._id.toHexString();
}
const about = (id: string, spec: typeof callConnected | typeof callEnded) =>
  flow.server.probe
    .all(spec)
    .filter(({ data }) => data.call_id === id)
    .map(({ data }) => data.user_id);

test('two colleagues talk: each sees the other, both are told and in no other call, and nothing is recorded', async () => {
  const id = await talking();
  expect(await live(caller)).toMatchObject({
    ...{ id, lead_id: null, lead_name: 'Priya Sandoval', number: '', colleague: true },
    ...{ state: 'talking', direction: 'outbound', kind: 'conference' },
  });
  expect(await live(called)).toMatchObject({
    ...{ id, user_id: called.user.id, lead_name: 'Dana Reyes', colleague: true },
    ...{ state: 'talking', direction: 'inbound', conference: null },
  });
  expect(about(id, callConnected).sort()).toEqual([caller.user.id, called.user.id].sort());
  const onlooker = await flow.server.signIn();
  for (const name of ['Dana Reyes', 'Priya Sandoval']) expect(await free(onlooker)).not.toContain(name);
  const { tiles } = (await flow.ask(flow.server.admin.client.call(getFloor, {}))).answer;
  for (const [who, lead_name, direction] of [
    [caller, 'Priya Sandoval', 'outbound'],
    [called, 'Dana Reyes', 'inbound'],
  ] as const)
    expect(tiles.find(({ user_id }) => user_id === who.user.id)).toMatchObject({
      ...{ state: 'in-call', call: { id, lead_name, direction } },
    });
  // Nobody asked the customer's rules: there is none.
  expect(flow.server.leads.asked).toEqual([]);
  device.hangUp();
  await flow.settled();
  expect(await lastTo()).toMatchObject({ state: 'ended', outcome: 'completed' });
  expect(about(id, callEnded).sort()).toEqual([caller.user.id, called.user.id].sort());
  expect([await live(caller), await live(called)]).toEqual([null, null]);
  expect(await free(onlooker)).toEqual(expect.arrayContaining(['Dana Reyes', 'Priya Sandoval']));
  const { ctx } = flow.server.service;
  expect(await ctx.records.countDocuments({ call_id: new Types.ObjectId(id) })).toBe(0);
});

test('whoever hangs up ends it for both', async () => {
  const id = await talking();
  other.hangUp();
  await flow.settled();
  expect(await lastTo()).toMatchObject({ state: 'ended', outcome: 'completed' });
  expect(about(id, callEnded)).toHaveLength(2);
  expect(device.line.heard.at(-1)).toMatchObject({ type: 'hangup' });
});

test('either of them may end it from another window, and nobody else', async () => {
  const id = await talking();
  const params = { id };
  const third = await flow.server.signIn();
  expect((await flow.ask(third.client.call(hangUpCall, { params }))).status).toBe(404);
  expect((await flow.ask(called.client.call(hangUpCall, { params }))).status).toBe(200);
  await flow.settled();
  expect(await lastTo()).toMatchObject({ state: 'ended', outcome: 'completed' });
});

test('the colleague is put on hold and taken back', async () => {
  await talking();
  const { conferenceSid = '', callSid = '' } = (await live(caller))?.conference ?? {};
  for (const hold of [true, false]) {
    const body = { callSid, conferenceSid, hold };
    expect((await flow.ask(caller.client.call(handleHold, { body }))).status).toBe(200);
    await flow.settled();
    expect((await live(caller))?.conference).toMatchObject({ hold });
  }
});

test('what needs a customer is refused', async () => {
  const id = await talking();
  const { client } = caller;
  const params = { id };
  const voicemail_id = await flow.voicemailOf(caller);
  for (const asked of [
    client.call(transferCall, { params, body: { leave: true } }),
    client.call(dropVoicemail, { params, body: { voicemail_id } }),
    client.call(doNotCall, { params }),
    client.call(pauseRecording, { params, body: { paused: true } }),
  ]) {
    const { status, refusal } = await flow.ask(asked);
    expect([status, refusal.message]).toEqual([422, 'This is a call with a colleague']);
  }
});

test('a colleague whose device rings unanswered is not reached; the caller alone is told', async () => {
  const silent = await flow.server.signIn({ fullname: 'Sam Silent' });
  const deaf = await flow.device(silent, 'ignores');
  device.callColleague(silent);
  await flow.settled();
  await flow.pass(31_000);
  const call = await lastTo(silent);
  expect(call).toMatchObject({ state: 'ended', outcome: 'no-answer', connectedAt: null });
  expect(about(call._id.toHexString(), callEnded)).toEqual([caller.user.id]);
  await deaf.cut();
});

test('who is in a call, away, gone or the caller themselves is not rung, and the caller is told why', async () => {
  const busy = 'Priya Sandoval cannot take a call right now';
  await talking();
  const third = await flow.server.signIn({ fullname: 'Ruben Third' });
  const line = await flow.device(third);
  line.callColleague(called);
  await flow.settled();
  expect(await lastTo()).toMatchObject({ state: 'ended', outcome: 'refused', reason: busy });
  device.hangUp();
  await flow.settled();
  const away = await flow.server.signIn({ fullname: 'Ada Away', online: 0 });
  device.callColleague(away);
  await flow.settled();
  expect(await lastTo(away)).toMatchObject({
    outcome: 'refused',
    reason: 'Ada Away cannot take a call right now',
  });
  device.callColleague(caller);
  await flow.settled();
  expect(await lastTo(caller)).toMatchObject({
    outcome: 'refused',
    reason: 'This colleague cannot be called',
  });
  await line.cut();
});

test('a carrier that answers 500 has rung nobody: the call fails, and no other line is taken for the colleague’s', async () => {
  flow.sim.control.fault({
    ...{ kind: 'rest', method: 'POST', path: '/Participants', times: 1 },
    outcome: { status: 500 },
  });
  device.callColleague(called);
  await flow.settled();
  expect(await lastTo()).toMatchObject({ placing: 'unknown', state: 'dialing' });
  await flow.pass(30_000);
  const call = await lastTo();
  expect(call).toMatchObject({ state: 'ended', outcome: 'failed', reason: 'The carrier did not respond' });
  expect(call.legs['customer']?.sid ?? null).toBeNull();
  await talking();
});

test('the last webhooks that are lost are asked for, and the call ends for both', async () => {
  const id = await talking();
  flow.sim.control.fault({ kind: 'hook', event: 'participant-leave', outcome: 'drop' });
  other.hangUp();
  await flow.settled();
  await flow.pass(140_000);
  flow.sim.control.fault({ kind: 'none' });
  expect(await lastTo()).toMatchObject({ state: 'ended', outcome: 'completed' });
  expect(about(id, callEnded)).toHaveLength(2);
});
