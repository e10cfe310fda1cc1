import { once } from 'node:events';
import { IncomingMessage, ServerResponse, createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import express, { type Router } from 'express';
import { errorAnswer, sentences } from '@crm/contracts/errors.js';
import { workUnfinished } from '../errors/app-error.js';
import { currentContext } from '../log/request-context.js';
import { createMetrics } from '../metrics/metrics.js';
import { ManualClock } from '../testing/manual-clock.js';
import { silentLogger } from '../log/logger.js';
import { logLines } from '../testing/log-lines.js';
import { startTestServer, type TestServer } from '../testing/test-server.js';
import { createHttpServer, type HttpServer } from './create-server.js';
import { sendJson } from './send-json.js';

let running: TestServer | undefined;
afterEach(async () => {
  await running?.close();
  running = undefined;
});

async function serve(mount: (router: Router) => void): Promise<TestServer> {
  running = await startTestServer({ mount });
  return running;
}

/** One request written by hand: what comes back is the bytes themselves. */
async function rawExchange(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.setEncoding('utf8');
  let answer = '';
  socket.on('data', (chunk: string) => (answer += chunk));
  socket.write(text);
  await once(socket, 'close');
  return answer;
}

describe('the request id', () => {
  const mount = (router: Router) => {
    router.get('/where', (_req, res) => {
      sendJson(res, currentContext());
    });
  };

  test('of a client is taken, answered, logged, and goes with the work', async () => {
    const { url, lines } = await serve(mount);
    const response = await fetch(`${url}/where`, { headers: { 'x-request-id': 'browser-12345678' } });
    expect(response.headers.get('x-request-id')).toBe('browser-12345678');
    expect(await response.json()).toEqual({ correlationId: 'browser-12345678' });
    expect(await lines.waitFor('request')).toMatchObject({ correlationId: 'browser-12345678' });
  });

  test.each(['short', 'has space in it', `${'x'.repeat(129)}`, '-starts-badly', '"quoted-id"'])(
    'that is not well formed is replaced: %s',
    async (sent) => {
      const { url } = await serve(mount);
      const made = (await fetch(`${url}/where`, { headers: { 'x-request-id': sent } })).headers.get(
        'x-request-id',
      );
      expect(made).toMatch(/^[0-9a-f-]{36}$/);
    },
  );
});

describe('the log line', () => {
  test('names pattern, status and time, never the path', async () => {
    const { url, lines } = await serve((router) => {
      router.get('/media/:token', (_req, res) => {
        sendJson(res, {});
      });
    });
    await fetch(`${url}/media/s3cret-link?x=also-secret`);
    const line = await lines.waitFor('request');
    expect(line).toMatchObject({
      level: 'info',
      area: 'http',
      method: 'GET',
      route: '/media/:token',
      status: 200,
    });
    expect(line['ms']).toEqual(expect.any(Number));
    expect(lines.text()).not.toContain('secret');
    expect(lines.all()).toHaveLength(1);
  });

  test('tells the path only where no route took it, without its query', async () => {
    const { url, lines } = await serve(() => undefined);
    await fetch(`${url}/nowhere?token=s3cret`);
    expect(await lines.waitFor('request')).toMatchObject({
      route: '(unknown)',
      path: '/nowhere',
      status: 404,
      code: 'route_unknown',
    });
    expect(lines.text()).not.toContain('s3cret');
  });

  test('says when the client went away before the answer', async () => {
    let arrived: () => void = () => undefined;
    const hasArrived = new Promise<void>((resolve) => (arrived = resolve));
    const { url, lines } = await serve((router) => {
      router.get('/never', () => {
        arrived();
      });
    });
    const controller = new AbortController();
    const asked = fetch(`${url}/never`, { signal: controller.signal });
    await hasArrived;
    controller.abort();
    await expect(asked).rejects.toThrow();
    expect(await lines.waitFor('request')).toMatchObject({ aborted: true });
  });
});

describe('refusals', () => {
  test('an address that no route takes answers 404 route_unknown', async () => {
    const { url } = await serve(() => undefined);
    const response = await fetch(`${url}/api/nowhere`);
    expect(response.status).toBe(404);
    expect(errorAnswer.parse(await response.json())).toMatchObject({
      code: 'route_unknown',
      status: 'error',
    });
  });

  test('an address with a broken escape is no address', async () => {
    const { url } = await serve((router) => {
      router.get('/lead/:id', (_req, res) => {
        sendJson(res, {});
      });
    });
    expect((await fetch(`${url}/lead/%E0%A4%A`)).status).toBe(404);
  });

  test('what nobody expected answers 500 Server Error, is logged with its stack, and tells nothing', async () => {
    const { url, lines } = await serve((router) => {
      router.get('/broken', async () => {
        throw new Error('inner words');
      });
    });
    const response = await fetch(`${url}/broken`, { headers: { 'x-request-id': 'request-0001' } });
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({
      status: 'error',
      message: sentences.serverError,
      code: 'server_error',
      request_id: 'request-0001',
    });
    expect(await lines.waitFor('request failed')).toMatchObject({
      level: 'error',
      correlationId: 'request-0001',
      err: { message: 'inner words', stack: expect.stringContaining('create-server.test') as unknown },
    });
  });

  test('307 carries no Location, so that it reaches the code that asked', async () => {
    const { url } = await serve((router) => {
      router.get('/lead', async () => {
        throw workUnfinished({ id: '66f0a1b2c3d4e5f601020304', fullname: 'Maribel Dunne' });
      });
    });
    const response = await fetch(`${url}/lead`, { redirect: 'follow' });
    expect(response.status).toBe(307);
    expect(response.headers.has('location')).toBe(false);
    expect(await response.json()).toMatchObject({
      code: 'work_unfinished',
      message: sentences.completeLead,
      lead_id: '66f0a1b2c3d4e5f601020304',
    });
  });

  test('an answer that had already begun is cut off rather than ended', async () => {
    const { url } = await serve((router) => {
      router.get('/rows', async (_req, res) => {
        res.setHeader('content-type', 'text/csv');
        res.write('a,b\n');
        await new Promise((resolve) => setImmediate(resolve));
        throw new Error('the store went away');
      });
    });
    await expect(fetch(`${url}/rows`).then((response) => response.text())).rejects.toThrow();
  });
});

test('HEAD answers the headers of GET and no body', async () => {
  const { url } = await serve((router) => {
    router.get('/thing', (_req, res) => {
      sendJson(res, { name: 'Zoë' });
    });
  });
  const response = await fetch(`${url}/thing`, { method: 'HEAD' });
  expect(response.headers.get('content-length')).toBe('15');
  expect(await response.text()).toBe('');
});

test('answers say neither what serves them nor that they may be kept', async () => {
  const { url } = await serve((router) => {
    router.get('/thing', (_req, res) => {
      sendJson(res, {});
    });
  });
  const { headers } = await fetch(`${url}/thing`);
  expect([headers.get('x-powered-by'), headers.get('etag'), headers.get('cache-control')]).toEqual([
    null,
    null,
    'no-store',
  ]);
});

describe('closing', () => {
  test('lets a slow request finish, takes no new one, and lets the connection go', async () => {
    let finish: () => void = () => undefined;
    let arrived: () => void = () => undefined;
    const hasArrived = new Promise<void>((resolve) => (arrived = resolve));
    const { url, server } = await serve((router) => {
      router.get('/slow', async (_req, res) => {
        arrived();
        await new Promise<void>((resolve) => (finish = resolve));
        sendJson(res, { finished: true });
      });
    });
    const slow = fetch(`${url}/slow`);
    await hasArrived;
    const closed = server.close();
    await expect(fetch(`${url}/slow`)).rejects.toThrow();
    finish();
    expect(await (await slow).json()).toEqual({ finished: true });
    await closed;
  });

  test('cuts off what is still under way after the time it grants', async () => {
    let arrived: () => void = () => undefined;
    const hasArrived = new Promise<void>((resolve) => (arrived = resolve));
    const { log, waitFor } = logLines();
    const metrics = createMetrics('auth');
    const server = createHttpServer({ service: 'auth', log, metrics, clock: new ManualClock(), drainMs: 20 });
    server.router.get('/never', () => {
      arrived();
    });
    const asked = fetch(`${await server.listen(0, '127.0.0.1')}/never`);
    await hasArrived;
    await Promise.all([server.close(), expect(asked).rejects.toThrow()]);
    expect(await waitFor('server closed with requests in flight')).toMatchObject({
      underWay: 1,
    });
  });

  test('does not wait for a connection on which nothing was ever asked', async () => {
    const { url, server } = await serve(() => undefined);
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    await once(socket, 'connect');
    await Promise.all([server.close(), once(socket, 'close')]);
  });

  test('ends connections that are idle, and may be called twice', async () => {
    const { url, server } = await serve((router) => {
      router.get('/thing', (_req, res) => {
        sendJson(res, {});
      });
    });
    await (await fetch(`${url}/thing`)).text();
    await Promise.all([server.close(), server.close()]);
    await server.close();
  });
});

describe('requests and responses made with the prototypes of the app', () => {
  /** Everything of express that looks at a request or writes a response, in one router. */
  function mountEverything(router: Router): void {
    router.get('/params/:id', (req, res) => {
      res.json({ params: req.params, query: req.query, path: req.path, url: req.originalUrl, ip: req.ip });
    });
    router.get('/who', (req, res) => {
      res.json({
        protocol: req.protocol,
        host: req.hostname,
        secure: req.secure,
        xhr: req.xhr,
        ips: req.ips,
      });
    });
    router.get('/cookie', (_req, res) => {
      res.cookie('theme', 'dark', { httpOnly: true }).clearCookie('old').status(201).send('made');
    });
    router.get('/redirect', (_req, res) => {
      res.redirect(302, '/elsewhere');
    });
    router.get('/accepts', (req, res) => {
      res.format({
        'text/plain': () => res.send('text'),
        'application/json': () => res.json({ is: req.accepts('json') }),
      });
    });
    router.get('/buffer', (_req, res) => {
      res
        .type('bin')
        .set('x-own', 'yes')
        .vary('accept')
        .send(Buffer.from([1, 2, 3]));
    });
    router.get('/empty', (_req, res) => {
      res.sendStatus(204);
    });
    router.get('/broken', () => {
      throw new Error('broken');
    });
    router.post('/json', express.json(), (req, res) => {
      res.json({ body: req.body as unknown, is: req.is('json'), length: req.get('content-length') });
    });
    const below = express.Router();
    below.get('/:name', (req, res) => {
      res.json({ base: req.baseUrl, name: req.params['name'] });
    });
    router.use('/below', below);
    const subApp = express();
    subApp.disable('etag');
    subApp.get('/deep', (req, res) => {
      res.json({ mounted: req.baseUrl, at: req.app.mountpath });
    });
    router.use('/sub', subApp);
  }

  const asked = [
    'GET /params/7?sort=name:ASC&a=1&a=2',
    'HEAD /params/7',
    'GET /params/%20x',
    'GET /who',
    'GET /cookie',
    'GET /redirect',
    'GET /accepts',
    'GET /buffer',
    'GET /empty',
    'GET /broken',
    'GET /nowhere',
    'OPTIONS /params/7',
    'GET /below/x',
    'GET /sub/deep',
    'POST /json',
  ];

  function textOf(line: string): string {
    const body = line.startsWith('POST') ? '{"name":"Zoë"}' : '';
    const length =
      body === ''
        ? ''
        : `content-type: application/json\r\ncontent-length: ${String(Buffer.byteLength(body))}\r\n`;
    return `${line} HTTP/1.1\r\nhost: crm.test\r\nx-request-id: request-0001\r\nx-forwarded-for: 10.1.2.3\r\nx-forwarded-proto: https\r\ncookie: a=b\r\naccept: application/json\r\n${length}connection: close\r\n\r\n${body}`;
  }
  const withoutDate = (answer: string) => answer.replace(/^Date: .*$/im, 'Date: then');

  function makeServer(): HttpServer {
    const made = createHttpServer({
      service: 'auth',
      log: silentLogger,
      metrics: createMetrics('auth'),
      clock: new ManualClock(),
      trustProxy: 1,
    });
    mountEverything(made.router);
    return made;
  }

  /** The same handler behind a server that knows nothing of the app: express has to set the prototypes itself. */
  function makeStockServer(): Server {
    const [listener] = makeServer().server.listeners('request');
    return createServer((req, res) => {
      if (listener !== undefined) Reflect.apply(listener, undefined, [req, res]);
    });
  }

  test('answer byte for byte what express answers by itself', async () => {
    const ours = makeServer();
    const stock = makeStockServer();
    const oursUrl = await ours.listen(0, '127.0.0.1');
    stock.listen(0, '127.0.0.1');
    await once(stock, 'listening');
    const address = stock.address();
    const stockUrl = `http://127.0.0.1:${String(typeof address === 'object' ? address?.port : '')}`;

    for (const line of asked) {
      const text = textOf(line);
      const [mine, theirs] = await Promise.all([rawExchange(oursUrl, text), rawExchange(stockUrl, text)]);
      expect(mine).toMatch(/^HTTP\/1\.1 \d{3} /);
      expect(withoutDate(mine)).toBe(withoutDate(theirs));
    }
    await ours.close();
    stock.close();
    await once(stock, 'close');
  });

  test('leave express nothing to set', async () => {
    const ours = makeServer();
    const url = await ours.listen(0, '127.0.0.1');
    const set = Object.setPrototypeOf.bind(Object);
    let needless = 0;
    const changed: unknown[] = [];
    Object.setPrototypeOf = (target: unknown, prototype: object | null) => {
      if (target instanceof IncomingMessage || target instanceof ServerResponse) {
        if (Object.getPrototypeOf(target) === prototype) needless += 1;
        else changed.push(target);
      }
      return set(target, prototype) as unknown;
    };
    try {
      await rawExchange(url, textOf('GET /params/7'));
      await rawExchange(url, textOf('GET /below/x'));
    } finally {
      Object.setPrototypeOf = set;
    }
    await ours.close();
    expect(needless).toBe(4);
    expect(changed).toEqual([]);
  });
});
