import { recordChanged } from '@crm/contracts/bus/record-events.js';
import { exchangeApiKey } from '@crm/contracts/http/api-keys.js';
import { listAuditEntries } from '@crm/contracts/http/audit.js';
import { getSettings } from '@crm/contracts/http/settings.js';
import { apiKeys, type ApiKey } from '@crm/contracts/resources/api-key.js';
import { createTokenVerifier } from '@crm/platform/identity/token-verifier.js';
import { uniqueId, uniqueName } from '@crm/platform/testing/unique.js';
import { startAuth, type AuthServer } from '../test/auth-server.js';

let auth: AuthServer;
beforeAll(async () => {
  auth = await startAuth({ hashing: 'quick' });
});
afterAll(() => auth.stop());

type Creation = Parameters<typeof apiKeys.creation.parse>[0];
async function given(more: object = {}) {
  const body = { name: uniqueName('Key'), scopes: ['leads:read'], networks: [], ends_on: null, ...more };
  const made = await auth.admin.call(apiKeys.calls.create, {
    body: apiKeys.creation.parse(body as Creation),
  });
  return apiKeys.calls.create.answer.parse(made.answer);
}
const exchange = (key: string) => auth.internal.call(exchangeApiKey, { body: { key } });
const read = async (id: string): Promise<ApiKey> =>
  apiKeys.record.parse((await auth.admin.call(apiKeys.calls.one, { params: { id } })).answer);
const goTo = (instant: string) => auth.advance(Date.parse(instant) - auth.clock.now().getTime());
const claimsOf = (token: string) =>
  createTokenVerifier({ keys: auth.tokens.keys, clock: auth.clock }).verifyKey(token);

test('a key is answered once, and nothing that is kept or read of it tells its secret', async () => {
  const { id, key, key_hint } = await given();
  expect(key).toMatch(new RegExp(`^crm_live_${id}_[\\w-]{43}$`));
  expect(key_hint).toBe(`crm_live_${id}`);
  const secret = key.slice(key_hint.length + 1);
  expect(await read(id)).toEqual(expect.not.objectContaining({ key: expect.anything() as unknown }));
  const stored = await auth.service.ctx.models.apiKeys.collection.findOne({ key_hint });
  expect(JSON.stringify(stored)).not.toContain(secret);
  await auth.service.auditIdle();
  const query = { subject: `api-key/${id}`, range: '[0,9]' };
  const entries = await auth.admin.call(listAuditEntries, { params: { service: 'auth' }, query });
  expect(entries.answer).toContainEqual(expect.objectContaining({ action: 'api-key.created' }));
  expect(JSON.stringify(entries.body) + auth.lines.text()).not.toContain(secret);
});

test('it is exchanged for a token of two minutes that says whose it is, and is no session', async () => {
  const { id, name, key } = await given({
    scopes: ['leads:create', 'leads:status'],
    networks: ['203.0.113.0/24'],
  });
  const { answer } = await exchange(key);
  expect(answer).toMatchObject({ networks: ['203.0.113.0/24'], ends_at: null });
  const now = Math.floor(auth.clock.now().getTime() / 1000);
  expect(claimsOf(answer.token)).toEqual({
    kind: 'api-key',
    key: id,
    name,
    scopes: ['leads:create', 'leads:status'],
    iat: now,
    exp: now + 120,
  });
  const asSession = await auth.stranger.as(answer.token).call(getSettings, {});
  expect([asSession.status, asSession.refusal.code]).toEqual([403, 'forbidden']);
  await auth.advance(121_000);
  expect(() => claimsOf(answer.token)).toThrow('This API key is not valid');
});

test('when it was used is kept, once a minute at most, and changes no version', async () => {
  const { id, key, version } = await given();
  expect((await read(id)).last_used_at).toBeNull();
  const first = auth.clock.now().toISOString();
  await exchange(key);
  await auth.advance(59_000);
  await exchange(key);
  expect(await read(id)).toMatchObject({ last_used_at: first, version });
  await auth.advance(1_000);
  await exchange(key);
  expect((await read(id)).last_used_at).toBe(auth.clock.now().toISOString());
});

