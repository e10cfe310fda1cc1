import { saveMailToken, mailCredentials } from '@crm/contracts/http/agents.js';
import type { HttpClient } from '@crm/platform/testing/http-client.js';
import { testSigner } from '@crm/platform/testing/service-keys.js';
import { uniqueId } from '@crm/platform/testing/unique.js';
import { startAuth, type AuthServer } from '../test/auth-server.js';

let auth: AuthServer;
let messaging: HttpClient;
beforeAll(async () => {
  auth = await startAuth();
  messaging = auth.stranger.as(testSigner('messaging', auth.clock)('auth'));
});
afterAll(async () => {
  await auth.stop();
});

const email_credentials = {
  clientId: 'client',
  clientSecret: 'secret',
  refreshToken: 'refresh',
  accessToken: 'stale',
};
const read = async (id: string) =>
  (await messaging.call(mailCredentials, { params: { id } })).answer.credentials;
const keep = (id: string, refreshToken: string, client = messaging) =>
  client.call(saveMailToken, { params: { id }, body: { refreshToken, accessToken: 'fresh' } });

test('messaging alone opens a mailbox, and keeps the token that a refresh gave', async () => {
  const { user } = await auth.newUser({ email_credentials });
  expect(await read(user.id)).toEqual(email_credentials);
  expect((await keep(user.id, 'refresh')).answer).toEqual({ kept: true });
  expect(await read(user.id)).toEqual({ ...email_credentials, accessToken: 'fresh' });
});

test('credentials that were changed meanwhile stay as they are', async () => {
  const { user } = await auth.newUser({ email_credentials });
  expect((await keep(user.id, 'an older one')).answer).toEqual({ kept: false });
  expect(await read(user.id)).toEqual(email_credentials);
});

test('no other service and no person gets at them', async () => {
  const { user, client } = await auth.newUser({ email_credentials });
  for (const asker of [
    auth.stranger.as(testSigner('leads', auth.clock)('auth')),
    auth.admin,
    client,
    auth.stranger,
  ]) {
    expect((await asker.call(mailCredentials, { params: { id: user.id } })).status).toBe(403);
    expect((await keep(user.id, 'refresh', asker)).status).toBe(403);
  }
});

test('who has none has none, and who is not there is not found', async () => {
  const { user } = await auth.newUser();
  expect(await read(user.id)).toBeNull();
  const unknown = await messaging.call(mailCredentials, { params: { id: uniqueId() } });
  expect(unknown.status).toBe(404);
});
