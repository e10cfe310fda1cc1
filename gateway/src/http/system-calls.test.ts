import type { Router } from 'express';
import { getSystemPart, listDeadLetters, listDeliveries } from '@crm/contracts/http/system.js';
import { httpClient } from '@crm/platform/testing/http-client.js';
import { uniqueActor } from '@crm/platform/testing/unique.js';
import { startSystem, stopSystems, type TestSystem } from '../test/system.js';

let system: TestSystem;
beforeAll(async () => {
  const echo = (service: string) => (router: Router) => {
    router.use((req, res, next) => {
      if (req.path.startsWith('/api/rest/system/')) res.json({ service, url: req.originalUrl });
      else next();
    });
  };
  system = await startSystem({ leadsRoutes: echo('leads'), authRoutes: echo('auth') });
});
afterAll(stopSystems);

const as = (role: 1 | 2 | 3) => httpClient(system.url, system.tokenFor(uniqueActor(role)));
const ask = async (path: string) => {
  const authorization = `Bearer ${system.tokenFor(uniqueActor(1))}`;
  const response = await fetch(`${system.url}${path}`, { headers: { authorization } });
  const body: unknown = await response.json();
  return { status: response.status, body };
};

test('a call that names a service goes to that service', async () => {
  const url = '/api/rest/system/leads/deliveries?limit=3';
  expect(await ask(url)).toEqual({ status: 200, body: { service: 'leads', url } });
});

test('a service that is not here is said to be away, and what is no service is no address', async () => {
  expect(await ask('/api/rest/system/stats')).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  expect(await ask('/api/rest/system/nobody')).toMatchObject({
    status: 404,
    body: { code: 'route_unknown' },
  });
});

test('the gateway tells of itself, to admins alone', async () => {
  const params = { service: 'gateway' } as const;
  const { answer } = await as(1).call(getSystemPart, { params });
  expect(answer).toMatchObject({ service: 'gateway', ready: true, outbox: null, dead: 0 });
  expect(answer.queues.map(({ queue, consumers }) => [queue, consumers])).toEqual([
    ['gateway.broadcast', 1],
    ['gateway.sessions', 1],
  ]);
  for (const role of [2, 3] as const)
    expect((await as(role).call(getSystemPart, { params })).refusal.code).toBe('forbidden');
  expect((await httpClient(system.url).call(getSystemPart, { params })).refusal.code).toBe('session_ended');
});

test.each([listDeadLetters, listDeliveries])('$name of the gateway is answered by auth', async ({ path }) => {
  const url = path.replace('{service}', 'gateway');
  expect(await ask(url)).toEqual({ status: 200, body: { service: 'auth', url } });
});

test('sockets and what is told to them are counted', async () => {
  const browser = await system.browser(uniqueActor(1));
  const text = await (await fetch(`${system.url}/metrics`)).text();
  expect(text).toContain('gateway_sockets{service="gateway"} 1');
  expect(text).toContain('service_ready{service="gateway"} 1');
  browser.close();
});
