import { userPresenceChanged } from '@crm/contracts/bus/events.js';
import { changeUserStatus, getUserStatus, setActive } from '@crm/contracts/http/account.js';
import { reportSockets, switchDiallerOff, verifyToken } from '@crm/contracts/http/auth.js';
import { uniqueId } from '@crm/platform/testing/unique.js';
import { startAuth, wrongFields, type AuthServer, type SignedIn } from '../test/auth-server.js';

let auth: AuthServer;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.stop());

type Field = 'online' | 'active' | 'in_call' | 'AD_status' | 'AD_Status';
const set = ({ client, user }: SignedIn, field: Field, status: 0 | 1) =>
  client.call(changeUserStatus, { body: { user_id: user.id, field, status } });
const get = async ({ client, user }: SignedIn, field: Field) =>
  (await client.call(getUserStatus, { body: { user_id: user.id, field } })).answer.status;
const presenceOf = async ({ token }: SignedIn) => {
  const { online, active, in_call, AD_Status } = (await auth.stranger.call(verifyToken, { body: { token } }))
    .answer.user;
  return { online, active, in_call, AD_Status };
};
/** Reports sockets of exactly these users on a test gateway. */
const openWindows = (...users: SignedIn[]) =>
  auth.internal.call(reportSockets, {
    body: { gateway: `g-${uniqueId()}`, users: Object.fromEntries(users.map(({ user }) => [user.id, 1])) },
  });

describe('the Online/Offline switch', () => {
  test('makes an agent with a window open online, and tells everybody how many are', async () => {
    const dana = await auth.newUser();
    await openWindows(dana);
    const { status, body } = await dana.client.call(setActive, {
      body: { user_id: dana.user.id, active: 1 },
    });
    expect([status, body]).toEqual([200, { status: 'success', message: 'You are online' }]);
    expect(await presenceOf(dana)).toEqual({ online: 1, active: 1, in_call: 0, AD_Status: 0 });
    const published = await auth.probe.waitFor(
      userPresenceChanged,
      ({ data }) => data.user_id === dana.user.id,
    );
    expect(published).toMatchObject({
      subject: `user/${dana.user.id}/presence`,
      sequence: 2,
      actorid: dana.user.id,
      data: { online: 1, active: 1, in_call: 0, AD_status: 0, agents: expect.any(Number) as number },
    });

    const off = await dana.client.call(setActive, { body: { user_id: dana.user.id, active: 0 } });
    expect(off.answer.message).toBe('You are offline');
    expect(await presenceOf(dana)).toEqual({ online: 0, active: 0, in_call: 0, AD_Status: 0 });
    const after = await auth.probe.waitFor(
      userPresenceChanged,
      ({ data }) => data.user_id === dana.user.id && data.online === 0,
    );
    expect(after.data.agents).toBe(published.data.agents - 1);
  });

  test('takes a reason for going offline, tells of it, and being online ends it', async () => {
    const dana = await auth.newUser();
    await openWindows(dana);
    const go = (active: 0 | 1, reason?: 'break' | 'lunch') =>
      dana.client.call(setActive, { body: { user_id: dana.user.id, active, reason } });
    const reasons = () =>
      auth.probe
        .all(userPresenceChanged)
        .filter(({ data }) => data.user_id === dana.user.id)
        .map(({ data }) => [data.online, data.away_reason]);
    await go(1);
    expect((await go(0, 'break')).answer.message).toBe('You are offline');
    await go(0, 'lunch');
    await go(0, 'lunch');
    await go(1);
    await auth.probe.waitFor(userPresenceChanged, () => reasons().length >= 4);
    expect(reasons()).toEqual([
      [1, null],
      [0, 'break'],
      [0, 'lunch'],
      [1, null],
    ]);
    const refused = await auth.raw(setActive, dana.token, {
      user_id: dana.user.id,
      active: 1,
      reason: 'lunch',
    });
    expect([refused.status, wrongFields(refused)]).toEqual([422, ['reason']]);
  });

  test('counts right for many at once', async () => {
    const many = await Promise.all(Array.from({ length: 5 }, () => auth.newUser()));
    await openWindows(...many);
    await Promise.all(many.map((each) => set(each, 'active', 1)));
    const published = await Promise.all(
      many.map(({ user }) =>
        auth.probe.waitFor(userPresenceChanged, ({ data }) => data.user_id === user.id && data.online === 1),
      ),
    );
    const counts = published.map(({ data }) => data.agents).sort((a, b) => a - b);
    expect(counts).toEqual(counts.map((_count, index) => (counts[0] ?? 0) + index));
  });

  test('turned twice tells once', async () => {
    const dana = await auth.newUser();
    await openWindows(dana);
    await set(dana, 'active', 1);
    await set(dana, 'active', 1);
    await set(dana, 'active', 0);
    await auth.probe.waitFor(
      userPresenceChanged,
      ({ data }) => data.user_id === dana.user.id && data.active === 0,
    );
    const published = auth.probe.all(userPresenceChanged).filter(({ data }) => data.user_id === dana.user.id);
    expect(published.map(({ data }) => data.active)).toEqual([1, 0]);
  });

  test('is not there for admins', async () => {
    const { status, refusal } = await auth.admin.call(setActive, {
      body: { user_id: auth.adminId, active: 1 },
    });
    expect(status).toBe(403);
    expect(refusal).toMatchObject({ code: 'forbidden', message: 'Admins have no Online/Offline switch' });
  });
});

