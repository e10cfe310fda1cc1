import { callerNames, serviceNames, type ServiceName } from '@crm/contracts/endpoint/endpoint.js';
import { endpoints } from '@crm/contracts/http/all.js';
import { answered, mountAll, route } from './mount-endpoint.js';
import { addressOf } from './call-address.js';
import { ManualClock } from '../testing/manual-clock.js';
import { testSigner } from '../testing/service-keys.js';
import { startTestServer, type TestServer } from '../testing/test-server.js';

const clock = new ManualClock();
const signers = callerNames.map((name) => [name, testSigner(name, clock)] as const);

const internalOf = (service: ServiceName) =>
  endpoints.filter((each) => each.access === 'internal' && each.service === service);

describe.each(serviceNames.filter((name) => internalOf(name).length > 0))('%s', (service) => {
  const internal = internalOf(service);
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({
      service,
      clock,
      mount: (router, deps) => {
        const reached = internal.map((endpoint) =>
          route(endpoint, async (_actor, _input, { res }) => {
            res.status(204).end();
            return answered;
          }),
        );
        mountAll(router, deps, reached);
      },
    });
  });
  afterAll(() => server.close());

  const asked = internal.map((endpoint) => [endpoint.name, endpoint] as const);
  test.each(asked)(
    '%s is answered to its callers and refused to every other service',
    async (_name, endpoint) => {
      const { example, method, callers = [] } = endpoint;
      const answers = await Promise.all(
        signers.map(async ([name, sign]) => {
          const { status } = await fetch(`${server.url}${addressOf(endpoint, example)}`, {
            method,
            headers: { authorization: `Bearer ${sign(service)}`, 'content-type': 'application/json' },
            ...(endpoint.body && { body: JSON.stringify(example.body) }),
          });
          return [name, status];
        }),
      );
      expect(answers).toEqual(callerNames.map((name) => [name, callers.includes(name) ? 204 : 403]));
    },
  );
});
