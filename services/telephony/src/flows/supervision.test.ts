import {
  callHelpAsked,
  callSupervised,
  conferenceChanged,
  recordingReady,
} from '@crm/contracts/bus/call-events.js';
import { settingsUpdated, userUpdated } from '@crm/contracts/bus/events.js';
import type { SupervisionMode } from '@crm/contracts/codes/supervision-codes.js';
import { exampleSettings } from '@crm/contracts/entities/user.js';
import {
  dialOneByOne,
  getLiveCall,
  handleHold,
  transferCall,
  type LeadToCall,
} from '@crm/contracts/http/calling.js';
import {
  askForHelp,
  changeSupervision,
  getSupervision,
  listLiveCalls,
  stopSupervising,
  superviseCall,
  withdrawHelp,
} from '@crm/contracts/http/supervision.js';
import type { AuditEntry } from '@crm/platform/audit/audit-entry.js';
import { auditCollection } from '@crm/platform/audit/audit-store.js';
import { Types } from 'mongoose';
import { nothing, startFlow, type AgentDevice, type Flow } from '../test/flow.js';
import { subscribeDiallers } from '../test/guide.js';
import type { SignedIn } from '../test/telephony-server.js';

let flow: Flow;
let agent: SignedIn;
let device: AgentDevice;
let admin: SignedIn;
let adminDevice: AgentDevice;
beforeAll(async () => {
  flow = await startFlow();
  agent = await flow.server.signIn();
  device = await flow.device(agent);
  ({ admin } = flow.server);
  adminDevice = await flow.device(admin);
});
afterAll(() => flow.stop());
afterEach(async () => {
  flow.sim.control.fault({ kind: 'none' });
  device.hangUp();
  await flow.settled();
  await flow.pass(30_000);
  expect(await flow.leftOver()).toEqual(nothing);
});

const ownLead = (given: Partial<LeadToCall> = {}) =>
  flow.leadAt(undefined, { user_id: agent.user.id, ...given });
const live = async (who = agent) => (await flow.ask(who.client.call(getLiveCall, {}))).answer.call;

interface Talking {
  id: string;
  lead: LeadToCall;
  conferenceSid: string;
  callSid: string;
}

/** A lead talks with the agent in a conference. */
async function talking(): Promise<Talking> {
  const lead = ownLead();
  device.call(lead, 'conference');
  await flow.settled();
  const call = await live();
  if (call?.state !== 'talking' || call.conference === null) throw new Error('Nobody talks');
  const { conferenceSid, callSid } = call.conference;
  return { id: call.id, lead, conferenceSid, callSid };
}

const supervise = (id: string, mode: SupervisionMode, who = admin) =>
  flow.ask(who.client.call(superviseCall, { params: { id }, body: { mode } }));
const change = (id: string, mode: SupervisionMode, who = admin) =>
  flow.ask(who.client.call(changeSupervision, { params: { id }, body: { mode } }));
const leave = (id: string, who = admin) => flow.ask(who.client.call(stopSupervising, { params: { id } }));
const supervision = async (who = admin) =>
  (await flow.ask(who.client.call(getSupervision, {}))).answer.supervision;

/** Supervises, and lets everything happen. */
async function supervising(mode: SupervisionMode, who = admin): Promise<Talking> {
  const call = await talking();
  expect((await supervise(call.id, mode, who)).status).toBe(200);
  await flow.settled();
  return call;
}

/** Whose voices reach each participant of the conference, by label. */
const audible = ({ conferenceSid }: Talking) => {
  const conference = flow.sim.control
    .state()
    .conferences.find((each) => each.conferenceSid === conferenceSid);
  return Object.fromEntries(
    (conference?.participants ?? []).map((each) => [String(each.label), each.audible]),
  );
};

/** The audit entries of supervision of a call: how it was, and how it is. */
async function entriesOf(id: string, action = 'call.supervised') {
  await flow.ask(flow.server.service.auditIdle());
  const entries = await flow.server.service.ctx.callDocs.db
    .collection<AuditEntry>(auditCollection)
    .find({ action, subjects: `call/${id}` })
    .sort({ _id: 1 })
    .toArray();
  return entries.map(({ outcome, actor_id, changes }) => ({ outcome, actor_id, changes }));
}

