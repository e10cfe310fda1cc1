import { z } from 'zod';
import { roles } from '@crm/contracts/codes/roles.js';
import { defineEndpoint, type Caller, type Endpoint } from '@crm/contracts/endpoint/endpoint.js';
import { createMatcher } from '@crm/contracts/http/match-route.js';
import { id } from '@crm/contracts/ids.js';
import { optionalPhone } from '@crm/contracts/phone.js';
import { notFound } from '../errors/app-error.js';
import { currentContext } from '../log/request-context.js';
import { httpClient, type HttpClient } from '../testing/http-client.js';
import { ManualClock } from '../testing/manual-clock.js';
import { startTestServer, type TestServer } from '../testing/test-server.js';
import { testSigner } from '../testing/service-keys.js';
import { uniqueActor, uniqueId } from '../testing/unique.js';
import { answered, mountAll, mountEndpoint, route, type Route } from './mount-endpoint.js';

const basics = { service: 'auth', given: false, summary: '' } as const;

const saveThing = defineEndpoint({
  ...basics,
  name: 'saveThing',
  method: 'PUT',
  path: '/api/things/{id}',
  access: 'admin|agent',
  params: z.object({ id }),
  query: z.object({ notify: z.coerce.number().int().min(0).max(1).default(1) }),
  body: z.object({
    fname: z.string().trim().min(1, 'Required.'),
    email: z.email('Invalid Email address'),
    address: z.object({ city: z.string() }).optional(),
    phone: optionalPhone.optional(),
  }),
  answer: z.object({ id, fname: z.string(), notify: z.int(), by: z.string() }),
  example: { answer: {} },
});

let running: TestServer | undefined;
let client: HttpClient;
const clock = new ManualClock();
const agent = uniqueActor(roles.agent);

async function serve(routes: readonly Route[], options: Partial<Parameters<typeof startTestServer>[0]> = {}) {
  running = await startTestServer({
    clock,
    mount: (router, deps) => {
      mountAll(router, deps, routes);
    },
    ...options,
  });
  client = httpClient(running.url, running.tokens.tokenFor(agent));
  return running;
}

afterEach(async () => {
  await running?.close();
  running = undefined;
});

const savesThing = route(saveThing, async (actor, { params, query, body }) => ({
  id: params.id,
  fname: body.fname,
  notify: query.notify,
  by: actor.id,
}));
function messageOf(fn: () => string): string {
  try {
    return fn();
  } catch (error) {
    return error instanceof Error ? error.message : 'no error';
  }
}

const good = { fname: ' Dana ', email: 'dana@example.com' };

