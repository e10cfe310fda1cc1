import { callConnected, callEnded, recordingReady } from '@crm/contracts/bus/call-events.js';
import { settingsUpdated } from '@crm/contracts/bus/events.js';
import { exampleSettings } from '@crm/contracts/entities/user.js';
import {
  addParticipant,
  getLiveCall,
  handleHold,
  pauseRecording,
  transferCall,
  type LeadToCall,
} from '@crm/contracts/http/calling.js';
import { changeSupervision, stopSupervising, superviseCall } from '@crm/contracts/http/supervision.js';
import { uniquePhone } from '@crm/platform/testing/unique.js';
import { nothing, numberAt, startFlow, type AgentDevice, type Flow } from '../test/flow.js';
import type { SignedIn } from '../test/telephony-server.js';

let flow: Flow;
let agent: SignedIn;
let device: AgentDevice;
let lead: LeadToCall;
let shared: string;
beforeAll(async () => {
  flow = await startFlow();
  shared = uniquePhone();
  const settings = { ...exampleSettings, default_phone: shared, assignment: 1 as const };
  await flow.server.send(settingsUpdated, { sequence: 7, data: settings });
});
afterAll(() => flow.stop());
beforeEach(async () => {
  agent = await flow.server.signIn();
  device = await flow.device(agent);
  lead = flow.leadAt(undefined, { user_id: agent.user.id });
  flow.server.leads.suitable = [];
});
afterEach(async () => {
  flow.sim.control.fault({ kind: 'none' });
  device.hangUp();
  await flow.settled();
  await flow.pass(30_000);
  expect(await flow.leftOver()).toEqual(nothing);
});

const from = ({ phones: [number = ''] } = lead) => number;
const live = async (who = agent) => (await flow.ask(who.client.call(getLiveCall, {}))).answer.call;
const only = async (of = lead) => {
  const [call, ...more] = await flow.callsOf(of);
  expect(more).toEqual([]);
  if (call === undefined) throw new Error('There is no call of this lead');
  return call;
};

/** The lead calls, and the agent's device takes it. */
async function talking(to = agent.user.twilio_phone) {
  const { callSid } = flow.sim.control.inboundCall({ from: from(), to });
  await flow.settled();
  const call = await live();
  expect(call).toMatchObject({ state: 'talking', direction: 'inbound', kind: 'conference' });
  return { id: call?.id ?? '', callSid, conferenceSid: call?.conference?.conferenceSid ?? '' };
}

/** Whose voices reach each participant, by label. */
const audible = (conferenceSid: string) =>
  Object.fromEntries(
    (
      flow.sim.control.state().conferences.find((each) => each.conferenceSid === conferenceSid)
        ?.participants ?? []
    ).map((each) => [String(each.label), each.audible]),
  );
const transfer = (id: string, body: { user_id: string } | { leave: true }, who = agent) =>
  flow.ask(who.client.call(transferCall, { params: { id }, body }));

test('a caller is held and taken back', async () => {
  const { conferenceSid, callSid } = await talking();
  const hold = (on: boolean) =>
    flow.ask(agent.client.call(handleHold, { body: { conferenceSid, callSid, hold: on } }));
  expect((await hold(true)).status).toBe(200);
  await flow.settled();
  expect(await live()).toMatchObject({ conference: { hold: true } });
  expect(audible(conferenceSid)['customer']).toEqual([]);
  expect((await hold(false)).status).toBe(200);
  await flow.settled();
  expect(audible(conferenceSid)['customer']).toEqual([`agent-${agent.user.id}`]);
});

test('a second party is added to a call that came in, and the caller who goes leaves the two talking', async () => {
  const { conferenceSid, callSid } = await talking();
  const added = await flow.ask(
    agent.client.call(addParticipant, {
      body: { number: numberAt('99'), lead_id: conferenceSid, user_id: agent.user.id },
    }),
  );
  expect(added.status).toBe(200);
  await flow.settled();
  expect(await live()).toMatchObject({ second: { state: 'on' } });
  flow.sim.control.hangup({ callSid });
  await flow.settled();
  expect(await live()).toMatchObject({ state: 'talking' });
});

test('a call that came in is transferred to a colleague, whose it is, and who can hold the caller', async () => {
  const { id, conferenceSid, callSid } = await talking();
  const mate = await flow.server.signIn();
  const theirs = await flow.device(mate);
  expect((await transfer(id, { user_id: mate.user.id })).status).toBe(200);
  await flow.settled();
  expect((await transfer(id, { leave: true })).status).toBe(200);
  await flow.settled();
  expect(await live()).toBeNull();
  expect(await live(mate)).toMatchObject({ id, state: 'talking', second: null });
  const told = flow.server.probe.all(callConnected).filter(({ data }) => data.call_id === id);
  expect(told.at(-1)?.data).toMatchObject({ user_id: mate.user.id, handed_over_by: agent.user.id });
  const held = await flow.ask(mate.client.call(handleHold, { body: { conferenceSid, callSid, hold: true } }));
  expect(held.status).toBe(200);
  theirs.hangUp();
  await flow.settled();
  expect(await only()).toMatchObject({ state: 'ended', outcome: 'completed' });
});

