import jwt from 'jsonwebtoken';
import { generateKeyPairSync } from 'node:crypto';
import { z } from 'zod';
import { roles } from '@crm/contracts/codes/roles.js';
import { defineEndpoint } from '@crm/contracts/endpoint/endpoint.js';
import { sentences } from '@crm/contracts/errors.js';
import { tokenLifetimeSeconds } from '@crm/contracts/token.js';
import { mountEndpoint } from '../http/mount-endpoint.js';
import { sendJson } from '../http/send-json.js';
import { silentLogger } from '../log/logger.js';
import { httpClient, type HttpClient } from '../testing/http-client.js';
import { ManualClock } from '../testing/manual-clock.js';
import { startTestServer, type TestServer } from '../testing/test-server.js';
import { createTestTokens } from '../testing/tokens.js';
import { uniqueActor } from '../testing/unique.js';
import { authenticate, bearerOf } from './authenticate.js';
import { eventually } from '../bus/testing/eventually.js';
import { exampleEnvelope } from '../bus/example-envelope.js';
import type { Envelope } from '@crm/contracts/bus/envelope.js';
import { createSessions, type Sessions, type SessionSnapshot } from './sessions.js';
import { createTokenVerifier } from './token-verifier.js';

const whoAmI = defineEndpoint({
  name: 'whoAmI',
  method: 'GET',
  path: '/api/who-am-i',
  service: 'auth',
  access: 'signed-in',
  given: false,
  summary: '',
  answer: z.object({ id: z.string(), role: z.int(), fullname: z.string() }),
  example: { answer: {} },
});

const nothingEnded: SessionSnapshot = { versions: {}, revoked: [], ended: [], kept: [] };
const agent = uniqueActor(roles.agent);

let clock: ManualClock;
let sessions: Sessions;
let snapshot: SessionSnapshot | Error;
let server: TestServer;
let client: HttpClient;

beforeEach(async () => {
  clock = new ManualClock();
  snapshot = nothingEnded;
  sessions = createSessions({
    clock,
    log: silentLogger,
    fetchSnapshot: async () => {
      if (snapshot instanceof Error) throw snapshot;
      return snapshot;
    },
  });
  await sessions.poll();
  server = await startTestServer({
    clock,
    sessions,
    mount: (router, deps) => {
      mountEndpoint(router, deps, whoAmI, async ({ id, role, fullname }) => ({ id, role, fullname }));
      router.get('/hand-made', authenticate(deps.identity), (req, res) => {
        sendJson(res, { id: bearerOf(req).actor.id });
      });
      router.get('/forgotten', (req, res) => {
        sendJson(res, bearerOf(req));
      });
    },
  });
  client = httpClient(server.url);
});
afterEach(() => server.close());

const ask = async (token: string | undefined) => {
  const { status, body } = await client.as(token).call(whoAmI, {});
  return [status, z.object({ code: z.string().optional() }).parse(body).code];
};
const letIn = [200, undefined];
const endedOut = [403, 'session_ended'];

test('a live token is let in and says who asks', async () => {
  const { answer } = await client.as(server.tokens.tokenFor(agent)).call(whoAmI, {});
  expect(answer).toEqual({ id: agent.id, role: 2, fullname: agent.fullname });
});

test("no token, no bearer, nonsense: 403 'Session ended, please login again'", async () => {
  const { refusal } = await client.as(undefined).call(whoAmI, {});
  expect(refusal).toMatchObject({ code: 'session_ended', message: sentences.sessionEnded, status: 'error' });
  for (const token of ['', 'nonsense', 'a.b.c', `${'x'.repeat(5000)}.y.z`])
    expect(await ask(token)).toEqual(endedOut);
  const basic = await fetch(`${server.url}/api/who-am-i`, {
    headers: { authorization: 'Basic ZGFuYTpkYW5h' },
  });
  expect(basic.status).toBe(403);
});

test('an expired token is refused, also one that was let in before', async () => {
  const token = server.tokens.tokenFor(agent);
  expect(await ask(token)).toEqual(letIn);
  clock.advance(tokenLifetimeSeconds * 1000 - 1);
  await sessions.poll();
  expect(await ask(token)).toEqual(letIn);
  clock.advance(1);
  expect(await ask(token)).toEqual(endedOut);
  expect(await ask(server.tokens.tokenFor(agent, { exp: clock.now().getTime() / 1000 - 1 }))).toEqual(
    endedOut,
  );
});

