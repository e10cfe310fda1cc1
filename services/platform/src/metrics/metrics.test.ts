import { createHealth, mountHealth } from '../health/health.js';
import { mountMetrics, startMetricsServer } from '../health/metrics-server.js';
import { sendJson } from '../http/send-json.js';
import { startTestServer, type TestServer } from '../testing/test-server.js';
import { createMetrics } from './metrics.js';

const servers: TestServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

test('counts and times by method, pattern and status, never by path', async () => {
  const server = await startTestServer({
    mount: (router) => {
      router.get('/lead/:id', (req, res) => {
        sendJson(res, {}, req.params['id'] === '2' ? 404 : 200);
      });
    },
  });
  servers.push(server);
  for (const path of ['/lead/1', '/lead/3', '/lead/2', '/wp-login.php', '/.env'])
    await fetch(server.url + path);
  await server.close();
  const text = await server.metrics.text();
  expect(text).toContain('http_requests_total{method="GET",route="/lead/:id",status="200",service="auth"} 2');
  expect(text).toContain('http_requests_total{method="GET",route="/lead/:id",status="404",service="auth"} 1');
  expect(text).toContain('http_requests_total{method="GET",route="(unknown)",status="404",service="auth"} 2');
  expect(text).toContain(
    'http_request_duration_seconds_count{service="auth",method="GET",route="/lead/:id"} 3',
  );
});

test('counts what nobody has asked for in a long time, each request once', async () => {
  const metrics = createMetrics('leads');
  const observe = (count: number) => {
    for (let each = 0; each < count; each += 1) metrics.observeRequest('GET', '/a', 200, 0.002);
  };
  const counted = async () =>
    /^http_requests_total\{.*route="\/a".*\} (\d+)$/m.exec(await metrics.text())?.[1];
  observe(1_201);
  expect(await counted()).toBe('1201');
  observe(3);
  expect(await counted()).toBe('1204');
  expect(metrics.answered()).toBe(1_204);
  expect(await metrics.text()).toMatch(/^http_request_duration_seconds_count\{.*route="\/a".*\} 1204$/m);
});

test('two services of one process keep their own counts and share those of the process', async () => {
  const [auth, leads] = [createMetrics('auth'), createMetrics('leads')];
  auth.observeRequest('GET', '/a', 200, 0.002);
  const [ofAuth, ofLeads] = await Promise.all([auth.text(), leads.text()]);
  expect(ofAuth).toContain('route="/a"');
  expect(ofLeads).not.toContain('route="/a"');
  for (const text of [ofAuth, ofLeads]) {
    expect(text.match(/^process_cpu_user_seconds_total /gm)).toHaveLength(1);
    const names = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);
    expect(new Set(names).size).toBe(names.length);
  }
});

describe('a probe', () => {
  async function serve(checks: Parameters<typeof createHealth>[0]) {
    const health = createHealth(checks);
    const server = await startTestServer({
      mount: (router) => {
        mountHealth(router, health);
        mountMetrics(router, createMetrics('leads'));
      },
    });
    servers.push(server);
    const ask = async (path: string) => {
      const response = await fetch(server.url + path);
      return [response.status, await response.json()];
    };
    return { health, server, ask };
  }

  test('hears that the service lives and is ready', async () => {
    const { ask } = await serve({ store: () => true, bus: async () => true });
    expect(await ask('/healthz')).toEqual([200, { alive: true }]);
    expect(await ask('/readyz')).toEqual([200, { ready: true }]);
  });

  test('hears which part cannot be reached, while the service still lives', async () => {
    const { ask } = await serve({
      store: () => false,
      bus: () => true,
      sessions: () => Promise.reject(new Error('down')),
    });
    expect(await ask('/readyz')).toEqual([503, { ready: false, missing: ['store', 'sessions'] }]);
    expect((await ask('/healthz'))[0]).toBe(200);
  });

  test('hears that the service is about to stop', async () => {
    const { ask, health } = await serve({ store: () => true });
    health.stopping();
    expect(await ask('/readyz')).toEqual([503, { ready: false, missing: ['stopping'] }]);
  });

  test('reads the metrics, and leaves no line in the log unless it fails', async () => {
    const { server, ask } = await serve({ store: () => false });
    const metrics = await fetch(`${server.url}/metrics`);
    expect(metrics.headers.get('content-type')).toContain('text/plain');
    expect(await metrics.text()).toContain('nodejs_eventloop_lag');
    await ask('/healthz');
    await ask('/readyz');
    await server.close();
    expect(server.lines.all().map(({ level, ...line }) => [level, line['route']])).toEqual([
      ['debug', '/metrics'],
      ['debug', '/healthz'],
      ['warn', '/readyz'],
    ]);
  });
});

describe('metrics', () => {
  test('on the port of the calls are for this machine alone, past any proxy', async () => {
    const server = await startTestServer({
      mount: (router) => {
        mountMetrics(router, createMetrics('leads'));
      },
    });
    servers.push(server);
    expect((await fetch(`${server.url}/metrics`)).status).toBe(200);
    const forwarded = await fetch(`${server.url}/metrics`, { headers: { 'x-forwarded-for': '127.0.0.1' } });
    expect([forwarded.status, await forwarded.json()]).toMatchObject([404, { code: 'route_unknown' }]);
  });

  test('with a port of their own are there, and nowhere else', async () => {
    const metrics = createMetrics('leads');
    const own = await startMetricsServer({ metrics, port: 0, host: '127.0.0.1' });
    const server = await startTestServer({
      mount: (router) => {
        mountMetrics(router, undefined);
      },
    });
    servers.push(server);
    const scraped = await fetch(`${own.url}/metrics`);
    expect([scraped.status, scraped.headers.get('content-type')]).toEqual([200, metrics.contentType]);
    expect(await scraped.text()).toContain('nodejs_eventloop_lag');
    for (const [path, method] of [
      ['/', 'GET'],
      ['/healthz', 'GET'],
      ['/api/leads', 'GET'],
      ['/metrics', 'POST'],
    ] as const)
      expect((await fetch(own.url + path, { method })).status).toBe(404);
    expect((await fetch(`${server.url}/metrics`)).status).toBe(404);
    await own.close();
    await expect(fetch(`${own.url}/metrics`)).rejects.toThrow();
  });
});
