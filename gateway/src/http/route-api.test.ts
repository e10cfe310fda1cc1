import http from 'node:http';
import type { Router } from 'express';
import { getLead } from '@crm/contracts/http/leads.js';
import { listStates } from '@crm/contracts/http/code-lists.js';
import { getSettings } from '@crm/contracts/http/settings.js';
import { signIn, verifyToken } from '@crm/contracts/http/auth.js';
import { openQuickAdd, quickAddInput, quickAddLead } from '@crm/contracts/http/quick-add.js';
import { httpClient } from '@crm/platform/testing/http-client.js';
import { ManualClock } from '@crm/platform/testing/manual-clock.js';
import { createTestTokens } from '@crm/platform/testing/tokens.js';
import { uniqueActor, uniqueId } from '@crm/platform/testing/unique.js';
import { wrongPassword } from '../test/fake-services.js';
import { asksLater, startSystem, stopSystems, type TestSystem } from '../test/system.js';
import { until } from '../test/until.js';

afterAll(stopSystems);

const agent = uniqueActor(2);
const seen: { url: string; headers: http.IncomingHttpHeaders }[] = [];
const sockets = new Set<unknown>();

const [halfAnswered, hungUpOn] = [uniqueId(), uniqueId()];
/** One call that goes through express-http-proxy, one that has the shorter way. */
const bothWays = [
  ['the ordinary way', '/api/state/get-all'],
  ['the short way', `/api/lead/${uniqueId()}`],
];

/** What the leads service sees of a request, and answers that only a broken service gives. */
function spy(router: Router) {
  router.use((req, _res, next) => {
    if (!req.path.startsWith('/internal')) {
      seen.push({ url: req.originalUrl, headers: { ...req.headers } });
      sockets.add(req.socket);
    }
    next();
  });
  router.get(['/api/lead/guide/all', `/api/lead/${halfAnswered}`], (_req, res) => {
    res.writeHead(200, { 'content-type': 'application/json', 'content-length': 1000 });
    res.write('{"leads":[');
    setImmediate(() => res.destroy());
  });
  router.get(['/api/lead/raws', `/api/lead/${hungUpOn}`], (req) => {
    req.socket.destroy();
  });
  router.patch('/api/agents/:userId/start-work/:leadId', (req, res) => {
    res.status(307).json({
      status: 'warning',
      message: 'Please complete',
      code: 'work_unfinished',
      lead_id: req.params.leadId,
    });
  });
}

/** A request on a connection of its own or of an agent, with exactly these headers. */
function ask(
  url: string,
  headers: http.OutgoingHttpHeaders = {},
  options: http.RequestOptions = {},
): Promise<{ status: number; headers: http.IncomingHttpHeaders; text: string }> {
  return new Promise((resolve, reject) => {
    const request = http.request(url, { headers, ...options }, (res) => {
      let text = '';
      res.setEncoding('utf8');
      res.on('data', (part: string) => (text += part));
      res.on('end', () => {
        resolve({ status: res.statusCode ?? 0, headers: res.headers, text });
      });
      res.on('error', reject);
    });
    request.on('error', reject);
    request.end();
  });
}

