import {
  callConnected,
  callEnded,
  callMissed,
  callStarted,
  conferenceChanged,
} from '@crm/contracts/bus/call-events.js';
import {
  addParticipant,
  callToken,
  getLiveCall,
  handleHold,
  hangUpCall,
  pauseRecording,
} from '@crm/contracts/http/calling.js';
import { Types } from 'mongoose';
import { telephonyHooks } from '../hooks.js';
import type { CallDoc } from './call.model.js';
import { freeUsers } from './leases.js';
import { tooEarly } from '../test/fake-services.js';
import { startFakeCarrier, type FakeCarrier } from '../test/fake-carrier.js';
import { startTelephony, type SignedIn, type TelephonyServer } from '../test/telephony-server.js';
import type { LeadToCall } from '@crm/contracts/http/calling.js';

let carrier: FakeCarrier;
let server: TelephonyServer;
let agent: SignedIn;
let lead: LeadToCall;
beforeAll(async () => {
  carrier = await startFakeCarrier();
  server = await startTelephony({ CARRIER_URL: carrier.url });
});
afterAll(async () => {
  await server.stop();
  await carrier.close();
});
beforeEach(async () => {
  carrier.requests.splice(0);
  agent = await server.signIn();
  lead = server.givenLead({ user_id: agent.user.id });
});

let calls = 0;
const newSid = () => `CA${(calls += 1).toString(16).padStart(32, 'f')}`;
const numberOf = () => lead.phones[0] ?? '';

async function connect(callType: 'single' | 'conference', given: Record<string, string> = {}) {
  const sid = newSid();
  const reply = await server.hook('/tw/voice/client', {
    CallSid: sid,
    From: `client:user_${agent.user.id}`,
    number: numberOf(),
    lead_id: lead.lead_id,
    user_id: agent.user.id,
    callType,
    ...given,
  });
  const cid = /\/tw\/dial\/([0-9a-f]{24})/.exec(reply.text)?.[1] ?? '';
  return { sid, cid, twiml: reply.text };
}
const leg = (
  cid: string,
  role: string,
  CallSid: string,
  CallStatus: string,
  more: Record<string, string> = {},
) => server.hook(`/tw/leg/${cid}/${role}`, { CallSid, CallStatus, ...more });
const live = async () => (await agent.client.call(getLiveCall, {})).answer.call;

test('a single call rings, is answered and ends; every step is told once', async () => {
  const { cid, twiml, sid } = await connect('single');
  expect(twiml).toContain(`callerId="${agent.user.twilio_phone}"`);
  expect(twiml).toContain(numberOf());
  expect(server.leads.asked.at(-1)).toMatchObject({ attempt_id: cid, lead_id: lead.lead_id });
  // The carrier asks again: the same document, and no second call.
  const again = await server.hook('/tw/voice/client', { CallSid: sid, From: `client:user_${agent.user.id}` });
  expect(again.text).toBe(twiml);
  const asked = server.leads.asked.length;
  expect((await connect('single', { CallSid: sid })).twiml).toBe(twiml);
  expect(await server.service.ctx.callDocs.countDocuments({ origin_sid: sid })).toBe(1);
  expect(server.leads.asked).toHaveLength(asked);
  const customer = newSid();
  for (const status of ['initiated', 'ringing', 'in-progress']) await leg(cid, 'customer', customer, status);
  expect(await live()).toMatchObject({ id: cid, state: 'talking', lead_name: lead.fullname });
  await leg(cid, 'customer', customer, 'completed', { CallDuration: '42' });
  await server.hook(`/tw/dial/${cid}`, { CallSid: sid, DialCallStatus: 'completed' });
  expect(await live()).toBeNull();
  await server.probe.waitFor(callEnded, ({ data }) => data.call_id === cid && data.outcome === 'completed');
  for (const message of [callStarted, callConnected, callEnded]) {
    expect(server.probe.all(message).filter(({ data }) => data.call_id === cid)).toHaveLength(1);
  }
});

