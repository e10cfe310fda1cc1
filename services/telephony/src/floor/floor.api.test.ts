import { Types } from 'mongoose';
import { createLastWritten } from '@crm/platform/outbox/last-written.js';
import { readTilesById } from './tile.js';
import { agentStateChanged, floorTileChanged } from '@crm/contracts/bus/floor-events.js';
import { settingsUpdated, userPresenceChanged } from '@crm/contracts/bus/events.js';
import { exampleSettings } from '@crm/contracts/entities/user.js';
import type { FloorTile } from '@crm/contracts/entities/floor.js';
import type { LeadToCall } from '@crm/contracts/http/calling.js';
import { endWrapUp, getFloor, getOwnState } from '@crm/contracts/http/floor.js';
import { subscribeSessions } from '@crm/platform/testing/subscribe-sessions.js';
import { startFakeCarrier, type FakeCarrier } from '../test/fake-carrier.js';
import { startTelephony, type SignedIn, type TelephonyServer } from '../test/telephony-server.js';
import { settleAgent } from './settle-agent.js';
import { endDueWrapUps } from './wrap-up-worker.js';

let carrier: FakeCarrier;
let server: TelephonyServer;
let agent: SignedIn;
let lead: LeadToCall;
beforeAll(async () => {
  carrier = await startFakeCarrier();
  // Work that falls due is begun by the tests.
  server = await startTelephony({ CARRIER_URL: carrier.url, SWEEP_MS: '3600000' });
});
afterAll(async () => {
  await server.stop();
  await carrier.close();
});
beforeEach(async () => {
  server.clock.set('2026-11-20T18:00:00.000Z');
  await subscribeSessions(server.service.sessions);
  await limit(120);
  agent = await server.signIn();
  lead = server.givenLead({ user_id: agent.user.id });
});

let sequence = 10;
const limit = (wrap_up_seconds: number) =>
  server.send(settingsUpdated, {
    sequence: (sequence += 1),
    data: { ...exampleSettings, wrap_up_seconds },
  });

/** What auth says of the switch. */
async function presence(
  who: SignedIn,
  given: { online: 0 | 1; active?: 0 | 1; away_reason?: 'break' | 'lunch'; AD_status?: 0 | 1 },
  times = 1,
) {
  const { online, active = online, away_reason = null, AD_status = 0 } = given;
  await server.send(
    userPresenceChanged,
    {
      subject: `user/${who.user.id}/presence`,
      sequence: (sequence += 1),
      data: { user_id: who.user.id, online, active, in_call: 0, AD_status, away_reason, agents: 1 },
    },
    times,
  );
  await told();
}

/** Everything that was written is published, and what came of it. */
async function told() {
  for (let round = 0; round < 3; round += 1) await server.service.outboxIdle();
}
async function pass(seconds: number) {
  server.clock.advance(seconds * 1000);
  await subscribeSessions(server.service.sessions);
}

let calls = 0;
const newSid = () => `CA${(calls += 1).toString(16).padStart(32, 'd')}`;

/** The agent's browser calls the lead. */
async function dial(who = agent) {
  const sid = newSid();
  const { text } = await server.hook('/tw/voice/client', {
    CallSid: sid,
    From: `client:user_${who.user.id}`,
    number: lead.phones[0] ?? '',
    lead_id: lead.lead_id,
    user_id: who.user.id,
    callType: 'single',
  });
  await told();
  return { sid, cid: /\/tw\/dial\/([0-9a-f]{24})/.exec(text)?.[1] ?? '' };
}
async function answer({ cid }: { cid: string }) {
  await server.hook(`/tw/leg/${cid}/customer`, { CallSid: newSid(), CallStatus: 'in-progress' });
  await told();
}
async function hangUp({ cid, sid }: { cid: string; sid: string }, times = 1) {
  for (let time = 0; time < times; time += 1)
    await server.hook(`/tw/dial/${cid}`, { CallSid: sid, DialCallStatus: 'completed' });
  await told();
}

