import { userPresenceChanged } from '@crm/contracts/bus/events.js';
import { changeUserStatus, setActive } from '@crm/contracts/http/account.js';
import {
  countOnlineAgents,
  reportSockets as reportSocketsCall,
  verifyToken,
} from '@crm/contracts/http/auth.js';
import { eventually } from '@crm/platform/bus/testing/eventually.js';
import type { AuthContext } from '../context.js';
import { changePresence } from './change-presence.js';
import { reportSockets } from './report-sockets.js';
import { newPresenceMemory } from './presence-memory.js';
import { checkPresence, presenceJob } from './watch-presence.js';
import { startAuth, type AuthServer, type SignedIn } from '../test/auth-server.js';

const second = 1000;
let auth: AuthServer;
beforeEach(async () => {
  auth = await startAuth();
});
afterEach(() => auth.stop());

const report = (gateway: string, ...users: SignedIn[]) =>
  auth.internal.call(reportSocketsCall, {
    body: { gateway, users: Object.fromEntries(users.map(({ user }) => [user.id, 1])) },
  });
const switchOn = ({ client, user }: SignedIn) =>
  client.call(setActive, { body: { user_id: user.id, active: 1 } });
const presenceOf = async ({ token }: SignedIn) => {
  const { online, active, in_call, AD_Status } = (await auth.stranger.call(verifyToken, { body: { token } }))
    .answer.user;
  return { online, active, in_call, AD_Status };
};
const onlineAgents = async () => (await auth.admin.call(countOnlineAgents, {})).answer.agents;
const online = { online: 1, active: 1, in_call: 0, AD_Status: 0 };
const absent = { online: 0, active: 0, in_call: 0, AD_Status: 0 };

/**
 * Advances time in steps of two seconds, the polling interval of the service. Where the machine is slow the service looks
 * in between by itself: then an absence counts from that look, two seconds earlier or later.
 */
async function pass(
  seconds: number,
  meanwhile: () => Promise<unknown> = async () => undefined,
): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 2) {
    await auth.advance(2 * second);
    await meanwhile();
    await checkPresence(auth.service.ctx);
  }
}

describe('a gateway that reports its sockets', () => {
  test('brings online who switched on before their window was known', async () => {
    const dana = await auth.newUser();
    await switchOn(dana);
    expect(await presenceOf(dana)).toEqual({ ...online, online: 0 });
    await report('g1', dana);
    expect(await onlineAgents()).toBe(1);
    expect(await presenceOf(dana)).toEqual(online);
    const published = await auth.probe.waitFor(
      userPresenceChanged,
      ({ data }) => data.user_id === dana.user.id && data.online === 1,
    );
    expect(published).toMatchObject({ actorid: 'system', data: { agents: 1 } });
  });

  test('brings nobody online who is switched off or on a call', async () => {
    const off = await auth.newUser();
    const calling = await auth.newUser();
    await switchOn(calling);
    await calling.client.call(changeUserStatus, {
      body: { user_id: calling.user.id, field: 'in_call', status: 1 },
    });
    await report('g1', off, calling);
    expect(await onlineAgents()).toBe(0);
    expect(await presenceOf(off)).toEqual(absent);
  });

  test('is believed if it is a service, and nobody else is', async () => {
    const dana = await auth.newUser();
    const body = { gateway: 'g1', users: { [dana.user.id]: 1 } };
    for (const client of [auth.stranger, auth.admin, dana.client]) {
      const { status, refusal } = await client.call(reportSocketsCall, { body });
      expect([status, refusal.code]).toEqual([403, 'forbidden']);
    }
  });

  test('said twice changes nothing the second time', async () => {
    const dana = await auth.newUser();
    await report('g1', dana);
    await switchOn(dana);
    await report('g1', dana);
    await report('g1', dana);
    await auth.probe.waitFor(userPresenceChanged, ({ data }) => data.user_id === dana.user.id);
    expect(auth.probe.all(userPresenceChanged)).toHaveLength(1);
  });
});

