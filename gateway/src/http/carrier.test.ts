import http, { type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { uniqueActor } from '@crm/platform/testing/unique.js';
import { startSystem, stopSystems, type TestSystem } from '../test/system.js';
import { until } from '../test/until.js';

/** Says what it was asked; its sockets say back what they hear, and those without a token are refused. */
function fakeCarrier() {
  const sockets = new Set<Duplex>();
  const server = http.createServer((req, res) => {
    let body = '';
    req.setEncoding('utf8');
    req.on('data', (part: string) => (body += part));
    req.on('end', () => {
      res.setHeader('content-type', 'application/json');
      res.end(JSON.stringify({ method: req.method, url: req.url, body }));
    });
  });
  server.on('upgrade', (req, socket) => {
    if (!(req.url ?? '').includes('token=')) {
      socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n');
      return;
    }
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    socket.write(
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: yes\r\n\r\nready;',
    );
    socket.on('data', (part) => socket.write(part));
    socket.once('end', () => socket.end());
  });
  return {
    sockets,
    listen: () =>
      new Promise<string>((resolve) => {
        server.listen(0, '127.0.0.1', () => {
          resolve(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}`);
        });
      }),
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

const carrier = fakeCarrier();
let system: TestSystem;
let withoutCarrier: TestSystem;
let carrierUrl: string;
beforeAll(async () => {
  carrierUrl = await carrier.listen();
  system = await startSystem({
    env: { CARRIER_SIM_URL: carrierUrl, RATE_ADDRESS_PER_MINUTE: '1' },
  });
  withoutCarrier = await startSystem();
});
afterAll(async () => {
  await stopSystems();
  carrier.close();
});

/** Asks for a WebSocket as a browser does: the socket that came, or the status of the refusal. */
function upgrade(url: string, path: string): Promise<{ socket: Duplex; first: string } | { status: number }> {
  return new Promise((resolve, reject) => {
    const request = http.request(new URL(path, url), {
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
        'sec-websocket-version': '13',
      },
    });
    request.on('upgrade', (_answer: IncomingMessage, socket: Duplex, head: Buffer) => {
      resolve({ socket, first: head.toString() });
    });
    request.on('response', (answer) => {
      answer.resume();
      resolve({ status: answer.statusCode ?? 0 });
    });
    request.on('error', reject);
    request.end();
  });
}

test('calls for the simulated carrier go there as they came, without a token and however many', async () => {
  for (let count = 0; count < 3; count += 1) {
    const response = await fetch(`${system.url}/_sim/inbound-call?a=%2F`, { method: 'POST', body: 'from=1' });
    expect(await response.json()).toEqual({
      method: 'POST',
      url: '/_sim/inbound-call?a=%2F',
      body: 'from=1',
    });
  }
});

test.each([
  ['a proxy or a tunnel brought', { 'x-forwarded-for': '203.0.113.7' }],
  ['that asks for another name of this machine', { host: 'rebound.example' }],
  ['of another site’s page', { 'sec-fetch-site': 'cross-site' }],
])('what %s reaches nothing of the simulated carrier', async (_what, headers) => {
  const { hostname, port } = new URL(system.url);
  const status = await new Promise((resolve, reject) => {
    const request = http.request({ hostname, port, path: '/_sim/state', headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    request.on('error', reject);
    request.end();
  });
  expect(status).toBe(404);
});

test('a calling device talks to the simulated carrier in both directions, until either goes away', async () => {
  const opened = await upgrade(system.url, '/_sim/client?token=abc');
  if (!('socket' in opened)) throw new Error('The socket was refused');
  const { socket } = opened;
  let received = opened.first;
  socket.on('data', (part: Buffer) => (received += part.toString()));
  socket.write('hello');
  await until(() => received === 'ready;hello');
  socket.destroy();
  await until(() => carrier.sockets.size === 0);

  const second = await upgrade(system.url, '/_sim/client?token=abc');
  if (!('socket' in second)) throw new Error('The socket was refused');
  const closed = new Promise((resolve) => second.socket.once('close', resolve));
  second.socket.resume();
  for (const each of carrier.sockets) each.destroy();
  await closed;
});

test('a device that the carrier refuses is told so', async () => {
  expect(await upgrade(system.url, '/_sim/client')).toEqual({ status: 403 });
});

test('a gateway that stops releases the devices', async () => {
  const stopping = await startSystem({ env: { CARRIER_SIM_URL: carrierUrl } });
  const opened = await upgrade(stopping.url, '/_sim/client?token=abc');
  if (!('socket' in opened)) throw new Error('The socket was refused');
  const closed = new Promise((resolve) => opened.socket.once('close', resolve));
  opened.socket.resume();
  await stopping.stop();
  await closed;
});

test('where the carrier is the real one, nothing of a simulated one is there', async () => {
  const response = await fetch(`${withoutCarrier.url}/_sim/inbound-call`, { method: 'POST' });
  expect([response.status, await response.json()]).toMatchObject([404, { code: 'route_unknown' }]);
});

describe('where others than this machine reach the gateway', () => {
  let open: TestSystem;
  beforeAll(async () => {
    open = await startSystem({ env: { CARRIER_SIM_URL: carrierUrl, HOST: '0.0.0.0' } });
  });
  const url = () => open.url.replace('0.0.0.0', '127.0.0.1');

  test.each(['/_sim/phone/', '/_sim/state', '/_sim/inbound-sms', '/_sim/client'])(
    '%s of the simulated carrier is not there: it would ask nobody who they are',
    async (path) => {
      const response = await fetch(`${url()}${path}`, {
        method: path === '/_sim/inbound-sms' ? 'POST' : 'GET',
      });
      expect([response.status, await response.text()]).not.toContainEqual(expect.stringContaining('"url"'));
      expect(response.status).toBe(404);
    },
  );

  test('an agent’s calling device, which brings a token, is served', async () => {
    const opened = await upgrade(url(), '/_sim/client?token=abc');
    if (!('socket' in opened)) throw new Error('The socket was refused');
    opened.socket.destroy();
  });
});

test('browsers’ own sockets are served beside it', async () => {
  const browser = await system.browser(uniqueActor(1));
  expect(browser.isConnected()).toBe(true);
});

test('a link to audio is a secret: the log names no more than where such links lie', async () => {
  const response = await fetch(`${system.url}/media/very.secret`, {
    headers: { 'x-request-id': 'listening' },
  });
  expect(response.status).toBe(503);
  const line = await until(() =>
    system.lines.all().find((each) => each.correlationId === 'listening' && each.msg === 'request'),
  );
  expect([line['route'], line['path']]).toEqual(['/media/*', undefined]);
  expect(JSON.stringify(system.lines.all())).not.toContain('very.secret');
});