describe('a token is refused that was made', () => {
  const claims = () => ({
    jti: 'one',
    sub: agent.id,
    role: 1,
    subroles: [],
    name: 'Mallory',
    sv: 0,
    iat: clock.now().getTime() / 1000,
    exp: clock.now().getTime() / 1000 + 60,
  });

  test('with another key under the same name', async () => {
    expect(await ask(createTestTokens(clock).tokenFor(agent))).toEqual(endedOut);
  });

  test('under a name that no key has, or none', async () => {
    const { privateKey } = server.tokens;
    expect(await ask(jwt.sign(claims(), privateKey, { algorithm: 'ES256', keyid: 'old' }))).toEqual(endedOut);
    expect(await ask(jwt.sign(claims(), privateKey, { algorithm: 'ES256' }))).toEqual(endedOut);
    expect(await ask(jwt.sign(claims(), privateKey, { algorithm: 'ES256', keyid: '__proto__' }))).toEqual(
      endedOut,
    );
  });

  test('with the public key as a secret, or without a signature', async () => {
    const publicKey = server.tokens.keys['test'] ?? '';
    const [header, payload] = [{ alg: 'HS256', typ: 'JWT', kid: 'test' }, claims()].map((part) =>
      Buffer.from(JSON.stringify(part)).toString('base64url'),
    );
    const { createHmac } = await import('node:crypto');
    const signature = createHmac('sha256', publicKey).update(`${header}.${payload}`).digest('base64url');
    expect(await ask(`${header}.${payload}.${signature}`)).toEqual(endedOut);
    expect(await ask(jwt.sign(claims(), '', { algorithm: 'none', keyid: 'test' }))).toEqual(endedOut);
  });

  test('with claims that a session has not', async () => {
    const { privateKey, kid } = server.tokens;
    const sign = (payload: object) => jwt.sign(payload, privateKey, { algorithm: 'ES256', keyid: kid });
    expect(await ask(sign(claims()))).toEqual(letIn);
    expect(await ask(sign({ ...claims(), role: 8 }))).toEqual(endedOut);
    expect(await ask(sign({ ...claims(), sv: undefined }))).toEqual(endedOut);
  });
});

describe('a session that was ended', () => {
  test('by signing out: this token alone, told by event or by the feed', async () => {
    const exp = clock.now().getTime() / 1000 + tokenLifetimeSeconds;
    const tokens = ['one', 'two', 'three'].map((jti) => server.tokens.tokenFor(agent, { jti }));
    for (const token of tokens) expect(await ask(token)).toEqual(letIn);
    sessions.sessionsEnded({ user_id: agent.id, jti: 'one', exp });
    snapshot = { ...nothingEnded, revoked: [{ jti: 'two', exp }] };
    await sessions.poll();
    expect(await Promise.all(tokens.map(ask))).toEqual([endedOut, endedOut, letIn]);
  });

  test('by itself: every token of it, renewed ones and the first, told twice by event or by the feed', async () => {
    const exp = clock.now().getTime() / 1000 + tokenLifetimeSeconds;
    const tokenOf = (sid: string | undefined, jti: string) => server.tokens.tokenFor(agent, { sid, jti });
    const tokens = [
      tokenOf('told', 'told'),
      tokenOf('told', 'renewed'),
      tokenOf('polled', 'of the feed'),
      tokenOf(undefined, 'polled'),
      tokenOf('other', 'other'),
    ];
    for (const token of tokens) expect(await ask(token)).toEqual(letIn);
    const ended = { user_id: agent.id, sid: 'told', exp };
    sessions.sessionsEnded(ended);
    sessions.sessionsEnded(ended);
    snapshot = { ...nothingEnded, ended: [{ sid: 'polled', exp }] };
    await sessions.poll();
    expect(await Promise.all(tokens.map(ask))).toEqual([endedOut, endedOut, endedOut, endedOut, letIn]);
  });

  test('by a newer version of the user: every token below it, told by event or by the feed', async () => {
    const other = uniqueActor(roles.admin);
    const [old, renewed, others] = [
      server.tokens.tokenFor(agent, { sv: 1 }),
      server.tokens.tokenFor(agent, { sv: 2 }),
      server.tokens.tokenFor(other, { sv: 1 }),
    ];
    sessions.sessionsEnded({ user_id: agent.id, session_version: 2 });
    expect([await ask(old), await ask(renewed), await ask(others)]).toEqual([endedOut, letIn, letIn]);
    snapshot = { ...nothingEnded, versions: { [agent.id]: 1, [other.id]: 3 } };
    await sessions.poll();
    expect([await ask(old), await ask(renewed), await ask(others)]).toEqual([endedOut, letIn, endedOut]);
  });

  test('by a changed password: the token that changed it lives on, until the next change', async () => {
    const [changing, other] = ['changing', 'other'].map((jti) =>
      server.tokens.tokenFor(agent, { jti, sv: 1 }),
    );
    const exp = clock.now().getTime() / 1000 + tokenLifetimeSeconds;
    sessions.sessionsEnded({ user_id: agent.id, session_version: 2, except_jti: 'changing', exp });
    expect([await ask(changing), await ask(other)]).toEqual([letIn, endedOut]);
    // The feed says the same a second time, then an answer comes that was on its way before.
    snapshot = {
      ...nothingEnded,
      versions: { [agent.id]: 2 },
      kept: [{ user_id: agent.id, jti: 'changing', exp }],
    };
    await sessions.poll();
    expect([await ask(changing), await ask(other)]).toEqual([letIn, endedOut]);
    sessions.sessionsEnded({ user_id: agent.id, session_version: 3 });
    await sessions.poll();
    expect([await ask(changing), await ask(other)]).toEqual([endedOut, endedOut]);
  });
});

