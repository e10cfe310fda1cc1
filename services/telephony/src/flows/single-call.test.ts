import {
  callConnected,
  callEnded,
  callRinging,
  callStarted,
  recordingReady,
  recordingTranscribed,
} from '@crm/contracts/bus/call-events.js';
import type { LeadToCall } from '@crm/contracts/http/calling.js';
import type { AuditEntry } from '@crm/platform/audit/audit-entry.js';
import { auditCollection } from '@crm/platform/audit/audit-store.js';
import { nothing, startFlow, type AgentDevice, type Flow } from '../test/flow.js';
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
  expect(await flow.leftOver()).toEqual(nothing);
});

const ownLead = (row?: string, given: Partial<LeadToCall> = {}) =>
  flow.leadAt(row, { user_id: agent.user.id, ...given });

/** Calls a lead and lets everything happen; whoever still talks then is hung up on after 20 seconds. */
async function call(lead: LeadToCall) {
  device.call(lead);
  await flow.settled();
  const [live] = await flow.callsOf(lead);
  if (live !== undefined && live.state !== 'ended') {
    await flow.pass(20_000);
    device.hangUp();
    await flow.settled();
  }
  const [call, ...more] = await flow.callsOf(lead);
  expect(more).toEqual([]);
  const { probe } = flow.server;
  const published = [callStarted, callRinging, callConnected, callEnded].map(
    (message) => probe.all(message).filter(({ data }) => data.call_id === call?._id.toHexString()).length,
  );
  const ended = probe.all(callEnded).find(({ data }) => data.call_id === call?._id.toHexString())?.data;
  const [record, ...others] = probe.all(recordingReady).filter(({ data }) => data.lead_id === lead.lead_id);
  expect(others).toEqual([]);
  expect(flow.rung(lead.phones[0] ?? '')).toHaveLength(1);
  return { call, published, ended, record: record?.data };
}

test.each([
  ['00', 'failed', [1, 0, 0, 1]],
  ['01', 'busy', [1, 0, 0, 1]],
  ['02', 'no-answer', [1, 1, 0, 1]],
  ['03', 'failed', [1, 0, 0, 1]],
  ['20', 'failed', [1, 0, 0, 1]],
  ['23', 'failed', [1, 0, 0, 1]],
])('a lead at %s is not reached: %s, told once, nothing recorded', async (row, outcome, published) => {
  const went = await call(ownLead(row));
  expect(went.call).toMatchObject({ state: 'ended', outcome, connectedAt: null });
  expect(went.published).toEqual(published);
  expect(went.ended).toMatchObject({ outcome, duration: 0, user_id: agent.user.id });
  expect(went.record).toBeUndefined();
});

test.each([
  ['04', 68],
  ['05', 68],
  ['06', 60],
  ['07', 10],
  ['08', 150],
  ['09', 20],
  ['10', 122],
  ['11', 123],
  ['21', 20],
  ['22', 20],
  ['50', 20],
])('a lead at %s talks for %i seconds, and that long is the recording', async (row, seconds) => {
  const lead = ownLead(row);
  const went = await call(lead);
  expect(went.call).toMatchObject({ state: 'ended', outcome: 'completed' });
  expect(went.published).toEqual([1, 1, 1, 1]);
  expect(went.ended).toMatchObject({ outcome: 'completed', duration: seconds });
  expect(went.record).toMatchObject({ duration: seconds, leadName: lead.fullname, user_id: agent.user.id });
});

test('what was said is written down where it took 123 seconds, and not where it took 122', async () => {
  const { probe } = flow.server;
  for (const [row, times] of [
    ['10', 0],
    ['11', 1],
  ] as const) {
    const lead = ownLead(row);
    await call(lead);
    await flow.pass(60_000);
    const texts = probe.all(recordingTranscribed).filter(({ data }) => data.lead_id === lead.lead_id);
    expect(texts).toHaveLength(times);
  }
});

test.each([
  ['30', 'come twice'],
  ['31', 'come out of order'],
])('a lead at %s, whose webhooks %s, is told of as any other', async (row) => {
  const went = await call(ownLead(row));
  expect(went.call).toMatchObject({ state: 'ended', outcome: 'completed' });
  expect(went.published[0]).toBe(1);
  expect(went.published.slice(2)).toEqual([1, 1]);
});