describe('what comes in', () => {
  test('reaches the handler parsed, with who asks', async () => {
    await serve([savesThing]);
    const thing = uniqueId();
    const { status, answer } = await client.call(saveThing, {
      params: { id: thing },
      query: { notify: '0' },
      body: good,
    });
    expect(status).toBe(200);
    expect(answer).toEqual({ id: thing, fname: 'Dana', notify: 0, by: agent.id });
  });

  test('is refused with every wrong field of parameters, query and body at once', async () => {
    await serve([savesThing]);
    const { status, refusal } = await client.call(saveThing, {
      params: { id: 'seven' },
      query: { notify: 5 },
      body: { fname: ' ', email: 'dana', address: { city: 7 as unknown as string }, phone: '214' },
    });
    expect(status).toBe(422);
    expect(refusal.code).toBe('invalid');
    expect(refusal.errors).toEqual({
      id: 'Not a valid id',
      notify: expect.any(String) as unknown,
      fname: 'Required.',
      email: 'Invalid Email address',
      'address.city': expect.any(String) as unknown,
      phone: 'Please enter a valid 13-digit phone number',
    });
    expect(refusal.message).toBe('Required.');
  });

  test('names a missing field as missing', async () => {
    await serve([savesThing]);
    const response = await fetch(`${running?.url ?? ''}/api/things/${uniqueId()}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${running?.tokens.tokenFor(agent) ?? ''}` },
    });
    expect(await response.json()).toMatchObject({
      errors: { fname: 'This field is required', email: 'Invalid Email address' },
    });
  });

  test('leaves unknown fields out, and refuses them where the schema is strict', async () => {
    const strict = defineEndpoint({
      ...basics,
      name: 'strict',
      method: 'POST',
      path: '/api/strict',
      access: 'signed-in',
      body: z.strictObject({ a: z.string().optional() }),
      answer: z.object({ keys: z.array(z.string()) }),
      example: { answer: {} },
    });
    const loose = defineEndpoint({
      ...strict,
      name: 'loose',
      path: '/api/loose',
      body: z.object({ a: z.string() }),
    });
    await serve([
      route(strict, async (_actor, { body }) => ({ keys: Object.keys(body) })),
      route(loose, async (_actor, { body }) => ({ keys: Object.keys(body) })),
    ]);
    const extra = { a: 'x', role_id: 1 };
    expect((await client.call(strict, { body: extra })).refusal.errors).toEqual({
      role_id: 'Unknown field',
    });
    expect((await client.call(loose, { body: extra })).answer).toEqual({ keys: ['a'] });
  });

  test('tells what concerns the whole body under its own name', async () => {
    const either = defineEndpoint({
      ...basics,
      name: 'either',
      method: 'POST',
      path: '/api/either',
      access: 'signed-in',
      body: z
        .object({ a: z.string().optional(), b: z.string().optional() })
        .refine(({ a, b }) => a !== undefined || b !== undefined, { message: 'Specify the field to change' }),
      answer: z.object({}),
      example: { answer: {} },
    });
    await serve([route(either, async () => ({}))]);
    expect((await client.call(either, { body: {} })).refusal).toMatchObject({
      message: 'Specify the field to change',
      errors: { body: 'Specify the field to change' },
    });
  });

  test.each([
    ['malformed', '{"fname":', 'application/json', 422, 'invalid'],
    ['no object', '"text"', 'application/json', 422, 'invalid'],
    ['no JSON', 'fname=Dana', 'application/x-www-form-urlencoded', 422, 'invalid'],
    ['in an unknown charset', '{}', 'application/json; charset=klingon', 422, 'invalid'],
    ['over the limit', JSON.stringify({ fname: 'x'.repeat(2000) }), 'application/json', 413, 'too_large'],
  ])('is refused when the body is %s', async (_what, body, type, status, code) => {
    const { url, tokens } = await serve([savesThing], { bodyLimit: 1000 });
    const response = await fetch(`${url}/api/things/${uniqueId()}`, {
      method: 'PUT',
      body,
      headers: { 'content-type': type, authorization: `Bearer ${tokens.tokenFor(agent)}` },
    });
    expect([response.status, await response.json()]).toEqual([status, expect.objectContaining({ code })]);
  });

  test('is told the limit and its own size when it is over it', async () => {
    await serve([savesThing], { bodyLimit: 1000 });
    const body = { fname: 'x'.repeat(2000), email: `${'y'.repeat(10)}@example.com` };
    const { refusal } = await client.call(saveThing, { params: { id: uniqueId() }, query: {}, body });
    expect(refusal.message).toBe('What was sent is larger than 1000 bytes (2 KB)');
  });

  test('is refused over an own limit of the endpoint, with or without a length said before', async () => {
    const short = { ...saveThing, bodyLimit: 200 };
    const { url, tokens } = await serve([
      route(short, async (_actor, { params }) => ({
        id: params.id,
        fname: '',
        notify: 1,
        by: '',
      })),
    ]);
    const put = async (body: NonNullable<RequestInit['body']>) => {
      const response = await fetch(`${url}/api/things/${uniqueId()}`, {
        method: 'PUT',
        body,
        duplex: 'half',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${tokens.tokenFor(agent)}` },
      });
      return response.status;
    };
    const text = (length: number) => JSON.stringify({ fname: 'x'.repeat(length), email: 'dana@example.com' });
    expect(await put(text(100))).toBe(200);
    expect(await put(text(200))).toBe(413);
    expect(await put(new Blob([text(200)]).stream())).toBe(413);
  });

  test('by a prototype in disguise changes nothing', async () => {
    const { url, tokens } = await serve([savesThing]);
    const response = await fetch(`${url}/api/things/${uniqueId()}`, {
      method: 'PUT',
      body: '{"__proto__":{"fname":"x"},"email":"dana@example.com"}',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${tokens.tokenFor(agent)}` },
    });
    expect(response.status).toBe(422);
  });

  test('stays a stream where the endpoint takes uploads', async () => {
    const upload = defineEndpoint({
      ...basics,
      name: 'upload',
      method: 'POST',
      path: '/api/upload',
      access: 'signed-in',
      body: z.object({ source: z.string() }),
      bodyKind: 'multipart',
      answer: z.object({ bytes: z.int(), parsed: z.string() }),
      example: { answer: {} },
    });
    const { url, tokens } = await serve([
      route(upload, async (_actor, input, { req }) => {
        let bytes = 0;
        for await (const chunk of req) bytes += Buffer.byteLength(z.instanceof(Buffer).parse(chunk));
        return { bytes, parsed: messageOf(() => input.body.source) };
      }),
    ]);
    const body = new FormData();
    body.set('file', new Blob(['x'.repeat(3_000_000)]));
    const response = await fetch(`${url}/api/upload`, {
      method: 'POST',
      body,
      headers: { authorization: `Bearer ${tokens.tokenFor(agent)}` },
    });
    const answer = z.object({ bytes: z.int(), parsed: z.string() }).parse(await response.json());
    expect(answer.bytes).toBeGreaterThan(3_000_000);
    expect(answer.parsed).toContain('is a stream');
  });
});