describe('a call through the gateway', () => {
  let system: TestSystem;
  let token: string;
  beforeAll(async () => {
    system = await startSystem({ leadsRoutes: spy });
    token = system.tokenFor(agent);
  });
  beforeEach(() => {
    seen.length = 0;
  });

  test('reaches the service that owns it, with the address as it was asked', async () => {
    const client = httpClient(system.url, token);
    const id = uniqueId();
    expect((await client.call(getLead, { params: { id } })).answer.lead.id).toBe(id);
    expect((await client.call(getSettings, {})).status).toBe(200);
    const query = '?x=%2F..&y=1';
    await ask(`${system.url}/api/state/get-all${query}`, { authorization: `Bearer ${token}` });
    expect(seen.map(({ url }) => url)).toEqual([`/api/lead/${id}`, `/api/state/get-all${query}`]);
  });

  test('that no contract knows is 404 route_unknown, with or without a session', async () => {
    for (const path of [
      '/api',
      '/api/',
      '/api/nothing',
      '/api/lead',
      '/API/lead/raws',
      '/api/../internal/sessions',
    ]) {
      const { status, text } = await ask(
        `${system.url}${path}`,
        { authorization: `Bearer ${token}` },
        { path },
      );
      expect([path, status, JSON.parse(text)]).toMatchObject([
        path,
        404,
        { code: 'route_unknown', status: 'error' },
      ]);
    }
  });

  test('between services is none that a client can make', async () => {
    const paths = [
      '/internal/sessions',
      '/internal/holds/renew',
      '//internal/sessions',
      '/api/internal/sessions',
    ];
    for (const path of paths) {
      for (const method of ['GET', 'POST']) {
        const { status } = await ask(system.url, { authorization: `Bearer ${token}` }, { path, method });
        expect([path, method, status]).toEqual([path, method, 404]);
      }
    }
    expect(seen).toEqual([]);
  });

  test.each(bothWays)('answers HEAD as GET without a body: %s', async (_way, path) => {
    const { status, text } = await ask(
      `${system.url}${path}`,
      { authorization: `Bearer ${token}` },
      { method: 'HEAD' },
    );
    expect([status, text]).toEqual([200, '']);
  });

  test('hands a 307 on as it is, without a Location', async () => {
    const path = `/api/agents/${agent.id}/start-work/${uniqueId()}`;
    const { status, headers, text } = await ask(
      system.url,
      { authorization: `Bearer ${token}` },
      { path, method: 'PATCH' },
    );
    expect(status).toBe(307);
    expect(headers.location).toBeUndefined();
    expect(JSON.parse(text)).toMatchObject({ code: 'work_unfinished' });
  });

  test('keeps a request id that is one, and makes one where not', async () => {
    const id = 'browser-0123456789';
    const kept = await ask(`${system.url}/api/state/get-all`, {
      authorization: `Bearer ${token}`,
      'x-request-id': id,
    });
    expect(kept.headers['x-request-id']).toBe(id);
    const made = await ask(`${system.url}/api/state/get-all`, {
      authorization: `Bearer ${token}`,
      'x-request-id': 'a b',
    });
    expect(made.headers['x-request-id']).toMatch(/^[\w-]{36}$/);
    expect(seen.map(({ headers }) => headers['x-request-id'])).toEqual([id, made.headers['x-request-id']]);
  });

  test.each(bothWays)(
    'carries who asked from where, as the gateway knows it and not as the client says: %s',
    async (_way, path) => {
      await ask(`${system.url}${path}`, {
        authorization: `Bearer ${token}`,
        'x-forwarded-for': '9.9.9.9',
        'x-forwarded-proto': 'https',
        'x-forwarded-host': 'evil.example',
        forwarded: 'for=9.9.9.9',
        'x-real-ip': '9.9.9.9',
        'x-internal-user': agent.id,
        'x-crm-service': 'auth',
        te: 'trailers',
        connection: 'x-secret, keep-alive',
        'x-secret': '1',
      });
      const { headers = {} } = seen[0] ?? {};
      expect(headers).toMatchObject({
        authorization: `Bearer ${token}`,
        'x-forwarded-for': '127.0.0.1',
        'x-forwarded-proto': 'http',
        'x-forwarded-host': new URL(system.url).host,
      });
      const names = Object.keys(headers);
      expect(names).not.toEqual(
        expect.arrayContaining([
          expect.stringMatching(/^(forwarded|x-real-ip|x-internal-user|x-crm-service|te|x-secret)$/),
        ]),
      );
    },
  );

  test.each(bothWays)(
    'takes nothing of another request with it over connections that stay open: %s',
    async (_way, path) => {
      const keptAlive = new http.Agent({ keepAlive: true, maxSockets: 1 });
      sockets.clear();
      const marks = Array.from({ length: 40 }, (_, index) => `mark-${String(index)}`);
      const others = system.tokenFor(uniqueActor(2));
      const headersOf = (index: number): http.OutgoingHttpHeaders =>
        index % 3 === 0
          ? { authorization: `Bearer ${token}`, cookie: `sid=${String(index)}`, 'x-mark': marks[index] }
          : index % 3 === 1
            ? { authorization: `Bearer ${others}`, 'x-mark': marks[index] }
            : { 'x-mark': marks[index] };
      const answers = [];
      for (const index of marks.keys()) {
        answers.push(await ask(`${system.url}${path}`, headersOf(index), { agent: keptAlive }));
      }
      keptAlive.destroy();
      for (const [index, { status }] of answers.entries()) expect(status).toBe(index % 3 === 2 ? 403 : 200);
      for (const { headers } of seen) {
        const sent = headersOf(marks.indexOf(String(headers['x-mark'])));
        expect([headers.authorization, headers.cookie]).toEqual([sent.authorization, sent.cookie]);
      }
      // All of them on one connection to the service: there was every occasion to mix them up.
      expect(sockets.size).toBe(1);
      expect(seen).toHaveLength(marks.length - Math.floor(marks.length / 3));
    },
  );

  test.each(['guide/all', halfAnswered])(
    'that the service drops half-way is cut off for the client too: lead/%s',
    async (path) => {
      await expect(
        ask(`${system.url}/api/lead/${path}`, { authorization: `Bearer ${token}` }),
      ).rejects.toThrow(/aborted|hang up/);
    },
  );

  test.each(['raws', hungUpOn])('that the service hangs up on is 502 in our words: lead/%s', async (path) => {
    const { status, text, headers } = await ask(`${system.url}/api/lead/${path}`, {
      authorization: `Bearer ${token}`,
    });
    expect([status, JSON.parse(text)]).toMatchObject([502, { code: 'upstream_failed', status: 'error' }]);
    expect(headers['content-type']).toMatch(/^application\/json/);
  });

  test('is no page for a browser, and is not kept by any', async () => {
    const { headers } = await ask(`${system.url}/api/state/get-all`, { authorization: `Bearer ${token}` });
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    });
    expect(headers['x-powered-by']).toBeUndefined();
  });

  test('keeps its policy for browsers where it is refused', async () => {
    for (const path of ['/api/nothing/here', '/api/state/get-all']) {
      const { headers } = await ask(`${system.url}${path}`);
      expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
    }
  });

  test('to a service that is not running here is 503', async () => {
    for (const path of ['/tw/voice', '/tw/sms/in', '/media/abc']) {
      const { status, text } = await ask(system.url, {}, { path });
      expect([path, status, JSON.parse(text)]).toMatchObject([path, 503, { code: 'unavailable' }]);
    }
  });

  test('is logged in one line with its route and who asked, without token or address', async () => {
    const id = uniqueId();
    await httpClient(system.url, token).call(getLead, { params: { id } }, { 'x-request-id': `logged-${id}` });
    const line = await until(() =>
      system.lines.all().find((each) => each.correlationId === `logged-${id}` && each.msg === 'request'),
    );
    expect(line).toMatchObject({ route: '/api/lead/{id}', status: 200, actorId: agent.id });
    expect(system.lines.text()).not.toContain(token);
  });
});

