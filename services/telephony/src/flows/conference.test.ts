import {
  callConnected,
  callEnded,
  conferenceChanged,
  participantChanged,
  recordingReady,
} from '@crm/contracts/bus/call-events.js';
import {
  addParticipant,
  dropVoicemail,
  getLiveCall,
  handleHold,
  pauseRecording,
  removeParticipant,
  transferCall,
  type LeadToCall,
} from '@crm/contracts/http/calling.js';
import { updateStatePhone } from '@crm/contracts/http/state-phones.js';
import { nothing, numberAt, startFlow, type AgentDevice, type Flow } from '../test/flow.js';
import type { SignedIn } from '../test/telephony-server.js';

let flow: Flow;
let agent: SignedIn;
let device: AgentDevice;
beforeAll(async () => {
  flow = await startFlow();
  agent = await flow.server.signIn();
  device = await flow.device(agent);
});
afterAll(() => flow.stop());
afterEach(async () => {
  device.hangUp();
  await flow.settled();
  expect(await flow.leftOver()).toEqual(nothing);
});

const ownLead = (row?: string, given: Partial<LeadToCall> = {}) =>
  flow.leadAt(row, { user_id: agent.user.id, ...given });
const numberOf = ({ phones }: LeadToCall) => phones[0] ?? '';
const only = async (lead: LeadToCall) => {
  const [call, ...more] = await flow.callsOf(lead);
  expect(more).toEqual([]);
  if (call === undefined) throw new Error('There is no call of this lead');
  return call;
};
const live = async (who = agent) => (await flow.ask(who.client.call(getLiveCall, {}))).answer.call;

/** Calls a lead into a conference and lets everything happen. */
async function call(lead: LeadToCall) {
  device.call(lead, 'conference');
  await flow.settled();
  return only(lead);
}
async function talking(lead = ownLead()) {
  const { _id } = await call(lead);
  const { conference, ...shown } = (await live()) ?? {};
  expect(shown).toMatchObject({ id: _id.toHexString(), state: 'talking' });
  const { conferenceSid = '', callSid = '' } = conference ?? {};
  return { id: _id.toHexString(), lead, conferenceSid, callSid };
}

test.each([
  ['00', 'failed', 0],
  ['01', 'busy', 1],
  ['02', 'no-answer', 1],
  ['03', 'failed', 1],
  ['23', 'failed', 0],
])('a lead at %s is not reached: %s, and the agent is free', async (row, outcome, lines) => {
  const lead = ownLead(row);
  const ended = await call(lead);
  expect(ended).toMatchObject({ state: 'ended', outcome, connectedAt: null });
  expect(flow.rung(numberOf(lead))).toHaveLength(lines);
  expect(flow.published(ended._id.toHexString())).toMatchObject({ started: 1, connected: 0, ended: 1 });
  expect(await live()).toBeNull();
  expect(device.line.heard.at(-1)).toMatchObject({ type: 'hangup' });
});

test.each([
  ['04', 68],
  ['06', 60],
  ['07', 10],
  ['08', 150],
  ['10', 122],
  ['11', 123],
])('a lead at %s talks for %i seconds, and that long is the recording', async (row, seconds) => {
  const lead = ownLead(row);
  const ended = await call(lead);
  expect(ended).toMatchObject({ state: 'ended', outcome: 'completed' });
  expect(flow.published(ended._id.toHexString())).toMatchObject({ started: 1, connected: 1, ended: 1 });
  const { probe } = flow.server;
  const about = probe.all(callEnded).find(({ data }) => data.lead_id === lead.lead_id);
  expect(about?.data).toMatchObject({ duration: seconds, kind: 'conference' });
  const records = probe.all(recordingReady).filter(({ data }) => data.lead_id === lead.lead_id);
  expect(records.map(({ data }) => data.duration)).toEqual([seconds]);
});

test.each(['21', '30', '31', '50'])(
  'a lead at %s answers, once, and stays until the agent goes',
  async (row) => {
    const { id, lead } = await talking(ownLead(row));
    await flow.pass(20_000);
    device.hangUp();
    await flow.settled();
    expect(await only(lead)).toMatchObject({ state: 'ended', outcome: 'completed' });
    expect(flow.published(id)).toMatchObject({ started: 1, connected: 1, ended: 1 });
    expect(flow.rung(numberOf(lead))).toHaveLength(1);
  },
);

test('a carrier that answers 500 is asked for the line later, and the call fails; nothing rings twice', async () => {
  const lead = ownLead('20');
  device.call(lead, 'conference');
  await flow.settled();
  expect(await only(lead)).toMatchObject({ placing: 'unknown', state: 'dialing' });
  await flow.pass(30_000);
  expect(await only(lead)).toMatchObject({ state: 'ended', outcome: 'failed' });
  expect(flow.rung(numberOf(lead))).toEqual([]);
});

