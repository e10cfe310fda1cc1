import { performance } from 'node:perf_hooks';
import { jest } from '@jest/globals';
import { recordChanged } from '@crm/contracts/bus/record-events.js';
import { getSettings } from '@crm/contracts/http/settings.js';
import { signIn } from '@crm/contracts/http/auth.js';
import { getLeadByKey, setStatusByKey } from '@crm/contracts/http/integration.js';
import { getLead } from '@crm/contracts/http/leads.js';
import { webhooks } from '@crm/contracts/resources/webhook.js';
import { createTokenVerifier } from '@crm/platform/identity/token-verifier.js';
import { silentLogger } from '@crm/platform/log/logger.js';
import { httpClient } from '@crm/platform/testing/http-client.js';
import { ManualClock } from '@crm/platform/testing/manual-clock.js';
import { createTestTokens } from '@crm/platform/testing/tokens.js';
import { uniqueActor, uniqueId } from '@crm/platform/testing/unique.js';
import { startSystem, stopSystems, type TestSystem } from '../test/system.js';
import { until } from '../test/until.js';
import { createApiKeys } from './api-keys.js';

afterAll(stopSystems);
afterEach(() => {
  jest.restoreAllMocks();
});

const id = uniqueId();
const params = { id };
const secret = 'a'.repeat(43);

type Given = Parameters<TestSystem['auth']['keys']['set']>[1];
/** A key that auth knows. */
function givenKey({ auth }: TestSystem, given: Partial<Given> = {}) {
  const keyId = given.id ?? uniqueId();
  const key = `crm_live_${keyId}_${secret}`;
  auth.keys.set(key, { scopes: ['leads:read'], ...given, id: keyId });
  return { keyId, key };
}

/** Tells every gateway of a change of a key, as auth does. */
const changed = (system: TestSystem, keyId: string, change: 'updated' | 'deleted' = 'deleted') =>
  system.publish(recordChanged, { resource: 'api-keys', id: keyId, change, user_id: null });

describe('a request with an API key', () => {
  let system: TestSystem;
  beforeAll(async () => {
    system = await startSystem({ gateways: 2, env: { TRUST_PROXY: '1' } });
  });
  const ask = (key: string, headers: Record<string, string> = {}, at = 0) =>
    httpClient(system.gateways[at]?.url ?? '', key).call(getLeadByKey, { params }, headers);

  test('reaches the service with a token of the key, and the key itself goes no further', async () => {
    const { key, keyId } = givenKey(system);
    expect((await ask(key)).status).toBe(200);
    const call = system.leads.calls.findLast(({ name }) => name === 'getLeadByKey');
    expect(call?.by).toBe(`api-key/${keyId}`);
    expect(JSON.stringify(call)).not.toContain(secret);
    await until(() => system.lines.all().some(({ actorId }) => actorId === `api-key/${keyId}`));
    expect(system.lines.text()).not.toContain(secret);
  });

  test('is exchanged once for many requests', async () => {
    const { key } = givenKey(system);
    const before = system.auth.exchanged;
    await Promise.all(Array.from({ length: 5 }, () => ask(key)));
    await ask(key);
    expect(system.auth.exchanged - before).toBe(1);
  });

  test('is refused in every gateway as soon as its key is withdrawn', async () => {
    const { key, keyId } = givenKey(system);
    for (const at of [0, 1]) expect((await ask(key, {}, at)).status).toBe(200);
    system.auth.keys.delete(key);
    await changed(system, keyId);
    for (const at of [0, 1]) {
      const { status, refusal } = await ask(key, {}, at);
      expect([status, refusal.code]).toEqual([401, 'key_invalid']);
    }
  });

  test('has the scopes that its key was given since', async () => {
    const { key, keyId } = givenKey(system);
    const set = () =>
      httpClient(system.url, key).call(setStatusByKey, { params, body: { status: 'followUp' } });
    expect((await set()).refusal.code).toBe('forbidden');
    givenKey(system, { id: keyId, scopes: ['leads:status'] });
    await changed(system, keyId, 'updated');
    expect((await set()).status).toBe(200);
    expect((await ask(key)).refusal.message).toBe('This API key lacks the scope leads:read');
  });

  test('is not forgotten for what happens to other keys and other records', async () => {
    const { key, keyId } = givenKey(system);
    await ask(key);
    const before = system.auth.exchanged;
    await changed(system, uniqueId());
    await system.publish(recordChanged, {
      resource: webhooks.name,
      id: keyId,
      change: 'updated',
      user_id: null,
    });
    await ask(key);
    expect(system.auth.exchanged).toBe(before);
  });

  test('is taken from its networks alone', async () => {
    const { key } = givenKey(system, { networks: ['203.0.113.0/24', '2001:db8::/32'] });
    const from = async (address: string) => (await ask(key, { 'x-forwarded-for': address })).status;
    expect(await from('203.0.113.7')).toBe(200);
    expect(await from('::ffff:203.0.113.7')).toBe(200);
    expect(await from('2001:db8::7')).toBe(200);
    expect(await from('203.0.114.7')).toBe(401);
    expect(await from('2001:db9::7')).toBe(401);
    expect(await system.lines.waitFor('API key used from outside its networks')).toBeDefined();
  });

  test.each([
    ['nobody’s', `crm_live_${uniqueId()}_${secret}`],
    ['half of one', `crm_live_${uniqueId()}`],
  ])('is refused where the key is %s', async (_what, key) => {
    const { status, refusal } = await ask(key);
    expect([status, refusal.code, refusal.message]).toEqual([
      401,
      'key_invalid',
      'This API key is not valid',
    ]);
  });

  test('opens no call of people, whatever its scopes', async () => {
    const { key } = givenKey(system, { scopes: ['leads:read', 'leads:create', 'leads:status'] });
    const client = httpClient(system.url, key);
    for (const refused of [await client.call(getLead, { params }), await client.call(getSettings, {})])
      expect([refused.status, refused.refusal.code]).toEqual([403, 'forbidden']);
  });

  test('is as good as none where a call is open to all', async () => {
    const { key } = givenKey(system);
    const body = { email: 'a@example.com', password: 'x' };
    expect((await httpClient(system.url, key).call(signIn, { body })).status).toBe(200);
  });

  test('is what a call of keys asks for: a session is refused, nothing at all is no key', async () => {
    const admin = httpClient(system.url, system.tokenFor(uniqueActor(1)));
    expect((await admin.call(getLeadByKey, { params })).refusal.code).toBe('forbidden');
    for (const client of [httpClient(system.url), httpClient(system.url, 'nobody.has.this')]) {
      const { status, refusal } = await client.call(getLeadByKey, { params });
      expect([status, refusal.code]).toEqual([401, 'key_invalid']);
    }
  });

  test('cannot open a live connection', async () => {
    const { key } = givenKey(system);
    const response = await fetch(`${system.url}/socket.io/?EIO=4&transport=polling`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(response.status).not.toBe(200);
  });
});

test('a key that calls too often is told when to come back; another one is not', async () => {
  const system = await startSystem({ env: { RATE_KEY_PER_SECOND: '2', RATE_KEY_BURST: '3' } });
  const [busy, other] = [givenKey(system), givenKey(system)];
  const answers = [];
  for (let count = 0; count < 12; count += 1)
    answers.push(await httpClient(system.url, busy.key).call(getLeadByKey, { params }));
  const refused = answers.filter(({ status }) => status === 429);
  expect(answers.slice(0, 5).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(refused.length).toBeGreaterThan(0);
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await httpClient(system.url, other.key).call(getLeadByKey, { params })).status).toBe(200);
});

