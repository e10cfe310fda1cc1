import { listAuditEntries } from '@crm/contracts/http/audit.js';
import { changePassword } from '@crm/contracts/http/account.js';
import { getSettings } from '@crm/contracts/http/settings.js';
import { signIn, verifyToken } from '@crm/contracts/http/auth.js';
import {
  challengePasskey,
  confirmSignIn,
  enrollTotpAtSignIn,
  finishEnrollmentAtSignIn,
} from '@crm/contracts/http/second-factor.js';
import { listOwnSessions, signOutEverywhere } from '@crm/contracts/http/sessions.js';
import { updateAgent } from '@crm/contracts/http/agents.js';
import { agentPassword, startAuth, type AuthServer } from '../test/auth-server.js';
import { codeOf, confirmWith, stepOf, userWithApp } from '../test/factors.js';

const minute = 60_000;
let auth: AuthServer;
beforeEach(async () => {
  auth = await startAuth({ hashing: 'quick' });
});
afterEach(() => auth.stop());

const entries = async (userId: string, action: string) =>
  (
    await auth.admin.call(listAuditEntries, {
      params: { service: 'auth' },
      query: { subject: `user/${userId}`, action },
    })
  ).answer;
/** A wrong code, whatever the right one is. */
const wrongFor = (code: string) => (code === '000000' ? '000001' : '000000');
const nextCode = async (key: string) => {
  await auth.advance(30_000);
  return codeOf(auth, key);
};

describe('the right password of somebody with a second factor', () => {
  test('answers a step and no session', async () => {
    const dana = await userWithApp(auth);
    const asked = await auth.stranger.call(signIn, {
      body: { email: dana.user.email, password: agentPassword },
    });
    expect(asked.status).toBe(401);
    expect(asked.refusal).toMatchObject({
      code: 'second_step',
      status: 'info',
      message: 'Confirm that it is you',
      sign_in_step: {
        methods: ['totp', 'recovery'],
        must_enroll: false,
        expires_at: new Date(auth.clock.now().getTime() + 5 * minute).toISOString(),
      },
    });
    expect(JSON.stringify(asked.body)).not.toContain('eyJ');
    expect((await dana.client.call(listOwnSessions, {})).answer.sessions).toHaveLength(1);
  });

  test("its token opens nothing but the step: no call, and nobody's session", async () => {
    const dana = await userWithApp(auth);
    const { token } = await stepOf(auth, dana.user.email);
    expect((await auth.stranger.as(token).call(getSettings, {})).refusal.code).toBe('session_ended');
    expect((await auth.stranger.call(verifyToken, { body: { token } })).refusal.code).toBe('session_ended');
    const enroll = await auth.stranger.call(enrollTotpAtSignIn, { body: { step: token } });
    expect(enroll.refusal.code).toBe('session_ended');
  });

  test('whoever goes on with the code of the app has a session, and the audit log its start', async () => {
    const dana = await userWithApp(auth);
    const step = await stepOf(auth, dana.user.email);
    const { status, answer } = await confirmWith(auth, step.token, await nextCode(dana.key));
    expect(status).toBe(200);
    expect(answer).toMatchObject({ status: 'success', message: `Welcome, ${dana.user.fname}` });
    expect(answer.user.id).toBe(dana.user.id);
    expect((await auth.stranger.as(answer.token).call(getSettings, {})).status).toBe(200);
    const [started] = await entries(dana.user.id, 'session.started');
    expect(started).toMatchObject({ actor_id: dana.user.id, outcome: 'done' });
  });

  test('a wrong password tells nothing of the second factor', async () => {
    const dana = await userWithApp(auth);
    const wrong = await auth.stranger.call(signIn, { body: { email: dana.user.email, password: 'nope' } });
    expect(wrong.refusal).toMatchObject({ code: 'wrong_credentials', message: 'Wrong e-mail or password' });
    expect(wrong.refusal.sign_in_step).toBeUndefined();
  });
});

describe('a step', () => {
  test('is used up by the sign-in it ends in', async () => {
    const dana = await userWithApp(auth);
    const { token } = await stepOf(auth, dana.user.email);
    expect((await confirmWith(auth, token, await nextCode(dana.key))).status).toBe(200);
    const again = await confirmWith(auth, token, await nextCode(dana.key));
    expect(again.refusal.code).toBe('session_ended');
  });

  test('lasts five minutes', async () => {
    const dana = await userWithApp(auth);
    const { token } = await stepOf(auth, dana.user.email);
    await auth.advance(5 * minute);
    const late = await confirmWith(auth, token, await codeOf(auth, dana.key));
    expect(late.refusal.code).toBe('session_ended');
  });

  test('takes five codes; behind them the password is asked again', async () => {
    const dana = await userWithApp(auth);
    const { token } = await stepOf(auth, dana.user.email);
    const right = await nextCode(dana.key);
    for (let tries = 0; tries < 5; tries += 1) {
      const wrong = await confirmWith(auth, token, wrongFor(right));
      expect(wrong.refusal).toMatchObject({
        code: 'wrong_credentials',
        message: 'This code is wrong, or was used',
      });
    }
    expect((await confirmWith(auth, token, right)).refusal.code).toBe('session_ended');
    const denied = (await entries(dana.user.id, 'session.started')).filter(
      ({ outcome }) => outcome === 'denied',
    );
    expect(denied).toHaveLength(5);
  });

  test.each([
    [
      'a new password',
      async ({ client, user }: Awaited<ReturnType<typeof userWithApp>>) =>
        client.call(changePassword, {
          params: { userId: user.id },
          body: { old_password: agentPassword, new_password: 'copper lantern rivers' },
        }),
    ],
    [
      'signing out everywhere',
      async ({ client }: Awaited<ReturnType<typeof userWithApp>>) => client.call(signOutEverywhere, {}),
    ],
    [
      'a ban',
      async ({ user: { id, fname, lname, email } }: Awaited<ReturnType<typeof userWithApp>>) =>
        auth.admin.call(updateAgent, { params: { id }, body: { fname, lname, email, banned: 1 } }),
    ],
  ])('ends with %s', async (_what, change) => {
    const dana = await userWithApp(auth);
    const { token } = await stepOf(auth, dana.user.email);
    expect((await change(dana)).status).toBe(200);
    const after = await confirmWith(auth, token, await nextCode(dana.key));
    expect(after.refusal.code).toBe('session_ended');
  });

  test.each([
    ['a token that is none', 'x'.repeat(43), 403],
    ['a token of another length', 'short', 422],
  ])('%s is refused', async (_what, step, status) => {
    expect((await auth.raw(challengePasskey, undefined, { step })).status).toBe(status);
    const proof = { method: 'totp', code: '123456' };
    expect((await auth.raw(confirmSignIn, undefined, { step, proof })).status).toBe(status);
    const finish = { step, enrollment: proof };
    expect((await auth.raw(finishEnrollmentAtSignIn, undefined, finish)).status).toBe(status);
  });
});