test('a carrier that never answers is heard by its webhooks: one line, and a conversation', async () => {
  const { lead } = await talking(ownLead('22'));
  await flow.pass(60_000);
  expect(flow.rung(numberOf(lead))).toHaveLength(1);
});

test('the last webhook of the customer that is lost: the sweeper asks, and the conference ends', async () => {
  const lead = ownLead('07');
  const lost = { kind: 'hook', event: 'participant-leave', outcome: 'drop' } as const;
  flow.sim.control.script({ number: numberOf(lead), script: { talkFor: 10, hooks: 'terminal lost' } });
  flow.sim.control.fault(lost);
  await call(lead);
  await flow.pass(140_000);
  flow.sim.control.fault({ kind: 'none' });
  expect(await only(lead)).toMatchObject({ state: 'ended', outcome: 'completed' });
});

test('the customer is held and taken back; both are told when the carrier says so', async () => {
  const { id, conferenceSid, callSid } = await talking();
  const hold = (on: boolean) =>
    flow.ask(agent.client.call(handleHold, { body: { conferenceSid, callSid, hold: on } }));
  expect((await hold(true)).status).toBe(200);
  await flow.settled();
  expect(await live()).toMatchObject({ conference: { hold: true } });
  expect((await hold(false)).status).toBe(200);
  await flow.settled();
  expect(await live()).toMatchObject({ conference: { hold: false } });
  const published = flow.server.probe
    .all(conferenceChanged)
    .filter(({ data }) => data.call_id === id)
    .map(({ data }) => data.conference?.hold);
  expect(published).toEqual([false, true, false]);
  const other = await flow.server.signIn();
  const foreign = await flow.ask(
    other.client.call(handleHold, { body: { conferenceSid, callSid, hold: true } }),
  );
  expect(foreign.status).toBe(404);
  device.hangUp();
  await flow.settled();
  device.call(ownLead());
  await flow.settled();
  const single = await flow.ask(
    agent.client.call(handleHold, { body: { conferenceSid: 'CF1', callSid: 'CA1', hold: true } }),
  );
  expect(single.refusal).toMatchObject({ message: 'Only conference calls can be put on hold' });
  expect(single.status).toBe(422);
  expect((await add(conferenceSid, numberAt('99'))).status).toBe(404);
});

test('a hold whose webhook is lost is asked for after three seconds', async () => {
  const { conferenceSid, callSid } = await talking();
  flow.sim.control.fault({ kind: 'hook', event: 'participant-hold', outcome: 'drop' });
  await flow.ask(agent.client.call(handleHold, { body: { conferenceSid, callSid, hold: true } }));
  await flow.settled();
  expect(await live()).toMatchObject({ conference: { hold: false } });
  await flow.pass(5_000);
  expect(await live()).toMatchObject({ conference: { hold: true } });
});

test('a customer who hangs up while on hold ends the call', async () => {
  const { lead, conferenceSid, callSid } = await talking();
  await flow.ask(agent.client.call(handleHold, { body: { conferenceSid, callSid, hold: true } }));
  await flow.settled();
  flow.sim.control.hangup({ callSid });
  await flow.settled();
  expect(await only(lead)).toMatchObject({ state: 'ended', outcome: 'completed', hold: false });
});

const statesOfSecond = (id: string) =>
  flow.server.probe
    .all(participantChanged)
    .filter(({ data }) => data.call_id === id)
    .map(({ data }) => data.state);
const add = (conferenceSid: string, number: string) =>
  flow.ask(
    agent.client.call(addParticipant, { body: { number, lead_id: conferenceSid, user_id: agent.user.id } }),
  );

test('a second party answers, is taken out, and the call goes on', async () => {
  const { id, conferenceSid } = await talking();
  const number = numberAt('99');
  expect((await add(conferenceSid, number)).status).toBe(200);
  await flow.settled();
  expect(await live()).toMatchObject({ second: { state: 'on', number } });
  expect((await add(conferenceSid, numberAt('99'))).status).toBe(409);
  const callSid = (await live())?.second?.callSid ?? '';
  const removed = await flow.ask(
    agent.client.call(removeParticipant, { body: { conferenceSid, callSid, user_id: agent.user.id } }),
  );
  expect(removed.status).toBe(200);
  await flow.settled();
  expect(await live()).toMatchObject({ state: 'talking', second: { state: 'off' } });
  expect(new Set(statesOfSecond(id))).toEqual(new Set(['ringing', 'on', 'off']));
  expect(flow.rung(number)).toMatchObject([{ status: 'completed' }]);
});