describe('when auth is not heard of', () => {
  test('for 30 s nobody notices, after that everybody is refused with 503, until it is heard of again', async () => {
    const token = server.tokens.tokenFor(agent);
    snapshot = new Error('auth is down');
    clock.advance(30_000);
    expect(await sessions.poll()).toBe(false);
    expect(await ask(token)).toEqual(letIn);
    clock.advance(1);
    expect(await ask(token)).toEqual([503, 'unavailable']);
    snapshot = nothingEnded;
    expect(await sessions.poll()).toBe(true);
    expect(await ask(token)).toEqual(letIn);
  });

  test('a session known to be over is over all the same', async () => {
    const token = server.tokens.tokenFor(agent, { jti: 'gone' });
    sessions.sessionsEnded({ user_id: agent.id, jti: 'gone' });
    clock.advance(60_000);
    expect(await ask(token)).toEqual(endedOut);
  });

  test('from the start nobody is let in', () => {
    const fresh = createSessions({
      clock,
      log: silentLogger,
      fetchSnapshot: () => Promise.reject(new Error('down')),
    });
    expect(fresh.isFresh()).toBe(false);
  });
});

test('the feed is asked for what is new since the last answer, with some overlap; for all where it does not say', async () => {
  const asked: (string | undefined)[] = [];
  const feed = createSessions({
    clock,
    log: silentLogger,
    fetchSnapshot: async (since) => {
      asked.push(since);
      return asked.length === 3 ? nothingEnded : { ...nothingEnded, at: '2026-11-20T17:00:30.000Z' };
    },
  });
  for (let times = 0; times < 4; times += 1) await feed.poll();
  expect(asked).toEqual([undefined, '2026-11-20T17:00:20.000Z', '2026-11-20T17:00:20.000Z', undefined]);
});

test('the feed goes on by itself from start to stop, every second while sessions are in use', async () => {
  let asked = 0;
  let seen: () => void = () => undefined;
  const askedThrice = new Promise<void>((resolve) => (seen = resolve));
  const feed = createSessions({
    clock,
    log: silentLogger,
    pollEveryMs: 1,
    fetchSnapshot: async () => {
      asked += 1;
      if (asked === 3) seen();
      if (asked === 2) throw new Error('auth is down');
      return nothingEnded;
    },
  });
  let polled = 0;
  await feed.start({ isInUse: () => true, polled: () => (polled += 1) });
  expect(feed.isFresh()).toBe(true);
  await askedThrice;
  expect(polled).toBeGreaterThanOrEqual(2);
  await feed.stop();
  const askedInAll = asked;
  await new Promise((resolve) => setImmediate(resolve));
  expect(asked).toBe(askedInAll);
});

