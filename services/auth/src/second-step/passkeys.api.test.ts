import {
  challengePasskey,
  confirmSignIn,
  enrollPasskey,
  enrollPasskeyAtSignIn,
  finishEnrollment,
  finishEnrollmentAtSignIn,
  getSecondFactor,
  removeFactor,
} from '@crm/contracts/http/second-factor.js';
import { updateSettingsFields } from '@crm/contracts/http/settings.js';
import { pacificDate } from '@crm/contracts/time/pacific.js';
import {
  agentPassword,
  startAuth,
  wrongFields,
  type AuthServer,
  type SignedIn,
} from '../test/auth-server.js';
import { stepOf } from '../test/factors.js';
import { SoftAuthenticator } from '../test/soft-authenticator.js';

const origin = 'https://crm.example.com';
/** As the gateway says what a browser asked. */
const here = { 'x-forwarded-host': 'crm.example.com', 'x-forwarded-proto': 'https' };
const elsewhere = { 'x-forwarded-host': 'crm.example.net', 'x-forwarded-proto': 'https' };
const password = agentPassword;
let auth: AuthServer;
beforeEach(async () => {
  auth = await startAuth({ hashing: 'quick' });
});
afterEach(() => auth.stop());

const begin = async ({ client }: Pick<SignedIn, 'client'>) =>
  (await client.call(enrollPasskey, { body: { password } }, here)).answer;
const add = async (who: Pick<SignedIn, 'client'>, name: string, device = new SoftAuthenticator(origin)) => {
  const passkey = device.make(await begin(who));
  const done = await who.client.call(finishEnrollment, {
    body: { enrollment: { method: 'passkey', name, passkey } },
  });
  return { device, done };
};
const challenge = async (step: string, headers = here) =>
  (await auth.stranger.call(challengePasskey, { body: { step } }, headers)).answer;
const confirm = (step: string, passkey: ReturnType<SoftAuthenticator['sign']>) =>
  auth.stranger.call(confirmSignIn, { body: { step, proof: { method: 'passkey', passkey } } }, here);

describe('passkeys', () => {
  test('are added with names, listed, and removed one by one', async () => {
    const dana = await auth.newUser();
    const laptop = await add(dana, ' Work laptop ');
    expect(laptop.done.answer).toMatchObject({ status: 'success', message: 'Passkey added' });
    expect(laptop.done.answer.recovery_codes).toHaveLength(10);
    const key = await add(dana, 'Security key');
    expect(key.done.answer.recovery_codes).toBeNull();
    const { second_factor } = (await dana.client.call(getSecondFactor, {})).answer;
    const at = auth.clock.now().toISOString();
    expect(second_factor.passkeys).toEqual([
      { id: laptop.device.id, name: 'Work laptop', created_at: at, last_used_at: null },
      { id: key.device.id, name: 'Security key', created_at: at, last_used_at: null },
    ]);
    const removed = await dana.client.call(removeFactor, { body: { password, factor: laptop.device.id } });
    expect(removed.answer.second_factor.passkeys.map(({ name }) => name)).toEqual(['Security key']);
    const { token } = await stepOf(auth, dana.user.email, here);
    const asked = await challenge(token);
    expect(asked.allowCredentials.map(({ id }) => id)).toEqual([key.device.id]);
    const old = await confirm(token, laptop.device.sign(asked));
    expect(old.refusal.code).toBe('wrong_credentials');
  });

  test('sign in behind the password, and note when', async () => {
    const dana = await auth.newUser();
    const { device } = await add(dana, 'Laptop');
    const { token, methods } = await stepOf(auth, dana.user.email, here);
    expect(methods).toEqual(['passkey', 'recovery']);
    await auth.advance(1_000);
    const asked = await challenge(token);
    expect(asked).toMatchObject({ rpId: 'crm.example.com', userVerification: 'required' });
    const { answer } = await confirm(token, device.sign(asked));
    expect(answer.user.id).toBe(dana.user.id);
    const { second_factor } = (await auth.stranger.as(answer.token).call(getSecondFactor, {})).answer;
    expect(second_factor.passkeys[0]?.last_used_at).toBe(auth.clock.now().toISOString());
  });

  test('are made at sign-in where the role needs one', async () => {
    const dana = await auth.newUser();
    const second_factor = { agent: pacificDate(auth.clock.now()) };
    await auth.admin.call(updateSettingsFields, { body: { fields: { second_factor } } });
    const step = (await stepOf(auth, dana.user.email, here)).token;
    const options = (await auth.stranger.call(enrollPasskeyAtSignIn, { body: { step } }, here)).answer;
    const passkey = new SoftAuthenticator(origin).make(options);
    const done = await auth.stranger.call(finishEnrollmentAtSignIn, {
      body: { step, enrollment: { method: 'passkey', name: 'Laptop', passkey } },
    });
    expect(done.answer.user.id).toBe(dana.user.id);
    expect(done.answer.recovery_codes).toHaveLength(10);
  });
});