const alone = { agent: ['customer'], customer: ['agent'] };
const voices = {
  listen: { ...alone, 'supervisor-1': ['agent', 'customer'] },
  whisper: { ...alone, agent: ['customer', 'supervisor-1'], 'supervisor-1': ['agent', 'customer'] },
  join: {
    agent: ['customer', 'supervisor-1'],
    customer: ['agent', 'supervisor-1'],
    'supervisor-1': ['agent', 'customer'],
  },
};

test.each(['listen', 'whisper', 'join'] as const)(
  'an admin begins to %s: who receives their voice is who should, and all of it is told and on record',
  async (mode) => {
    const call = await supervising(mode);
    expect(audible(call)).toEqual(voices[mode]);
    expect(adminDevice.line.heard.filter(({ type }) => type === 'invite').at(-1)).toMatchObject({
      custom: { supervises: call.id, mode },
    });
    const supervisor = { user_id: admin.user.id, name: admin.user.fullname, mode };
    expect(await supervision()).toMatchObject({ call: { id: call.id, supervisor }, mode, state: 'on' });
    expect(await live()).toMatchObject({ state: 'talking', supervisor, help: null });
    const told = flow.server.probe.all(conferenceChanged).filter(({ data }) => data.call_id === call.id);
    expect(told.at(-1)?.data.call).toMatchObject({ supervisor });
    expect((await leave(call.id)).status).toBe(200);
    await flow.settled();
    expect(audible(call)).toEqual(alone);
    expect(await supervision()).toBeNull();
    expect(await live()).toMatchObject({ state: 'talking', supervisor: null });
    expect((await leave(call.id)).status).toBe(200);
    const supervisors = flow.server.probe.all(callSupervised).filter(({ data }) => data.call_id === call.id);
    expect(supervisors.map(({ data }) => data.supervisor?.mode ?? null)).toEqual([mode, mode, null]);
    const entry = (before: string | null, after: string | null) => ({
      ...{ outcome: 'done', actor_id: admin.user.id, changes: [{ field: 'mode', before, after }] },
    });
    expect((await entriesOf(call.id)).slice(0, 2)).toEqual([entry(null, mode), entry(mode, null)]);
  },
);

test('an admin changes between listen, whisper and join and back; each change is on record', async () => {
  const call = await supervising('listen');
  for (const mode of ['whisper', 'join', 'whisper', 'listen', 'join', 'listen'] as const) {
    expect((await change(call.id, mode)).status).toBe(200);
    expect([mode, audible(call)]).toEqual([mode, voices[mode]]);
    expect(await live()).toMatchObject({ supervisor: { mode } });
  }
  expect((await change(call.id, 'listen')).status).toBe(200);
  const modes = (await entriesOf(call.id)).map(({ changes: [change] }) => change?.after ?? null);
  expect(modes.slice(0, 7)).toEqual(['listen', 'whisper', 'join', 'whisper', 'listen', 'join', 'listen']);
});

test('one call has one recording, whoever supervises it', async () => {
  const call = await supervising('join');
  await flow.pass(10_000);
  device.hangUp();
  await flow.settled();
  const records = flow.server.probe
    .all(recordingReady)
    .filter(({ data }) => data.lead_id === call.lead.lead_id);
  expect(records).toHaveLength(1);
});

test('while the customer is on hold nobody comes in, and nobody who listens begins to speak', async () => {
  const call = await supervising('whisper');
  await leave(call.id);
  const hold = (on: boolean) =>
    flow.ask(
      agent.client.call(handleHold, {
        body: { conferenceSid: call.conferenceSid, callSid: call.callSid, hold: on },
      }),
    );
  await hold(true);
  await flow.settled();
  const before = flow.sim.control.trace().length;
  const refused = await supervise(call.id, 'listen');
  expect([refused.status, refused.refusal.message]).toEqual([
    422,
    'The customer is on hold, please try again once they are back',
  ]);
  expect(
    flow.sim.control
      .trace()
      .slice(before)
      .filter(({ kind }) => kind === 'rest'),
  ).toEqual([]);
  await hold(false);
  await flow.settled();
  expect((await supervise(call.id, 'join')).status).toBe(200);
  await flow.settled();
  await hold(true);
  await flow.settled();
  expect((await change(call.id, 'whisper')).status).toBe(422);
  expect((await change(call.id, 'listen')).status).toBe(200);
});

