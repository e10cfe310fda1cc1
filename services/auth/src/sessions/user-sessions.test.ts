import { userSessionsEnded } from '@crm/contracts/bus/events.js';
import { listAuditEntries } from '@crm/contracts/http/audit.js';
import { changePassword } from '@crm/contracts/http/account.js';
import { getSettings, updateSettingsFields } from '@crm/contracts/http/settings.js';
import { signIn, verifyToken } from '@crm/contracts/http/auth.js';
import {
  endOtherSessions,
  endOwnSession,
  endSessionOfUser,
  endSessionsOfUser,
  listOwnSessions,
  listSessionsOfUser,
  reportClick,
  signOutEverywhere,
} from '@crm/contracts/http/sessions.js';
import type { HttpClient } from '@crm/platform/testing/http-client.js';
import { uniqueId } from '@crm/platform/testing/unique.js';
import { agentPassword, claimsOf, startAuth, type AuthServer, type SignedIn } from '../test/auth-server.js';
import { expireSessions } from './expire-sessions.js';

const minute = 60_000;
const hour = 60 * minute;
let auth: AuthServer;
beforeEach(async () => {
  auth = await startAuth({ hashing: 'quick' });
});
afterEach(() => auth.stop());

const signedInAgain = async ({ user }: Pick<SignedIn, 'user'>) => {
  const { token } = (
    await auth.stranger.call(signIn, { body: { email: user.email, password: agentPassword } })
  ).answer;
  return { token, sid: claimsOf(token).sid ?? '', client: auth.stranger.as(token) };
};
const click = (client: HttpClient, seconds_ago = 0) => client.call(reportClick, { body: { seconds_ago } });
const statusOf = async (client: HttpClient) => (await client.call(getSettings, {})).status;
const verify = (token: string) => auth.stranger.call(verifyToken, { body: { token } });
const listed = async (client: HttpClient) => (await client.call(listOwnSessions, {})).answer.sessions;
/** Time passes with a click every half an hour. */
async function work(client: HttpClient, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += hour / 2) {
    await auth.advance(Math.min(hour / 2, ms - passed));
    await click(client);
  }
}

describe("a user's own sessions", () => {
  test('are listed with their place and start, this one marked', async () => {
    const dana = await auth.newUser();
    await auth.advance(minute);
    const other = await signedInAgain(dana);
    expect(await listed(other.client)).toEqual([
      expect.objectContaining({
        id: other.sid,
        user_id: dana.user.id,
        current: true,
        started_at: auth.clock.now().toISOString(),
        last_click_at: auth.clock.now().toISOString(),
        network: '127.0.0.1',
      }),
      expect.objectContaining({ id: claimsOf(dana.token).sid, current: false }),
    ]);
  });

  test('are ended one by one, and the message says which', async () => {
    const dana = await auth.newUser();
    const other = await signedInAgain(dana);
    const ended = await dana.client.call(endOwnSession, { params: { sessionId: other.sid } });
    expect(ended.body).toEqual({ status: 'success', message: 'Session ended' });
    expect(await statusOf(other.client)).toBe(403);
    expect((await verify(other.token)).refusal.message).toBe('Session ended, please login again');
    expect(await statusOf(dana.client)).toBe(200);
    const { data } = await auth.probe.waitFor(userSessionsEnded, (event) => event.data.sid === other.sid);
    expect(data).toEqual({ user_id: dana.user.id, sid: other.sid, exp: claimsOf(other.token).exp });
    expect(await listed(dana.client)).toHaveLength(1);
    const again = await dana.client.call(endOwnSession, { params: { sessionId: other.sid } });
    expect(again.refusal.code).toBe('not_found');
  });

  test('are the own alone: nobody sees or ends those of others', async () => {
    const dana = await auth.newUser();
    const eli = await auth.newUser();
    const params = { sessionId: claimsOf(dana.token).sid ?? '' };
    expect((await eli.client.call(endOwnSession, { params })).refusal.code).toBe('not_found');
    const ofDana = { params: { userId: dana.user.id } };
    expect((await eli.client.call(listSessionsOfUser, ofDana)).status).toBe(403);
    expect((await eli.client.call(endSessionsOfUser, ofDana)).status).toBe(403);
    const one = { params: { ...ofDana.params, ...params } };
    expect((await eli.client.call(endSessionOfUser, one)).status).toBe(403);
    expect((await listed(eli.client)).map(({ user_id }) => user_id)).toEqual([eli.user.id]);
    expect(await statusOf(dana.client)).toBe(200);
  });

  test('end together but for this one, and those of before there were sessions with them', async () => {
    const dana = await auth.newUser();
    const other = await signedInAgain(dana);
    const { id, role_id: role, subroles, fullname } = dana.user;
    const old = auth.stranger.as(auth.tokens.tokenFor({ id, role, subroles, fullname }, { sv: 1 }));
    expect(await statusOf(old)).toBe(200);
    expect((await dana.client.call(endOtherSessions, {})).status).toBe(200);
    expect(await Promise.all([dana.client, other.client, old].map(statusOf))).toEqual([200, 403, 403]);
    expect((await listed(dana.client)).map((session) => session.id)).toEqual([claimsOf(dana.token).sid]);
    // The token that was kept is renewed in its session.
    const renewed = (await verify(dana.token)).answer.token ?? '';
    expect(claimsOf(renewed)).toMatchObject({ sid: claimsOf(dana.token).sid, sv: 2 });
    expect(await statusOf(auth.stranger.as(renewed))).toBe(200);
  });

  test('all end when one signs out everywhere', async () => {
    const dana = await auth.newUser();
    const other = await signedInAgain(dana);
    const answer = await dana.client.call(signOutEverywhere, {});
    expect(answer.body).toEqual({ status: 'success', message: 'Signed out everywhere' });
    expect(await Promise.all([dana.client, other.client].map(statusOf))).toEqual([403, 403]);
    const again = await signedInAgain(dana);
    expect((await listed(again.client)).map(({ id }) => id)).toEqual([again.sid]);
  });

  test('are no longer listed after a new password, but for the one that changed it', async () => {
    const dana = await auth.newUser();
    await signedInAgain(dana);
    const change = {
      params: { userId: dana.user.id },
      body: { old_password: agentPassword, new_password: 'another password of hers' },
    };
    expect((await dana.client.call(changePassword, change)).status).toBe(200);
    expect((await listed(dana.client)).map(({ current }) => current)).toEqual([true]);
  });
});

