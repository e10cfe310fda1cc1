import { callConnected, callEnded, callStarted } from '@crm/contracts/bus/call-events.js';
import { userPresenceChanged } from '@crm/contracts/bus/events.js';
import { exampleLiveCall } from '@crm/contracts/entities/telephony.js';
import { changeUserStatus, setActive } from '@crm/contracts/http/account.js';
import { countOnlineAgents, reportSockets, verifyToken } from '@crm/contracts/http/auth.js';
import { newEvent } from '@crm/platform/outbox/new-event.js';
import { uniqueId } from '@crm/platform/testing/unique.js';
import { startAuth, type AuthServer, type SignedIn } from '../test/auth-server.js';
import { callGoesOn } from './calls.js';
import { newPresenceMemory } from './presence-memory.js';

let auth: AuthServer;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.stop());

const presenceOf = async ({ token }: SignedIn) => {
  const { online, active, in_call } = (await auth.stranger.call(verifyToken, { body: { token } })).answer
    .user;
  return { online, active, in_call };
};
const online = { online: 1, active: 1, in_call: 0 };
const inCall = { online: 0, active: 1, in_call: 1 };
const off = { online: 0, active: 0, in_call: 0 };

async function onlineAgent() {
  const dana = await auth.newUser();
  await auth.internal.call(reportSockets, {
    body: { gateway: `g-${uniqueId()}`, users: { [dana.user.id]: 1 } },
  });
  await turn(dana, 1);
  return dana;
}
const turn = ({ client, user }: SignedIn, active: 0 | 1) =>
  client.call(setActive, { body: { user_id: user.id, active } });

const ofCall = (call_id: string, sequence: number) => ({
  source: 'telephony' as const,
  subject: `call/${call_id}`,
  sequence,
  actor: 'system' as const,
  now: new Date('2026-11-20T17:00:00.000Z'),
});
const began = async (user_id: string | null, call_id: string) => {
  const data = { call_id, lead_id: null, user_id, number: '+12145550117', kind: 'single' as const };
  await auth.bus.publish([
    newEvent(callStarted, { ...ofCall(call_id, 1), data: { ...data, direction: 'outbound' } }),
  ]);
};
const goesOn = async (user_id: string, call_id: string) => {
  const call = { ...exampleLiveCall, id: call_id, user_id, lead_id: null, state: 'talking' as const };
  await auth.bus.publish([
    newEvent(callConnected, {
      ...ofCall(call_id, 2),
      data: { call_id, lead_id: null, user_id, answeredBy: 'human', call },
    }),
  ]);
};
/** How often the store is asked whether the start of a user's call was heard, while something is done. */
async function looksAt(userId: string, work: () => Promise<unknown>): Promise<number> {
  const { db } = auth.service.ctx.models.users;
  let looks = 0;
  const note = ({ method, params }: { method: string; params: unknown }) => {
    if (method === 'findOne' && JSON.stringify(params).includes(userId)) looks += 1;
  };
  db.on('operation-start', note);
  await work();
  db.off('operation-start', note);
  return looks;
}
const isOver = async (user_id: string | null, call_id: string) => {
  const data = { call_id, lead_id: null, user_id, number: '+12145550117', call: null };
  await auth.bus.publish([
    newEvent(callEnded, {
      ...ofCall(call_id, 4),
      data: { ...data, direction: 'outbound', kind: 'single', outcome: 'busy', duration: 0 },
    }),
  ]);
};

test('a call takes an online agent offline and its end restores it; everybody hears the count', async () => {
  const dana = await onlineAgent();
  const call = uniqueId();
  const count = async () => (await auth.admin.call(countOnlineAgents, {})).answer.agents;
  const before = await count();
  await began(dana.user.id, call);
  await began(dana.user.id, call);
  expect(await presenceOf(dana)).toEqual(inCall);
  expect(await count()).toBe(before - 1);
  await isOver(dana.user.id, call);
  await isOver(dana.user.id, call);
  expect(await presenceOf(dana)).toEqual(online);
  const published = () =>
    auth.probe
      .all(userPresenceChanged)
      .filter(({ data }) => data.user_id === dana.user.id)
      .map(({ data }) => [data.online, data.in_call, data.agents]);
  await auth.probe.waitFor(userPresenceChanged, () => published().length >= 3);
  expect(published().slice(1)).toEqual([
    [0, 1, before - 1],
    [1, 0, before],
  ]);
});

test('who switches off during the call stays off after it', async () => {
  const dana = await onlineAgent();
  const call = uniqueId();
  await began(dana.user.id, call);
  await turn(dana, 0);
  await isOver(dana.user.id, call);
  expect(await presenceOf(dana)).toEqual(off);
});

test('who was offline before the call is so after it', async () => {
  const dana = await auth.newUser();
  const call = uniqueId();
  await began(dana.user.id, call);
  expect(await presenceOf(dana)).toEqual({ ...off, in_call: 1 });
  await isOver(dana.user.id, call);
  expect(await presenceOf(dana)).toEqual(off);
});

test('a call whose end came before its start, or whose window said so first, keeps nobody offline', async () => {
  const dana = await onlineAgent();
  const [late, ended] = [uniqueId(), uniqueId()];
  await isOver(dana.user.id, late);
  await began(dana.user.id, late);
  expect(await presenceOf(dana)).toEqual(online);
  await began(dana.user.id, ended);
  await dana.client.call(changeUserStatus, { body: { user_id: dana.user.id, field: 'in_call', status: 0 } });
  await isOver(dana.user.id, ended);
  expect(await presenceOf(dana)).toEqual(online);
});

test('the end of an earlier call does not end the one that goes on, and a call of nobody is nobody’s', async () => {
  const dana = await onlineAgent();
  const [first, second] = [uniqueId(), uniqueId()];
  await began(dana.user.id, first);
  await began(dana.user.id, second);
  await isOver(dana.user.id, first);
  expect(await presenceOf(dana)).toEqual(inCall);
  await isOver(dana.user.id, second);
  expect(await presenceOf(dana)).toEqual(online);
  await began(null, uniqueId());
  await isOver(null, uniqueId());
});

test('a call that goes on begins with that where nobody heard of its start', async () => {
  const dana = await onlineAgent();
  const call = uniqueId();
  await goesOn(dana.user.id, call);
  expect(await presenceOf(dana)).toEqual(inCall);
  await isOver(dana.user.id, call);
  expect(await presenceOf(dana)).toEqual(online);
});

test('a call that goes on is looked up by a process that did not hear its start, and by no other', async () => {
  const dana = await onlineAgent();
  const call = uniqueId();
  await began(dana.user.id, call);
  expect(await looksAt(dana.user.id, () => goesOn(dana.user.id, call))).toBe(0);
  const another = { ...auth.service.ctx, presence: newPresenceMemory() };
  expect(await looksAt(dana.user.id, () => callGoesOn(another, dana.user.id, call))).toBe(1);
  expect(await presenceOf(dana)).toEqual(inCall);
  await isOver(dana.user.id, call);
  expect(await looksAt(dana.user.id, () => goesOn(dana.user.id, call))).toBe(0);
  expect(await presenceOf(dana)).toEqual(online);
});

test('a call that goes on after another one began is the one that its user is in', async () => {
  const dana = await onlineAgent();
  const [first, second] = [uniqueId(), uniqueId()];
  await began(dana.user.id, first);
  await began(dana.user.id, second);
  await goesOn(dana.user.id, first);
  await isOver(dana.user.id, second);
  expect(await presenceOf(dana)).toEqual(inCall);
  await isOver(dana.user.id, first);
  expect(await presenceOf(dana)).toEqual(online);
});
