import { userPresenceChanged, userSessionsEnded } from '@crm/contracts/bus/events.js';
import { changePassword, changeUserStatus, setActive } from '@crm/contracts/http/account.js';
import { getSettings, updateSettingsFields } from '@crm/contracts/http/settings.js';
import { listSessions, signIn, signOut, verifyToken } from '@crm/contracts/http/auth.js';
import { httpClient } from '@crm/platform/testing/http-client.js';
import { agentPassword, claimsOf, startAuth, type AuthServer } from '../test/auth-server.js';

let auth: AuthServer;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.stop());

describe('signing out', () => {
  test('ends every token of its session at once, renewed ones too, and no other session', async () => {
    const own = await startAuth();
    await own.admin.call(updateSettingsFields, { body: { fields: { session_idle_minutes: 1_440 } } });
    const { user, token, client } = await own.newUser();
    await own.advance(7 * 3_600_000);
    const renewed = (await own.stranger.call(verifyToken, { body: { token } })).answer.token;
    const body = { email: user.email, password: agentPassword };
    const elsewhere = (await own.stranger.call(signIn, { body })).answer.token;
    const replica = await own.replica();
    expect((await client.call(signOut, {})).status).toBe(200);

    for (const each of [token, renewed ?? '']) {
      const used = await own.stranger.as(each).call(getSettings, {});
      expect([used.status, used.refusal.code]).toEqual([403, 'session_ended']);
      expect((await own.stranger.call(verifyToken, { body: { token: each } })).status).toBe(403);
    }
    await replica.ctx.sessions.poll();
    expect((await httpClient(replica.url, renewed).call(getSettings, {})).status).toBe(403);

    expect((await own.stranger.as(elsewhere).call(getSettings, {})).status).toBe(200);
    // A later sign-in works, and no other user was affected.
    const again = (await own.stranger.call(signIn, { body })).answer.token;
    expect((await own.stranger.as(again).call(getSettings, {})).status).toBe(200);
    expect((await own.admin.call(getSettings, {})).status).toBe(200);
    await own.stop();
  });

  test('ends the token that a password change had kept, and the one of a change under way', async () => {
    const { user, client } = await auth.newUser();
    const new_password = 'another password of hers';
    const change = { params: { userId: user.id }, body: { old_password: agentPassword, new_password } };
    expect((await client.call(changePassword, change)).status).toBe(200);
    await client.call(signOut, {});
    expect((await client.call(getSettings, {})).status).toBe(403);

    const other = await auth.newUser();
    await Promise.all([
      other.client.call(changePassword, { ...change, params: { userId: other.user.id } }),
      other.client.call(signOut, {}),
    ]);
    expect((await other.client.call(getSettings, {})).status).toBe(403);
  });

  test('answers as every success does', async () => {
    const { client } = await auth.newUser();

    const { status, body } = await client.call(signOut, {});
    expect(status).toBe(200);
    expect(body).toEqual({ status: 'success', message: 'Signed out' });
    const after = await client.call(getSettings, {});
    expect(after.status).toBe(403);
    expect(after.refusal.code).toBe('session_ended');
  });

  test('emits that the session ended and which token asked, and lists both', async () => {
    const { user, token, client } = await auth.newUser();
    const { jti, sid, exp } = claimsOf(token);
    await client.call(signOut, {});
    const { data, actorid } = await auth.probe.waitFor(userSessionsEnded, (event) => event.data.jti === jti);
    expect(data).toEqual({ user_id: user.id, jti, exp });
    expect(actorid).toBe(user.id);
    const { answer } = await auth.internal.call(listSessions, { query: {} });
    expect(answer.revoked).toContainEqual({ jti, exp });
    expect(answer.ended).toContainEqual({ sid, exp });
    expect(answer.versions[user.id]).toBe(1);
    const family = await auth.probe.waitFor(userSessionsEnded, (event) => event.data.sid === sid);
    expect(family.data).toEqual({ user_id: user.id, sid, exp });
  });

  test('takes online, active, in_call and AD_status back', async () => {
    const { user, client } = await auth.newUser({ role_id: 3, states: [] });
    await client.call(setActive, { body: { user_id: user.id, active: 1 } });
    for (const field of ['in_call', 'AD_status'] as const)
      await client.call(changeUserStatus, { body: { user_id: user.id, field, status: 1 } });

    await client.call(signOut, {});
    const { data } = await auth.probe.waitFor(
      userPresenceChanged,
      (event) => event.data.user_id === user.id && event.data.active === 0,
    );
    expect(data).toMatchObject({ online: 0, active: 0, in_call: 0, AD_status: 0 });
    const again = await auth.stranger.call(signIn, { body: { email: user.email, password: agentPassword } });
    expect(again.answer.user).toMatchObject({ online: 0, active: 0, in_call: 0, AD_Status: 0 });
  });

  test('needs a session', async () => {
    expect((await auth.stranger.call(signOut, {})).refusal.code).toBe('session_ended');
  });

  test('twice with one token ends it once', async () => {
    const { token, client } = await auth.newUser();
    const both = await Promise.all([client.call(signOut, {}), client.call(signOut, {})]);
    expect(both.map(({ status }) => status)).toContain(200);
    await auth.probe.waitFor(userSessionsEnded, (event) => event.data.jti === claimsOf(token).jti);
    expect(
      auth.probe.all(userSessionsEnded).filter(({ data }) => data.jti === claimsOf(token).jti),
    ).toHaveLength(1);
    expect(
      auth.probe.all(userSessionsEnded).filter(({ data }) => data.sid === claimsOf(token).sid),
    ).toHaveLength(1);
  });

  test('with a token of before there were sessions ends every session of the user', async () => {
    const { user, client } = await auth.newUser();
    const actor = { id: user.id, role: user.role_id, subroles: user.subroles, fullname: user.fullname };
    const old = auth.stranger.as(auth.tokens.tokenFor(actor, { sv: 1 }));
    expect((await old.call(signOut, {})).status).toBe(200);
    expect((await old.call(getSettings, {})).status).toBe(403);
    expect((await client.call(getSettings, {})).status).toBe(403);
  });

  test('is known to another instance with its next look, and to verify there at once', async () => {
    const replica = await auth.replica();
    const { token, client } = await auth.newUser();
    await client.call(signOut, {});
    const there = { url: replica.url };
    const verified = await fetch(`${there.url}${verifyToken.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    });
    expect(verified.status).toBe(403);
    await replica.ctx.sessions.poll();
    const used = await fetch(`${there.url}${getSettings.path}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(used.status).toBe(403);
  });
});