describe('who may', () => {
  const make = <const X extends Endpoint['access']>(access: X) =>
    defineEndpoint({
      ...basics,
      name: 'whoMay',
      method: 'POST',
      path: '/api/who-may/{userId}',
      access,
      subject: { in: 'params', key: 'userId' },
      params: z.object({ userId: id }),
      body: z.object({ a: z.string().optional() }),
      answer: z.object({ by: z.string(), caller: z.string() }),
      example: { answer: {} },
    });
  const answersWho = <const X extends Endpoint['access']>(access: X, callers: readonly Caller[] = []) => {
    const endpoint = { ...make(access), callers };
    return {
      endpoint,
      routes: [
        route<Endpoint>(endpoint, async (actor, _input, { caller }) => ({
          by: actor?.id ?? 'nobody',
          caller: caller ?? 'no service',
        })),
      ],
    };
  };

  test('no token: 403 that ends the session', async () => {
    const { endpoint, routes } = answersWho('signed-in');
    await serve(routes);
    const { status, refusal } = await client
      .as(undefined)
      .call(endpoint, { params: { userId: agent.id }, body: {} });
    expect([status, refusal.code]).toEqual([403, 'session_ended']);
  });

  test('a role that the rule leaves out: 403 that keeps the session, before the body is even looked at', async () => {
    const { endpoint, routes } = answersWho('admin');
    await serve(routes);
    const wrong = { a: 7 as unknown as string };
    const { status, refusal } = await client.call(endpoint, { params: { userId: agent.id }, body: wrong });
    expect([status, refusal.code]).toEqual([403, 'forbidden']);
  });

  test.each([
    ['own', 'own record', agent.id, 200],
    ['own', "another's record", uniqueId(), 403],
    ['self', 'own record', agent.id, 200],
    ['self', "another's record", uniqueId(), 403],
    ['guide, own', 'own record, wrong role', agent.id, 403],
    ['lead', 'left to the use case', uniqueId(), 200],
  ] as const)('rule %s, %s', async (access, _whose, userId, status) => {
    const { endpoint, routes } = answersWho(access);
    await serve(routes);
    expect((await client.call(endpoint, { params: { userId }, body: {} })).status).toBe(status);
  });

  test('an admin passes self for anybody, own only for the own record', async () => {
    for (const [access, status] of [
      ['self', 200],
      ['own', 403],
    ] as const) {
      const { endpoint, routes } = answersWho(access);
      const { tokens } = await serve(routes);
      const admin = client.as(tokens.tokenFor(uniqueActor(roles.admin)));
      expect((await admin.call(endpoint, { params: { userId: agent.id }, body: {} })).status).toBe(status);
      await running?.close();
    }
  });

  test('open to all: with a token it is known who asks, a bad token is no token', async () => {
    const { endpoint, routes } = answersWho('public');
    await serve(routes);
    const input = { params: { userId: agent.id }, body: {} };
    expect((await client.call(endpoint, input)).answer.by).toBe(agent.id);
    expect((await client.as('nonsense').call(endpoint, input)).answer.by).toBe('nobody');
    expect((await client.as(undefined).call(endpoint, input)).answer.by).toBe('nobody');
  });

  test('open to services: only to those it names, and with a token made for this service', async () => {
    const { endpoint, routes } = answersWho('internal', ['leads', 'gateway']);
    await serve(routes);
    const input = { params: { userId: agent.id }, body: {} };
    const sign = testSigner('leads', clock);
    expect((await client.as(sign('auth')).call(endpoint, input)).answer).toEqual({
      by: 'nobody',
      caller: 'leads',
    });
    expect((await client.as(sign('stats')).call(endpoint, input)).refusal.code).toBe('forbidden');
    const unlisted = await client.as(testSigner('stats', clock)('auth')).call(endpoint, input);
    expect(unlisted.refusal).toMatchObject({
      code: 'forbidden',
      message: 'The service stats cannot make this call',
    });
    expect((await client.call(endpoint, input)).refusal.code).toBe('forbidden');
    expect((await client.as(undefined).call(endpoint, input)).refusal.code).toBe('forbidden');
  });

  test('the one who asks is in the context and in the log line', async () => {
    const { endpoint } = answersWho('signed-in');
    const seen: unknown[] = [];
    const { lines } = await serve([
      route<Endpoint>(endpoint, async () => {
        seen.push(currentContext());
        return { by: '', caller: '' };
      }),
    ]);
    await client.call(
      endpoint,
      { params: { userId: agent.id }, body: {} },
      { 'x-request-id': 'request-0001' },
    );
    expect(seen).toEqual([{ correlationId: 'request-0001', actor: { id: agent.id, role: '2' } }]);
    expect(await lines.waitFor('request')).toMatchObject({
      actorId: agent.id,
      route: '/api/who-may/{userId}',
    });
  });
});