describe('a new passkey is refused', () => {
  test.each([
    ['by another site', { origin: 'https://crm.example.net' }],
    ['without a fingerprint or PIN', { verifies: false }],
    ['by another challenge', { challenge: 'c29tZXRoaW5nIGVsc2U' }],
  ])('%s', async (_what, manner) => {
    const dana = await auth.newUser();
    const device = new SoftAuthenticator(origin);
    const options = await begin(dana);
    const body = {
      enrollment: { method: 'passkey', name: 'Laptop', passkey: device.make(options, manner) },
    } as const;
    const refused = await dana.client.call(finishEnrollment, { body });
    expect([refused.status, wrongFields(refused)]).toEqual([422, ['enrollment.passkey']]);
    // The challenge was looked at: it is not for a second try.
    const right = { enrollment: { ...body.enrollment, passkey: device.make(options) } };
    expect((await dana.client.call(finishEnrollment, { body: right })).status).toBe(422);
    expect((await dana.client.call(getSecondFactor, {})).answer.second_factor.passkeys).toEqual([]);
  });

  test('that is somebody’s already', async () => {
    const dana = await auth.newUser();
    const { device } = await add(dana, 'Laptop');
    const eli = await auth.newUser();
    const { done } = await add(eli, 'Laptop', device);
    expect([done.status, wrongFields(done)]).toEqual([422, ['enrollment.passkey']]);
  });

  test('behind five minutes, and at a site that is a number', async () => {
    const dana = await auth.newUser();
    const device = new SoftAuthenticator(origin);
    const passkey = device.make(await begin(dana));
    await auth.advance(5 * 60_000);
    const late = await dana.client.call(finishEnrollment, {
      body: { enrollment: { method: 'passkey', name: 'Laptop', passkey } },
    });
    expect(late.refusal.message).toBe('This took too long, please begin again');
    const numbered = await dana.client.call(enrollPasskey, { body: { password } });
    expect(numbered.refusal.message).toMatch(/^Passkeys need a site with a name/);
  });
});

describe('a signature is refused', () => {
  test.each([
    ['of another site', { origin: 'https://crm.example.net' }],
    ['without a fingerprint or PIN', { verifies: false }],
    ['of another challenge', { challenge: 'c29tZXRoaW5nIGVsc2U' }],
  ])('%s', async (_what, manner) => {
    const dana = await auth.newUser();
    const { device } = await add(dana, 'Laptop');
    const { token } = await stepOf(auth, dana.user.email, here);
    const refused = await confirm(token, device.sign(await challenge(token), manner));
    expect(refused.refusal).toMatchObject({
      code: 'wrong_credentials',
      message: 'This passkey was not accepted',
    });
  });

  test('the second time, also in the step of another sign-in', async () => {
    const dana = await auth.newUser();
    const { device } = await add(dana, 'Laptop');
    const { token } = await stepOf(auth, dana.user.email, here);
    const other = await stepOf(auth, dana.user.email, here);
    const signed = device.sign(await challenge(token));
    await challenge(other.token);
    expect((await confirm(other.token, signed)).status).toBe(401);
    expect((await confirm(token, signed)).status).toBe(200);
    expect((await confirm(token, signed)).refusal.code).toBe('session_ended');
  });

  test('of a copy, whose count of signatures lies behind', async () => {
    const dana = await auth.newUser();
    const { device } = await add(dana, 'Laptop');
    const first = await stepOf(auth, dana.user.email, here);
    expect((await confirm(first.token, device.sign(await challenge(first.token)))).status).toBe(200);
    device.counter = 0;
    const second = await stepOf(auth, dana.user.email, here);
    expect((await confirm(second.token, device.sign(await challenge(second.token)))).status).toBe(401);
  });

  test('without a challenge, and of a passkey of another host, which is not asked for', async () => {
    const dana = await auth.newUser();
    const { device } = await add(dana, 'Laptop');
    const { token } = await stepOf(auth, dana.user.email, here);
    const asked = await challenge(token);
    const wrong = await confirm(token, device.sign(asked, { verifies: false }));
    expect(wrong.status).toBe(401);
    // Used with the try before.
    expect((await confirm(token, device.sign(asked))).status).toBe(401);
    const there = await stepOf(auth, dana.user.email, elsewhere);
    expect(there.methods).toEqual(['recovery']);
    expect((await challenge(there.token, elsewhere)).allowCredentials).toEqual([]);
  });
});
