import {
  callEnded,
  callMissed,
  callStarted,
  recordingReady,
  voicemailReceived,
  voicemailTranscribed,
} from '@crm/contracts/bus/call-events.js';
import { leadOffered, settingsUpdated } from '@crm/contracts/bus/events.js';
import { exampleSettings } from '@crm/contracts/entities/user.js';
import { getLiveCall, type LeadToCall } from '@crm/contracts/http/calling.js';
import { listCustomerVoicemails, listMissedCalls } from '@crm/contracts/http/recordings.js';
import { uniquePhone } from '@crm/platform/testing/unique.js';
import { nothing, startFlow, type AgentDevice, type Flow } from '../test/flow.js';
import type { SignedIn } from '../test/telephony-server.js';

let flow: Flow;
beforeAll(async () => {
  flow = await startFlow();
});
afterAll(() => flow.stop());

let agent: SignedIn;
let device: AgentDevice;
let lead: LeadToCall;
beforeEach(async () => {
  agent = await flow.server.signIn();
  device = await flow.device(agent);
  lead = flow.leadAt(undefined, { user_id: agent.user.id });
});
afterEach(async () => {
  expect(await flow.leftOver()).toEqual(nothing);
});

const from = () => lead.phones[0] ?? '';
const live = async (who = agent) => (await flow.ask(who.client.call(getLiveCall, {}))).answer.call;
const endedOf = () => flow.server.probe.all(callEnded).filter(({ data }) => data.lead_id === lead.lead_id);
const missedOf = (number = from()) =>
  flow.server.probe.all(callMissed).filter(({ data }) => data.number === number);
const only = async () => {
  const [call, ...more] = await flow.callsOf(lead);
  expect(more).toEqual([]);
  return call;
};

/** The lead's number calls; everything that follows by itself has happened then. */
async function rings(plan: { vmSeconds?: number; hangAfter?: number; talkFor?: number } = {}, to = agent) {
  flow.sim.control.inboundCall({ from: from(), to: to.user.twilio_phone, ...plan });
  await flow.settled();
}

test('a call is taken by the device of the agent who was called, and the lead is put before them', async () => {
  await rings({ talkFor: 40 });
  const call = await only();
  expect(call).toMatchObject({ state: 'ended', outcome: 'completed', direction: 'inbound' });
  expect(flow.published(call?._id.toHexString() ?? '')).toEqual({
    started: 1,
    ringing: 1,
    connected: 1,
    ended: 1,
    offered: 1,
  });
  expect(endedOf()[0]?.data).toMatchObject({ user_id: agent.user.id, duration: 40 });
  const offered = flow.server.probe.all(leadOffered).filter(({ data }) => data.lead_id === lead.lead_id);
  expect(offered.map(({ data }) => data)).toEqual([
    { lead_id: lead.lead_id, user_id: agent.user.id, why: 'incoming-call' },
  ]);
  const invite = device.line.heard.find(({ type }) => type === 'invite');
  expect(invite).toMatchObject({ custom: { lead_id: lead.lead_id } });
  const records = flow.server.probe.all(recordingReady).filter(({ data }) => data.lead_id === lead.lead_id);
  expect(records).toMatchObject([{ data: { duration: 40, user_id: agent.user.id } }]);
  expect(missedOf()).toEqual([]);
});

test('the agent hangs up, and is free for the next call at once', async () => {
  await rings();
  expect(await live()).toMatchObject({ state: 'talking', direction: 'inbound' });
  device.hangUp();
  await flow.settled();
  expect(await live()).toBeNull();
  expect(await only()).toMatchObject({ outcome: 'completed' });
});

test.each([
  ['rings on', 'ignores'],
  ['is turned away', 'rejects'],
] as const)(
  'a call that %s at the device is missed, once, and a voicemail can be left',
  async (_how, manner) => {
    device.manner = manner;
    await rings({ vmSeconds: 12 });
    // It rings for twenty seconds.
    await flow.pass(40_000);
    expect(await only()).toMatchObject({ state: 'ended', outcome: 'no-answer' });
    expect(missedOf()).toMatchObject([{ data: { user_id: agent.user.id, lead_id: lead.lead_id } }]);
    const left = flow.server.probe.all(voicemailReceived).filter(({ data }) => data.number === from());
    expect(left).toMatchObject([{ data: { duration: 12, user_id: agent.user.id, lead_id: lead.lead_id } }]);
  },
);