const own = async (who = agent) => (await who.client.call(getOwnState, {})).answer;
const stateOf = async (who = agent) => (await own(who)).state;
const tileOf = async (who = agent) => {
  const { answer } = await server.admin.client.call(getFloor, {});
  return answer.tiles.find(({ user_id }) => user_id === who.user.id);
};
/** The states that somebody left, as events say, each once: the state, and seconds past ten from when to when. */
const left = (who = agent) =>
  [...new Map(server.probe.all(agentStateChanged).map((event) => [event.id, event])).values()]
    .filter(({ data }) => data.user_id === who.user.id)
    .map(({ data }) => [data.state, secondOf(data.from), secondOf(data.to)]);
const secondOf = (instant: string) => (Date.parse(instant) - Date.parse('2026-11-20T18:00:00.000Z')) / 1000;
const rowsOf = async (who = agent) =>
  (
    await server.service.ctx.agentIntervals
      .find({ user_id: new Types.ObjectId(who.user.id) })
      .sort({ from: 1 })
      .lean()
  ).map(({ state, from, to }) => [state, secondOf(from.toISOString()), secondOf(to.toISOString())]);

test('who begins a call is offline for auth, which is no change of their state', async () => {
  const state = async () => server.service.ctx.agentStates.findById(agent.user.id).lean();
  const before = await state();
  expect(before).toMatchObject({ state: 'ready' });
  await server.send(userPresenceChanged, {
    subject: `user/${agent.user.id}/presence`,
    sequence: (sequence += 1),
    data: {
      ...{ user_id: agent.user.id, online: 0, active: 1, in_call: 1 },
      ...{ AD_status: 0, away_reason: null, agents: 0 },
    },
  });
  await told();
  expect(await state()).toEqual(before);
});

test('a working day in small: ready, a call, wrap-up, ready, lunch, ready', async () => {
  await presence(agent, { online: 1 });
  expect(await stateOf()).toBe('ready');
  await pass(10);
  const call = await dial();
  expect(await stateOf()).toBe('in-call');
  await pass(5);
  await answer(call);
  await pass(60);
  await hangUp(call);
  expect(await own()).toMatchObject({ state: 'wrap-up', until: '2026-11-20T18:03:15.000Z' });
  await pass(119);
  expect(await endDueWrapUps(server.service.ctx)).toBe(false);
  expect(await stateOf()).toBe('wrap-up');
  await pass(3);
  expect(await endDueWrapUps(server.service.ctx)).toBe(true);
  await told();
  expect(await stateOf()).toBe('ready');
  await pass(60);
  await presence(agent, { online: 0, away_reason: 'lunch' });
  expect(await own()).toMatchObject({ state: 'lunch', reason: 'lunch' });
  await pass(600);
  await presence(agent, { online: 1 });
  const day = [
    ['ready', 0, 10],
    ['in-call', 10, 75],
    // To the limit, however late somebody looked.
    ['wrap-up', 75, 195],
    ['ready', 195, 257],
    ['lunch', 257, 857],
  ];
  expect(left()).toEqual(day);
  expect(await rowsOf()).toEqual(day);
});

test('a tile that is told is the tile of the floor, whether the process knows the state and the call or reads them', async () => {
  const { ctx } = server.service;
  const call = await dial();
  await answer(call);
  const told = async () => {
    const [tile] = await readTilesById(ctx, [new Types.ObjectId(agent.user.id)]);
    return tile;
  };
  const shown = await tileOf();
  expect(shown).toMatchObject({ state: 'in-call', call: { number: lead.phones[0], state: 'talking' } });
  expect(await told()).toEqual({ ...shown, at: server.clock.now().toISOString() });
  // As a process that has heard of neither.
  const stranger = {
    ...ctx,
    lastStates: createLastWritten<never>(),
    lastWritten: createLastWritten<never>(),
  };
  const of = (id: string) => readTilesById(stranger, [new Types.ObjectId(id)]);
  expect(await of(agent.user.id)).toEqual([await told()]);
  await ctx.leadAccess.updateOne({ _id: lead.lead_id }, { $set: { status: 'doNotCall' } }, { upsert: true });
  for (const tiles of [await of(agent.user.id), [await told()]])
    expect(tiles).toMatchObject([{ call: { number: '' } }]);
  expect(await of(server.admin.user.id)).toEqual([]);
  await hangUp(call);
  expect(await told()).toEqual({ ...(await tileOf()), at: server.clock.now().toISOString() });
  expect(await told()).toMatchObject({ call: null, last: { outcome: 'completed' } });
});

