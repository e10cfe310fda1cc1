import type { Router } from 'express';
import { endpoints } from '@crm/contracts/http/all.js';
import type { ServiceName } from '@crm/contracts/endpoint/endpoint.js';
import { createTestTokens } from '@crm/platform/testing/tokens.js';
import { uniqueActor } from '@crm/platform/testing/unique.js';
import { startFakeService } from '../test/fake-services.js';
import { startSystem, stopSystems, type TestSystem } from '../test/system.js';
import { until } from '../test/until.js';

/** Says which service was asked, and exactly what. */
const echo = (service: ServiceName) => (router: Router) => {
  router.use((req, res, next) => {
    if (req.path.startsWith('/internal')) {
      next();
      return;
    }
    let body = '';
    req.setEncoding('utf8');
    req.on('data', (part: string) => (body += part));
    req.on('end', () => {
      const { authorization, 'x-twilio-signature': signature } = req.headers;
      res.json({ service, method: req.method, url: req.originalUrl, body, authorization, signature });
    });
  });
};

const furtherServices = ['telephony', 'messaging', 'stats', 'followups'] as const;
const admin = uniqueActor(1);
let system: TestSystem;
let others: { url: string; close: () => Promise<void> }[];
beforeAll(async () => {
  others = await Promise.all(
    furtherServices.map((service) =>
      startFakeService({ service, tokens: createTestTokens(), mount: echo(service) }),
    ),
  );
  system = await startSystem({
    leadsRoutes: echo('leads'),
    authRoutes: echo('auth'),
    env: {
      TELEPHONY_URL: others[0]?.url ?? '',
      MESSAGING_URL: others[1]?.url ?? '',
      STATS_URL: others[2]?.url ?? '',
      FOLLOWUPS_URL: others[3]?.url ?? '',
      RATE_ADDRESS_PER_MINUTE: '1000',
      TRUST_PROXY: '1',
    },
  });
});
afterAll(async () => {
  await stopSystems();
  for (const other of others) await other.close();
});

const published = endpoints.filter(({ access }) => access !== 'internal');
/** A call that every service answers for itself names the one it means; here leads. */
const addressOf = (path: string) => path.replace('{service}', 'leads').replaceAll(/\{\w+\}/g, 'one');

test.each(published.map((endpoint) => [endpoint.name, endpoint] as const))(
  '%s goes to the service that owns it, as it was asked',
  async (name, { method, path, service, access }) => {
    const url = `${addressOf(path)}?a=%2F&b=`;
    const authorization = `Bearer ${system.tokenFor(admin)}`;
    const response = await fetch(`${system.url}${url}`, {
      method,
      headers: {
        'x-request-id': `routing-${name}`,
        ...(access === 'public' ? {} : { authorization }),
      },
    });
    expect([response.status, await response.json()]).toEqual([
      200,
      {
        service: service === 'named' ? 'leads' : service,
        method,
        url,
        body: '',
        ...(access === 'public' ? {} : { authorization }),
      },
    ]);
    // The line names the route that was meant where two of them fit.
    const line = await until(() =>
      system.lines.all().find((each) => each.correlationId === `routing-${name}` && each.msg === 'request'),
    );
    expect(line['route']).toBe(path);
  },
);

test.each(
  published
    .filter(({ access }) => access !== 'public')
    .map((endpoint, index) => [endpoint.name, endpoint, index] as const),
)('%s is refused without a session, and its service hears nothing', async (_name, endpoint, index) => {
  const { path, method, access } = endpoint;
  // From an address of its own each, or the last ones would be refused for having tried too often.
  const headers = { 'x-forwarded-for': `10.0.0.${String(index)}` };
  const response = await fetch(`${system.url}${addressOf(path)}`, { method, headers });
  expect([response.status, await response.json()]).toMatchObject(
    access === 'key' ? [401, { code: 'key_invalid' }] : [403, { code: 'session_ended' }],
  );
});

test.each(endpoints.filter(({ access }) => access === 'internal').map(({ path, method }) => [method, path]))(
  '%s %s is no call that comes in from outside',
  async (method, path) => {
    const headers = { authorization: `Bearer ${system.tokenFor(admin)}` };
    const response = await fetch(`${system.url}${addressOf(path)}`, { method, headers });
    expect([response.status, await response.json()]).toMatchObject([404, { code: 'route_unknown' }]);
  },
);

test.each([
  ['/tw/sms/incoming', 'messaging'],
  ['/tw/voice/status?a=1', 'telephony'],
  ['/media/abc.def', 'telephony'],
  ['/media/texts/abc.def', 'messaging'],
  ['/media/texts', 'telephony'],
])('%s goes to %s without a token, its body and signature untouched', async (url, service) => {
  const body = 'From=%2B12145550117&Body=a+b';
  const response = await fetch(`${system.url}${url}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': 'sig=' },
    body,
  });
  expect(await response.json()).toEqual({ service, method: 'POST', url, body, signature: 'sig=' });
});
