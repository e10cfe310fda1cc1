import { spawn, type ChildProcess } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { mountWebApp } from '@crm/gateway/http/web-app.js';
import { readWebFiles } from '@crm/gateway/http/web-files.js';
import { freePort } from '@crm/platform/network/free-port.js';
import { systemClock } from '@crm/platform/clock.js';
import { createHttpServer } from '@crm/platform/http/create-server.js';
import { createMetrics } from '@crm/platform/metrics/metrics.js';
import { logLines } from '@crm/platform/testing/log-lines.js';

const nginx = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/bin/nginx'].find(existsSync);
const mimeTypes = '/etc/nginx/mime.types';

const root = mkdtempSync(join(tmpdir(), 'web-image-'));
const served: Record<string, string> = {
  'index.html':
    '<!doctype html><html><head><meta property="csp-nonce" nonce="__CSP_NONCE__" /></head><body><div id="root"></div></body></html>',
  'assets/index-B3f2a91c.js': `console.log(${JSON.stringify('a long text '.repeat(400))});`,
  'assets/index-C4d5e6f7.css': `body { color: red } ${'.a { color: blue } '.repeat(200)}`,
  'favicon.svg': `<svg xmlns="http://www.w3.org/2000/svg">${'<path/>'.repeat(300)}</svg>`,
};

interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  body: Buffer;
}
type Ask = (path: string, headers?: Record<string, string>, method?: string) => Promise<Answer>;

const asking =
  (port: number): Ask =>
  (path, headers = {}, method = 'GET') =>
    new Promise((resolve, reject) => {
      // The same host for both, as it is in the policy.
      const sent = { host: 'crm.example.com', ...headers };
      const request = http.request({ host: '127.0.0.1', port, path, method, headers: sent }, (res) => {
        const parts: Buffer[] = [];
        res.on('data', (part: Buffer) => parts.push(part));
        res.on('end', () => {
          resolve({ status: res.statusCode ?? 0, headers: res.headers, body: Buffer.concat(parts) });
        });
      });
      request.on('error', reject);
      request.end();
    });