test('the call that a state was about is in its interval', async () => {
  await presence(agent, { online: 1 });
  await pass(1);
  const call = await dial();
  await pass(1);
  await hangUp(call);
  await agent.client.call(endWrapUp, { body: {} });
  const intervals = server.probe.all(agentStateChanged).filter(({ data }) => data.user_id === agent.user.id);
  expect(intervals.map(({ data }) => [data.state, data.call_id])).toEqual([
    ['ready', null],
    ['in-call', call.cid],
  ]);
});

test('whoever says that they are ready, is; in any other state it changes nothing', async () => {
  await presence(agent, { online: 1 });
  await pass(1);
  const call = await dial();
  const ready = async () => (await agent.client.call(endWrapUp, { body: {} })).answer.state;
  expect(await ready()).toBe('in-call');
  await pass(30);
  await hangUp(call);
  await pass(20);
  expect(await ready()).toBe('ready');
  expect(await ready()).toBe('ready');
  await pass(200);
  expect(await endDueWrapUps(server.service.ctx)).toBe(false);
  await told();
  expect(left().slice(1)).toEqual([
    ['in-call', 1, 31],
    ['wrap-up', 31, 51],
  ]);
});

test('dialling again ends wrap-up, and the second call has its own', async () => {
  await presence(agent, { online: 1 });
  await pass(1);
  await hangUp(await dial());
  const first = await dial();
  await pass(10);
  await hangUp(first);
  await pass(20);
  const second = await dial();
  await pass(10);
  await hangUp(second);
  expect(await stateOf()).toBe('wrap-up');
  expect(left()).toEqual([
    ['ready', 0, 1],
    ['in-call', 1, 11],
    ['wrap-up', 11, 31],
    ['in-call', 31, 41],
  ]);
});

test('a limit of none is no wrap-up; a new limit is that of the next', async () => {
  await limit(0);
  await presence(agent, { online: 1 });
  await pass(1);
  const first = await dial();
  await pass(1);
  await hangUp(first);
  expect(await stateOf()).toBe('ready');
  await limit(60);
  const second = await dial();
  await pass(1);
  await hangUp(second);
  await limit(600);
  expect(await own()).toMatchObject({ state: 'wrap-up', until: '2026-11-20T18:01:03.000Z' });
  await pass(61);
  await endDueWrapUps(server.service.ctx);
  expect(await stateOf()).toBe('ready');
});

test('whoever is away and calls all the same has no wrap-up, and is away again', async () => {
  await presence(agent, { online: 0, away_reason: 'break' });
  await pass(1);
  const call = await dial();
  expect(await own()).toMatchObject({ state: 'in-call', reason: 'break' });
  await pass(5);
  await hangUp(call);
  expect(await stateOf()).toBe('break');
});

test('an agent whom auth has offline for the call alone is not offline', async () => {
  await presence(agent, { online: 1 });
  await pass(1);
  const call = await dial();
  await server.send(userPresenceChanged, {
    subject: `user/${agent.user.id}/presence`,
    sequence: (sequence += 1),
    data: { user_id: agent.user.id, online: 0, active: 1, in_call: 1, AD_status: 0, agents: 0 },
  });
  await pass(5);
  // Its end is known here before auth has them online again.
  await hangUp(call);
  expect(await stateOf()).toBe('wrap-up');
  await presence(agent, { online: 1 });
  expect(await stateOf()).toBe('wrap-up');
});

