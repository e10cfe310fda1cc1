import { createHmac } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { leadWorkStarted } from '@crm/contracts/bus/events.js';
import { updateAgent } from '@crm/contracts/http/agents.js';
import { getSettings, updateSettingsFields } from '@crm/contracts/http/settings.js';
import { signIn, signOut, verifyToken } from '@crm/contracts/http/auth.js';
import { createTestTokens } from '@crm/platform/testing/tokens.js';
import { uniqueActor, uniqueId } from '@crm/platform/testing/unique.js';
import { agentPassword, claimsOf, startAuth, type AuthServer } from '../test/auth-server.js';
import { workMessage } from '../test/work-message.js';

const hourMs = 3_600_000;
let auth: AuthServer;
beforeAll(async () => {
  auth = await startAuth();
});
afterAll(() => auth.stop());

const verify = (token: string) => auth.stranger.call(verifyToken, { body: { token } });
const ended = { code: 'session_ended', status: 'error', message: 'Session ended, please login again' };

describe('verifying a token', () => {
  test('answers its user and no new token while it is young', async () => {
    const { user, token } = await auth.newUser();
    const { status, body } = await verify(token);
    expect(status).toBe(200);
    expect(body).toEqual({ user });
  });

  test('answers the uncompleted lead, as sign-in does', async () => {
    const { user, token } = await auth.newUser();
    const leadId = uniqueId();
    await auth.bus.publish([workMessage(leadWorkStarted, { userId: user.id, leadId, sequence: 1 })]);
    expect((await verify(token)).answer.user.uncompleted_lead).toBe(leadId);
    const again = await auth.stranger.call(signIn, { body: { email: user.email, password: agentPassword } });
    expect(again.answer.user.uncompleted_lead).toBe(leadId);
  });

  test('answers a successor once it is past half of its life, and both are live', async () => {
    const own = await startAuth();
    await own.admin.call(updateSettingsFields, { body: { fields: { session_idle_minutes: 1_440 } } });
    const { token, client } = await own.newUser();
    await own.advance(6 * hourMs + 1000);
    const { answer } = await own.stranger.call(verifyToken, { body: { token } });
    expect(answer.token).toBeDefined();
    expect(claimsOf(answer.token)).toMatchObject({
      iat: own.clock.now().getTime() / 1000,
      exp: own.clock.now().getTime() / 1000 + 12 * 3600,
    });
    expect((await client.call(getSettings, {})).status).toBe(200);
    expect((await own.stranger.as(answer.token).call(getSettings, {})).status).toBe(200);
    expect(claimsOf(answer.token).sid).toBe(claimsOf(token).sid);

    await own.advance(6 * hourMs);
    expect((await client.call(getSettings, {})).refusal).toMatchObject(ended);
    expect((await own.stranger.as(answer.token).call(getSettings, {})).status).toBe(200);
    await own.stop();
  });

  test('answers a successor at once to a user who was given a sub-role', async () => {
    const { user, token } = await auth.newUser({ subroles: [1] });
    const { fname, lname, email } = user;
    await auth.admin.call(updateAgent, {
      params: { id: user.id },
      body: { fname, lname, email, subroles: [1, 2] },
    });
    const { answer } = await verify(token);
    expect(claimsOf(answer.token)).toMatchObject({ subroles: [1, 2] });
  });
});

describe('403 session_ended is the answer to a token that is', () => {
  const refused = async (token: string) => {
    const { status, refusal } = await verify(token);
    expect(status).toBe(403);
    expect(refusal).toMatchObject(ended);
  };

  test('expired', async () => {
    const { user } = await auth.newUser();
    const iat = auth.clock.now().getTime() / 1000 - 12 * 3600;
    const actor = { id: user.id, role: user.role_id, subroles: user.subroles, fullname: user.fullname };
    await refused(auth.tokens.tokenFor(actor, { iat, sv: 1 }));
  });

  test('signed out', async () => {
    const { token, client } = await auth.newUser();
    await client.call(signOut, {});
    await refused(token);
  });

  test('of a user who is banned', async () => {
    const { user, token } = await auth.newUser();
    const { fname, lname, email } = user;
    await auth.admin.call(updateAgent, { params: { id: user.id }, body: { fname, lname, email, banned: 1 } });
    await refused(token);
    await auth.admin.call(updateAgent, { params: { id: user.id }, body: { fname, lname, email, banned: 0 } });
    // The ban ended the session for good: the user has to sign in again.
    await refused(token);
    const again = await auth.stranger.call(signIn, { body: { email, password: agentPassword } });
    expect(again.status).toBe(200);
  });

  test('of nobody', async () => {
    await refused(auth.tokens.tokenFor(uniqueActor(2), { sv: 1 }));
  });

  test('signed by somebody else, by nobody, or by the public key as if it were a shared one', async () => {
    const { user } = await auth.newUser();
    const actor = { id: user.id, role: 1 as const, subroles: [], fullname: user.fullname };
    await refused(createTestTokens(auth.clock).tokenFor(actor, { sv: 1 }));
    const claims = claimsOf(auth.tokens.tokenFor(actor, { sv: 1 }));
    const { kid, keys } = auth.tokens;
    await refused(jwt.sign(claims, '', { algorithm: 'none', keyid: kid }));
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const confused = `${part({ alg: 'HS256', typ: 'JWT', kid })}.${part(claims)}`;
    const mac = createHmac('sha256', keys[kid] ?? '')
      .update(confused)
      .digest('base64url');
    await refused(`${confused}.${mac}`);
  });

  test('no token at all', async () => {
    await refused('not a token');
  });
});

test('a body without a token is refused by field', async () => {
  expect(await auth.raw(verifyToken, undefined, {})).toMatchObject({
    status: 422,
    body: { errors: { token: 'This field is required' } },
  });
});
