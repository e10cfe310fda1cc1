import { userSessionsEnded } from '@crm/contracts/bus/events.js';
import { changePassword } from '@crm/contracts/http/account.js';
import { getSettings } from '@crm/contracts/http/settings.js';
import { listSessions, signIn, verifyToken } from '@crm/contracts/http/auth.js';
import { uniqueId } from '@crm/platform/testing/unique.js';
import { agentPassword, claimsOf, startAuth, type AuthServer, type SignedIn } from '../test/auth-server.js';

const newPassword = 'another password now';
let auth: AuthServer;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.stop());

const change = (
  { client, user }: SignedIn,
  body = { old_password: agentPassword, new_password: newPassword },
  from = '127.0.0.1',
) => client.call(changePassword, { params: { userId: user.id }, body }, { 'x-forwarded-for': from });

describe('changing the own password', () => {
  test('lets the new one in and the old one no more', async () => {
    const dana = await auth.newUser();
    const { status, body } = await change(dana);
    expect(status).toBe(200);
    expect(body).toEqual({ status: 'success', message: 'Password changed' });
    const { email } = dana.user;
    expect((await auth.stranger.call(signIn, { body: { email, password: agentPassword } })).status).toBe(401);
    expect((await auth.stranger.call(signIn, { body: { email, password: newPassword } })).status).toBe(200);
  });

  test("ends the user's other sessions at once and keeps the one that asked", async () => {
    const dana = await auth.newUser();
    const { answer } = await auth.stranger.call(signIn, {
      body: { email: dana.user.email, password: agentPassword },
    });
    const other = auth.stranger.as(answer.token);
    expect((await other.call(getSettings, {})).status).toBe(200);

    await change(dana);
    expect((await other.call(getSettings, {})).refusal.code).toBe('session_ended');
    expect((await auth.stranger.call(verifyToken, { body: { token: answer.token } })).status).toBe(403);
    expect((await dana.client.call(getSettings, {})).status).toBe(200);
    // Verify renews the kept token under the current version.
    const verified = await auth.stranger.call(verifyToken, { body: { token: dana.token } });
    expect(claimsOf(verified.answer.token)).toMatchObject({ sv: 2 });
  });

  test('tells everybody the new version and the token that lives on', async () => {
    const dana = await auth.newUser();
    await change(dana);
    const { data } = await auth.probe.waitFor(
      userSessionsEnded,
      (event) => event.data.user_id === dana.user.id,
    );
    const { jti, exp } = claimsOf(dana.token);
    expect(data).toEqual({ user_id: dana.user.id, session_version: 2, except_jti: jti, exp });
    const { answer } = await auth.internal.call(listSessions, { query: {} });
    expect(answer.versions[dana.user.id]).toBe(2);
    expect(answer.kept).toContainEqual({ user_id: dana.user.id, jti, exp });
  });

  test('ends the sessions in another instance with its next look', async () => {
    const replica = await auth.replica();
    const dana = await auth.newUser();
    const { answer } = await auth.stranger.call(signIn, {
      body: { email: dana.user.email, password: agentPassword },
    });
    const there = async (token: string) =>
      (await fetch(`${replica.url}${getSettings.path}`, { headers: { authorization: `Bearer ${token}` } }))
        .status;
    expect(await there(answer.token)).toBe(200);
    await change(dana);
    while ((await there(answer.token)) === 200);
    expect(await there(answer.token)).toBe(403);
    expect(await there(dana.token)).toBe(200);
  });

  test('of two at once lets one through', async () => {
    const dana = await auth.newUser();
    const both = await Promise.all([
      change(dana, { old_password: agentPassword, new_password: 'the first of two' }),
      change(dana, { old_password: agentPassword, new_password: 'the second of two' }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe('a change of password is refused', () => {
  test('without the old one, by field, and nothing changes', async () => {
    const dana = await auth.newUser();
    const wrong = await change(dana, { old_password: 'not mine', new_password: newPassword });
    expect(wrong.status).toBe(422);
    expect(wrong.refusal.errors).toEqual({ old_password: 'The old password is wrong' });
    const { email } = dana.user;
    expect((await auth.stranger.call(signIn, { body: { email, password: agentPassword } })).status).toBe(200);
    expect((await dana.client.call(getSettings, {})).status).toBe(200);
  });

  test('with both fields wrong, naming both', async () => {
    const dana = await auth.newUser();
    const wrong = await change(dana, { old_password: '', new_password: 'short' });
    expect(wrong.status).toBe(422);
    expect(wrong.refusal.errors).toEqual({
      old_password: 'Required.',
      new_password: 'At least 12 characters',
    });
  });

  test('to whoever guesses at the old one from a stolen session: ten tries', async () => {
    const dana = await auth.newUser();
    const guess = { old_password: 'a guess', new_password: newPassword };
    for (let count = 0; count < 10; count += 1)
      expect((await change(dana, guess, '203.0.113.77')).status).toBe(422);
    expect((await change(dana, guess, '203.0.113.77')).status).toBe(429);
    expect((await change(dana)).status).toBe(200);
  });

  test('to everybody but the user, admins included', async () => {
    const dana = await auth.newUser();
    const other = await auth.newUser();
    for (const client of [auth.admin, other.client]) {
      const { status, refusal } = await change({ ...dana, client });
      expect(status).toBe(403);
      expect(refusal.code).toBe('forbidden');
    }
    expect((await change({ ...dana, client: auth.stranger })).refusal.code).toBe('session_ended');
    const unknown = await change({ ...dana, user: { ...dana.user, id: uniqueId() } });
    expect(unknown.status).toBe(403);
  });
});

test('neither password ever is in the log', () => {
  const log = auth.lines.text();
  expect(log).not.toContain(newPassword);
  expect(log).not.toContain(agentPassword);
});
