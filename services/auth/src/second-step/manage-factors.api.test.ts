import { listAuditEntries } from '@crm/contracts/http/audit.js';
import { getSettings, updateSettingsFields } from '@crm/contracts/http/settings.js';
import { signIn, verifyToken } from '@crm/contracts/http/auth.js';
import {
  confirmSignIn,
  enrollTotp,
  enrollTotpAtSignIn,
  finishEnrollment,
  finishEnrollmentAtSignIn,
  getSecondFactor,
  removeFactor,
  removeFactorsOfUser,
  renewRecoveryCodes,
} from '@crm/contracts/http/second-factor.js';
import type { FactorRequirement } from '@crm/contracts/entities/factor-requirement.js';
import { pacificDate, startOfPacificDay } from '@crm/contracts/time/pacific.js';
import type { HttpClient } from '@crm/platform/testing/http-client.js';
import { agentPassword, startAuth, wrongFields, type AuthServer } from '../test/auth-server.js';
import { codeOf, confirmWith, stepOf, userWithApp } from '../test/factors.js';
import { enforceSecondFactor, secondFactorJob } from './enforce-second-factor.js';

const day = 24 * 60 * 60_000;
let auth: AuthServer;
beforeEach(async () => {
  auth = await startAuth({ hashing: 'quick' });
});
afterEach(() => auth.stop());

const password = agentPassword;
const factorsOf = async (client: HttpClient) => (await client.call(getSecondFactor, {})).answer.second_factor;
const statusOf = async (client: HttpClient) => (await client.call(getSettings, {})).status;
const requireFrom = async (second_factor: FactorRequirement) => {
  await auth.admin.call(updateSettingsFields, { body: { fields: { second_factor } } });
};
const today = (later = 0) => pacificDate(new Date(auth.clock.now().getTime() + later));
const entries = async (userId: string, action: string) =>
  (
    await auth.admin.call(listAuditEntries, {
      params: { service: 'auth' },
      query: { subject: `user/${userId}`, action },
    })
  ).answer;