test.each([
  [16027, 'The carrier refused: nobody can be whispered to while they are on hold'],
  [16028, 'The carrier refused: whoever was to be whispered to has left the call'],
])(
  'what the carrier refuses as %i is said, and nobody is in the call; a change leaves it as it was',
  async (code, message) => {
    const call = await talking();
    const refuse = () => {
      flow.sim.control.fault({
        ...{ kind: 'rest', path: '/Participants', method: 'POST' },
        outcome: { status: 400, code, message: 'Participant to be whispered cannot be' },
      });
    };
    refuse();
    const refused = await supervise(call.id, 'whisper');
    expect([refused.status, refused.refusal.message]).toEqual([422, message]);
    expect(await supervision()).toBeNull();
    expect((await supervise(call.id, 'listen')).status).toBe(200);
    await flow.settled();
    refuse();
    expect((await change(call.id, 'whisper')).refusal.message).toBe(message);
    expect(await supervision()).toMatchObject({ mode: 'listen', state: 'on' });
  },
);

test('a second supervisor is refused and told who is in the call; one in a call of their own too', async () => {
  const call = await supervising('listen');
  const other = await flow.server.signIn({ role_id: 1, subroles: [], states: [] });
  const refused = await supervise(call.id, 'join', other);
  expect([refused.status, refused.refusal.message]).toEqual([
    409,
    `${admin.user.fullname} is in this call already`,
  ]);
  expect((await supervise(call.id, 'join')).refusal.message).toBe('You are in this call already');
  expect((await change(call.id, 'join', other)).status).toBe(404);
  expect((await leave(call.id, other)).status).toBe(404);
  const dana = await flow.server.signIn();
  const theirs = await flow.device(dana);
  theirs.call(flow.leadAt(undefined, { user_id: dana.user.id }), 'conference');
  await flow.settled();
  const second = await live(dana);
  expect((await supervise(second?.id ?? '', 'listen')).refusal.message).toBe('You are already in a call');
  await leave(call.id);
  await flow.settled();
  expect((await supervise(second?.id ?? '', 'listen')).status).toBe(200);
  await flow.settled();
  theirs.hangUp();
  await flow.settled();
  expect(await supervision()).toBeNull();
});

test('two clicks at once ring one device once', async () => {
  const call = await talking();
  const clicks = await flow.ask(
    Promise.all(
      [1, 2].map(() =>
        admin.client.call(superviseCall, { params: { id: call.id }, body: { mode: 'listen' } }),
      ),
    ),
  );
  expect(clicks.map(({ status }) => status).sort()).toEqual([200, 409]);
  await flow.settled();
  expect(audible(call)).toEqual(voices.listen);
  expect((await leave(call.id)).status).toBe(200);
  await flow.settled();
  expect((await supervise(call.id, 'listen')).status).toBe(200);
});

test('only admins supervise, only the agent of a call asks for help, and only calls in a conference are joined', async () => {
  const call = await talking();
  const guide = await flow.server.signIn({ role_id: 3, subroles: [] });
  for (const who of [agent, guide]) {
    expect((await supervise(call.id, 'listen', who)).status).toBe(403);
    expect((await change(call.id, 'listen', who)).status).toBe(403);
    expect((await leave(call.id, who)).status).toBe(403);
    expect((await flow.ask(who.client.call(listLiveCalls, {}))).status).toBe(403);
    expect((await flow.ask(who.client.call(getSupervision, {}))).status).toBe(403);
  }
  for (const who of [guide, admin])
    expect((await flow.ask(who.client.call(askForHelp, { params: { id: call.id } }))).status).toBe(404);
  expect((await supervise('66f0a1b2c3d4e5f601020000', 'listen')).status).toBe(404);
  device.hangUp();
  await flow.settled();
  expect((await supervise(call.id, 'listen')).refusal.message).toBe('The call has already ended');
  device.call(ownLead());
  await flow.settled();
  const single = await live();
  const refused = await supervise(single?.id ?? '', 'listen');
  expect([refused.status, refused.refusal.message]).toEqual([422, 'This call cannot be joined']);
});