describe('a call', () => {
  test('takes online away until hang-up', async () => {
    const dana = await auth.newUser();
    await openWindows(dana);
    await set(dana, 'active', 1);
    expect((await set(dana, 'in_call', 1)).answer).toEqual({ status: 'success', message: 'Saved' });
    expect(await presenceOf(dana)).toEqual({ online: 0, active: 1, in_call: 1, AD_Status: 0 });
    await set(dana, 'in_call', 0);
    expect(await presenceOf(dana)).toEqual({ online: 1, active: 1, in_call: 0, AD_Status: 0 });
  });
});

describe('the autodialler flag', () => {
  test('of a guide is set and read under both spellings', async () => {
    const guide = await auth.newUser({ role_id: 3 });
    await set(guide, 'AD_Status', 1);
    expect([await get(guide, 'AD_status'), await get(guide, 'AD_Status')]).toEqual([1, 1]);
    const { data } = await auth.probe.waitFor(
      userPresenceChanged,
      (event) => event.data.user_id === guide.user.id,
    );
    expect(data.AD_status).toBe(1);
    await set(guide, 'AD_status', 0);
    expect(await get(guide, 'AD_Status')).toBe(0);
  });

  test('is for guides; anybody may have it off', async () => {
    const dana = await auth.newUser();
    const { status, refusal } = await set(dana, 'AD_Status', 1);
    expect(status).toBe(403);
    expect(refusal).toMatchObject({ code: 'forbidden', message: 'Only guides have the autodialler' });
    expect((await set(dana, 'AD_Status', 0)).status).toBe(200);
    expect(await get(dana, 'AD_Status')).toBe(0);
  });
});

test('the service that runs a dialler switches it off, and everybody hears; nobody signed in may', async () => {
  const guide = await auth.newUser({ role_id: 3 });
  await set(guide, 'AD_Status', 1);
  const off = { body: { user_id: guide.user.id } };
  expect((await guide.client.call(switchDiallerOff, off)).status).toBe(403);
  expect((await auth.internal.call(switchDiallerOff, off)).answer).toEqual({ status: 0 });
  expect((await auth.internal.call(switchDiallerOff, off)).answer).toEqual({ status: 0 });
  expect(await get(guide, 'AD_Status')).toBe(0);
  await auth.probe.waitFor(
    userPresenceChanged,
    ({ data }) => data.user_id === guide.user.id && data.AD_status === 0,
  );
});

describe('statuses are a matter of the user and of admins', () => {
  test('others are refused, whatever they ask', async () => {
    const dana = await auth.newUser();
    const agent = await auth.newUser();
    const guide = await auth.newUser({ role_id: 3 });
    for (const { client } of [agent, guide]) {
      const theirs = { ...dana, client };
      expect((await set(theirs, 'in_call', 1)).refusal.code).toBe('forbidden');
      const read = await client.call(getUserStatus, { body: { user_id: dana.user.id, field: 'active' } });
      expect(read.refusal.code).toBe('forbidden');
      const switched = await client.call(setActive, { body: { user_id: dana.user.id, active: 1 } });
      expect(switched.refusal.code).toBe('forbidden');
    }
    expect(await presenceOf(dana)).toEqual({ online: 0, active: 0, in_call: 0, AD_Status: 0 });
  });

  test('strangers have no session', async () => {
    const dana = await auth.newUser();
    const theirs = { ...dana, client: auth.stranger };
    expect((await set(theirs, 'in_call', 1)).refusal.code).toBe('session_ended');
    const read = await auth.stranger.call(getUserStatus, {
      body: { user_id: dana.user.id, field: 'active' },
    });
    expect(read.refusal.code).toBe('session_ended');
    const switched = await auth.stranger.call(setActive, { body: { user_id: dana.user.id, active: 1 } });
    expect(switched.refusal.code).toBe('session_ended');
  });

  test("an admin reads and sets anybody's, within what the user's role has", async () => {
    const dana = await auth.newUser();
    const asAdmin = { ...dana, client: auth.admin };
    await set(asAdmin, 'in_call', 1);
    expect(await get(asAdmin, 'in_call')).toBe(1);
    expect((await set(asAdmin, 'AD_Status', 1)).refusal.code).toBe('forbidden');
  });

  test('of nobody: 404', async () => {
    const user_id = uniqueId();
    const answers = await Promise.all([
      auth.admin.call(getUserStatus, { body: { user_id, field: 'active' } }),
      auth.admin.call(changeUserStatus, { body: { user_id, field: 'active', status: 1 } }),
      auth.admin.call(setActive, { body: { user_id, active: 1 } }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
  });

  test('wrong fields are named all at once', async () => {
    const wrong = await auth.raw(changeUserStatus, auth.adminToken, {
      user_id: 1,
      field: 'banned',
      status: 2,
    });
    expect([wrong.status, wrongFields(wrong)]).toEqual([422, ['field', 'status', 'user_id']]);
    const read = await auth.raw(getUserStatus, auth.adminToken, { field: 'password_hash' });
    expect([read.status, wrongFields(read)]).toEqual([422, ['field', 'user_id']]);
    const switched = await auth.raw(setActive, auth.adminToken, {});
    expect([switched.status, wrongFields(switched)]).toEqual([422, ['active', 'user_id']]);
  });
});
