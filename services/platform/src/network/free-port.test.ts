import { createServer, type Server } from 'node:net';
import { freePort } from './free-port.js';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** Resolves when the port is in use: by this server, or by one that was there before. */
const inUse = (port: number) =>
  new Promise<'ours' | 'taken'>((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve('taken');
      else reject(error);
    });
    server.listen(port, '127.0.0.1', () => {
      servers.push(server);
      resolve('ours');
    });
  });

test('a free port is none of those that the system gives to connections and to servers without one', async () => {
  for (let asked = 0; asked < 20; asked += 1) {
    const port = await freePort();
    // The highest that fetch and browsers refuse.
    expect(port).toBeGreaterThan(10_080);
    // The lowest that Linux gives; macOS and Windows begin at 49,152.
    expect(port).toBeLessThan(32_768);
  }
});

test('no two that ask are given the same port, before either listens', async () => {
  const ports = await Promise.all(Array.from({ length: 200 }, freePort));
  expect(new Set(ports).size).toBe(200);
});

test('a server can listen on it', async () => {
  expect(await inUse(await freePort())).toBe('ours');
});

test('a port in use is passed over', async () => {
  const port = await freePort();
  const following = port === 32_767 ? 10_081 : port + 1;
  await inUse(following);
  expect(await freePort()).not.toBe(following);
});