test('what is delivered twice, or late, leaves each state once', async () => {
  await presence(agent, { online: 1 }, 2);
  await pass(5);
  const call = await dial();
  await pass(5);
  await hangUp(call, 2);
  const [interval] = server.probe.all(agentStateChanged).filter(({ data }) => data.user_id === agent.user.id);
  await server.bus.publish([interval ?? (undefined as never)]);
  const callId = new Types.ObjectId(call.cid);
  const at = new Date('2026-11-20T18:00:05.000Z');
  await settleAgent(server.service.ctx, new Types.ObjectId(agent.user.id), { at, callId });
  await told();
  const expected = [
    ['ready', 0, 5],
    ['in-call', 5, 10],
  ];
  expect(await rowsOf()).toEqual(expected);
  expect(await stateOf()).toBe('wrap-up');
});

test('two who bring one agent up to date at once leave each state once', async () => {
  await presence(agent, { online: 1 });
  await pass(5);
  const call = await dial();
  await server.service.ctx.callDocs.updateOne(
    { _id: new Types.ObjectId(call.cid) },
    { $set: { state: 'ended', outcome: 'completed', endedAt: new Date('2026-11-20T18:00:09.000Z') } },
  );
  await pass(10);
  const id = new Types.ObjectId(agent.user.id);
  await Promise.all(Array.from({ length: 5 }, () => settleAgent(server.service.ctx, id)));
  await told();
  expect(left()).toEqual([
    ['ready', 0, 5],
    ['in-call', 5, 9],
  ]);
});

