import { createServer, type RequestListener } from 'node:http';
import { once } from 'node:events';
import { z } from 'zod';
import { createGuardedFetch, type GuardedFetch } from './guarded-fetch.js';

const bounds = { timeoutMs: 300, maxBytes: 1_000 };
const own = [['127.0.0.0', 8]] as const;
const bound = z.object({ port: z.number() });

let guarded: GuardedFetch | undefined;
let stop: (() => void) | undefined;
afterEach(async () => {
  await guarded?.close();
  stop?.();
});

/** A server of the machine itself, and how often it was asked. */
async function startServer(listener: RequestListener) {
  let asked = 0;
  const server = createServer((req, res) => {
    asked += 1;
    listener(req, res);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { port: bound.parse(server.address()).port, asked: () => asked };
}

test('a name or an address of this machine is refused as it is connected to, and nothing is sent', async () => {
  const server = await startServer((_req, res) => res.end('in'));
  guarded = createGuardedFetch({ ...bounds, allowed: [] });
  for (const host of ['localhost', '127.0.0.1', '[::ffff:127.0.0.1]', '2130706433']) {
    for (const scheme of ['http', 'https'])
      await expect(guarded.fetch(`${scheme}://${host}:${String(server.port)}/`, {})).rejects.toThrow();
  }
  expect(server.asked()).toBe(0);
});

test('an allowed network is reached, and a redirect out of it is not followed', async () => {
  const server = await startServer((_req, res) => {
    res.writeHead(302, { location: 'http://169.254.169.254/' }).end('elsewhere');
  });
  guarded = createGuardedFetch({ ...bounds, allowed: own });
  const answer = await guarded.fetch(`http://127.0.0.1:${String(server.port)}/`, {});
  expect([answer.status, server.asked()]).toEqual([302, 1]);
});

test('an answer that does not come, or does not end, is given up', async () => {
  const silent = await startServer(() => undefined);
  guarded = createGuardedFetch({ ...bounds, allowed: own });
  await expect(guarded.fetch(`http://127.0.0.1:${String(silent.port)}/`, {})).rejects.toThrow();
  stop?.();
  const endless = await startServer((_req, res) => res.end('x'.repeat(bounds.maxBytes + 1)));
  await expect(guarded.fetch(`http://127.0.0.1:${String(endless.port)}/`, {})).rejects.toThrow();
});