test('an insurer’s toll-free line, which no lead has, is rung and asked about as a third party', async () => {
  const { server } = flow;
  const { conferenceSid } = await talking();
  const number = '+18005550199';
  expect((await add(conferenceSid, number)).status).toBe(200);
  await flow.settled();
  expect(await live()).toMatchObject({ second: { state: 'on', number } });
  expect(server.leads.asked.at(-1)).toMatchObject({
    phone: number,
    lead_id: null,
    channel: 'call',
    purpose: 'third-party',
    user_id: agent.user.id,
  });
});

test.each(['01', '02', '03'])('a second party at %s is off again, and the call goes on', async (row) => {
  const { id, conferenceSid } = await talking();
  const number = numberAt(row);
  expect((await add(conferenceSid, number)).status).toBe(200);
  await flow.settled();
  expect(await live()).toMatchObject({ state: 'talking', second: { state: 'off', number } });
  expect(statesOfSecond(id).at(-1)).toBe('off');
  expect((await add(conferenceSid, numberAt('99'))).status).toBe(200);
  await flow.settled();
  expect(await live()).toMatchObject({ second: { state: 'on' } });
});

test('a second party that the carrier refuses is off at once, and one that rings is called off', async () => {
  const { conferenceSid } = await talking();
  expect((await add(conferenceSid, numberAt('00'))).status).toBe(422);
  expect(await live()).toMatchObject({ state: 'talking', second: { state: 'off' } });
  const number = numberAt('02');
  flow.sim.control.script({ number, script: { call: 'by hand' } });
  expect((await add(conferenceSid, number)).status).toBe(200);
  await flow.sim.clock.advance(5_000);
  const { callSid = '', state } = (await live())?.second ?? {};
  expect(state).toBe('ringing');
  const body = { conferenceSid, callSid, user_id: agent.user.id };
  expect((await flow.ask(agent.client.call(removeParticipant, { body }))).status).toBe(200);
  await flow.settled();
  expect(await live()).toMatchObject({ state: 'talking', second: { state: 'off' } });
  expect(flow.rung(number).map(({ status }) => status)).not.toContain('ringing');
});

test('a second party whose request the carrier never answers is heard by its webhooks', async () => {
  const { conferenceSid } = await talking();
  const number = numberAt('22');
  await add(conferenceSid, number);
  await flow.settled();
  expect(await live()).toMatchObject({ second: { state: 'on', number } });
  expect(flow.rung(number)).toHaveLength(1);
});

test('a second party whose request fails at the carrier is off after a while, and can be tried again', async () => {
  const { conferenceSid } = await talking();
  expect((await add(conferenceSid, numberAt('20'))).status).toBe(502);
  await flow.pass(90_000);
  expect(await live()).toMatchObject({ state: 'talking', second: { state: 'off' } });
  expect((await add(conferenceSid, numberAt('99'))).status).toBe(200);
});

const transfer = (id: string, body: { user_id: string } | { number: string } | { leave: true }) =>
  flow.ask(agent.client.call(transferCall, { params: { id }, body }));

test('a warm transfer to a colleague: all three talk, the agent leaves, and the call is the colleague’s', async () => {
  const { id, lead } = await talking();
  const dana = await flow.server.signIn();
  const theirs = await flow.device(dana);
  expect((await transfer(id, { leave: true })).status).toBeGreaterThanOrEqual(400);
  expect((await transfer(id, { user_id: dana.user.id })).status).toBe(200);
  await flow.settled();
  expect(await live(dana)).toMatchObject({ id });
  expect((await transfer(id, { leave: true })).status).toBe(200);
  await flow.settled();
  expect(await live()).toBeNull();
  expect(await live(dana)).toMatchObject({ id, user_id: dana.user.id, state: 'talking', second: null });
  const migrated = flow.server.probe.all(callConnected).filter(({ data }) => data.call_id === id);
  expect(migrated.at(-1)?.data).toMatchObject({ user_id: dana.user.id, handed_over_by: agent.user.id });
  expect(flow.rung(numberOf(lead))).toMatchObject([{ status: 'in-progress' }]);
  // The agent is free for another call at once.
  const next = await talking();
  device.hangUp();
  await flow.settled();
  expect(await only(next.lead)).toMatchObject({ state: 'ended' });
  theirs.hangUp();
  await flow.settled();
  expect(await only(lead)).toMatchObject({ state: 'ended', outcome: 'completed' });
  expect(flow.published(id).ended).toBe(1);
});

test('nobody is rung who holds no licence for the lead: the agent is told which', async () => {
  const { id } = await talking();
  const sam = await flow.server.signIn();
  const theirs = await flow.device(sam);
  const reason = `${sam.user.fullname} holds no life licence for Vermont`;
  flow.server.leads.denials.set(sam.user.id, reason);
  const refused = await transfer(id, { user_id: sam.user.id });
  expect([refused.status, refused.refusal.errors]).toEqual([422, { user_id: reason }]);
  await flow.settled();
  expect(await live(sam)).toBeNull();
  expect(await live()).toMatchObject({ id, second: null });
  flow.server.leads.denials.delete(sam.user.id);
  expect((await transfer(id, { user_id: sam.user.id })).status).toBe(200);
  await flow.settled();
  theirs.hangUp();
});