test('a call that permission refuses is kept as an attempt, said, and rings nobody', async () => {
  server.leads.permit = () => tooEarly;
  const { twiml } = await connect('single');
  expect(twiml).toContain('<Say>');
  expect(twiml).not.toContain('<Dial');
  server.leads.permit = () => 'unreachable';
  expect((await connect('conference')).twiml).not.toContain('<Dial');
  server.leads.permit = () => ({ ...tooEarly, allowed: true, rule: null, next_allowed_at: null });
  expect(await server.service.ctx.callDocs.countDocuments({ number: numberOf(), outcome: 'refused' })).toBe(
    2,
  );
});

test('who calls is in the token: no field of the request says otherwise', async () => {
  const other = await server.signIn();
  const forged: Record<string, string>[] = [
    { user_id: other.user.id },
    { number: '+19005550117' },
    { From: '+12145550117' },
  ];
  for (const given of forged) {
    const { twiml } = await connect('single', given);
    expect(twiml).not.toContain('<Dial');
  }
});

test('a number is rung by one call at a time', async () => {
  const { cid } = await connect('single');
  expect(cid).not.toBe('');
  const other = await server.signIn({ role_id: 1 });
  const { twiml } = await connect('single', {
    From: `client:user_${other.user.id}`,
    user_id: other.user.id,
  });
  expect(twiml).not.toContain('<Dial');
});

test('a conference rings the customer once the agent is there, holds them and takes a second party', async () => {
  const { cid, sid } = await connect('conference');
  const conferenceSid = `CF${cid.padStart(32, '0')}`;
  const conf = (event: string, sequence: number, label?: string, callSid?: string) =>
    server.hook(`/tw/conf/${cid}`, {
      ConferenceSid: conferenceSid,
      StatusCallbackEvent: event,
      SequenceNumber: String(sequence),
      ...(label === undefined ? {} : { ParticipantLabel: label, CallSid: callSid ?? '' }),
    });
  await conf('participant-join', 1, 'agent', sid);
  await conf('participant-join', 1, 'agent', sid);
  await server.service.ctx.effects.idle();
  const rung = carrier.requests.filter(({ path }) => path.endsWith('/Participants.json'));
  expect(rung).toHaveLength(1);
  expect(rung[0]?.form.get('To')).toBe(numberOf());
  const { conference } = (await live()) ?? {};
  expect(conference).toMatchObject({ conferenceSid, hold: false });
  const callSid = conference?.callSid ?? '';
  await conf('participant-join', 2, 'customer', callSid);
  expect(await live()).toMatchObject({ state: 'talking' });

  await agent.client.call(handleHold, { body: { callSid, conferenceSid, hold: true } });
  expect(await live()).toMatchObject({ conference: { hold: false } });
  await conf('participant-hold', 3, 'customer', callSid);
  expect(await live()).toMatchObject({ conference: { hold: true } });

  const add = () =>
    agent.client.call(addParticipant, {
      body: { number: '+12145550118', lead_id: conferenceSid, user_id: agent.user.id },
    });
  expect((await add()).status).toBe(200);
  expect(await live()).toMatchObject({ second: { state: 'ringing', number: '+12145550118' } });
  expect((await add()).status).toBe(409);

  expect((await agent.client.call(hangUpCall, { params: { id: cid } })).status).toBe(200);
  await conf('conference-end', 9);
  expect(await live()).toBeNull();
});