test('what a process left that died is done by the next one, with the times of the history', async () => {
  await presence(agent, { online: 1 });
  await pass(5);
  const call = await dial();
  await pass(20);
  await hangUp(call);
  const revive = await server.kill();
  server.clock.advance(600_000);
  await revive();
  const states = server.service.ctx.agentStates;
  const id = new Types.ObjectId(agent.user.id);
  const isDone = async () =>
    (await states.findById(id).lean())?.state === 'ready' && (await rowsOf()).length === 3;
  for (let tries = 0; !(await isDone()); tries += 1) {
    if (tries > 200) throw new Error('The wrap-up did not end');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await server.probe.waitFor(
    agentStateChanged,
    ({ data }) => data.user_id === agent.user.id && data.state === 'wrap-up',
  );
  const expected = [
    ['ready', 0, 5],
    ['in-call', 5, 25],
    ['wrap-up', 25, 145],
  ];
  expect(left()).toEqual(expected);
  expect(await rowsOf()).toEqual(expected);
  expect(await own()).toMatchObject({ state: 'ready', since: '2026-11-20T18:02:25.000Z' });
});

describe('the floor', () => {
  test('of a team lead has the team alone', async () => {
    const team_id = '66f0a1b2c3d4e5f601020b02';
    const teamLead = await server.signIn({ role_id: 4, team_id });
    const member = await server.signIn({ team_id });
    const { answer } = await teamLead.client.call(getFloor, {});
    expect(answer.tiles.map(({ user_id }) => user_id).sort()).toEqual(
      [teamLead.user.id, member.user.id].sort(),
    );
    const whole = await server.admin.client.call(getFloor, {});
    expect(whole.answer.tiles.map(({ user_id }) => user_id)).toEqual(
      expect.arrayContaining([agent.user.id, member.user.id, teamLead.user.id]),
    );
    expect((await member.client.call(getFloor, {})).refusal.code).toBe('forbidden');
  });

  test('shows a call with its lead, and how the last one ended', async () => {
    await presence(agent, { online: 1 });
    await pass(1);
    const call = await dial();
    await answer(call);
    expect(await tileOf()).toMatchObject({
      state: 'in-call',
      fullname: agent.user.fullname,
      dialler: null,
      call: {
        ...{ id: call.cid, lead_id: lead.lead_id, lead_name: lead.fullname, number: lead.phones[0] },
        ...{ direction: 'outbound', kind: 'single', state: 'talking', help: false, conference: false },
      },
    });
    await pass(30);
    await hangUp(call);
    expect(await tileOf()).toMatchObject({
      state: 'wrap-up',
      call: null,
      last: { outcome: 'completed', direction: 'outbound', at: '2026-11-20T18:00:31.000Z' },
    });
  });

  test('says that an agent asks for help', async () => {
    await presence(agent, { online: 1 });
    await pass(1);
    const { cid } = await dial();
    await server.service.ctx.callDocs.updateOne(
      { _id: new Types.ObjectId(cid) },
      { $set: { helpAskedAt: server.clock.now() } },
    );
    expect(await tileOf()).toMatchObject({ call: { help: true } });
  });

  test('has every agent and guide, also offline, and neither admins nor the banned', async () => {
    const guide = await server.signIn({ role_id: 3, online: 0, active: 0 });
    const banned = await server.signIn({ banned: 1 });
    await presence(guide, { online: 0, AD_status: 1 });
    await presence(agent, { online: 0 });
    expect(await tileOf(guide)).toMatchObject({
      state: 'ready',
      dialler: { on: true, today: { dialled: 0, people: 0 } },
    });
    expect(await tileOf()).toMatchObject({ state: 'offline', call: null, last: null });
    expect(await tileOf(server.admin)).toBeUndefined();
    expect(await tileOf(banned)).toBeUndefined();
  });

  test('is for admins alone; the own state is for everybody', async () => {
    expect((await agent.client.call(getFloor, {})).refusal.code).toBe('forbidden');
    expect((await server.stranger.call(getFloor, {})).refusal.code).toBe('session_ended');
    expect((await server.stranger.call(getOwnState, {})).refusal.code).toBe('session_ended');
    expect(await own(server.admin)).toMatchObject({ state: 'offline' });
  });

  test('counts the incoming calls of today', async () => {
    const before = (await server.admin.client.call(getFloor, {})).answer.today;
    const inbound = async (given: object) => {
      const now = server.clock.now();
      await server.service.ctx.callDocs.collection.insertOne({
        ...{ _id: new Types.ObjectId(), direction: 'inbound', state: 'ended', startedAt: now, version: 1 },
        ...{ connectedAt: null, origin_sid: newSid() },
        ...given,
      });
    };
    await inbound({ connectedAt: new Date(server.clock.now().getTime() + 5_000) });
    await inbound({});
    await inbound({ startedAt: new Date('2026-11-19T18:00:00.000Z') });
    const { today } = (await server.admin.client.call(getFloor, {})).answer;
    expect(today.answered - before.answered).toBe(1);
    expect(today.abandoned - before.abandoned).toBe(1);
  });

  const tileSays = (state: FloorTile['state']) =>
    server.probe.waitFor(
      floorTileChanged,
      ({ data }) => data.user_id === agent.user.id && data.state === state,
    );

  test('says each change, as it is then', async () => {
    await presence(agent, { online: 1 });
    await tileSays('ready');
    await pass(1);
    const call = await dial();
    await tileSays('in-call');
    await pass(1);
    await hangUp(call);
    await tileSays('wrap-up');
    await presence(agent, { online: 0, away_reason: 'break' });
    await tileSays('break');
  });

  test('tells together of what changes within a moment, each tile once', async () => {
    const colleague = await server.signIn();
    const [own, other] = [agent, colleague].map(({ user }) => new Types.ObjectId(user.id));
    if (own === undefined || other === undefined) throw new Error('Two agents have two ids');
    const told = (who: SignedIn) =>
      server.probe.all(floorTileChanged).filter(({ data }) => data.user_id === who.user.id).length;
    const { changedTiles } = server.service.ctx;
    changedTiles.add([own]);
    for (let times = 0; times < 20; times += 1) changedTiles.add([own, other]);
    await server.probe.waitFor(floorTileChanged, ({ data }) => data.user_id === colleague.user.id);
    expect(told(colleague)).toBe(1);
    // Perhaps once at once, and once with all that came after.
    expect([1, 2]).toContain(told(agent));
  });
});
