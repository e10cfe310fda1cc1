import { randomUUID } from 'node:crypto';
import { userCreated } from '@crm/contracts/bus/events.js';
import { createAgent } from '@crm/contracts/http/agents.js';
import { getSettings } from '@crm/contracts/http/settings.js';
import { signIn } from '@crm/contracts/http/auth.js';
import { createMemoryBus } from '@crm/platform/bus/memory-bus.js';
import { loadConfig } from '@crm/platform/config/load-config.js';
import { busProbe } from '@crm/platform/testing/bus-probe.js';
import { httpClient } from '@crm/platform/testing/http-client.js';
import { logLines } from '@crm/platform/testing/log-lines.js';
import { startTestStore } from '@crm/platform/testing/test-store.js';
import { createTestTokens } from '@crm/platform/testing/tokens.js';
import { uniqueEmail } from '@crm/platform/testing/unique.js';
import { authConfig } from './config.js';
import { createAuthService } from './service.js';
import { adminEmail, adminPassword, databaseOf, testEnvironment } from './test/auth-server.js';

test('sessions and events outlive a restart: nothing acknowledged is lost while the bus is away', async () => {
  const store = await startTestStore();
  const config = loadConfig(
    authConfig,
    testEnvironment(databaseOf(store.uri, randomUUID()), createTestTokens()),
  );
  const { log } = logLines('auth');
  // Nothing passes through a bus that is held.
  const held = createMemoryBus({ held: true });
  const before = createAuthService(config, { bus: held, log });
  await before.start();
  const body = { email: adminEmail, password: adminPassword };
  const { token } = (await httpClient(before.url).call(signIn, { body })).answer;
  const made = await httpClient(before.url, token).call(createAgent, {
    body: { role_id: 2, fname: 'Lee', lname: 'Novak', email: uniqueEmail(), password: 'kept over a restart' },
  });
  expect(made.status).toBe(200);
  await held.close();
  await before.stop();

  const bus = createMemoryBus();
  const probe = await busProbe(bus);
  const after = createAuthService(config, { bus, log });
  await after.start();
  const published = await probe.waitFor(userCreated, ({ data }) => data.id === made.answer.user.id);
  expect(published.data).toEqual(made.answer.user);
  expect((await httpClient(after.url, token).call(getSettings, {})).status).toBe(200);
  await after.stop();
  await store.stop();
});

test('a service that is not started has nothing to show, and stops without harm', async () => {
  const config = loadConfig(authConfig, testEnvironment('mongodb://127.0.0.1:1/none', createTestTokens()));
  const service = createAuthService(config, { log: logLines('auth').log });
  expect(() => service.url).toThrow('not started');
  await service.stop();
});