test('a team lead supervises the calls of the team, and knows of no others', async () => {
  const team_id = '66f0a1b2c3d4e5f601020b01';
  const lead = await flow.server.signIn({ role_id: 4, team_id });
  const theirs = await flow.device(lead);
  const liveCalls = async () => (await flow.ask(lead.client.call(listLiveCalls, {}))).answer.calls;
  const { id } = await talking();
  expect(await liveCalls()).toEqual([]);
  expect((await supervise(id, 'listen', lead)).refusal.code).toBe('not_found');
  const inTeam = (given: { team_id: string | null }, version: number) =>
    flow.server.send(userUpdated, {
      subject: `user/${agent.user.id}`,
      sequence: version,
      data: { ...agent.user, ...given, version },
    });
  await inTeam({ team_id }, agent.user.version + 1);
  expect((await liveCalls()).map((call) => call.id)).toEqual([id]);
  expect((await supervise(id, 'listen', lead)).status).toBe(200);
  await flow.settled();
  await leave(id, lead);
  await flow.settled();
  await inTeam({ team_id: null }, agent.user.version + 2);
  expect(await liveCalls()).toEqual([]);
  theirs.hangUp();
});

test('the agent hangs up: the supervisor is out with everybody, and that is on record', async () => {
  const call = await supervising('listen');
  device.hangUp();
  await flow.settled();
  expect(await supervision()).toBeNull();
  expect(adminDevice.line.heard.at(-1)).toMatchObject({ type: 'hangup' });
  const ends = (await entriesOf(call.id)).filter(({ changes: [change] }) => change?.after === null);
  expect(ends).toEqual([
    { outcome: 'done', actor_id: admin.user.id, changes: [{ field: 'mode', before: 'listen', after: null }] },
  ]);
});

test('the supervisor’s browser is gone: agent and customer talk on, it is on record, and they can come again', async () => {
  const other = await flow.server.signIn({ role_id: 1, subroles: [], states: [] });
  const theirs = await flow.device(other);
  const call = await supervising('join', other);
  await theirs.cut();
  await flow.settled();
  expect(audible(call)).toEqual(alone);
  expect(await live()).toMatchObject({ state: 'talking', supervisor: null });
  const ends = (await entriesOf(call.id)).filter(({ changes: [change] }) => change?.after === null);
  expect(ends).toMatchObject([{ actor_id: other.user.id }]);
  await flow.device(other);
  expect((await supervise(call.id, 'listen', other)).status).toBe(200);
  await flow.settled();
  expect(await supervision(other)).toMatchObject({ state: 'on' });
  expect(audible(call)['supervisor-2']).toEqual(['agent', 'customer']);
});

test('a supervisor whose device is not there is out again after its ringing, and free', async () => {
  const other = await flow.server.signIn({ role_id: 1, subroles: [], states: [] });
  const call = await supervising('listen', other);
  expect(await supervision(other)).toBeNull();
  expect(audible(call)).toEqual(alone);
  const theirs = await flow.device(other);
  theirs.manner = 'rejects';
  expect((await supervise(call.id, 'listen', other)).status).toBe(200);
  await flow.settled();
  expect(await supervision(other)).toBeNull();
});

test('what the carrier did without an answer is found out: by its webhooks, or because it is asked', async () => {
  const call = await talking();
  const participants = { kind: 'rest', path: '/Participants', method: 'POST' } as const;
  flow.sim.control.fault({ ...participants, outcome: 'no answer' });
  expect((await supervise(call.id, 'listen')).status).toBe(502);
  await flow.settled();
  expect(await supervision()).toMatchObject({ mode: 'listen', state: 'on' });
  flow.sim.control.fault({ ...participants, outcome: 'no answer' });
  expect((await change(call.id, 'join')).status).toBe(502);
  expect(await supervision()).toMatchObject({ mode: 'listen' });
  await flow.pass(5_000);
  expect(await supervision()).toMatchObject({ mode: 'join' });
  expect(audible(call)).toEqual(voices.join);
  expect((await leave(call.id)).status).toBe(200);
});