/** The web image's server, with its files in place and its settings filled in like its entrypoint does. */
async function startNginx(carrier: string): Promise<{ ask: Ask; stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(root, 'nginx-'));
  const port = await freePort();
  const site = readFileSync('deploy/operate/docker/web.conf.template', 'utf8')
    .replaceAll('${CARRIER}', carrier)
    .replaceAll('/usr/share/nginx/html', join(root, 'web'))
    .replaceAll(
      '/etc/nginx/page-headers.conf',
      join(process.cwd(), 'deploy/operate/docker/page-headers.conf'),
    )
    .replace('listen 8080', `listen 127.0.0.1:${String(port)}`);
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  writeFileSync(join(folder, 'site.conf'), site);
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; master_process off; pid ${join(folder, 'pid')}; error_log stderr;
     events {}
     http { include ${mimeTypes}; access_log off; ${paths.join(' ')} include ${join(folder, 'site.conf')}; }`,
  );
  const child: ChildProcess = spawn(
    nginx ?? '',
    ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')],
    { stdio: 'ignore' },
  );
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const ask = asking(port);
  for (;;) {
    try {
      await ask('/healthz');
      break;
    } catch (error) {
      // Not listening yet.
      if (child.exitCode !== null) throw error;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  return {
    ask,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** The web application as the gateway serves it. */
async function startGatewaysWeb(withCarrier: boolean): Promise<{ ask: Ask; stop: () => Promise<void> }> {
  const { log } = logLines();
  const files = await readWebFiles(join(root, 'web'));
  const server = createHttpServer({
    service: 'web',
    log,
    metrics: createMetrics('web'),
    clock: systemClock,
  });
  mountWebApp(server.router, files, withCarrier);
  const url = new URL(await server.listen(0, '127.0.0.1'));
  return { ask: asking(Number(url.port)), stop: () => server.close() };
}

/** Headers that a browser acts on; not those that name the server, frame the body or vary. */
function reported({ status, headers }: Answer): Record<string, unknown> {
  const policy = String(headers['content-security-policy'] ?? '').replace(/'nonce-[^']+'/, "'nonce'");
  const ignored =
    /^(?:date|server|connection|keep-alive|x-request-id|etag|last-modified|accept-ranges|content-length|transfer-encoding|vary|content-security-policy)$/;
  const kept = Object.entries(headers).filter(([name]) => !ignored.test(name));
  return { status, policy, ...Object.fromEntries(kept) };
}

const navigate = { accept: 'text/html', 'sec-fetch-mode': 'navigate' };

beforeAll(() => {
  mkdirSync(join(root, 'web/assets'), { recursive: true });
  for (const [name, text] of Object.entries(served)) {
    const path = join(root, 'web', name);
    writeFileSync(path, text);
    if (name.endsWith('.html')) continue;
    writeFileSync(`${path}.br`, brotliCompressSync(text));
    writeFileSync(`${path}.gz`, gzipSync(text));
  }
  copyFileSync(join(root, 'web/favicon.svg'), join(root, 'web/mark.svg'));
});
afterAll(() => {
  rmSync(root, { recursive: true });
});

const withNginx = nginx !== undefined && existsSync(mimeTypes) ? describe : describe.skip;
if (withNginx === describe.skip) console.info('no nginx here: the web image’s server was not tried');

withNginx('the web image says what the gateway says', () => {
  test.each([
    ['Twilio', 'twilio', true],
    ['the simulated carrier', 'sim', false],
  ])('to pages whose calls go by %s', async (_name, carrier, withCarrier) => {
    const [image, gateway] = await Promise.all([startNginx(carrier), startGatewaysWeb(withCarrier)]);
    try {
      for (const [path, headers] of [
        ['/', navigate],
        ['/index.html', navigate],
        ['/lead/66f0a1b2c3d4e5f601020399', navigate],
        ['/assets/index-B3f2a91c.js', {}],
        ['/assets/index-B3f2a91c.js', { 'accept-encoding': 'gzip, deflate, br, zstd' }],
        ['/assets/index-B3f2a91c.js', { 'accept-encoding': 'gzip' }],
        ['/assets/index-C4d5e6f7.css', { 'accept-encoding': 'br' }],
        ['/favicon.svg', { 'accept-encoding': 'br' }],
        ['/favicon.svg', {}],
      ] as const) {
        const [fromImage, fromGateway] = await Promise.all([
          image.ask(path, headers),
          gateway.ask(path, headers),
        ]);
        expect({ path, headers, ...reported(fromImage) }).toEqual({
          path,
          headers,
          ...reported(fromGateway),
        });
      }
    } finally {
      await Promise.all([image.stop(), gateway.stop()]);
    }
  });

  test('in what it sends, compressed as the browser takes it, with a nonce of its own each time', async () => {
    const { ask, stop } = await startNginx('twilio');
    try {
      const script = served['assets/index-B3f2a91c.js'];
      const body = async (encoding: string) =>
        (await ask('/assets/index-B3f2a91c.js', { 'accept-encoding': encoding })).body;
      expect(brotliDecompressSync(await body('gzip, br')).toString()).toBe(script);
      expect(gunzipSync(await body('gzip')).toString()).toBe(script);
      expect((await body('identity')).toString()).toBe(script);

      const nonces = new Set<string>();
      for (let count = 0; count < 2; count += 1) {
        const page = await ask('/life', navigate);
        const [, nonce = ''] = /'nonce-([^']+)'/.exec(String(page.headers['content-security-policy'])) ?? [];
        expect(page.body.toString()).toContain(`nonce="${nonce}"`);
        nonces.add(nonce);
      }
      expect(nonces.size).toBe(2);
    } finally {
      await stop();
    }
  });

  test('about what is not there: no page, and nothing to keep', async () => {
    const { ask, stop } = await startNginx('twilio');
    try {
      for (const [path, headers, method] of [
        ['/assets/gone-00000000.js', { 'sec-fetch-mode': 'no-cors' }, 'GET'],
        ['/assets/gone-00000000.js', { 'accept-encoding': 'br' }, 'GET'],
        ['/assets/index-B3f2a91c.js.br', {}, 'GET'],
        ['/=js/assets/index-B3f2a91c.js.br', {}, 'GET'],
        ['/nothing', { accept: 'application/json' }, 'GET'],
        ['/life', navigate, 'POST'],
        ['/assets/..%2f..%2f..%2fetc%2fpasswd', {}, 'GET'],
      ] as const) {
        const { status, headers: answered } = await ask(path, headers, method);
        expect([path, status, answered['cache-control']]).toEqual([
          path,
          path.includes('..') ? expect.any(Number) : 404,
          undefined,
        ]);
        expect(status).toBeGreaterThanOrEqual(400);
      }
    } finally {
      await stop();
    }
  });

  test('and repeats no host that is none', async () => {
    const { ask, stop } = await startNginx('sim');
    try {
      const { headers } = await ask('/', { ...navigate, host: "a'b" });
      expect(headers['content-security-policy'] ?? '').not.toContain("a'b");
    } finally {
      await stop();
    }
  });
});