describe('without a socket anywhere', () => {
  test('for 10 s a user is offline, not in call, not dialling; a reload before that changes nothing', async () => {
    const dana = await auth.newUser();
    await report('g1', dana);
    await switchOn(dana);
    await report('g1');
    await pass(8);
    expect(await presenceOf(dana)).toEqual(online);
    await report('g1', dana);
    await pass(2);
    await report('g1');
    await pass(8);
    expect(await presenceOf(dana)).toEqual(online);
    await pass(4);
    expect(await presenceOf(dana)).toEqual(absent);
    expect(await onlineAgents()).toBe(0);
    const { data } = await auth.probe.waitFor(userPresenceChanged, (event) => event.data.active === 0);
    expect(data).toMatchObject({ user_id: dana.user.id, online: 0, in_call: 0, AD_status: 0, agents: 0 });
  });

  test('a window that came and went between two looks was there', async () => {
    const dana = await auth.newUser();
    await switchOn(dana);
    await pass(10);
    await report('g1', dana);
    await report('g1');
    await pass(8);
    expect(await presenceOf(dana)).toEqual(online);
    await pass(4);
    expect(await presenceOf(dana)).toEqual(absent);
  });

  test('looks follow one upon the other, so that none goes by what one before it has not noted yet', async () => {
    const { ctx } = auth.service;
    const reads: string[] = [];
    let look = 'first';
    const now = () => {
      reads.push(look);
      return ctx.clock.now();
    };
    const watching = { ...ctx, clock: { now } };
    const first = checkPresence(watching);
    look = 'second';
    const second = checkPresence(watching);
    expect(new Set(reads)).toEqual(new Set(['first']));
    await Promise.all([first, second]);
    expect(reads).toContain('second');
  });

  test('who is in a call is not in it any more', async () => {
    const guide = await auth.newUser({ role_id: 3 });
    for (const field of ['in_call', 'AD_status'] as const)
      await guide.client.call(changeUserStatus, { body: { user_id: guide.user.id, field, status: 1 } });
    expect(await presenceOf(guide)).toEqual({ ...absent, in_call: 1, AD_Status: 1 });
    await pass(12);
    expect(await presenceOf(guide)).toEqual(absent);
  });

  test('on one gateway but with one on another, a user stays', async () => {
    const dana = await auth.newUser();
    await report('g1', dana);
    await report('g2', dana);
    await switchOn(dana);
    await pass(20, async () => {
      await report('g1');
      await report('g2', dana);
    });
    expect(await presenceOf(dana)).toEqual(online);
  });
});

test('a gateway silent for 15 s is gone, and its sockets with it', async () => {
  const dana = await auth.newUser();
  await report('g1', dana);
  await switchOn(dana);
  await pass(24);
  expect(await presenceOf(dana)).toEqual(online);
  await pass(4);
  expect(await presenceOf(dana)).toEqual(absent);
});

test('after a gap in which nobody looked, everybody has their 10 s again', async () => {
  const dana = await auth.newUser();
  await report('g1', dana);
  await switchOn(dana);
  await report('g1');
  await pass(2);
  await auth.advance(60 * second);
  await checkPresence(auth.service.ctx);
  expect(await presenceOf(dana)).toEqual(online);
  await pass(12);
  expect(await presenceOf(dana)).toEqual(absent);
});

test('a report and a switch that missed each other are put right by the next check', async () => {
  const dana = await auth.newUser();
  await switchOn(dana);
  const { models, clock } = auth.service.ctx;
  await models.gateways.create({ _id: 'g1', reportedAt: clock.now(), users: [dana.user.id], left: [] });
  await checkPresence(auth.service.ctx);
  expect(await presenceOf(dana)).toEqual(online);
});

test('the service notices by itself that a socket closed', async () => {
  const dana = await auth.newUser();
  await report('g1', dana);
  await switchOn(dana);
  const { presence } = auth.service.ctx;
  // Its checks see nobody missing, and reports of the same users make it look for nothing.
  await eventually(() => !presence.isStale && presence.nextCheckAt !== undefined);
  await report('g1');
  await eventually(() => presence.missingSince.has(dana.user.id));
});

describe('the next check is due', () => {
  /** Beside the service, which checks by itself what it remembers. */
  let ctx: AuthContext;
  beforeEach(() => {
    ctx = { ...auth.service.ctx, presence: newPresenceMemory() };
  });
  const dueIn = async () => {
    const due = await presenceJob(ctx).nextDueAt();
    return due === null ? null : due.getTime() - ctx.clock.now().getTime();
  };
  const reported = (...users: SignedIn[]) =>
    reportSockets(ctx, {
      gateway: 'g1',
      users: Object.fromEntries(users.map(({ user }) => [user.id, 1])),
    });
  const switchedOn = ({ user }: SignedIn) =>
    changePresence(ctx, 'system', user.id, { field: 'active', value: 1 });
  /** Everybody has a socket, and a check has seen it. */
  async function settled(): Promise<SignedIn> {
    const dana = await auth.newUser();
    await reported(dana);
    await switchedOn(dana);
    await checkPresence(ctx);
    return dana;
  }

  test('never where nobody is present', async () => {
    await auth.newUser();
    expect(await dueIn()).toBeNull();
  });

  test('when a gateway would be gone that reports no more, and a report of the same users changes nothing in that', async () => {
    const dana = await settled();
    await reported(dana);
    expect(await dueIn()).toBe(15 * second + 1);
  });

  test('at once after a socket closed, and every two seconds until its user is back', async () => {
    const dana = await settled();
    await reported();
    expect(await dueIn()).toBe(0);
    await checkPresence(ctx);
    expect(await dueIn()).toBe(2 * second);
    await reported(dana);
    await checkPresence(ctx);
    expect(await dueIn()).toBe(15 * second + 1);
  });

  test('at once after somebody without a socket switched on', async () => {
    await settled();
    await switchedOn(await auth.newUser());
    expect(await dueIn()).toBe(0);
  });

  test('at once after one that failed', async () => {
    await settled();
    const now = () => {
      throw new Error('The store is away');
    };
    await expect(checkPresence({ ...ctx, clock: { now } })).rejects.toThrow('The store is away');
    expect(await dueIn()).toBe(0);
  });
});