test('a request that the carrier never got comes to nothing after a while, and can be made again', async () => {
  const call = await talking();
  const participants = { kind: 'rest', path: '/Participants', method: 'POST' } as const;
  flow.sim.control.fault({ ...participants, outcome: 'reset' });
  expect((await supervise(call.id, 'listen')).status).toBe(502);
  expect(await supervision()).toMatchObject({ state: 'ringing' });
  await flow.pass(60_000);
  expect(await supervision()).toBeNull();
  expect((await supervise(call.id, 'listen')).status).toBe(200);
  await flow.settled();
  flow.sim.control.fault({ ...participants, outcome: 'reset' });
  expect((await change(call.id, 'join')).status).toBe(502);
  expect((await change(call.id, 'whisper')).status).toBe(409);
  expect(await supervision()).toMatchObject({ mode: 'listen' });
  await flow.pass(5_000);
  expect(await supervision()).toMatchObject({ mode: 'listen' });
  expect((await change(call.id, 'whisper')).status).toBe(200);
  expect(audible(call)).toMatchObject({ agent: ['customer', 'supervisor-2'], customer: ['agent'] });
});

test('webhooks that come twice change nothing, and one that is lost is asked for', async () => {
  flow.sim.control.fault({ kind: 'hook', url: 'supervisor-1', times: 20, outcome: 'duplicate' });
  const call = await supervising('join');
  expect(audible(call)).toEqual(voices.join);
  flow.sim.control.fault({ kind: 'none' });
  const told = () =>
    flow.server.probe.all(callSupervised).filter(({ data }) => data.call_id === call.id).length;
  expect(told()).toBe(2);
  flow.sim.control.fault({ kind: 'hook', times: 2, outcome: 'drop' });
  adminDevice.hangUp();
  await flow.settled();
  flow.sim.control.fault({ kind: 'none' });
  await flow.pass(120_000);
  expect(await supervision()).toBeNull();
  expect(told()).toBe(3);
  expect(await entriesOf(call.id)).toHaveLength(2);
});

test('the service dies while an admin whispers, and comes up: they are in the call, and leave it', async () => {
  const call = await supervising('whisper');
  const revive = await flow.server.kill();
  await revive();
  flow.revived();
  expect(await supervision()).toMatchObject({ mode: 'whisper', state: 'on' });
  expect((await change(call.id, 'join')).status).toBe(200);
  expect(audible(call)).toEqual(voices.join);
  expect((await leave(call.id)).status).toBe(200);
  await flow.settled();
  expect(await supervision()).toBeNull();
});

test('the service dies between the place of a supervisor and the request for their line: they are free again', async () => {
  const call = await talking();
  const { ctx } = flow.server.service;
  await ctx.callLeases.insertMany([
    {
      _id: `user:${admin.user.id}`,
      call_id: new Types.ObjectId(call.id),
      until: new Date(flow.sim.clock.now().getTime() + 5 * 3600_000),
    },
  ]);
  const left = { n: 1, user_id: admin.user.id, name: admin.user.fullname, mode: 'listen', coached: null };
  await ctx.callDocs.updateOne(
    { _id: call.id },
    {
      $set: {
        supervisor: {
          ...left,
          seen: true,
          state: 'ringing',
          askedAt: flow.sim.clock.now(),
          joinedAt: null,
          changing: null,
          leaving: false,
        },
      },
      $inc: { version: 1 },
    },
  );
  await flow.pass(120_000);
  expect(await supervision()).toBeNull();
  expect((await supervise(call.id, 'listen')).status).toBe(200);
});

test('a whisper follows the call to the colleague who takes it over', async () => {
  const call = await supervising('whisper');
  const dana = await flow.server.signIn();
  const theirs = await flow.device(dana);
  const transfer = (body: { user_id: string } | { leave: true }) =>
    flow.ask(agent.client.call(transferCall, { params: { id: call.id }, body }));
  expect((await transfer({ user_id: dana.user.id })).status).toBe(200);
  await flow.settled();
  expect((await transfer({ leave: true })).status).toBe(200);
  await flow.settled();
  expect(audible(call)).toMatchObject({
    customer: ['second-1'],
    'second-1': ['customer', 'supervisor-1'],
  });
  theirs.hangUp();
  await flow.settled();
  expect(await supervision()).toBeNull();
});