test('a customer is rung on the permission that the call began with for a second; later it is asked anew', async () => {
  const rung = () => carrier.requests.filter(({ path }) => path.endsWith('/Participants.json')).length;
  const joins = async ({ cid, sid }: { cid: string; sid: string }) => {
    await server.hook(`/tw/conf/${cid}`, {
      ...{ ConferenceSid: `CF${cid.padStart(32, '0')}`, StatusCallbackEvent: 'participant-join' },
      ...{ SequenceNumber: '1', ParticipantLabel: 'agent', CallSid: sid },
    });
    await server.service.ctx.effects.idle();
  };
  const permit = server.leads.permit;
  server.leads.asked = [];
  const first = await connect('conference');
  // What is decided meanwhile counts from the next second on.
  server.leads.permit = () => tooEarly;
  server.clock.advance(999);
  await joins(first);
  expect(server.leads.asked).toMatchObject([{ attempt_id: first.cid, phone: numberOf() }]);
  expect(rung()).toBe(1);
  await agent.client.call(hangUpCall, { params: { id: first.cid } });
  await server.hook(`/tw/dial/${first.cid}`, { CallSid: first.sid, DialCallStatus: 'completed' });

  server.leads.permit = permit;
  const second = await connect('conference');
  server.leads.permit = () => tooEarly;
  server.clock.advance(1_000);
  await joins(second);
  server.leads.permit = permit;
  expect(server.leads.asked.map(({ attempt_id }) => attempt_id)).toEqual([first.cid, second.cid, second.cid]);
  expect(rung()).toBe(1);
  expect(await server.service.ctx.callDocs.findById(second.cid).lean()).toMatchObject({
    ...{ state: 'ended', outcome: 'refused', reason: tooEarly.sentence },
  });
});

test('a call that nobody takes is missed once, and the caller hears the tone', async () => {
  const away = await server.signIn({ online: 0 });
  const fields = { CallSid: newSid(), From: numberOf(), To: away.user.twilio_phone };
  const { text } = await server.hook('/tw/voice/number', fields);
  expect(text).toContain('<Record');
  expect((await server.hook('/tw/voice/number', fields)).text).toContain('<Record');
  const missed = await server.probe.waitFor(callMissed, ({ data }) => data.user_id === away.user.id);
  expect(missed.data).toMatchObject({ number: numberOf(), lead_name: lead.fullname });
});

test('a call for an agent who is there rings their device, and they meet in a conference', async () => {
  const sid = newSid();
  const hook = { CallSid: sid, From: numberOf(), To: agent.user.twilio_phone };
  const { text } = await server.hook('/tw/voice/number', hook);
  const cid = /\/tw\/queue\/([0-9a-f]{24})\/wait/.exec(text)?.[1] ?? '';
  const role = `agent-${agent.user.id}`;
  await server.service.ctx.effects.idle();
  const rung = () => carrier.requests.filter(({ path }) => path.endsWith('/Calls.json'));
  expect(rung()).toHaveLength(1);
  expect(rung()[0]?.form.get('To')).toMatch(
    new RegExp(`^client:user_${agent.user.id}\\?lead_id=${lead.lead_id}&`),
  );
  expect(rung()[0]?.form.get('Url')).toMatch(new RegExp(`/tw/join/${cid}/${role}$`));
  // Asked for twice it is the same, and rings nobody again.
  expect((await server.hook('/tw/voice/number', hook)).text).toBe(text);
  expect((await server.hook(`/tw/queue/${cid}/wait`, { CallSid: sid })).text).toContain('/media/ring.wav');

  const ringing = await server.service.ctx.callDocs.findById(new Types.ObjectId(cid)).lean<CallDoc>();
  const taken = await server.hook(`/tw/join/${cid}/${role}`, { CallSid: ringing?.legs[role]?.sid ?? '' });
  expect(taken.text).toContain(`participantLabel="${role}"`);
  expect(taken.text).toContain('endConferenceOnExit="true"');
  // The caller is sent for, and goes there by themselves where that was lost.
  await server.service.ctx.effects.idle();
  const sent = carrier.requests.filter(({ path }) => path.endsWith(`/Calls/${sid}.json`));
  expect(sent.map(({ form }) => form.get('Url'))).toEqual([expect.stringMatching(`/tw/caller/${cid}$`)]);
  expect((await server.hook(`/tw/queue/${cid}/wait`, { CallSid: sid })).text).toContain('<Leave/>');
  const joins = await server.hook(`/tw/caller/${cid}`, { CallSid: sid });
  expect(joins.text).toContain('participantLabel="customer"');
  expect(joins.text).toContain('endConferenceOnExit="false"');
  expect(rung()).toHaveLength(1);
  await leg(cid, 'customer', sid, 'completed');
});