describe('what goes out', () => {
  const getThing = defineEndpoint({
    ...basics,
    name: 'getThing',
    method: 'GET',
    path: '/api/thing',
    access: 'signed-in',
    answer: z.object({
      user: z.object({ fname: z.string() }),
      lists: z.array(z.object({ n: z.int() })).optional(),
    }),
    example: { answer: {} },
  });
  const answersWith = (answer: unknown) => route<Endpoint>(getThing, async () => answer);

  test.each([
    ['a missing field', { user: {} }, 'user.fname: This field'],
    ['a wrong field', { user: { fname: 7 } }, 'user.fname: '],
    [
      'a field that the contract does not name',
      { user: { fname: 'D', password: 'x' } },
      'user.password: not named',
    ],
    [
      'one in a list',
      { user: { fname: 'D' }, lists: [{ n: 1 }, { n: 2, secret: 3 }] },
      'lists.1.secret: not named',
    ],
  ])('%s is a fault of ours, said in the log alone', async (_what, answer, problem) => {
    const { lines } = await serve([answersWith(answer)]);
    const { status, refusal } = await client.call(getThing, {});
    expect([status, refusal.code]).toEqual([500, 'server_error']);
    const { err } = z
      .object({ err: z.object({ message: z.string() }) })
      .parse(await lines.waitFor('request failed'));
    expect(err.message).toContain('The answer of getThing breaks its contract');
    expect(err.message).toContain(problem);
  });

  test('in production a wrong answer is told in the log and goes out all the same', async () => {
    const { lines } = await serve([answersWith({ user: { fname: 7 } })], { answers: 'logged' });
    const { status, body } = await client.call(getThing, {});
    expect([status, body]).toEqual([200, { user: { fname: 7 } }]);
    expect(await lines.waitFor('response violates its contract')).toMatchObject({
      level: 'error',
      endpoint: 'getThing',
    });
  });

  test('a field that is undefined is no field', async () => {
    await serve([answersWith({ user: { fname: 'D', password: undefined } })]);
    expect((await client.call(getThing, {})).answer).toEqual({ user: { fname: 'D' } });
  });

  test('a handler that wrote the answer itself is left alone', async () => {
    const { url, tokens } = await serve([
      route<Endpoint>(getThing, async (_actor, _input, { res }) => {
        res.type('text/csv').end('a,b\n');
        return answered;
      }),
    ]);
    const headers = { authorization: `Bearer ${tokens.tokenFor(agent)}` };
    const response = await fetch(`${url}/api/thing`, { headers });
    expect(await response.text()).toBe('a,b\n');
  });

  test('what a use case throws is answered by its code', async () => {
    await serve([
      route<Endpoint>(getThing, async () => {
        throw notFound('Lead');
      }),
    ]);
    expect((await client.call(getThing, {})).refusal).toMatchObject({
      code: 'not_found',
      message: 'Lead not found',
    });
  });

  test.each([['router'], ['route'], [null], [undefined], [0]])(
    'what is no error is one all the same: %p',
    async (thrown) => {
      await serve([
        // oxlint-disable-next-line typescript/prefer-promise-reject-errors
        route<Endpoint>(getThing, () => Promise.reject(thrown)),
      ]);
      expect((await client.call(getThing, {})).refusal.code).toBe('server_error');
    },
  );

  test('HEAD runs the call and leaves the body out', async () => {
    const { url, tokens } = await serve([answersWith({ user: { fname: 'D' } })]);
    const headers = { authorization: `Bearer ${tokens.tokenFor(agent)}` };
    const response = await fetch(`${url}/api/thing`, { method: 'HEAD', headers });
    expect([response.status, response.headers.get('content-length'), await response.text()]).toEqual([
      200,
      '22',
      '',
    ]);
  });
});