test('a withdrawn key opens nothing, and every gateway is told', async () => {
  const { id, key, version } = await given();
  await auth.admin.call(apiKeys.calls.remove, { params: { id } });
  const { status, refusal } = await exchange(key);
  expect([status, refusal.code]).toEqual([401, 'key_invalid']);
  const event = await auth.probe.waitFor(
    recordChanged,
    ({ data }) => data.id === id && data.change === 'deleted',
  );
  expect([event.data.resource, event.sequence]).toEqual(['api-keys', version + 1]);
});

test('a changed key opens what it was given since, and every gateway is told', async () => {
  const { id, key, version, name } = await given();
  const body = { version, name, scopes: ['leads:status' as const], networks: ['10.0.0.0/8'], ends_on: null };
  await auth.admin.call(apiKeys.calls.change, { params: { id }, body });
  const { answer } = await exchange(key);
  expect([claimsOf(answer.token).scopes, answer.networks]).toEqual([['leads:status'], ['10.0.0.0/8']]);
  await auth.probe.waitFor(recordChanged, ({ data }) => data.id === id && data.change === 'updated');
});

test('a key works until the end of its last day, and its tokens no longer', async () => {
  await goTo('2027-06-30T20:00:00.000Z');
  await auth.signInAdmin();
  const { key } = await given({ ends_on: '2027-06-30' });
  expect((await exchange(key)).answer.ends_at).toBe('2027-07-01T07:00:00.000Z');
  await goTo('2027-07-01T06:59:30.000Z');
  const { token } = (await exchange(key)).answer;
  expect(claimsOf(token).exp).toBe(Date.parse('2027-07-01T07:00:00.000Z') / 1000);
  await goTo('2027-07-01T07:00:00.000Z');
  expect((await exchange(key)).refusal.code).toBe('key_invalid');
  await auth.signInAdmin();
});

test('what is no key of ours is refused without a word of why', async () => {
  const { key, key_hint } = await given();
  const wrong = `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`;
  for (const text of ['', 'x', key_hint, wrong, `crm_live_${uniqueId()}_${'a'.repeat(43)}`]) {
    const { status, refusal } = await exchange(text);
    expect([status, refusal.code, refusal.message]).toEqual([
      401,
      'key_invalid',
      'This API key is not valid',
    ]);
  }
});

test.each([
  ['no name', { name: ' ' }, 'name'],
  ['no scope', { scopes: [] }, 'scopes'],
  ['a scope that there is not', { scopes: ['leads:delete'] }, 'scopes.0'],
  ['what is no network', { networks: ['203.0.113.7'] }, 'networks.0'],
  ['a network that is too wide', { networks: ['203.0.113.0/33'] }, 'networks.0'],
  ['a network twice', { networks: ['10.0.0.0/8', '10.0.0.0/8'] }, 'networks'],
  ['a day that there is not', { ends_on: '2027-02-30' }, 'ends_on'],
])('a key with %s is refused at its field', async (_what, more, field) => {
  const body = { name: 'Key', scopes: ['leads:read'], networks: [], ends_on: null, ...more };
  const { status, body: refused } = await auth.raw(apiKeys.calls.create, auth.adminToken, body);
  expect([status, refused]).toMatchObject([422, { errors: { [field]: expect.any(String) as unknown } }]);
});

test('keys are for admins alone', async () => {
  const { client } = await auth.newUser();
  const { id } = await given();
  for (const refused of [
    await client.call(apiKeys.calls.list, { query: {} }),
    await client.call(apiKeys.calls.one, { params: { id } }),
    await client.call(apiKeys.calls.remove, { params: { id } }),
  ])
    expect(refused.refusal.code).toBe('forbidden');
});
