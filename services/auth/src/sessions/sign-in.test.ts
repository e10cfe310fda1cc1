import jwt from 'jsonwebtoken';
import { updateAgent } from '@crm/contracts/http/agents.js';
import { signIn } from '@crm/contracts/http/auth.js';
import { user as publicUser } from '@crm/contracts/entities/user.js';
import { tokenLifetimeSeconds } from '@crm/contracts/token.js';
import { uniqueEmail } from '@crm/platform/testing/unique.js';
import { agentPassword, claimsOf, startAuth, wrongFields, type AuthServer } from '../test/auth-server.js';

let auth: AuthServer;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.stop());

describe('signing in', () => {
  test('answers a token, the public user and a welcome', async () => {
    const { user } = await auth.newUser({ fname: 'Dana' });
    const { status, answer } = await auth.stranger.call(signIn, {
      body: { email: user.email, password: agentPassword },
    });
    expect(status).toBe(200);
    expect(answer).toMatchObject({ user, status: 'success', message: 'Welcome, Dana' });
    expect(Object.keys(answer.user)).toEqual(Object.keys(publicUser.shape));
  });

  test('signs the token asymmetrically, for 12 hours, with an id of its own and the session version', async () => {
    const { user, token } = await auth.newUser({ subroles: [2, 1] });
    const again = await auth.stranger.call(signIn, { body: { email: user.email, password: agentPassword } });
    expect(jwt.decode(token, { complete: true })?.header).toMatchObject({
      alg: 'ES256',
      kid: auth.tokens.kid,
    });
    const claims = claimsOf(token);
    expect(claims).toMatchObject({ sub: user.id, role: 2, subroles: [1, 2], name: user.fullname, sv: 1 });
    const now = auth.clock.now().getTime() / 1000;
    expect(claims).toMatchObject({ iat: now, exp: now + tokenLifetimeSeconds });
    expect(claimsOf(again.answer.token).jti).not.toBe(claims.jti);
    expect(() =>
      jwt.verify(token, auth.tokens.keys[auth.tokens.kid] ?? '', { clockTimestamp: now }),
    ).not.toThrow();
  });

  test('takes the e-mail in any case', async () => {
    const { user } = await auth.newUser({ email: uniqueEmail('Mixed.Case') });
    const { answer } = await auth.stranger.call(signIn, {
      body: { email: user.email.toUpperCase(), password: agentPassword },
    });
    expect(answer.user.email).toBe(user.email);
  });

  test('names every wrong field at once', async () => {
    const nothing = await auth.raw(signIn, undefined, {});
    expect(nothing).toMatchObject({
      status: 422,
      body: { code: 'invalid' },
    });
    expect(wrongFields(nothing)).toEqual(['email', 'password']);
    const wrong = await auth.stranger.call(signIn, { body: { email: 'nobody', password: '' } });
    expect(wrong.status).toBe(422);
    expect(wrong.refusal.errors).toEqual({
      email: 'E-mail must be valid',
      password: 'This field is required',
    });
  });
});

describe('a sign-in that is refused', () => {
  const attempt = (email: string, password: string, from: string) =>
    auth.stranger.call(signIn, { body: { email, password } }, { 'x-forwarded-for': from });

  test('reads the same for an unknown e-mail, a wrong password and a banned user', async () => {
    const { user } = await auth.newUser();
    const { user: banned } = await auth.newUser();
    const { fname, lname, email } = banned;
    await auth.admin.call(updateAgent, {
      params: { id: banned.id },
      body: { fname, lname, email, banned: 1 },
    });

    const refusals = [
      await attempt(uniqueEmail('nobody'), agentPassword, '198.51.100.1'),
      await attempt(user.email, 'not the password', '198.51.100.1'),
      await attempt(banned.email, agentPassword, '198.51.100.1'),
      await attempt(banned.email, 'not the password', '198.51.100.1'),
    ];
    for (const { status, refusal } of refusals) {
      expect(status).toBe(401);
      expect({ ...refusal, request_id: undefined }).toEqual({
        status: 'error',
        message: 'Wrong e-mail or password',
        code: 'wrong_credentials',
        request_id: undefined,
      });
    }
    const shapes = refusals.map(({ headers }) => [...headers.keys()].sort().join());
    expect(new Set(shapes).size).toBe(1);
  });

  test('costs the same work whether the e-mail is known or not: one password is checked', async () => {
    const { user } = await auth.newUser();
    for (const email of [user.email, uniqueEmail('nobody')]) {
      const before = auth.hasher.verified;
      await attempt(email, 'not the password', '198.51.100.2');
      expect(auth.hasher.verified - before).toBe(1);
    }
    const costOf = (hash: string) => hash.split('$').slice(1, 4).join('$');
    const stored = await auth.service.ctx.models.users.findById(user.id, { password_hash: 1 }).lean();
    expect(costOf(stored?.password_hash ?? '')).toBe('argon2id$v=19$m=19456,t=2,p=1');
    expect(costOf(auth.service.ctx.strangerHash)).toBe('argon2id$v=19$m=19456,t=2,p=1');
  });

  test('leaves neither e-mail, password nor token in the log', async () => {
    const { user, token } = await auth.newUser();
    await attempt(user.email, 'a secret nobody may read', '198.51.100.3');
    const log = auth.lines.text();
    expect(log).toContain('sign-in refused');
    expect(log).not.toContain(user.email);
    expect(log).not.toContain('a secret nobody may read');
    expect(log).not.toContain(agentPassword);
    expect(log).not.toContain(token.split('.')[2]);
  });
});