describe('a code of the app', () => {
  test('is taken once, also by two sign-ins at the same time', async () => {
    const dana = await userWithApp(auth);
    const steps = await Promise.all([1, 2].map(() => stepOf(auth, dana.user.email)));
    const code = await nextCode(dana.key);
    const answers = await Promise.all(steps.map(({ token }) => confirmWith(auth, token, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    const { token } = await stepOf(auth, dana.user.email);
    expect((await confirmWith(auth, token, code)).refusal.code).toBe('wrong_credentials');
    expect((await confirmWith(auth, token, await nextCode(dana.key))).status).toBe(200);
  });

  test('of the setup is not taken again at sign-in', async () => {
    const dana = await userWithApp(auth);
    const { token } = await stepOf(auth, dana.user.email);
    expect((await confirmWith(auth, token, await codeOf(auth, dana.key))).status).toBe(401);
  });

  test('counts half a minute early or late, and no longer', async () => {
    const dana = await userWithApp(auth);
    await auth.advance(10 * minute);
    const now = await codeOf(auth, dana.key);
    const { token } = await stepOf(auth, dana.user.email);
    await auth.advance(90_000);
    expect((await confirmWith(auth, token, now)).status).toBe(401);
    const before = await codeOf(auth, dana.key);
    await auth.advance(30_000);
    expect((await confirmWith(auth, token, before)).status).toBe(200);
  });
});

describe('a recovery code', () => {
  const recover = (step: string, code: string) =>
    auth.stranger.call(confirmSignIn, { body: { step, proof: { method: 'recovery', code } } });

  test('opens one session, however it is typed, and says how many are left', async () => {
    const dana = await userWithApp(auth);
    expect(dana.recoveryCodes).toHaveLength(10);
    const [first = '', second = ''] = dana.recoveryCodes;
    const { token } = await stepOf(auth, dana.user.email);
    const { answer } = await recover(token, first.toUpperCase().replaceAll('-', ' '));
    expect(answer).toMatchObject({ status: 'warning', message: 'Recovery codes left: 9' });
    const next = await stepOf(auth, dana.user.email);
    expect((await recover(next.token, first)).refusal.code).toBe('wrong_credentials');
    expect((await recover(next.token, second)).status).toBe(200);
  });

  test('of somebody else is wrong, and none is in the store as it is written', async () => {
    const dana = await userWithApp(auth);
    const eli = await userWithApp(auth);
    const { token } = await stepOf(auth, dana.user.email);
    expect((await recover(token, eli.recoveryCodes[0] ?? '')).status).toBe(401);
    const stored = JSON.stringify(await auth.service.ctx.models.factors.find().lean());
    for (const code of dana.recoveryCodes) {
      expect(stored).not.toContain(code);
      expect(stored).not.toContain(code.replaceAll('-', ''));
    }
    expect(stored).not.toContain(dana.key);
    expect(auth.lines.text()).not.toContain(dana.key);
  });
});

describe('wrong codes', () => {
  const away = { 'x-forwarded-for': '198.51.100.7' };

  test('slow down where nobody is known, and the right password does not make good for them', async () => {
    const dana = await userWithApp(auth);
    const refused: string[] = [];
    for (let tries = 0; tries < 12; tries += 1) {
      const { token } = await stepOf(auth, dana.user.email, away);
      const { refusal } = await confirmWith(auth, token, wrongFor(await codeOf(auth, dana.key)), away);
      refused.push(refusal.code);
    }
    expect(refused.filter((code) => code === 'wrong_credentials')).toHaveLength(10);
    expect(refused.slice(10)).toEqual(['too_many', 'too_many']);
    // At home, nobody has been kept waiting.
    const { token } = await stepOf(auth, dana.user.email);
    expect((await confirmWith(auth, token, await nextCode(dana.key))).status).toBe(200);
  });

  test('are held back on a known network, longer each time', async () => {
    const dana = await userWithApp(auth);
    for (let tries = 0; tries < 13; tries += 1) {
      const { token } = await stepOf(auth, dana.user.email);
      await confirmWith(auth, token, wrongFor(await codeOf(auth, dana.key)));
    }
    expect(auth.waited.filter((ms) => ms > 0).length).toBeGreaterThan(0);
  });
});