describe('an admin', () => {
  test('sees and ends the sessions of agents and guides', async () => {
    const dana = await auth.newUser();
    const other = await signedInAgain(dana);
    const ofDana = { params: { userId: dana.user.id } };
    const { sessions } = (await auth.admin.call(listSessionsOfUser, ofDana)).answer;
    expect(sessions.map(({ current }) => current)).toEqual([false, false]);
    const one = { params: { ...ofDana.params, sessionId: other.sid } };
    expect((await auth.admin.call(endSessionOfUser, one)).status).toBe(200);
    expect(await Promise.all([dana.client, other.client].map(statusOf))).toEqual([200, 403]);
    expect((await auth.admin.call(endSessionsOfUser, ofDana)).status).toBe(200);
    expect(await statusOf(dana.client)).toBe(403);
  });

  test('finds no session of another admin, nor one under a wrong name', async () => {
    const dana = await auth.newUser();
    const eli = await auth.newUser();
    const ofAdmin = { params: { userId: auth.adminId } };
    expect((await auth.admin.call(listSessionsOfUser, ofAdmin)).status).toBe(404);
    expect((await auth.admin.call(endSessionsOfUser, ofAdmin)).status).toBe(404);
    const wrong = { params: { userId: eli.user.id, sessionId: claimsOf(dana.token).sid ?? '' } };
    expect((await auth.admin.call(endSessionOfUser, wrong)).status).toBe(404);
    expect(await statusOf(dana.client)).toBe(200);
  });
});

describe('without a click', () => {
  test('a session ends after an hour, whatever its tabs ask meanwhile', async () => {
    const dana = await auth.newUser();
    await auth.advance(59 * minute);
    expect((await verify(dana.token)).status).toBe(200);
    expect(await expireSessions(auth.service.ctx)).toBe(false);
    expect(await statusOf(dana.client)).toBe(200);
    await auth.advance(minute);
    // The job of the service itself may have been faster.
    await expireSessions(auth.service.ctx);
    expect(await statusOf(dana.client)).toBe(403);
    await auth.probe.waitFor(userSessionsEnded, ({ data }) => data.sid === claimsOf(dana.token).sid);
    expect((await verify(dana.token)).status).toBe(403);
  });

  test('a click counts from when it was', async () => {
    const dana = await auth.newUser();
    await auth.advance(50 * minute);
    expect((await click(dana.client, 30 * 60)).body).toEqual({ status: 'success', message: 'Noted' });
    await auth.advance(29 * minute);
    expect((await verify(dana.token)).status).toBe(200);
    // An older one that is reported later takes nothing back.
    await click(dana.client, 3_600);
    expect((await verify(dana.token)).status).toBe(200);
    await auth.advance(minute);
    expect((await verify(dana.token)).status).toBe(403);
  });

  test('whoever talks with a customer stays, and an hour after it', async () => {
    const dana = await auth.newUser();
    const call_id = uniqueId();
    await auth.service.ctx.models.users.updateOne({ _id: dana.user.id }, { $set: { live_call: call_id } });
    await auth.advance(2 * hour);
    await expireSessions(auth.service.ctx);
    expect((await verify(dana.token)).status).toBe(200);
    await auth.service.ctx.models.users.updateOne({ _id: dana.user.id }, { $unset: { live_call: 1 } });
    await auth.advance(59 * minute);
    expect((await verify(dana.token)).status).toBe(200);
    await auth.advance(minute);
    expect((await verify(dana.token)).status).toBe(403);
  });

  test("the company's own limit holds", async () => {
    const dana = await auth.newUser();
    const fields = { session_idle_minutes: 5, session_days: 1 };
    expect((await auth.admin.call(updateSettingsFields, { body: { fields } })).status).toBe(200);
    await auth.advance(5 * minute);
    expect((await verify(dana.token)).status).toBe(403);
    const wrong = await auth.raw(updateSettingsFields, auth.adminToken, {
      fields: { session_idle_minutes: 4 },
    });
    expect([403, 422]).toContain(wrong.status);
  });
});