test('of two devices that take a call at once the second is hung up', async () => {
  const { ctx } = server.service;
  const sid = newSid();
  const hook = { CallSid: sid, From: numberOf(), To: agent.user.twilio_phone };
  const { text } = await server.hook('/tw/voice/number', hook);
  const cid = /\/tw\/queue\/([0-9a-f]{24})\/wait/.exec(text)?.[1] ?? '';
  const mate = await server.signIn();
  const legs = [agent, mate].map((who) => ({ role: `agent-${who.user.id}`, sid: newSid() }));
  await ctx.callDocs.updateOne(
    { _id: new Types.ObjectId(cid) },
    {
      $set: { [`legs.agent-${mate.user.id}`]: { sid: null, status: 'queued', duration: null } },
      $inc: { version: 1 },
    },
  );
  const answers = await Promise.all(
    legs.map(({ role, sid: CallSid }) => server.hook(`/tw/join/${cid}/${role}`, { CallSid })),
  );
  expect(answers.filter(({ text: answer }) => answer.includes('<Conference'))).toHaveLength(1);
  expect(answers.filter(({ text: answer }) => answer.includes('<Hangup/>'))).toHaveLength(1);
  await leg(cid, 'customer', sid, 'completed');
});

describe('a customer who rings', () => {
  async function rings(to = agent) {
    const sid = newSid();
    const { text } = await server.hook('/tw/voice/number', {
      CallSid: sid,
      From: numberOf(),
      To: to.user.twilio_phone,
    });
    return { sid, cid: /\/tw\/queue\/([0-9a-f]{24})/.exec(text)?.[1] ?? '' };
  }
  const answers = (cid: string, who = agent) => leg(cid, `agent-${who.user.id}`, newSid(), 'in-progress');
  async function dials(who: SignedIn) {
    const { twiml } = await connect('single', {
      From: `client:user_${who.user.id}`,
      user_id: who.user.id,
    });
    return twiml.includes('<Dial');
  }
  const end = (cid: string, sid: string) => leg(cid, 'customer', sid, 'completed');

  test('is on the line: neither their number nor their lead is dialled meanwhile', async () => {
    const boss = await server.signIn({ role_id: 1 });
    const { cid, sid } = await rings();
    expect(await dials(boss)).toBe(false);
    await answers(cid);
    expect(await dials(boss)).toBe(false);
    const [other] = server.givenLead({ user_id: boss.user.id }).phones;
    lead.phones.push(other ?? '');
    const { twiml } = await connect('single', {
      From: `client:user_${boss.user.id}`,
      user_id: boss.user.id,
      number: other ?? '',
    });
    expect(twiml).not.toContain('<Dial');
    await end(cid, sid);
    expect(await dials(boss)).toBe(true);
  });

  test('while somebody calls them is let through, and is on the line until the last call is over', async () => {
    const boss = await server.signIn({ role_id: 1 });
    const third = await server.signIn({ role_id: 1 });
    const outgoing = await connect('single', { From: `client:user_${boss.user.id}`, user_id: boss.user.id });
    expect(outgoing.twiml).toContain('<Dial');
    const incoming = await rings();
    expect(incoming.cid).not.toBe('');
    await leg(outgoing.cid, 'customer', newSid(), 'busy');
    expect(await dials(third)).toBe(false);
    await end(incoming.cid, incoming.sid);
    expect(await dials(third)).toBe(true);
  });

  test('and is taken by somebody who is in a call has them busy until both are over', async () => {
    const { ctx } = server.service;
    const first = await connect('single');
    const busy = async () => (await freeUsers(ctx, [agent.user.id])).length === 0;
    // Rung before the other call began, and taken after.
    const mate = await server.signIn();
    const { cid, sid } = await rings(mate);
    await ctx.callDocs.updateOne(
      { _id: new Types.ObjectId(cid) },
      {
        $set: {
          user_id: null,
          [`legs.agent-${agent.user.id}`]: { sid: null, status: 'queued', duration: null },
        },
        $inc: { version: 1 },
      },
    );
    await answers(cid);
    await leg(first.cid, 'customer', newSid(), 'completed');
    expect(await live()).toMatchObject({ id: cid });
    expect(await busy()).toBe(true);
    await end(cid, sid);
    expect(await busy()).toBe(false);
  });
});

