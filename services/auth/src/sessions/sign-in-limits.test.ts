import { createAgent } from '@crm/contracts/http/agents.js';
import { signIn } from '@crm/contracts/http/auth.js';
import { uniqueEmail } from '@crm/platform/testing/unique.js';
import { backoff } from './sign-in-backoff.rules.js';
import { agentPassword, startAuth, type AuthServer } from '../test/auth-server.js';

let auth: AuthServer;
beforeAll(async () => {
  auth = await startAuth({ hashing: 'quick' });
});
afterAll(() => auth.stop());

describe('failed sign-ins are limited', () => {
  const wrong = (email: string, from: string) =>
    auth.stranger.call(signIn, { body: { email, password: 'wrong' } }, { 'x-forwarded-for': from });
  const right = (email: string, from: string) =>
    auth.stranger.call(signIn, { body: { email, password: agentPassword } }, { 'x-forwarded-for': from });
  /** An account that has never signed in from anywhere. */
  const newAccount = async () => {
    // The wait moved the clock: the service reloads its sessions.
    await auth.advance(0);
    const email = uniqueEmail('limited');
    await auth.admin.call(createAgent, {
      body: { role_id: 2, fname: 'Lee', lname: 'Limited', email, password: agentPassword },
    });
    return email;
  };

  test('for one account from one address: ten, then 429 with the seconds to wait', async () => {
    const email = await newAccount();
    for (let count = 0; count < 10; count += 1) expect((await wrong(email, '203.0.113.1')).status).toBe(401);
    const refused = await wrong(email, '203.0.113.1');
    expect(refused.status).toBe(429);
    expect(refused.refusal).toMatchObject({ code: 'too_many', status: 'warning', retry_after: 60 });
    expect((await right(email, '203.0.113.1')).status).toBe(429);

    await auth.advance(60_000);
    expect((await right(email, '203.0.113.1')).status).toBe(200);
    // The success gave the whole allowance back.
    for (let count = 0; count < 10; count += 1) expect((await wrong(email, '203.0.113.1')).status).toBe(401);
  });

  test('and so for an e-mail that nobody has, so that the limit tells nothing', async () => {
    const email = uniqueEmail('nobody');
    for (let count = 0; count < 10; count += 1) expect((await wrong(email, '203.0.113.2')).status).toBe(401);
    expect((await wrong(email, '203.0.113.2')).status).toBe(429);
  });

  test('without locking anybody else out: the owner signs in from another address, new or known', async () => {
    const email = await newAccount();
    for (let count = 0; count < 15; count += 1) await wrong(email, '203.0.113.3');
    expect((await wrong(email, '203.0.113.3')).status).toBe(429);
    expect((await right(email, '203.0.113.4')).status).toBe(200);
  });

  test('nor when a crowd guesses at one account: where the owner signed in before, the way stays open', async () => {
    const email = await newAccount();
    expect((await right(email, '203.0.113.5')).status).toBe(200);
    for (let count = 0; count < 55; count += 1) await wrong(email, `192.0.2.${String(count)}`);
    const crowd = await wrong(email, '192.0.2.200');
    expect(crowd.status).toBe(429);
    expect(crowd.refusal.retry_after).toBeLessThanOrEqual(10);
    expect((await right(email, '203.0.113.5')).status).toBe(200);

    // On a new network the owner waits seconds once the guessing has stopped.
    expect((await right(email, '203.0.113.6')).status).toBe(429);
    await auth.advance(10_000);
    expect((await right(email, '203.0.113.6')).status).toBe(200);
  });

  test('for one address over all accounts, save those that signed in from there', async () => {
    const colleague = await newAccount();
    expect((await right(colleague, '203.0.113.7')).status).toBe(200);
    for (let count = 0; count < 100; count += 1)
      expect((await wrong(uniqueEmail('sprayed'), '203.0.113.7')).status).toBe(401);
    expect((await wrong(uniqueEmail('sprayed'), '203.0.113.7')).status).toBe(429);
    expect((await right(colleague, '203.0.113.7')).status).toBe(200);
  });

  test('eleven wrong passwords, and thirty, where the account is known: the right one gets in, and wrong ones wait ever longer', async () => {
    for (const [count, most] of [
      [11, 1_000],
      [30, 8_000],
    ] as const) {
      const email = await newAccount();
      expect((await right(email, '203.0.113.20')).status).toBe(200);
      auth.waited.length = 0;
      for (let each = 0; each < count; each += 1)
        expect((await wrong(email, '203.0.113.20')).status).toBe(401);
      expect(auth.waited).toHaveLength(count - 10);
      expect([...auth.waited].sort((a, b) => a - b)).toEqual(auth.waited);
      expect((await right(email, '203.0.113.20')).status).toBe(200);
      expect(auth.waited.at(-1)).toBe(most);
      // The success returned everything.
      expect((await wrong(email, '203.0.113.20')).status).toBe(401);
      expect(auth.waited).toHaveLength(count - 9);
    }
  });

  test('and many wrong ones at once are no way around the wait', async () => {
    const email = await newAccount();
    expect((await right(email, '203.0.113.21')).status).toBe(200);
    auth.waited.length = 0;
    const before = auth.clock.now().getTime();
    const answers = await Promise.all(Array.from({ length: 60 }, () => wrong(email, '203.0.113.21')));
    const checked = answers.filter(({ status }) => status === 401).length;
    const refused = answers.filter(({ status }) => status === 429);
    expect(checked + refused.length).toBe(60);
    const passedMs = auth.clock.now().getTime() - before;
    // Ten are free, and each of the others got its own slot.
    expect(checked).toBeLessThanOrEqual(11 + passedMs / backoff.stepMs);
  });

  test('a browser that signed in before gets in whatever goes on around it, in its own network too', async () => {
    const email = await newAccount();
    const first = await right(email, '203.0.113.22');
    const cookie = first.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(
      /^crm_device=[\w-]{43}; Max-Age=31536000; Path=\/api\/auth\/signin; .*HttpOnly; SameSite=Strict$/,
    );
    const own = { cookie: cookie.split(';')[0] ?? '' };
    // An attacker on the same network occupies every slot.
    for (let each = 0; each < 130; each += 1) await wrong(email, '203.0.113.22');
    expect((await wrong(email, '203.0.113.22')).status).toBe(429);
    expect((await right(email, '203.0.113.22')).status).toBe(429);
    auth.waited.length = 0;
    const body = { email, password: agentPassword };
    for (const from of ['203.0.113.22', '198.51.100.7']) {
      const { status } = await auth.stranger.call(signIn, { body }, { 'x-forwarded-for': from, ...own });
      expect(status).toBe(200);
    }
    expect(auth.waited).toEqual([]);

    // It grants no access: wrong passwords from it back off separately, and other accounts are not affected.
    for (let each = 0; each < 11; each += 1)
      await auth.stranger.call(signIn, { body: { email, password: 'wrong' } }, own);
    await auth.stranger.call(signIn, { body: { email, password: 'wrong' } }, own);
    expect(auth.waited).toEqual([500, 1_000]);
  });

  test('when many come at once, too', async () => {
    const email = await newAccount();
    const answers = await Promise.all(Array.from({ length: 25 }, () => wrong(email, '203.0.113.8')));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15);
  });

  test('by the address that the gateway reports, whatever its client wrote before it', async () => {
    const email = await newAccount();
    for (let count = 0; count < 10; count += 1) await wrong(email, `198.18.0.${String(count)}, 203.0.113.9`);
    expect((await wrong(email, '198.18.0.99, 203.0.113.9')).status).toBe(429);
  });

  test('and a sign-in that fails by itself counts neither way', async () => {
    const email = await newAccount();
    auth.hasher.failNext = 12;
    for (let count = 0; count < 12; count += 1) expect((await wrong(email, '203.0.113.10')).status).toBe(500);
    expect((await wrong(email, '203.0.113.10')).status).toBe(401);
  });
});
