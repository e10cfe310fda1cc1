import { once } from 'node:events';
import { createServer } from 'node:http';
import { z } from 'zod';
import { roles } from '@crm/contracts/codes/roles.js';
import { defineEndpoint, type Endpoint } from '@crm/contracts/endpoint/endpoint.js';
import { id } from '@crm/contracts/ids.js';
import { conflict, tooMany, workUnfinished } from '../errors/app-error.js';
import { runWithContext } from '../log/request-context.js';
import { logLines } from '../testing/log-lines.js';
import { ManualClock } from '../testing/manual-clock.js';
import { startTestServer, type TestServer } from '../testing/test-server.js';
import { newServiceKey, privateServiceKeys } from '../identity/service-keys.js';
import { testKeysOf } from '../testing/service-keys.js';
import { uniqueActor, uniqueId } from '../testing/unique.js';
import { mountAll, route, type Route } from './mount-endpoint.js';
import { createPatience } from '../patience.js';
import { createServiceClient, maySendAgain } from './service-client.js';

const basics = { service: 'leads', given: false, summary: '' } as const;
const answer = z.object({ got: z.string(), requestId: z.string(), caller: z.string() });

const findThings = defineEndpoint({
  ...basics,
  name: 'findThings',
  method: 'POST',
  path: '/internal/things/{id}/{name}',
  access: 'internal',
  callers: ['gateway'],
  params: z.object({ id, name: z.string() }),
  query: z.object({
    page: z.coerce.number().int(),
    types: z.array(z.string()).optional(),
    after: z.string().optional(),
  }),
  body: z.object({ note: z.string() }),
  answer,
  example: { answer: {} },
});
const openLead = defineEndpoint({
  ...basics,
  name: 'openLead',
  method: 'GET',
  path: '/api/lead/{id}',
  access: 'lead',
  params: z.object({ id }),
  answer,
  example: { answer: {} },
});

const clock = new ManualClock();
const agent = uniqueActor(roles.agent);
const lead = uniqueId();
let running: TestServer | undefined;
afterEach(async () => {
  await running?.close();
  running = undefined;
});

async function serve(...routes: Route[]) {
  running = await startTestServer({
    service: 'leads',
    clock,
    mount: (router, deps) => {
      mountAll(router, deps, routes);
    },
  });
  return clientTo(running.url);
}

function clientTo(url: string) {
  return createServiceClient({
    from: 'gateway',
    keys: testKeysOf('gateway'),
    baseUrlOf: () => url,
    log: logLines().log,
    clock,
  });
}

const echo = route(findThings, async (_actor, input, { requestId, caller }) => ({
  got: JSON.stringify(input),
  requestId,
  caller: caller ?? '',
}));
const opens = (act: () => Promise<unknown>) => route<Endpoint>(openLead, act);

test('hands over parameters, query and body as they are, as a service, with the correlation id', async () => {
  const client = await serve(echo);
  const input = {
    params: { id: lead, name: 'a/b?c=ü d' },
    query: { page: 2, types: ['x', 'y&z'], after: undefined },
    body: { note: 'Zoë' },
  };
  const { got, requestId, caller } = await runWithContext({ correlationId: 'request-0001' }, () =>
    client.call(findThings, input, { asService: true }),
  );
  expect(JSON.parse(got)).toEqual({ ...input, query: { page: 2, types: ['x', 'y&z'] } });
  expect([requestId, caller]).toEqual(['request-0001', 'gateway']);
});

test("calls on a user's behalf by the user's token", async () => {
  const client = await serve(
    route(openLead, async (actor) => ({ got: actor.id, requestId: '', caller: '' })),
  );
  const token = running?.tokens.tokenFor(agent) ?? '';
  expect(await client.call(openLead, { params: { id: lead } }, { token })).toMatchObject({ got: agent.id });
});

test.each([
  ['307', workUnfinished({ id: lead, fullname: 'Maribel Dunne' })],
  [
    '409',
    conflict({ version: 4, changed_by: agent.id, fields: [{ field: 'fname', yours: 'A', theirs: 'B' }] }),
  ],
  ['429', tooMany(7)],
])("throws the other service's refusal as it was: %s", async (_status, refusal) => {
  const client = await serve(opens(() => Promise.reject(refusal)));
  const token = running?.tokens.tokenFor(agent) ?? '';
  await expect(client.call(openLead, { params: { id: lead } }, { token })).rejects.toMatchObject({
    code: refusal.code,
    status: refusal.status,
    message: refusal.message,
    details: refusal.details,
  });
});

test("a session of the user that is over is the user's matter, a refusal of our own token is ours", async () => {
  const client = await serve(
    echo,
    opens(async () => ({})),
  );
  await expect(client.call(openLead, { params: { id: lead } }, { token: 'nonsense' })).rejects.toMatchObject({
    code: 'session_ended',
  });
  const stranger = createServiceClient({
    from: 'gateway',
    keys: privateServiceKeys.parse({ keys: [newServiceKey('gateway').private] }),
    baseUrlOf: () => running?.url ?? '',
    log: logLines().log,
    clock,
  });
  const input = { params: { id: lead, name: 'x' }, query: { page: 1 }, body: { note: '' } };
  await expect(stranger.call(findThings, input, { asService: true })).rejects.toMatchObject({
    code: 'upstream_failed',
  });
});