test('a session ends a day after it began, where the company says so, however much it is used', async () => {
  await auth.admin.call(updateSettingsFields, { body: { fields: { session_days: 1 } } });
  const dana = await auth.newUser();
  await work(dana.client, 11 * hour);
  const second = (await verify(dana.token)).answer.token ?? '';
  await work(auth.stranger.as(second), 11 * hour);
  const third = (await verify(second)).answer.token ?? '';
  expect(claimsOf(third).exp).toBe(claimsOf(dana.token).iat + 24 * 3600);
  await work(auth.stranger.as(third), 2 * hour - 1000);
  expect(await statusOf(auth.stranger.as(third))).toBe(200);
  await auth.advance(1000);
  expect(await statusOf(auth.stranger.as(third))).toBe(403);
});

describe('a stolen token', () => {
  /** A session with a token that was stolen, and renewed by its owner. */
  async function stolen() {
    // Nobody is idle here, nor the admin who reads the audit log.
    await auth.admin.call(updateSettingsFields, { body: { fields: { session_idle_minutes: 1_440 } } });
    const dana = await auth.newUser();
    await auth.advance(7 * hour);
    const renewed = (await verify(dana.token)).answer.token ?? '';
    return { dana, renewed, owner: auth.stranger.as(renewed) };
  }

  test('dies with all its descendants when its owner signs out', async () => {
    const { dana, owner } = await stolen();
    const thiefs = (await verify(dana.token)).answer.token ?? '';
    expect(await statusOf(auth.stranger.as(thiefs))).toBe(200);
    await owner.call(signOutEverywhere, {});
    for (const token of [dana.token, thiefs]) {
      expect(await statusOf(auth.stranger.as(token))).toBe(403);
      expect((await verify(token)).status).toBe(403);
    }
  });

  test('is renewed again within two minutes, for parallel tabs', async () => {
    const { dana, owner } = await stolen();
    await auth.advance(2 * minute);
    expect((await verify(dana.token)).answer.token).toBeDefined();
    expect(await statusOf(owner)).toBe(200);
  });

  test('presented later ends its session, with an entry in the audit log', async () => {
    const { dana, renewed, owner } = await stolen();
    await auth.advance(2 * minute + 1000);
    expect((await verify(dana.token)).refusal.message).toBe('Session ended, please login again');
    expect(await statusOf(owner)).toBe(403);
    expect((await verify(renewed)).status).toBe(403);
    const session = await auth.service.ctx.models.sessions.findById(claimsOf(renewed).sid).lean();
    expect(session).toMatchObject({ end_reason: 'reused' });
    const query = { action: 'session.token-reused', range: '[0,9]' } as const;
    const entries = await auth.admin.call(listAuditEntries, { params: { service: 'auth' }, query });
    expect(entries.answer).toMatchObject([
      { actor_id: 'system', subjects: [`user/${dana.user.id}`], outcome: 'denied' },
    ]);
    // Once more changes nothing.
    expect((await verify(dana.token)).status).toBe(403);
    const sid = claimsOf(renewed).sid;
    await auth.probe.waitFor(userSessionsEnded, ({ data }) => data.sid === sid);
    expect(auth.probe.all(userSessionsEnded).filter(({ data }) => data.sid === sid)).toHaveLength(1);
  });
});

test('a token of before there were sessions goes on, and its renewal begins one', async () => {
  const { user } = await auth.newUser();
  const { id, role_id: role, subroles, fullname } = user;
  const iat = auth.clock.now().getTime() / 1000;
  const old = auth.tokens.tokenFor({ id, role, subroles, fullname }, { sv: 1, iat });
  await auth.advance(5 * hour);
  expect((await verify(old)).body).toEqual({ user });
  expect(await statusOf(auth.stranger.as(old))).toBe(200);
  await auth.advance(2 * hour);
  const renewed = (await verify(old)).answer.token ?? '';
  expect(claimsOf(renewed).sid).toBe(claimsOf(old).jti);
  await auth.stranger.as(renewed).call(endOwnSession, { params: { sessionId: claimsOf(renewed).sid ?? '' } });
  expect(await statusOf(auth.stranger.as(renewed))).toBe(403);
  expect(await statusOf(auth.stranger.as(old))).toBe(403);
});