describe('the session of a call', () => {
  let system: TestSystem;
  const clock = new ManualClock(new Date());
  beforeAll(async () => {
    system = await startSystem({ overrides: { clock } });
  });
  const call = (token: string | undefined) => httpClient(system.url, token).call(listStates, {});

  test('none, one that is no token, one signed by another, one that expired: 403 session_ended', async () => {
    const foreign = createTestTokens().tokenFor(agent);
    const expired = system.tokenFor(agent, { iat: 1_000, exp: 2_000 });
    for (const token of [undefined, 'x', foreign, expired]) {
      const { status, refusal } = await call(token);
      expect([status, refusal]).toMatchObject([
        403,
        { code: 'session_ended', message: 'Session ended, please login again' },
      ]);
    }
  });

  test('one that was signed out, or lies below the session version, is refused within a second', async () => {
    const jti = uniqueId();
    const [first, second] = [uniqueActor(2), uniqueActor(2)];
    const signedOut = system.tokenFor(first, { jti });
    const older = system.tokenFor(second, { sv: 1 });
    expect((await call(signedOut)).status).toBe(200);
    expect((await call(older)).status).toBe(200);
    system.auth.revoked.push({ jti, exp: Math.floor(Date.now() / 1000) + 3600 });
    system.auth.versions[second.id] = 2;
    await until(async () => (await call(signedOut)).status === 403 && (await call(older)).status === 403);
    expect((await call(system.tokenFor(first))).status).toBe(200);
    expect((await call(system.tokenFor(second, { sv: 2 }))).status).toBe(200);
  });

  test('may be asked about after an hour in which nobody was here: the gateway is ready and auth is asked', async () => {
    const since = new ManualClock(new Date());
    // Nothing is under way then: what was asked before that hour, auth refuses as too old.
    const { url, tokenFor } = await startSystem({ overrides: { clock: since, timings: asksLater } });
    since.advance(60 * 60_000);
    const health = await fetch(`${url}/readyz`);
    expect([health.status, await health.json()]).toEqual([200, { ready: true }]);
    expect((await httpClient(url, tokenFor(agent)).call(listStates, {})).status).toBe(200);
  });

  test('is not believed once auth was not heard of for 30 s: 503; what is public still works', async () => {
    const token = system.tokenFor(agent);
    await system.closeAuth();
    // An answer that was on its way still counts.
    await system.lines.waitFor('auth could not be asked for sessions');
    clock.advance(29_000);
    expect((await call(token)).status).toBe(200);
    clock.advance(2_000);
    const { status, refusal } = await call(token);
    expect([status, refusal.code]).toEqual([503, 'unavailable']);
    const body = { email: 'a@example.com', password: 'x' };
    const signedIn = await httpClient(system.url).call(signIn, { body });
    expect([signedIn.status, signedIn.refusal]).toMatchObject([
      503,
      { code: 'unavailable', message: expect.stringContaining('auth') as string },
    ]);
    const health = await fetch(`${system.url}/readyz`);
    expect([health.status, await health.json()]).toEqual([503, { ready: false, missing: ['sessions'] }]);
  });
});