test('a token is one’s own alone', async () => {
  const own = await agent.client.call(callToken, { params: { userId: agent.user.id } });
  expect(own.answer).toMatchObject({ provider: 'sim', identity: `user_${agent.user.id}` });
  expect((await server.admin.client.call(callToken, { params: { userId: agent.user.id } })).status).toBe(403);
});

test('every webhook refuses what the carrier did not sign', async () => {
  const paths = telephonyHooks(server.service.ctx, { later: () => undefined }).map(({ path }) =>
    path.replace(/\{\w+\}/g, '66f0a1b2c3d4e5f6010208aa'),
  );
  expect(paths.length).toBeGreaterThan(8);
  for (const path of paths) {
    const unsigned = await fetch(`${server.service.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'CallSid=CA1',
    });
    expect([path, unsigned.status]).toEqual([path, 403]);
    const tampered = await server.hook(path, { CallSid: 'CA1' }, { 'x-twilio-signature': 'AAAA' });
    expect([path, tampered.status]).toEqual([path, 403]);
  }
});

test('a pause of the recording is asked of the carrier, shown on the call and told to the agent’s windows once', async () => {
  const { cid } = await connect('single');
  await leg(cid, 'customer', newSid(), 'in-progress');
  carrier.requests.splice(0);
  const pause = { params: { id: cid }, body: { paused: true } };
  await agent.client.call(pauseRecording, pause);
  expect(await live()).toMatchObject({ id: cid, recording_paused: true });
  await agent.client.call(pauseRecording, pause);
  const emitted = ({ data }: { data: { call_id: string } }) => data.call_id === cid;
  const { data } = await server.probe.waitFor(conferenceChanged, emitted);
  expect(data).toMatchObject({ user_id: agent.user.id, conference: null, call: { recording_paused: true } });
  expect(server.probe.all(conferenceChanged).filter(emitted)).toHaveLength(1);
  expect(carrier.requests.filter(({ path }) => path.includes('/Recordings/'))).toHaveLength(1);
});

test('a pause asked for before the recording begins is kept, and asked of the carrier as soon as it does', async () => {
  const { cid } = await connect('single');
  await leg(cid, 'customer', newSid(), 'in-progress');
  const isAboutRecording = ({ path }: { path: string }) => path.includes('/Recordings/');
  const missing = { status: 404, body: { code: 20404, message: 'Not found', status: 404 } };
  const stillOn = { status: 200, body: { sid: newSid(), status: 'in-progress' } };
  carrier.answer = (request) => (isAboutRecording(request) ? missing : stillOn);
  const { answer } = await agent.client.call(pauseRecording, {
    params: { id: cid },
    body: { paused: true },
  });
  expect(answer).toMatchObject({ status: 'success', message: 'Recording paused' });
  carrier.answer = () => undefined;
  carrier.requests.splice(0);
  const began = { RecordingSid: `RE${'a'.repeat(32)}`, RecordingStatus: 'in-progress' };
  await server.hook(`/tw/rec/${cid}`, began);
  expect(carrier.requests.filter(isAboutRecording).map(({ form }) => form.get('Status'))).toEqual(['paused']);
  expect(await live()).toMatchObject({ recording_paused: true });
});

test('a pause that the carrier refuses is refused, and the call is shown as it is', async () => {
  const { cid } = await connect('single');
  await leg(cid, 'customer', newSid(), 'in-progress');
  carrier.answer = ({ path }) =>
    path.includes('/Recordings/')
      ? { status: 500, body: { code: 20500, message: 'Trouble', status: 500 } }
      : undefined;
  const pause = { params: { id: cid }, body: { paused: true } };
  expect((await agent.client.call(pauseRecording, pause)).status).toBe(502);
  carrier.answer = () => undefined;
  expect(await live()).toMatchObject({ recording_paused: false });
});