test('the guide of a dialler call is whispered to as an agent is', async () => {
  const { server } = flow;
  const guide = await server.signIn({ role_id: 3, subroles: [], states: [], twilio_phone: '' });
  const theirs = await flow.device(guide);
  await subscribeDiallers(flow);
  const guide_id = guide.user.id;
  const dialler = async (on: 0 | 1) => {
    server.auth.diallers.set(guide_id, on);
    await flow.ask(server.auth.onDialler(guide_id, on));
  };
  await dialler(1);
  const lead = flow.leadAt(undefined, { user_id: guide_id });
  expect((await flow.ask(guide.client.call(dialOneByOne, { body: { guide_id } }))).status).toBe(200);
  await flow.settled();
  const [call] = await flow.callsOf(lead);
  const id = call?._id.toHexString() ?? '';
  expect(call).toMatchObject({ kind: 'dialler', state: 'talking' });
  expect((await supervise(id, 'whisper')).status).toBe(200);
  await flow.settled();
  expect(audible({ id, lead, conferenceSid: call?.conferenceSid ?? '', callSid: '' })).toEqual({
    guide: ['customer', 'supervisor-1'],
    customer: ['guide'],
    'supervisor-1': ['guide', 'customer'],
  });
  expect((await change(id, 'join')).status).toBe(200);
  await dialler(0);
  theirs.hangUp();
  await flow.settled();
  expect(await flow.callsOf(lead)).toMatchObject([{ state: 'ended', outcome: 'completed' }]);
  expect(await supervision()).toBeNull();
});

const helpAsked = (id: string) =>
  flow.server.probe
    .all(callHelpAsked)
    .filter(({ data }) => data.call_id === id)
    .map(({ data }) => data.asked);

test('an agent asks for help, twice; admins are told once, and that it comes; it is over when the supervisor leaves', async () => {
  const { id } = await talking();
  const ask = () => flow.ask(agent.client.call(askForHelp, { params: { id } }));
  expect([(await ask()).status, (await ask()).status]).toEqual([200, 200]);
  await flow.settled();
  expect(helpAsked(id)).toEqual([true]);
  expect(await live()).toMatchObject({ help: 'asked' });
  const { calls } = (await flow.ask(admin.client.call(listLiveCalls, {}))).answer;
  expect(calls).toMatchObject([
    {
      id,
      agent_name: agent.user.fullname,
      conference: true,
      supervisor: null,
    },
  ]);
  expect(calls[0]?.help_asked_at).not.toBeNull();
  await flow.ask(agent.client.call(withdrawHelp, { params: { id } }));
  expect(await live()).toMatchObject({ help: null });
  await ask();
  await supervise(id, 'listen');
  await flow.settled();
  expect(await live()).toMatchObject({ help: 'coming' });
  await leave(id);
  await flow.settled();
  expect(await live()).toMatchObject({ help: null });
  expect(helpAsked(id)).toEqual([true, false, true, false]);
  expect(await entriesOf(id, 'call.help-asked')).toHaveLength(3);
  expect(await entriesOf(id, 'call.help-withdrawn')).toHaveLength(1);
});

test('where the agency hides supervision, the agent sees none of it, except that the help they asked for comes', async () => {
  const decided = (supervision_seen: 0 | 1, sequence: number) =>
    flow.server.send(settingsUpdated, {
      ...{ subject: 'settings', sequence, data: { ...exampleSettings, supervision_seen } },
    });
  await decided(0, 1_000);
  const { id } = await supervising('listen');
  expect(await live()).toMatchObject({ supervisor: null, help: null });
  const told = flow.server.probe.all(conferenceChanged).filter(({ data }) => data.call_id === id);
  expect(told.map(({ data }) => data.call?.supervisor)).toEqual(told.map(() => null));
  const before = told.length;
  await change(id, 'join');
  await flow.settled();
  expect(flow.server.probe.all(conferenceChanged).filter(({ data }) => data.call_id === id)).toHaveLength(
    before,
  );
  await flow.ask(agent.client.call(askForHelp, { params: { id } }));
  expect(await live()).toMatchObject({ supervisor: null, help: 'coming' });
  await decided(1, 1_001);
});