test('a fault of the other service stays a fault', async () => {
  const client = await serve(opens(() => Promise.reject(new Error('inner words'))));
  const token = running?.tokens.tokenFor(agent) ?? '';
  await expect(client.call(openLead, { params: { id: lead } }, { token })).rejects.toMatchObject({
    code: 'server_error',
  });
});

describe('a service that', () => {
  const call = (url: string, timeoutMs = 2_000) =>
    clientTo(url).call(openLead, { params: { id: lead } }, { token: 'any', timeoutMs });

  /** Something on a port that answers as it likes. */
  async function strange(act: Parameters<typeof createServer>[1]) {
    const server = createServer(act);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
    return {
      url: `http://127.0.0.1:${String(port)}`,
      close: async () => {
        server.closeAllConnections();
        server.close();
        await once(server, 'close');
      },
    };
  }

  test('is not there: 503', async () => {
    const { url, close } = await strange(undefined);
    await close();
    await expect(call(url)).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('breaks the connection before it answers a read is asked again', async () => {
    let asked = 0;
    const { url, close } = await strange((req, res) => {
      asked += 1;
      if (asked < 3) req.socket.destroy();
      else res.writeHead(200).end(JSON.stringify({ got: 'it', requestId: '', caller: '' }));
    });
    expect(await call(url)).toMatchObject({ got: 'it' });
    expect(asked).toBe(3);
    await close();
  });

  test('breaks the connection of a change is not asked again, for it may have been done: 503', async () => {
    let asked = 0;
    const { url, close } = await strange((req) => {
      asked += 1;
      req.socket.destroy();
    });
    const input = { params: { id: lead, name: 'x' }, query: { page: 1 }, body: { note: '' } };
    await expect(clientTo(url).call(findThings, input, { asService: true })).rejects.toMatchObject({
      code: 'unavailable',
    });
    expect(asked).toBe(1);
    await close();
  });

  test('answers late on a machine that has no time is waited for', async () => {
    let answer: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const { url, close } = await strange((_req, res) => {
      answer();
      late = () => res.writeHead(200).end(JSON.stringify({ got: 'it', requestId: '', caller: '' }));
    });
    let late: () => unknown = () => undefined;
    const machine = { now: 0, tick: () => undefined as void };
    const client = createServiceClient({
      from: 'gateway',
      keys: testKeysOf('gateway'),
      baseUrlOf: () => url,
      log: logLines().log,
      clock,
      patience: createPatience({
        steady: () => machine.now,
        delay: (_ms, act) => {
          machine.tick = act;
          return () => undefined;
        },
      }),
    });
    const answered = client.call(openLead, { params: { id: lead } }, { token: 'any', timeoutMs: 1_000 });
    await asked;
    // Ten seconds in which the loop came up ten times.
    for (let times = 0; times < 10; times += 1) {
      machine.now += 1_000;
      machine.tick();
    }
    late();
    expect(await answered).toMatchObject({ got: 'it' });
    await close();
  });

  test('does not answer in time: 503', async () => {
    const { url, close } = await strange(() => undefined);
    await expect(call(url, 20)).rejects.toMatchObject({ code: 'unavailable' });
    await close();
  });

  test.each([
    ['answers no JSON', 200, '<html>'],
    ['breaks its contract', 200, '{"got":7}'],
    ['refuses without a reason', 404, '<html>Not Found</html>'],
    ['refuses in words of its own', 400, '{"error":"bad"}'],
  ])('%s: 502', async (_what, status, text) => {
    const { url, close } = await strange((_req, res) => res.writeHead(status).end(text));
    await expect(call(url)).rejects.toMatchObject({ code: 'upstream_failed' });
    await close();
  });
});

test.each([
  ['UND_ERR_CONNECT_TIMEOUT', 'POST', true],
  ['UND_ERR_CONNECT_TIMEOUT', 'GET', true],
  ['ECONNRESET', 'GET', true],
  ['UND_ERR_SOCKET', 'GET', true],
  ['ECONNRESET', 'POST', false],
  ['UND_ERR_SOCKET', 'PUT', false],
  ['ECONNREFUSED', 'GET', false],
] as const)('a call that failed with %s and is a %s is sent again: %s', (code, method, isSentAgain) => {
  expect(maySendAgain(Object.assign(new Error(code), { code }), method)).toBe(isSentAgain);
});

test('calls one after the other share a connection', async () => {
  const client = await serve(echo);
  let connections = 0;
  running?.server.server.on('connection', () => (connections += 1));
  const input = { params: { id: lead, name: 'x' }, query: { page: 1 }, body: { note: '' } };
  for (let times = 0; times < 5; times += 1) await client.call(findThings, input, { asService: true });
  expect(connections).toBeLessThanOrEqual(2);
});