describe('an authenticator app', () => {
  test('is set up with the password and its first code, which comes with recovery codes and ends other sessions', async () => {
    const dana = await auth.newUser();
    const other = auth.stranger.as(
      (await auth.stranger.call(signIn, { body: { email: dana.user.email, password } })).answer.token,
    );
    expect(await factorsOf(dana.client)).toEqual({
      user_id: dana.user.id,
      passkeys: [],
      totp_since: null,
      recovery_codes_left: 0,
      required_from: null,
    });
    const { key, uri } = (await dana.client.call(enrollTotp, { body: { password } })).answer;
    expect(new URL(uri)).toMatchObject({ protocol: 'otpauth:', host: 'totp' });
    expect(uri).toContain(`secret=${key}`);
    expect((await factorsOf(dana.client)).totp_since).toBeNull();

    const body = { enrollment: { method: 'totp', code: await codeOf(auth, key) } } as const;
    const { answer } = await dana.client.call(finishEnrollment, { body });
    expect(answer).toMatchObject({ status: 'success', message: 'Authenticator app added' });
    expect(answer.second_factor).toMatchObject({
      totp_since: auth.clock.now().toISOString(),
      recovery_codes_left: 10,
    });
    expect(new Set(answer.recovery_codes).size).toBe(10);
    expect([await statusOf(dana.client), await statusOf(other)]).toEqual([200, 403]);
    const [added] = await entries(dana.user.id, 'factor.added');
    expect(added?.changes).toEqual([{ field: 'authenticator_app', before: null, after: 'set up' }]);
    expect((await dana.client.call(finishEnrollment, { body })).refusal.code).toBe('invalid');
  });

  test('is not begun with a wrong password, which is limited as at sign-in', async () => {
    const dana = await auth.newUser();
    for (const call of [enrollTotp, renewRecoveryCodes] as const) {
      const wrong = await dana.client.call(call, { body: { password: 'a guess' } });
      expect([wrong.status, wrong.refusal.errors]).toEqual([422, { password: 'The password is wrong' }]);
    }
    const wrong = await dana.client.call(removeFactor, { body: { password: 'a guess', factor: 'totp' } });
    expect([wrong.status, wrongFields(wrong)]).toEqual([422, ['password']]);
  });

  test('is not there before the right code, nor behind five minutes', async () => {
    const dana = await auth.newUser();
    const { key } = (await dana.client.call(enrollTotp, { body: { password } })).answer;
    const code = await codeOf(auth, key);
    const wrong = code === '000000' ? '000001' : '000000';
    const refused = await dana.client.call(finishEnrollment, {
      body: { enrollment: { method: 'totp', code: wrong } },
    });
    expect([refused.status, wrongFields(refused)]).toEqual([422, ['enrollment.code']]);
    await auth.advance(5 * 60_000);
    const late = await dana.client.call(finishEnrollment, {
      body: { enrollment: { method: 'totp', code: await codeOf(auth, key) } },
    });
    expect(late.refusal.message).toBe('This took too long, please begin again');
    expect((await factorsOf(dana.client)).totp_since).toBeNull();
    expect((await auth.stranger.call(signIn, { body: { email: dana.user.email, password } })).status).toBe(
      200,
    );
  });

  test('that takes the place of another leaves that one in force until its own first code', async () => {
    const dana = await userWithApp(auth);
    const { key } = (await dana.client.call(enrollTotp, { body: { password } })).answer;
    await auth.advance(30_000);
    const step = await stepOf(auth, dana.user.email);
    expect((await confirmWith(auth, step.token, await codeOf(auth, dana.key))).status).toBe(200);
    const { answer } = await dana.client.call(finishEnrollment, {
      body: { enrollment: { method: 'totp', code: await codeOf(auth, key) } },
    });
    expect(answer.recovery_codes).toBeNull();
    await auth.advance(30_000);
    const next = await stepOf(auth, dana.user.email);
    expect((await confirmWith(auth, next.token, await codeOf(auth, dana.key))).status).toBe(401);
    expect((await confirmWith(auth, next.token, await codeOf(auth, key))).status).toBe(200);
  });

  test('that is the last factor goes with the recovery codes, and the password is enough again', async () => {
    const dana = await userWithApp(auth);
    const { answer } = await dana.client.call(removeFactor, { body: { password, factor: 'totp' } });
    expect(answer.second_factor).toMatchObject({ totp_since: null, recovery_codes_left: 0 });
    expect((await auth.stranger.call(signIn, { body: { email: dana.user.email, password } })).status).toBe(
      200,
    );
    const again = await dana.client.call(removeFactor, { body: { password, factor: 'totp' } });
    expect(again.refusal.code).toBe('not_found');
    expect(await entries(dana.user.id, 'factor.removed')).toContainEqual(
      expect.objectContaining({
        outcome: 'done',
        changes: [{ field: 'authenticator_app', before: 'set up', after: null }],
      }),
    );
  });
});

test('new recovery codes make the old ones void; without a factor there are none', async () => {
  const dana = await userWithApp(auth);
  const { answer } = await dana.client.call(renewRecoveryCodes, { body: { password } });
  const { token } = await stepOf(auth, dana.user.email);
  const recover = (code = '') =>
    auth.stranger.call(confirmSignIn, { body: { step: token, proof: { method: 'recovery', code } } });
  expect((await recover(dana.recoveryCodes[0])).status).toBe(401);
  expect((await recover(answer.recovery_codes[0])).status).toBe(200);
  const eli = await auth.newUser();
  const none = await eli.client.call(renewRecoveryCodes, { body: { password } });
  expect(none.refusal.code).toBe('not_found');
});

describe('an admin', () => {
  test('removes the factors of a lost phone: the sessions end, and the password is enough', async () => {
    const dana = await userWithApp(auth);
    const params = { userId: dana.user.id };
    const { answer } = await auth.admin.call(removeFactorsOfUser, { params });
    expect(answer).toEqual({ status: 'success', message: 'Second factors removed' });
    expect(await statusOf(dana.client)).toBe(403);
    expect((await auth.stranger.call(signIn, { body: { email: dana.user.email, password } })).status).toBe(
      200,
    );
    const [entry] = await entries(dana.user.id, 'factor.removed-by-admin');
    expect(entry).toMatchObject({ actor_id: auth.adminId, outcome: 'done' });
    expect((await auth.admin.call(removeFactorsOfUser, { params })).refusal.code).toBe('not_found');
  });

  test('removes not their own that way, and agents nobody’s', async () => {
    const dana = await userWithApp(auth);
    const own = await auth.admin.call(removeFactorsOfUser, { params: { userId: auth.adminId } });
    expect(own.refusal.code).toBe('not_found');
    const eli = await auth.newUser();
    const others = await eli.client.call(removeFactorsOfUser, { params: { userId: dana.user.id } });
    expect(others.refusal.code).toBe('forbidden');
    expect((await factorsOf(dana.client)).totp_since).not.toBeNull();
  });
});