test.each([
  ['has no device', async () => device.cut()],
  [
    'is offline',
    async () => {
      agent = await flow.server.signIn({ online: 0 });
      Object.assign(lead, { user_id: agent.user.id });
    },
  ],
])('a call to an agent who %s is missed, and they alone can play what was left', async (_how, leave) => {
  await leave();
  await rings({ vmSeconds: 8 });
  await flow.pass(10_000);
  expect(missedOf()).toHaveLength(1);
  const heard = flow.server.probe.all(voicemailReceived).find(({ data }) => data.number === from())?.data;
  expect(heard).toMatchObject({ user_id: agent.user.id, duration: 8, read: 0 });
  const texts = flow.server.probe
    .all(voicemailTranscribed)
    .filter(({ data }) => data.voicemail_id === heard?.id);
  expect(texts.length + (heard?.text === null ? 0 : 1)).toBe(1);

  const listed = (who: SignedIn, of = agent) =>
    flow.ask(who.client.call(listCustomerVoicemails, { params: { userId: of.user.id } }));
  const [vm] = (await listed(agent)).answer.vm;
  expect(vm).toMatchObject({ id: heard?.id, lead_id: lead.lead_id });
  const played = await flow.ask(fetch(`${flow.server.service.url}${vm?.url ?? ''}`));
  expect(played.status).toBe(200);
  expect(played.headers.get('content-type')).toMatch(/^audio\//);
  const other = await flow.server.signIn();
  expect((await listed(other)).status).toBe(403);
  expect((await listed(other, other)).answer.vm).toEqual([]);
});

test('a caller who hangs up while it rings is missed and leaves nothing; in the greeting too', async () => {
  device.manner = 'ignores';
  await rings({ hangAfter: 5 });
  await flow.pass(5_000);
  expect(await only()).toMatchObject({ state: 'ended', outcome: 'canceled' });
  expect(missedOf()).toHaveLength(1);
  await device.cut();
  await rings({ hangAfter: 2 });
  await flow.pass(10_000);
  expect(missedOf()).toHaveLength(2);
  expect(flow.server.probe.all(voicemailReceived).filter(({ data }) => data.number === from())).toEqual([]);
});

test('of two who call one agent at once the second finds them busy, and is missed', async () => {
  const second = flow.leadAt(undefined, { user_id: agent.user.id });
  flow.sim.control.inboundCall({ from: from(), to: agent.user.twilio_phone });
  flow.sim.control.inboundCall({ from: second.phones[0] ?? '', to: agent.user.twilio_phone, vmSeconds: 5 });
  await flow.settled();
  const states = [(await flow.callsOf(lead))[0], (await flow.callsOf(second))[0]].map((call) => call?.state);
  expect(states.sort()).toEqual(['ended', 'talking']);
  expect([...missedOf(), ...missedOf(second.phones[0])]).toHaveLength(1);
  device.hangUp();
  await flow.settled();
});

test('an agent in a call is not rung; the call is missed', async () => {
  const other = flow.leadAt(undefined, { user_id: agent.user.id });
  device.call(other);
  await flow.settled();
  await rings({ vmSeconds: 5 });
  const missed = await only();
  expect(missed).toMatchObject({ state: 'ended', outcome: 'no-answer' });
  expect(missedOf()).toHaveLength(1);
  // It is no call of theirs that began: its end would end their being in one.
  const started = flow.server.probe
    .all(callStarted)
    .find(({ data }) => data.call_id === missed?._id.toHexString());
  expect(started?.data.user_id).toBeNull();
  device.hangUp();
  await flow.settled();
});

test('of several who ring for a number of all the one who takes it is in a call', async () => {
  const shared = uniquePhone();
  const { server } = flow;
  const settings = { ...exampleSettings, default_phone: shared, assignment: 1 as const };
  await server.send(settingsUpdated, { sequence: 7, data: settings });
  const other = await server.signIn();
  const theirs = await flow.device(other, 'ignores');
  server.leads.suitable = [agent.user.id, other.user.id];
  Object.assign(lead, { user_id: 0 });
  flow.sim.control.inboundCall({ from: from(), to: shared });
  await flow.settled();
  expect(await live()).toMatchObject({ state: 'talking', user_id: agent.user.id });
  expect(await live(other)).toBeNull();
  const leases = [`lead:${lead.lead_id}`, `number:${from()}`, `user:${agent.user.id}`];
  expect(await flow.leftOver()).toMatchObject({ leases });
  // The next one rings for the other alone.
  const next = flow.leadAt(undefined);
  theirs.manner = 'accepts';
  flow.sim.control.inboundCall({ from: next.phones[0] ?? '', to: shared, talkFor: 5 });
  await flow.settled();
  expect(await flow.callsOf(next)).toMatchObject([{ state: 'ended', outcome: 'completed' }]);
  expect(device.line.heard.filter(({ type }) => type === 'invite')).toHaveLength(1);
  server.leads.suitable = [];
  device.hangUp();
  await flow.settled();
});

test('a number that nobody has is turned away, and a hidden caller is missed without a number', async () => {
  const nobody = uniquePhone();
  flow.sim.control.inboundCall({ from: from(), to: nobody });
  await flow.settled();
  expect(await flow.callsOf(lead)).toEqual([]);
  expect(flow.rung(nobody)).toMatchObject([{ status: 'failed', answeredAt: null }]);
  device.manner = 'ignores';
  flow.sim.control.inboundCall({ from: 'anonymous', to: agent.user.twilio_phone, vmSeconds: 3 });
  await flow.pass(30_000);
  const { missedCalls } = (
    await flow.ask(flow.server.admin.client.call(listMissedCalls, { query: { limit: '100' } }))
  ).answer;
  expect(missedCalls).toContainEqual(
    expect.objectContaining({ number: 'anonymous', user_id: agent.user.id }),
  );
});

test('a caller from abroad is known by their number: the lead that has it, the missed call, the voicemail', async () => {
  const { server } = flow;
  const number = '+442079460958';
  const theirs = server.givenLead({ user_id: agent.user.id, phones: [number] });
  flow.sim.control.inboundCall({ from: number, to: agent.user.twilio_phone, talkFor: 5 });
  await flow.settled();
  expect(await flow.callsOf(theirs)).toMatchObject([{ number, outcome: 'completed' }]);
  device.manner = 'ignores';
  flow.sim.control.inboundCall({ from: number, to: agent.user.twilio_phone, vmSeconds: 3 });
  await flow.pass(30_000);
  expect(missedOf(number)).toMatchObject([{ data: { user_id: agent.user.id, lead_id: theirs.lead_id } }]);
  expect(server.probe.all(voicemailReceived).filter(({ data }) => data.number === number)).toHaveLength(1);
  expect(server.probe.all(callStarted).filter(({ data }) => data.number === number)).toHaveLength(2);
});

test('webhooks that come twice miss a call once; the end of the ringing that is lost is made up for', async () => {
  device.manner = 'ignores';
  flow.sim.control.fault({ kind: 'hook', url: '/tw/leg', outcome: 'duplicate', times: 10 });
  await rings({ vmSeconds: 5 });
  await flow.pass(30_000);
  flow.sim.control.fault({ kind: 'none' });
  expect(missedOf()).toHaveLength(1);
  expect(flow.published((await only())?._id.toHexString() ?? '').ended).toBe(1);
});

test('a voicemail that is told of while the service cannot take it in is told again, and is there', async () => {
  device.manner = 'ignores';
  flow.sim.control.fault({ kind: 'hook', url: '/tw/vm/', event: 'completed', outcome: { delayMs: 120_000 } });
  await rings({ vmSeconds: 7 });
  await flow.pass(160_000);
  const left = flow.server.probe.all(voicemailReceived).filter(({ data }) => data.number === from());
  expect(left).toMatchObject([{ data: { duration: 7 } }]);
});
