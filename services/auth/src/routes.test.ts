import { rolesWith } from '@crm/contracts/access.js';
import { endpoints } from '@crm/contracts/http/all.js';
import { errorAnswer } from '@crm/contracts/errors.js';
import { uniqueId } from '@crm/platform/testing/unique.js';
import { authRoutes } from './routes.js';
import { startAuth, type AuthServer, type SignedIn } from './test/auth-server.js';

let auth: AuthServer;
let agent: SignedIn;
let guide: SignedIn;
beforeAll(async () => {
  auth = await startAuth();
  agent = await auth.newUser();
  guide = await auth.newUser({ role_id: 3 });
});
afterAll(() => auth.stop());

const authEndpoints = endpoints.filter(({ service }) => service === 'auth');

test('every call of the contract is answered, and nothing else', () => {
  const mounted = authRoutes(auth.service.ctx).map(({ endpoint }) => endpoint.name);
  expect(mounted.sort()).toEqual(authEndpoints.map(({ name }) => name).sort());
});

const closed = authEndpoints.filter(({ access }) => access !== 'public');
const ids = { id: uniqueId(), userId: uniqueId(), sessionId: 'nobodys' };
const codeOf = (body: unknown) => errorAnswer.parse(body).code;

test.each(closed.map((endpoint) => [endpoint.name, endpoint] as const))(
  '%s is refused before its body is read, without a token or with one of nobody',
  async (_name, endpoint) => {
    const expected = endpoint.access === 'internal' ? 'forbidden' : 'session_ended';
    for (const token of [undefined, 'nobody.has.this'])
      expect(await auth.raw(endpoint, token, {}, ids)).toMatchObject({
        status: 403,
        body: { code: expected },
      });
  },
);

test.each(closed.map((endpoint) => [endpoint.name, endpoint] as const))(
  '%s is forbidden to the roles its contract leaves out',
  async (_name, endpoint) => {
    const bearers = [
      { role: 1, token: auth.adminToken },
      { role: 2, token: agent.token },
      { role: 3, token: guide.token },
    ] as const;
    for (const { role, token } of bearers) {
      if (endpoint.access !== 'internal' && rolesWith(endpoint).includes(role)) continue;
      const { status, body } = await auth.raw(endpoint, token, {}, ids);
      expect([status, codeOf(body)]).toEqual([403, 'forbidden']);
    }
  },
);

test('a service token opens what is internal and nothing else', async () => {
  for (const endpoint of closed) {
    const { status, body } = await auth.raw(endpoint, auth.serviceToken(endpoint), {}, ids);
    if (endpoint.access === 'internal') expect([200, 404, 422]).toContain(status);
    else expect([status, codeOf(body)]).toEqual([403, 'session_ended']);
  }
});

test('a body that is no JSON is refused by 422, an address nobody has by 404', async () => {
  const sent = await fetch(`${auth.service.url}/api/auth/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"email":',
  });
  expect(sent.status).toBe(422);
  const unknown = await fetch(`${auth.service.url}/api/auth/nothing`);
  expect([unknown.status, codeOf(await unknown.json())]).toEqual([404, 'route_unknown']);
});

test('the service is alive and ready, and its numbers can be read', async () => {
  for (const path of ['/healthz', '/readyz', '/metrics'])
    expect((await fetch(`${auth.service.url}${path}`)).status).toBe(200);
});