test('an admin listens, and whispers to the agent alone who took the call', async () => {
  const { admin } = flow.server;
  const adminDevice = await flow.device(admin);
  const { id, conferenceSid } = await talking();
  const role = `agent-${agent.user.id}`;
  const params = { id };
  expect(
    (await flow.ask(admin.client.call(superviseCall, { params, body: { mode: 'listen' } }))).status,
  ).toBe(200);
  await flow.settled();
  expect(audible(conferenceSid)).toMatchObject({ customer: [role], [role]: ['customer'] });
  await flow.ask(admin.client.call(changeSupervision, { params, body: { mode: 'whisper' } }));
  await flow.settled();
  expect(audible(conferenceSid)).toMatchObject({ customer: [role], [role]: ['customer', 'supervisor-1'] });
  expect((await flow.ask(admin.client.call(stopSupervising, { params }))).status).toBe(200);
  await adminDevice.cut();
});

test('the recording of a call that came in is one, and is paused while bank details are said', async () => {
  const { id } = await talking();
  const pause = (paused: boolean) =>
    flow.ask(agent.client.call(pauseRecording, { params: { id }, body: { paused } }));
  await flow.pass(10_000);
  expect((await pause(true)).status).toBe(200);
  await flow.pass(10_000);
  expect((await pause(false)).status).toBe(200);
  device.hangUp();
  await flow.settled();
  const records = flow.server.probe.all(recordingReady).filter(({ data }) => data.lead_id === lead.lead_id);
  expect(records).toMatchObject([{ data: { user_id: agent.user.id, lead_id: lead.lead_id } }]);
});

test('a caller in a state that asks for it is told that the call is recorded, once they can be spoken to', async () => {
  const { ctx } = flow.server.service;
  await ctx.statePhones.updateMany({}, { $set: { announce: 1 } });
  const { callSid } = await talking();
  await ctx.statePhones.updateMany({}, { $set: { announce: 0 } });
  const announced = flow.sim.control
    .trace()
    .filter(({ kind, details }) => kind === 'rest' && String(details['path']).endsWith(`/${callSid}.json`));
  expect(announced.length).toBeGreaterThan(0);
  expect((await only()).effects.filter(({ does }) => does === 'announce')).toMatchObject([{ state: 'done' }]);
});

test.each([
  ['is lost on the way', { kind: 'rest', method: 'POST', path: '/Calls/', outcome: 'reset' }],
  ['is never answered', { kind: 'rest', method: 'POST', path: '/Calls/', outcome: 'no answer' }],
] as const)(
  'a request that sends the caller to the agent and %s: they meet all the same',
  async (_how, fault) => {
    flow.sim.control.fault(fault);
    flow.sim.control.inboundCall({ from: from(), to: agent.user.twilio_phone });
    await flow.settled();
    await flow.pass(30_000);
    const call = await live();
    expect(call).toMatchObject({ state: 'talking' });
    expect(audible(call?.conference?.conferenceSid ?? '')).toMatchObject({
      customer: [`agent-${agent.user.id}`],
    });
    expect((await only()).effects.map(({ key }) => key)).toContain('send-caller:join');
  },
);

test.each([
  ['that the carrier never got', 'reset', 0],
  ['whose answer was lost', 'no answer', 1],
] as const)(
  'a request %s to ring the agent: missed, or taken; nobody waits for ever',
  async (_how, outcome, taken) => {
    flow.sim.control.fault({ kind: 'rest', method: 'POST', path: '/Calls.json', outcome });
    flow.sim.control.inboundCall({ from: from(), to: agent.user.twilio_phone, vmSeconds: 3 });
    await flow.settled();
    await flow.pass(60_000);
    expect((await flow.callsOf(lead)).filter(({ connectedAt }) => connectedAt !== null)).toHaveLength(taken);
    device.hangUp();
    await flow.pass(30_000);
    expect(await only()).toMatchObject({ state: 'ended' });
  },
);

test('webhooks that come twice make one call, one conversation and one end', async () => {
  flow.sim.control.fault({ kind: 'hook', outcome: 'duplicate', times: 40 });
  const { id } = await talking();
  device.hangUp();
  await flow.settled();
  expect(flow.published(id)).toEqual({ started: 1, ringing: 1, connected: 1, ended: 1, offered: 1 });
});

test('the service dies after an agent took the call: the caller is with them once it is back', async () => {
  const { id } = await talking();
  const revive = await flow.server.kill();
  await revive();
  flow.revived();
  expect(await live()).toMatchObject({ id, state: 'talking' });
  device.hangUp();
  await flow.settled();
  expect(flow.published(id).ended).toBe(1);
});

test('of three agents who take a caller at the same moment one talks, the others are free again', async () => {
  const mates = [await flow.server.signIn(), await flow.server.signIn()];
  const devices = [await flow.device(mates[0] ?? agent), await flow.device(mates[1] ?? agent)];
  const all = [agent, ...mates];
  flow.server.leads.suitable = all.map(({ user }) => user.id);
  Object.assign(lead, { user_id: 0 });
  flow.sim.control.inboundCall({ from: from(), to: shared });
  await flow.settled();
  await flow.pass(30_000);
  const calls = await Promise.all(all.map((who) => live(who)));
  expect(calls.filter((call) => call !== null)).toMatchObject([{ state: 'talking' }]);
  expect((await flow.callsOf(lead)).map(({ state }) => state)).toEqual(['talking']);
  for (const each of devices) each.hangUp();
  await flow.settled();
  device.hangUp();
  await flow.settled();
  const ended = flow.server.probe.all(callEnded).filter(({ data }) => data.lead_id === lead.lead_id);
  expect(ended).toHaveLength(1);
});