describe('how often one may call', () => {
  test('a user is counted wherever they call from, and told when to come back', async () => {
    const system = await startSystem({ env: { RATE_USER_PER_MINUTE: '3' } });
    const client = httpClient(system.url, system.tokenFor(agent));
    for (let count = 0; count < 3; count += 1) expect((await client.call(listStates, {})).status).toBe(200);
    const { status, headers, refusal } = await client.call(listStates, {});
    expect([status, refusal.code]).toEqual([429, 'too_many']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    const other = await httpClient(system.url, system.tokenFor(uniqueActor(2))).call(listStates, {});
    expect(other.status).toBe(200);
  });

  test('a session has its own part of it: a stolen token that is used up leaves its owner the other sessions', async () => {
    const system = await startSystem({ env: { RATE_SESSION_PER_MINUTE: '3', RATE_USER_PER_MINUTE: '5' } });
    const [stolen, own] = [uniqueId(), uniqueId()].map((sid) =>
      httpClient(system.url, system.tokenFor(agent, { sid })),
    );
    const statuses = async (client: typeof stolen, times: number) => {
      const found = [];
      for (let count = 0; count < times; count += 1) found.push((await client?.call(listStates, {}))?.status);
      return found;
    };
    expect(await statuses(stolen, 5)).toEqual([200, 200, 200, 429, 429]);
    expect(await statuses(own, 3)).toEqual([200, 200, 429]);
    const text = await (await fetch(`${system.url}/metrics`)).text();
    expect(text).toMatch(/^gateway_calls_limited_total\{limit="session",service="gateway"\} 2$/m);
    expect(text).toMatch(/^gateway_calls_limited_total\{limit="user",service="gateway"\} 1$/m);
  });

  test('an address is counted where nobody is signed in, by the proxy’s word only if it is trusted', async () => {
    const body = { email: 'a@example.com', password: wrongPassword };
    for (const [trusted, expected] of [
      ['0', [401, 401, 429, 429]],
      ['1', [401, 401, 401, 401]],
    ] as const) {
      const system = await startSystem({ env: { RATE_ADDRESS_PER_MINUTE: '2', TRUST_PROXY: trusted } });
      const client = httpClient(system.url);
      const statuses = [];
      for (let count = 0; count < 4; count += 1) {
        const answer = await client.call(signIn, { body }, { 'x-forwarded-for': `10.0.0.${String(count)}` });
        statuses.push(answer.status);
      }
      expect(statuses).toEqual(expected);
    }
  });

  test('an office’s sign-ins are not: neither hundreds of its tokens that are verified nor each other', async () => {
    const system = await startSystem({ env: { RATE_ADDRESS_PER_MINUTE: '20' } });
    const client = httpClient(system.url);
    const body = { email: 'a@example.com', password: 'x' };
    const verified = async (token: string) => (await client.call(verifyToken, { body: { token } })).status;
    // Monday at nine: every browser's token is over, and none of them counts for the address.
    for (let seat = 0; seat < 300; seat += 1)
      expect(await verified(system.tokenFor(uniqueActor(2), { iat: 1_000, exp: 2_000 }))).toBe(200);
    const wrong = { ...body, password: wrongPassword };
    for (let seat = 0; seat < 10; seat += 1)
      expect((await client.call(signIn, { body: wrong })).status).toBe(401);
    // Whoever is in works, and says that people do behind this address.
    for (let seat = 0; seat < 300; seat += 1)
      expect(await verified(system.tokenFor(uniqueActor(2)))).toBe(200);
    for (let seat = 0; seat < 50; seat += 1)
      expect((await client.call(signIn, { body: wrong })).status).toBe(401);
  });

  test('nor are those of an office’s first minute, once the first of them is in', async () => {
    const system = await startSystem({ env: { RATE_ADDRESS_PER_MINUTE: '5' } });
    const client = httpClient(system.url);
    for (let seat = 0; seat < 50; seat += 1) {
      const { status } = await client.call(signIn, { body: { email: 'a@example.com', password: 'x' } });
      expect(status).toBe(200);
    }
  });

  test('a token that is verified is counted: by its user, by its session once that is over, by address where it is none', async () => {
    const system = await startSystem({ env: { RATE_USER_PER_MINUTE: '2' } });
    const client = httpClient(system.url);
    const answers = async (token: string, times: number) => {
      const statuses = [];
      for (let count = 0; count < times; count += 1)
        statuses.push((await client.call(verifyToken, { body: { token } })).status);
      return statuses;
    };
    expect(await answers(system.tokenFor(agent), 3)).toEqual([200, 200, 429]);
    const ended = await answers(system.tokenFor(agent, { iat: 1_000, exp: 2_000 }), 241);
    expect([ended.indexOf(429), ended.length]).toEqual([240, 241]);
    const foreign = await answers(createTestTokens().tokenFor(agent), 241);
    expect(foreign.indexOf(429)).toBe(240);
    // The address is used up for tokens of nobody; for those of somebody it is not asked.
    expect(await answers(system.tokenFor(uniqueActor(2)), 1)).toEqual([200]);
  });

  test('a body that names a token arrives as it was sent, and is refused where it is far too long', async () => {
    const system = await startSystem();
    const post = async (body: string, headers: Record<string, string> = {}) => {
      const response = await fetch(`${system.url}${verifyToken.path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
      });
      return [response.status, ((await response.json()) as { code?: string }).code];
    };
    expect(await post(JSON.stringify({ token: system.tokenFor(agent), more: 'ü'.repeat(900) }))).toEqual([
      200,
      undefined,
    ]);
    expect(await post('{"token":')).toEqual([422, 'invalid']);
    expect(await post(JSON.stringify({ token: 'x'.repeat(20_000) }))).toEqual([413, 'too_large']);
  });

  test('a public form is counted by the network it is sent from, the rest of that network’s calls are not', async () => {
    const system = await startSystem({
      env: { RATE_FORMS_PER_HOUR: '2', TRUST_PROXY: '1' },
      leadsRoutes: (router) => {
        router.post(quickAddLead.path, (_req, res) => void res.json(quickAddLead.example.answer));
        router.post(openQuickAdd.path, (_req, res) => void res.json(openQuickAdd.example.answer));
      },
    });
    const client = httpClient(system.url);
    const sendFrom = async (address: string) => {
      const body = quickAddInput.parse(quickAddLead.example.body);
      const answer = await client.call(quickAddLead, { body }, { 'x-forwarded-for': address });
      return answer.status;
    };
    expect(await sendFrom('2001:db8:1:2::1')).toBe(200);
    expect(await sendFrom('2001:db8:1:2::2')).toBe(200);
    expect(await sendFrom('2001:db8:1:2::3')).toBe(429);
    expect(await sendFrom('2001:db8:1:3::1')).toBe(200);
    const opened = await client.call(openQuickAdd, {}, { 'x-forwarded-for': '2001:db8:1:2::3' });
    expect(opened.status).toBe(200);
  });

  test('an address that tries tokens out is stopped', async () => {
    const system = await startSystem();
    const client = httpClient(system.url, 'no token');
    const statuses = [];
    for (let count = 0; count < 241; count += 1) statuses.push((await client.call(listStates, {})).status);
    expect(statuses.indexOf(429)).toBe(240);
    expect(statuses.slice(0, 240)).toEqual(Array(240).fill(403));
    expect((await httpClient(system.url, system.tokenFor(agent)).call(listStates, {})).status).toBe(200);
  });
});

test('a read that meets a connection the service closed meanwhile is asked again', async () => {
  const seenUrls: string[] = [];
  let hangUp = false;
  const system = await startSystem({
    leadsRoutes: (router) => {
      router.use((req, _res, next) => {
        seenUrls.push(req.url);
        if (hangUp) {
          hangUp = false;
          req.socket.resetAndDestroy();
        } else next();
      });
    },
  });
  const client = httpClient(system.url, system.tokenFor(agent));
  const ordinary = () => client.call(listStates, {});
  const short = () => client.call(getLead, { params: { id: uniqueId() } });
  for (const call of [ordinary, short]) {
    seenUrls.length = 0;
    expect((await call()).status).toBe(200);
    hangUp = true;
    expect((await call()).status).toBe(200);
    expect(seenUrls).toHaveLength(3);
  }
});