test('a warm transfer to a number: the agent leaves, the two talk on, and it ends with either', async () => {
  const { id, lead } = await talking();
  const number = numberAt('99');
  expect((await transfer(id, { number })).status).toBe(200);
  await flow.settled();
  expect((await transfer(id, { leave: true })).status).toBe(200);
  await flow.settled();
  expect(await live()).toBeNull();
  const [second] = flow.rung(number);
  expect(second).toMatchObject({ status: 'in-progress' });
  await flow.pass(90_000);
  expect(await only(lead)).toMatchObject({ state: 'talking' });
  flow.sim.control.hangup({ callSid: second?.callSid ?? '' });
  await flow.settled();
  expect(await only(lead)).toMatchObject({ state: 'ended' });
});

test('a voicemail is dropped by one click: the agent is free at once, the machine hears it to its end', async () => {
  const voicemail_id = await flow.voicemailOf(agent);
  const drop = (id: string) =>
    flow.ask(agent.client.call(dropVoicemail, { params: { id }, body: { voicemail_id } }));
  const refused = await talking();
  expect((await drop(refused.id)).status).toBe(422);
  device.hangUp();
  await flow.settled();
  for (const kind of ['single', 'conference'] as const) {
    const lead = ownLead(undefined, { recorded_ok: 1 });
    device.call(lead, kind);
    await flow.settled();
    const { _id } = await only(lead);
    const clicks = [drop(_id.toHexString()), drop(_id.toHexString())];
    expect((await Promise.all(clicks)).map(({ status }) => status)).toEqual([200, 200]);
    expect(await live()).toBeNull();
    await flow.settled();
    expect(await only(lead)).toMatchObject({ state: 'ended', outcome: 'drop' });
    expect(flow.published(_id.toHexString())).toMatchObject({ connected: 1, ended: 1 });
    const [line] = flow.rung(numberOf(lead));
    const heard = Number(line?.endedAt) - Number((await only(lead)).endedAt);
    expect([kind, line?.status]).toEqual([kind, 'completed']);
    expect(heard).toBeGreaterThan(2_500);
    const sent = flow.sim.control
      .trace()
      .filter(
        ({ kind, text }) => kind === 'rest' && text.startsWith('POST ') && text.includes(line?.callSid ?? ''),
      );
    expect(sent).toHaveLength(1);
  }
});

test('the recording is paused and goes on: what is said meanwhile is silence; asked twice it is so already', async () => {
  for (const kind of ['single', 'conference'] as const) {
    const lead = ownLead();
    device.call(lead, kind);
    await flow.settled();
    const id = (await only(lead))._id.toHexString();
    const pause = (paused: boolean) =>
      flow.ask(agent.client.call(pauseRecording, { params: { id }, body: { paused } }));
    await flow.pass(10_000);
    expect((await pause(true)).status).toBe(200);
    expect((await pause(true)).status).toBe(200);
    expect(await live()).toMatchObject({ recording_paused: true });
    await flow.pass(30_000);
    expect((await pause(false)).status).toBe(200);
    expect(await live()).toMatchObject({ recording_paused: false });
    await flow.pass(5_000);
    device.hangUp();
    await flow.settled();
    expect((await pause(true)).status).toBe(422);
    const asked = flow.sim.control
      .trace()
      .filter(
        ({ kind: what, details }) => what === 'rest' && String(details['path']).includes('Twilio.CURRENT'),
      );
    expect(asked.slice(-2).map(({ details }) => details['status'])).toEqual([200, 200]);
  }
});

test('a customer in a state that asks for it is told first that the call is recorded; in another not', async () => {
  const announced = (announce: 0 | 1) =>
    flow.ask(flow.server.admin.client.call(updateStatePhone, { body: { id: 'NV', updated: { announce } } }));
  const { control } = flow.sim;
  for (const [announce, language, times] of [
    [1, 'en', 1],
    [1, 'es', 1],
    [0, 'en', 0],
  ] as const) {
    expect((await announced(announce)).status).toBe(200);
    for (const kind of ['single', 'conference'] as const) {
      const after = control.trace().at(-1)?.seq ?? 0;
      const lead = ownLead(undefined, { state: 'NV', language });
      device.call(lead, kind);
      await flow.settled();
      const said = control
        .trace(after)
        .filter(({ details }) => new RegExp(`/tw/announce/\\w+/${language}$`).test(String(details['url'])));
      expect([kind, announce, said.length]).toEqual([kind, announce, times]);
      device.hangUp();
      await flow.settled();
    }
  }
});