describe('of addresses that overlap', () => {
  const paths = [
    '/api/lead/{id}',
    '/api/lead/raws',
    '/api/agents/{id}',
    '/api/agents/scripts/{id}',
    '/api/agents/{id}/{part}',
    '/api/lead/all/{source}',
    '/api/lead/all/{type}/{userId}',
    '/api/lead/guide/all',
    '/api/lead/{kind}/all',
    '/api/{noun}/{verb}/last',
  ];
  const asked = [
    '/api/lead/raws',
    '/api/lead/raws/',
    '/api/lead/Raws',
    '/api/lead/7',
    '/api/agents/scripts/7',
    '/api/agents/scripts/last',
    '/api/agents/7/notes',
    '/api/lead/all/3',
    '/api/lead/all/all',
    '/api/lead/all/life/7',
    '/api/lead/guide/all',
    '/api/lead/other/all',
    '/api/any/thing/last',
    '/api/nothing',
    '/API/lead/raws',
  ];
  const all = paths.map((path, index) =>
    defineEndpoint({
      ...basics,
      name: `call${String(index)}`,
      method: 'GET',
      path,
      access: 'public',
      answer: z.object({ path: z.string() }),
      example: { answer: {} },
    }),
  );

  test.each([
    ['as listed', all],
    ['in reverse', [...all].reverse()],
  ])('express takes the one that the matcher of contracts takes, mounted %s', async (_order, listed) => {
    const { url } = await serve(listed.map((each) => route(each, async () => ({ path: each.path }))));
    const match = createMatcher(all);
    for (const path of asked) {
      const body: unknown = await (await fetch(`${url}${path}`)).json();
      const winner = match('GET', path)?.endpoint.path;
      expect([path, body]).toEqual([
        path,
        winner === undefined ? expect.objectContaining({ code: 'route_unknown' }) : { path: winner },
      ]);
    }
  });
});

test('an address with a broken escape is one that nothing stands at', async () => {
  const named = defineEndpoint({
    ...basics,
    name: 'named',
    method: 'GET',
    path: '/api/named/{name}',
    access: 'public',
    params: z.object({ name: z.string() }),
    answer: z.object({ name: z.string() }),
    example: { answer: {} },
  });
  const { url } = await serve([route(named, async (_actor, { params }) => params)]);
  const ask = async (name: string) => (await fetch(`${url}/api/named/${name}`)).json();
  expect(await ask('a%2Fb%20c')).toEqual({ name: 'a/b c' });
  expect(await ask('%E0%A4%A')).toMatchObject({ code: 'route_unknown' });
});

test('one endpoint can be mounted without a table of contents', async () => {
  await serve([], {
    mount: (router, deps) => {
      mountEndpoint(router, deps, saveThing, async (actor, { params, body }) => ({
        id: params.id,
        fname: body.fname,
        notify: 1,
        by: actor.id,
      }));
    },
  });
  expect((await client.call(saveThing, { params: { id: agent.id }, query: {}, body: good })).answer.by).toBe(
    agent.id,
  );
});
