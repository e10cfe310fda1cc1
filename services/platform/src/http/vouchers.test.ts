import { roles } from '@crm/contracts/codes/roles.js';
import { keyScopes } from '@crm/contracts/codes/key-scopes.js';
import { callerNames, serviceNames, type Endpoint } from '@crm/contracts/endpoint/endpoint.js';
import { endpoints } from '@crm/contracts/http/all.js';
import { ManualClock } from '../testing/manual-clock.js';
import { testSigner } from '../testing/service-keys.js';
import { startTestServer, type TestServer } from '../testing/test-server.js';
import { uniqueActor } from '../testing/unique.js';
import { addressOf } from './call-address.js';
import { answered, mountAll, route } from './mount-endpoint.js';
import { voucherHeader } from './service-client.js';

const clock = new ManualClock();
const signers = callerNames.map((name) => [name, testSigner(name, clock)] as const);
const vouched = endpoints.filter(({ vouchers }) => vouchers !== undefined);
/** One more that nobody vouches for. */
const unvouched = endpoints.filter(({ name }) => name === 'listFollowupsOfLead');
const mounted: readonly Endpoint[] = [...vouched, ...unvouched];

const servers = new Map<string, TestServer>();
beforeAll(async () => {
  for (const service of serviceNames) {
    const routes = mounted
      .filter((each) => each.service === service)
      .map((endpoint) =>
        route(endpoint, async (_actor, _input, { res, vouchedBy }) => {
          res.status(200).end(vouchedBy ?? 'nobody');
          return answered;
        }),
      );
    const mount: Parameters<typeof startTestServer>[0]['mount'] = (router, deps) => {
      mountAll(router, deps, routes);
    };
    if (routes.length > 0) servers.set(service, await startTestServer({ service, clock, mount }));
  }
});
afterAll(() => Promise.all([...servers.values()].map((each) => each.close())));

/** What is answered to somebody who sends these headers. */
async function ask(endpoint: Endpoint, headers: (server: TestServer) => Record<string, string>) {
  const server = servers.get(endpoint.service);
  if (server === undefined) throw new Error(`Nobody answers ${endpoint.name}`);
  const answer = await fetch(`${server.url}${addressOf(endpoint, endpoint.example)}`, {
    method: endpoint.method,
    headers: headers(server),
  });
  return answer.status === 200 ? await answer.text() : answer.status;
}

const agent = uniqueActor(roles.agent);
const asAgent =
  (voucher?: string) =>
  ({ tokens }: TestServer) => ({
    authorization: `Bearer ${tokens.tokenFor(agent)}`,
    ...(voucher !== undefined && { [voucherHeader]: voucher }),
  });

test('only reads of a lead are vouched for, and by leads alone', () => {
  expect(vouched.map(({ name, method, access, vouchers }) => [name, method, access, vouchers])).toEqual([
    ['listTexts', 'GET', 'lead', ['leads']],
    ['listAllFollowupsOfLead', 'GET', 'lead', ['leads']],
  ]);
});

test.each(mounted.map((endpoint) => [endpoint.name, endpoint] as const))(
  '%s takes the word of its vouchers, and refuses every other service',
  async (_name, endpoint) => {
    const answers = await Promise.all(
      signers.map(async ([name, sign]) => [name, await ask(endpoint, asAgent(sign(endpoint.service)))]),
    );
    const { vouchers = [] } = endpoint;
    expect(answers).toEqual(callerNames.map((name) => [name, vouchers.includes(name) ? name : 403]));
  },
);

describe.each(vouched.map((endpoint) => [endpoint.name, endpoint] as const))('%s', (_name, endpoint) => {
  const sign = testSigner('leads', clock);
  const ofLeads = sign(endpoint.service);

  test('is of nobody’s word where nobody vouches', async () => {
    expect(await ask(endpoint, asAgent())).toBe('nobody');
  });

  test.each([
    ['words of their own', () => 'leads'],
    ['nothing', () => ''],
    ['their own session', ({ tokens }: TestServer) => tokens.tokenFor(agent)],
    ['a token that leads made for another service', () => sign('auth')],
    ['what leads made, and something else', () => `${ofLeads}, ${ofLeads}`],
  ])('is refused to a person who vouches by %s', async (_what, voucherOf) => {
    expect(await ask(endpoint, (server) => asAgent(voucherOf(server))(server))).toBe(403);
  });

  test('is refused where the word of leads is over', async () => {
    const old = testSigner('leads', clock)(endpoint.service);
    clock.advance(91_000);
    expect(await ask(endpoint, asAgent(old))).toBe(403);
  });

  test('is refused to an API key of every scope, whoever vouches for it', async () => {
    const byKey = ({ tokens }: TestServer) => ({
      authorization: `Bearer ${tokens.keyTokenFor(keyScopes.map(({ id }) => id))}`,
      [voucherHeader]: sign(endpoint.service),
    });
    expect(await ask(endpoint, byKey)).toBe(403);
  });

  test('is refused to leads itself where no person asks', async () => {
    const ofLeadsNow = sign(endpoint.service);
    const alone = () => ({ [voucherHeader]: ofLeadsNow });
    expect(await ask(endpoint, alone)).toBe(403);
    expect(await ask(endpoint, () => ({ ...alone(), authorization: `Bearer ${ofLeadsNow}` }))).toBe(403);
  });
});
