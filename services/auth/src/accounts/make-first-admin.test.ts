import { userCreated } from '@crm/contracts/bus/events.js';
import { changePassword } from '@crm/contracts/http/account.js';
import { getSettings } from '@crm/contracts/http/settings.js';
import { signIn } from '@crm/contracts/http/auth.js';
import { createMemoryBus } from '@crm/platform/bus/memory-bus.js';
import { loadConfig } from '@crm/platform/config/load-config.js';
import { busProbe } from '@crm/platform/testing/bus-probe.js';
import { httpClient } from '@crm/platform/testing/http-client.js';
import { logLines } from '@crm/platform/testing/log-lines.js';
import { startTestStore, type TestStore } from '@crm/platform/testing/test-store.js';
import { createTestTokens } from '@crm/platform/testing/tokens.js';
import { authConfig } from '../config.js';
import { createAuthService, type AuthService } from '../service.js';
import { adminEmail, adminPassword, databaseOf, testEnvironment } from '../test/auth-server.js';

const tokens = createTestTokens();
let store: TestStore;
const running: AuthService[] = [];
beforeAll(async () => {
  store = await startTestStore();
});
afterEach(async () => {
  for (const service of running.splice(0)) await service.stop();
});
afterAll(() => store.stop());

/** One start of the service on a database, with or without a password configured. */
async function start(uri: string, password?: string) {
  const lines = logLines('auth', 'debug');
  const bus = createMemoryBus();
  const probe = await busProbe(bus);
  const { FIRST_ADMIN_PASSWORD: _unset, ...environment } = testEnvironment(uri, tokens);
  const config = loadConfig(authConfig, {
    ...environment,
    ...(password === undefined ? {} : { FIRST_ADMIN_PASSWORD: password }),
  });
  let oneTime: string | undefined;
  const service = createAuthService(config, {
    bus,
    log: lines.log,
    handOver: (email, handed) => {
      expect(email).toBe(adminEmail);
      oneTime = handed;
    },
  });
  running.push(service);
  await service.start();
  const client = httpClient(service.url);
  return {
    service,
    probe,
    client,
    lines,
    oneTime: () => oneTime,
    signIn: (with_: string) => client.call(signIn, { body: { email: adminEmail, password: with_ } }),
    stop: async () => {
      running.splice(running.indexOf(service), 1);
      await service.stop();
    },
  };
}

describe('the first start', () => {
  test('makes the admin that is configured and makes no password up', async () => {
    const { signIn: attempt, lines, oneTime, probe } = await start(databaseOf(store.uri), adminPassword);
    const { answer } = await attempt(adminPassword);
    expect(answer).toMatchObject({ status: 'success', user: { role_id: 1, email: adminEmail } });
    expect(oneTime()).toBeUndefined();
    expect(lines.text()).not.toContain(adminPassword);
    expect(await probe.waitFor(userCreated)).toMatchObject({ actorid: 'system', data: { role_id: 1 } });
  });

  test('without one makes up a password that opens one session, and says to change it', async () => {
    const { signIn: attempt, client, oneTime } = await start(databaseOf(store.uri));
    const password = oneTime() ?? '';
    expect(password).toHaveLength(20);
    const { answer } = await attempt(password);
    expect(answer).toMatchObject({
      status: 'warning',
      message: 'Please change your password now, this one cannot be used again',
    });
    expect((await attempt(password)).refusal.code).toBe('wrong_credentials');

    const session = client.as(answer.token);
    const params = { userId: answer.user.id };
    const same = await session.call(changePassword, {
      params,
      body: { old_password: password, new_password: password },
    });
    expect(same.refusal.errors).toEqual({ new_password: 'Please choose a new password' });
    await session.call(changePassword, {
      params,
      body: { old_password: password, new_password: 'my very own lantern' },
    });
    expect((await attempt('my very own lantern')).answer.status).toBe('success');
    expect((await attempt('my very own lantern')).status).toBe(200);
  });

  test('tells no log of it', async () => {
    const { oneTime, lines } = await start(databaseOf(store.uri));
    expect(oneTime()).toHaveLength(20);
    expect(lines.text()).not.toContain(oneTime());
  });

  test('of two at once makes one admin', async () => {
    const uri = databaseOf(store.uri);
    const [one] = await Promise.all([start(uri, adminPassword), start(uri, adminPassword)]);
    expect(await one.service.ctx.models.users.countDocuments({ role_id: 1 })).toBe(1);
    expect((await one.signIn(adminPassword)).status).toBe(200);
  });
});

describe('a later start', () => {
  test('leaves an admin with a password alone, whatever is configured by then', async () => {
    const uri = databaseOf(store.uri);
    await (await start(uri, adminPassword)).stop();
    const later = await start(uri, 'something else now');
    expect((await later.signIn('something else now')).status).toBe(401);
    expect((await later.signIn(adminPassword)).status).toBe(200);
    expect(later.oneTime()).toBeUndefined();
  });

  test('leaves a made-up password that is unused as it is', async () => {
    const uri = databaseOf(store.uri);
    const first = await start(uri);
    await first.stop();
    const later = await start(uri);
    expect(later.oneTime()).toBeUndefined();
    expect((await later.signIn(first.oneTime() ?? '')).status).toBe(200);
  });

  test('makes up a new one where the first was used and never changed, and ends its session', async () => {
    const uri = databaseOf(store.uri);
    const first = await start(uri);
    const { token } = (await first.signIn(first.oneTime() ?? '')).answer;
    await first.stop();
    const later = await start(uri);
    expect(later.oneTime()).toHaveLength(20);
    expect((await later.client.as(token).call(getSettings, {})).refusal.code).toBe('session_ended');
    expect((await later.signIn(first.oneTime() ?? '')).status).toBe(401);
    expect((await later.signIn(later.oneTime() ?? '')).status).toBe(200);
  });

  test('takes the password configured since in place of a made-up one', async () => {
    const uri = databaseOf(store.uri);
    const first = await start(uri);
    await first.stop();
    const later = await start(uri, adminPassword);
    expect((await later.signIn(first.oneTime() ?? '')).status).toBe(401);
    expect((await later.signIn(adminPassword)).answer.status).toBe('success');
  });
});