test('an address that tries keys out is refused like one that tries tokens out', async () => {
  const system = await startSystem();
  const statuses = new Set<number>();
  for (let count = 0; count < 250; count += 1) {
    const key = `crm_live_${uniqueId()}_${secret}`;
    statuses.add((await httpClient(system.url, key).call(getLeadByKey, { params })).status);
  }
  expect([...statuses]).toEqual([401, 429]);
});

describe('what a gateway remembers of a key', () => {
  const clock = new ManualClock();
  const tokens = createTestTokens(clock);
  let steady = 0;

  /** A gateway's keys before an auth that answers what and when a test wants. */
  async function remembering(answer: () => Promise<{ ends_at: string | null }>) {
    steady = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => steady);
    const state = {
      asked: 0,
      isLive: true,
      heard: (_: string) => undefined as void,
      changed: () => undefined as void,
    };
    const keys = createApiKeys({
      client: {
        call: async (endpoint) => {
          state.asked += 1;
          const terms = { networks: [], ...(await answer()) };
          return endpoint.answer.parse({
            token: tokens.keyTokenFor(['leads:read'], { key: id }),
            ...terms,
          }) as never;
        },
      },
      verifier: createTokenVerifier({ keys: tokens.keys, clock }),
      bus: {
        listen: (_types, heard, changed = () => undefined) => {
          state.heard = (about) => {
            heard({ data: { resource: 'api-keys', id: about, change: 'deleted', user_id: null } } as never);
          };
          state.changed = changed;
          return Promise.resolve({ isLive: () => state.isLive, close: () => Promise.resolve() });
        },
      },
      clock,
      log: silentLogger,
    });
    await keys.start();
    const use = () => keys.bearer('crm_live_x', '203.0.113.7');
    return { state, use };
  }
  const forGood = () => Promise.resolve({ ends_at: null });

  test('lasts for a minute', async () => {
    const { state, use } = await remembering(forGood);
    await use();
    steady = 59_999;
    await use();
    expect(state.asked).toBe(1);
    steady = 60_000;
    await use();
    expect(state.asked).toBe(2);
  });

  test('lasts for half a second while the bus is away, and is forgotten when it comes back', async () => {
    const { state, use } = await remembering(forGood);
    await use();
    state.isLive = false;
    steady = 499;
    await use();
    expect(state.asked).toBe(1);
    steady = 500;
    await use();
    expect(state.asked).toBe(2);
    state.isLive = true;
    state.changed();
    await use();
    expect(state.asked).toBe(3);
  });

  test('is not what was asked before the key was withdrawn', async () => {
    const waiting: (() => void)[] = [];
    const { state, use } = await remembering(
      () =>
        new Promise((resolve) => {
          waiting.push(() => {
            resolve({ ends_at: null });
          });
        }),
    );
    const used = use();
    await until(() => waiting.length === 1);
    state.heard(id);
    waiting[0]?.();
    await until(() => waiting.length === 2);
    waiting[1]?.();
    await used;
    expect(state.asked).toBe(2);
  });

  test('ends with the last day of the key', async () => {
    const { use } = await remembering(() =>
      Promise.resolve({ ends_at: new Date(clock.now().getTime() + 10_000).toISOString() }),
    );
    await use();
    clock.advance(10_000);
    await expect(use()).rejects.toMatchObject({ code: 'key_invalid' });
  });
});