describe('where the bus tells of sessions', () => {
  /** Sessions in use beside a bus, and what auth is asked. */
  async function follow() {
    const bus = {
      isLive: true,
      heard: (_event: Envelope): void => undefined,
      changed: (): void => undefined,
    };
    const auth = { asked: 0 };
    let polled = 0;
    const feed = createSessions({
      clock,
      log: silentLogger,
      pollEveryMs: 1,
      toldPollEveryMs: 3_600_000,
      bus: {
        listen: async (_types, heard, changed) => {
          Object.assign(bus, { heard, changed });
          return { isLive: () => bus.isLive, close: async () => undefined };
        },
      },
      fetchSnapshot: async () => {
        auth.asked += 1;
        return nothingEnded;
      },
    });
    await feed.start({ isInUse: () => true, polled: () => (polled += 1) });
    return { auth, bus, feed, polled: () => polled };
  }
  const claims = { jti: 'gone', sub: agent.id, sv: 0, iat: 0 };

  test('what it tells counts at once, and whoever follows is told', async () => {
    const { bus, feed, polled } = await follow();
    const before = polled();
    bus.heard(exampleEnvelope({ type: 'user.sessions-ended', data: { user_id: agent.id, jti: 'gone' } }));
    expect(feed.isOver(claims)).toBe(true);
    bus.heard(exampleEnvelope({ type: 'user.banned', data: { user_id: agent.id } }));
    expect(feed.isOver({ ...claims, jti: 'other' })).toBe(true);
    expect(polled()).toBe(before + 2);
    await feed.stop();
  });

  test('a ban ends every token signed before it and none signed after, whichever of two is heard last', async () => {
    const { bus, feed } = await follow();
    const at = clock.now().getTime();
    for (const time of [at, 0])
      bus.heard(
        exampleEnvelope({
          type: 'user.banned',
          time: new Date(time).toISOString(),
          data: { user_id: agent.id },
        }),
      );
    const signed = (iat: number) => ({ ...claims, iat });
    expect(feed.isOver(signed(at / 1000 - 1))).toBe(true);
    expect(feed.isOver(signed(at / 1000 + 1))).toBe(false);
    await feed.stop();
  });

  test('what it tells in a form that nobody knows changes nothing', async () => {
    const { bus, feed } = await follow();
    bus.heard(exampleEnvelope({ type: 'user.sessions-ended', data: { user: agent.id } }));
    expect(feed.isOver(claims)).toBe(false);
    await feed.stop();
  });

  test('auth is asked seldom while it tells, often while it is away, and at once when it is back', async () => {
    const { auth, bus, feed } = await follow();
    expect(auth.asked).toBe(1);
    bus.isLive = false;
    bus.changed();
    await eventually(() => auth.asked > 5);
    bus.isLive = true;
    bus.changed();
    let asked = 0;
    await eventually(async () => {
      asked = auth.asked;
      await new Promise((resolve) => setTimeout(resolve, 20));
      return auth.asked === asked;
    });
    await feed.stop();
  });
});

describe('where nobody asks', () => {
  /** Sessions that are followed, and what auth is asked. */
  async function follow() {
    const auth = { asked: 0, revoked: [] as SessionSnapshot['revoked'] };
    const feed = createSessions({
      clock,
      log: silentLogger,
      fetchSnapshot: async () => {
        auth.asked += 1;
        return { ...nothingEnded, revoked: auth.revoked };
      },
    });
    await feed.start();
    return { auth, feed };
  }
  const claims = { jti: 'gone', sub: agent.id, sv: 0, iat: 0 };

  test('the first who does is decided about by what auth says now', async () => {
    const { auth, feed } = await follow();
    auth.revoked = [{ jti: 'gone', exp: clock.now().getTime() / 1000 + 60 }];
    expect(feed.isOver(claims)).toBe(false);
    await feed.catchUp();
    expect(feed.isOver(claims)).toBe(true);
    await feed.stop();
  });

  test('those who ask together ask auth once, and those after them do not have it asked', async () => {
    const { auth, feed } = await follow();
    const before = auth.asked;
    await Promise.all([feed.catchUp(), feed.catchUp()]);
    await feed.catchUp();
    expect(auth.asked).toBe(before + 1);
    await feed.stop();
  });
});

test('a route mounted by hand asks for a session too, and one that forgot to does not find a bearer', async () => {
  const headers = { authorization: `Bearer ${server.tokens.tokenFor(agent)}` };
  expect((await fetch(`${server.url}/hand-made`)).status).toBe(403);
  expect(await (await fetch(`${server.url}/hand-made`, { headers })).json()).toEqual({ id: agent.id });
  expect(await server.lines.waitFor('request')).toMatchObject({ route: '/hand-made' });
  expect((await fetch(`${server.url}/forgotten`, { headers })).status).toBe(500);
});

test('keys may be PEM or JWK, but only of the one curve', () => {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  expect(createTokenVerifier({ keys: { a: publicKey.export({ format: 'jwk' }) }, clock })).toBeDefined();
  const other = generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey;
  expect(() => createTokenVerifier({ keys: { b: other.export({ format: 'jwk' }) }, clock })).toThrow(
    'not a P-256 key',
  );
});