test('the last webhook of a line that is lost is made up for by the end of the document', async () => {
  const went = await call(ownLead('32'));
  expect(went.call).toMatchObject({ state: 'ended', outcome: 'completed' });
  expect(went.published).toEqual([1, 1, 1, 1]);
});

test('every webhook of a call that is lost: the sweeper asks the carrier, and the call ends', async () => {
  const lead = ownLead();
  flow.sim.control.fault({ kind: 'hook', url: '/tw/leg', outcome: 'drop', times: 20 });
  device.call(lead);
  await flow.settled();
  await flow.pass(70_000);
  const [live] = await flow.callsOf(lead);
  expect(live?.state).not.toBe('ended');
  await device.cut();
  await flow.pass(70_000);
  flow.sim.control.fault({ kind: 'none' });
  expect(await flow.callsOf(lead)).toMatchObject([{ state: 'ended' }]);
  device = await flow.device(agent);
});

test('webhooks that come minutes late change nothing any more', async () => {
  const lead = ownLead('07');
  flow.sim.control.fault({
    kind: 'hook',
    url: '/tw/leg',
    event: 'completed',
    outcome: { delayMs: 300_000 },
  });
  const before = await call(lead);
  await flow.pass(310_000);
  const [after] = await flow.callsOf(lead);
  expect(after).toMatchObject({ outcome: before.call?.outcome, endedAt: before.call?.endedAt });
});

test('an agent who hangs up while it rings has canceled; one whose browser is gone has ended', async () => {
  const ringing = ownLead('02');
  device.call(ringing);
  await flow.sim.control.waitFor(
    ({ details }) => details['to'] === ringing.phones[0] && details['status'] === 'ringing',
  );
  device.hangUp();
  await flow.settled();
  expect(await flow.callsOf(ringing)).toMatchObject([{ state: 'ended', outcome: 'canceled' }]);

  const talking = ownLead();
  device.call(talking);
  await flow.settled();
  await device.cut();
  await flow.settled();
  expect(await flow.callsOf(talking)).toMatchObject([{ state: 'ended', outcome: 'completed' }]);
  device = await flow.device(agent);
});

/** The agent calls a lead, and from a second window another one meanwhile. */
async function callTwoAtOnce() {
  const lead = ownLead();
  device.call(lead);
  await flow.settled();
  const window = await flow.device(agent);
  const another = ownLead();
  window.call(another);
  return { lead, another };
}

test('a second call of the same agent, and one to a lead that is called, ring nobody', async () => {
  const { lead, another } = await callTwoAtOnce();
  const admin = await flow.server.signIn({ role_id: 1 });
  const colleague = await flow.device(admin);
  colleague.call(lead);
  await flow.settled();
  expect(flow.rung(another.phones[0] ?? '')).toEqual([]);
  expect(flow.rung(lead.phones[0] ?? '')).toHaveLength(1);
  expect(await flow.callsOf(another)).toMatchObject([{ state: 'ended', outcome: 'refused' }]);
  device.hangUp();
  await flow.settled();
});

test('a call that was placed, and one that was refused, are in the audit log of who placed it, once each', async () => {
  const { lead, another } = await callTwoAtOnce();
  await flow.settled();
  device.hangUp();
  await flow.settled();
  const { service } = flow.server;
  await service.auditIdle();
  const entries = service.ctx.callDocs.db.collection<AuditEntry>(auditCollection);
  const placedTo = async (called: LeadToCall) => {
    const {
      lead_id,
      phones: [phone = ''],
    } = called;
    const [call] = await flow.callsOf(called);
    const found = await entries.find({ action: 'call.placed', subjects: `lead/${lead_id}` }).toArray();
    expect(found.map(({ subjects }) => subjects)).toEqual([
      [`call/${call?._id.toHexString() ?? ''}`, `lead/${lead_id}`, `number/${phone}`],
    ]);
    return found;
  };
  const by = { actor_id: agent.user.id, actor_name: agent.user.fullname };
  expect(await placedTo(lead)).toMatchObject([{ ...by, outcome: 'done' }]);
  expect(await placedTo(another)).toMatchObject([{ ...by, outcome: 'denied' }]);
});