describe('a role that needs a second factor', () => {
  const enroll = async (step: string) => {
    const { key } = (await auth.stranger.call(enrollTotpAtSignIn, { body: { step } })).answer;
    const code = await codeOf(auth, key);
    const done = await auth.stranger.call(finishEnrollmentAtSignIn, {
      body: { step, enrollment: { method: 'totp', code } },
    });
    return { key, done };
  };

  test('signs in without one until its day, with a word of it', async () => {
    const dana = await auth.newUser();
    await requireFrom({ agent: today(2 * day) });
    const { answer } = await auth.stranger.call(signIn, { body: { email: dana.user.email, password } });
    expect(answer.status).toBe('warning');
    expect(answer.message).toMatch(/^Set up a second factor under Sign-in security: you need one from /);
    expect((await factorsOf(dana.client)).required_from).toBe(today(2 * day));
  });

  test('enrolls one right behind the password, and has no session before', async () => {
    const dana = await auth.newUser();
    await requireFrom({ agent: today() });
    const step = await stepOf(auth, dana.user.email);
    expect(step).toMatchObject({ must_enroll: true, methods: [] });
    const proof = { method: 'totp', code: '123456' } as const;
    const skipped = await auth.stranger.call(confirmSignIn, { body: { step: step.token, proof } });
    expect(skipped.refusal.code).toBe('session_ended');

    const { done } = await enroll(step.token);
    expect(done.answer.recovery_codes).toHaveLength(10);
    expect(await statusOf(auth.stranger.as(done.answer.token))).toBe(200);
    const [entry] = await entries(dana.user.id, 'session.enrolled');
    expect(entry).toMatchObject({ actor_id: dana.user.id, outcome: 'done' });
    const again = await auth.stranger.call(enrollTotpAtSignIn, { body: { step: step.token } });
    expect(again.refusal.code).toBe('session_ended');
    expect((await stepOf(auth, dana.user.email)).must_enroll).toBe(false);
  });

  test('keeps its last factor', async () => {
    const dana = await userWithApp(auth);
    await requireFrom({ agent: today() });
    const kept = await dana.client.call(removeFactor, { body: { password, factor: 'totp' } });
    expect(kept.refusal).toMatchObject({
      code: 'forbidden',
      message: 'Your role needs a second factor: add another one first',
    });
    expect((await factorsOf(dana.client)).totp_since).not.toBeNull();
  });

  test('loses its sessions without one on that day; those with one, and other roles, go on', async () => {
    const [bare, guide] = [await auth.newUser(), await auth.newUser({ role_id: 3 })];
    const dana = await userWithApp(auth);
    await requireFrom({ agent: today(day) });
    expect(await enforceSecondFactor(auth.service.ctx)).toBe(false);
    expect(await secondFactorJob(auth.service.ctx).nextDueAt()).toEqual(startOfPacificDay(today(day)));
    expect(await statusOf(bare.client)).toBe(200);

    await requireFrom({ agent: today() });
    await enforceSecondFactor(auth.service.ctx);
    expect(await statusOf(bare.client)).toBe(403);
    expect([await statusOf(dana.client), await statusOf(guide.client)]).toEqual([200, 200]);
    expect(await secondFactorJob(auth.service.ctx).nextDueAt()).toBeNull();
  });

  test('has no session renewed without one', async () => {
    const bare = await auth.newUser();
    await auth.service.ctx.models.settings.updateOne(
      { _id: 'settings' },
      { $set: { second_factor: { agent: today() }, second_factor_enforced: { agent: today() } } },
    );
    const verified = await auth.stranger.call(verifyToken, { body: { token: bare.token } });
    expect(verified.refusal.code).toBe('session_ended');
    expect(await statusOf(bare.client)).toBe(403);
  });
});

test('a requirement of a role that nobody has, or of no day, is refused', async () => {
  for (const second_factor of [{ owner: today() }, { agent: 'soon' }]) {
    const wrong = await auth.raw(updateSettingsFields, auth.adminToken, { fields: { second_factor } });
    expect(wrong.status).toBe(422);
  }
});
