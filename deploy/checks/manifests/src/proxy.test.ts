import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http, { type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@crm/platform/network/free-port.js';

const nginx = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/bin/nginx'].find(existsSync);
const folder = mkdtempSync(join(tmpdir(), 'proxy-'));

interface Named {
  server: Server;
  address: string;
}

/** A server that returns its name and the client headers, and accepts WebSockets. */
async function named(name: string): Promise<Named> {
  const server = http.createServer((req, res) => {
    req.resume();
    res.setHeader('x-served-by', name);
    res.setHeader('x-told', `${String(req.headers['x-forwarded-for'])} ${String(req.headers.host)}`);
    res.end(req.url);
  });
  server.on('upgrade', (_req, socket) => {
    socket.end(
      `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\nx-served-by: ${name}\r\n\r\n`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { server, address: `127.0.0.1:${String(port)}` };
}

const down = ({ server }: Named) =>
  new Promise<void>((resolve) => {
    server.close(() => {
      resolve();
    });
    server.closeAllConnections();
  });

const withNginx = nginx === undefined ? describe.skip : describe;
if (nginx === undefined) console.info('no nginx here: the proxy of the compose file was not tried');

withNginx('the proxy of the compose file', () => {
  let port: number;
  let behind: Record<'gateway-1' | 'gateway-2' | 'web', Named>;
  let stop: () => Promise<void>;

  beforeAll(async () => {
    port = await freePort();
    behind = {
      'gateway-1': await named('gateway-1'),
      'gateway-2': await named('gateway-2'),
      web: await named('web'),
    };
    const site = readFileSync('deploy/operate/docker/proxy.conf', 'utf8')
      .replace('gateway-1:4000', behind['gateway-1'].address)
      .replace('gateway-2:4000', behind['gateway-2'].address)
      .replace('web:8080', behind.web.address)
      .replace('listen 8080', `listen 127.0.0.1:${String(port)}`);
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${join(folder, name)};`,
    );
    writeFileSync(
      join(folder, 'nginx.conf'),
      `daemon off; master_process off; pid ${join(folder, 'pid')}; error_log stderr;
       events {}
       http { access_log off; ${paths.join(' ')} ${site} }`,
    );
    const child = spawn(nginx ?? '', ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')], {
      stdio: 'ignore',
    });
    const ended = new Promise<void>((resolve) =>
      child.once('exit', () => {
        resolve();
      }),
    );
    stop = async () => {
      child.kill('SIGTERM');
      await ended;
    };
    for (;;) {
      try {
        await fetch(`http://127.0.0.1:${String(port)}/`);
        break;
      } catch (error) {
        // Not listening yet.
        if (child.exitCode !== null) throw error;
      }
    }
  });
  afterAll(async () => {
    await stop();
    await Promise.all(Object.values(behind).map(down));
    rmSync(folder, { recursive: true });
  });

  const ask = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${String(port)}${path}`, init);
  const servedBy = async (path: string) => (await ask(path)).headers.get('x-served-by');

  test.each([
    '/api/agents',
    '/api/docs',
    '/scim/v2/Users',
    '/socket.io/?EIO=4',
    '/tw/sms/in',
    '/media/abc',
    '/_sim/phone/',
  ])('%s goes to a gateway as it came', async (path) => {
    const answer = await ask(path);
    expect(answer.headers.get('x-served-by')).toMatch(/^gateway-/);
    expect(await answer.text()).toBe(path);
  });

  test.each(['/', '/life', '/assets/index-B3f2a91c.js', '/healthz', '/metrics'])(
    '%s goes to the web server',
    async (path) => {
      expect(await servedBy(path)).toBe('web');
    },
  );

  test('a client’s own word of where it comes from is not passed on', async () => {
    const { headers } = await ask('/api/agents', { headers: { 'x-forwarded-for': '6.6.6.6' } });
    expect(headers.get('x-told')).toBe(`127.0.0.1 127.0.0.1:${String(port)}`);
  });

  test('a WebSocket is taken up', async () => {
    const answer = await new Promise<http.IncomingMessage>((resolve, reject) => {
      const headers = { connection: 'Upgrade', upgrade: 'websocket' };
      const request = http.get({ host: '127.0.0.1', port, path: '/socket.io/?EIO=4', headers });
      request.once('upgrade', (res, socket) => {
        socket.destroy();
        resolve(res);
      });
      request.once('response', resolve);
      request.once('error', reject);
    });
    expect([answer.statusCode, answer.headers['x-served-by']]).toEqual([
      101,
      expect.stringMatching(/^gateway-/),
    ]);
  });

  test('one gateway that is gone costs no call', async () => {
    await down(behind['gateway-1']);
    for (let count = 0; count < 6; count += 1) expect(await servedBy('/api/agents')).toBe('gateway-2');
  });
});
