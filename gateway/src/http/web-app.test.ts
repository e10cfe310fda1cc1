import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { startSystem, stopSystems, type TestSystem } from '../test/system.js';
import { contentSecurityPolicy } from './security-headers.js';
import { splitAtNonces } from './web-app.js';

const script = `console.log(${JSON.stringify('a long text '.repeat(400))});`;
const html = `<!doctype html><html><head><meta property="csp-nonce" content=""><script type="module" src="/assets/index-B3f2a91c.js"></script></head><body><div id="root"></div></body></html>`;

let root: string;
let system: TestSystem;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'web-'));
  await mkdir(join(root, 'assets'));
  await writeFile(join(root, 'index.html'), html);
  await writeFile(join(root, 'assets/index-B3f2a91c.js'), script);
  await writeFile(join(root, 'assets/index-B3f2a91c.js.br'), brotliCompressSync(script));
  await writeFile(join(root, 'assets/index-B3f2a91c.js.gz'), gzipSync(script));
  await writeFile(join(root, 'favicon.svg'), '<svg/>');
  system = await startSystem({ env: { WEB_ROOT: root } });
});
afterAll(async () => {
  await stopSystems();
  await rm(root, { recursive: true });
});

/** As a browser asks: `fetch` would say for itself why it asks, and unpack what comes. */
function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  return new Promise<{ status: number; headers: http.IncomingHttpHeaders; body: Buffer }>(
    (resolve, reject) => {
      const request = http.request(system.url, { path, headers, method }, (res) => {
        const parts: Buffer[] = [];
        res.on('data', (part: Buffer) => parts.push(part));
        res.on('end', () => {
          resolve({ status: res.statusCode ?? 0, headers: res.headers, body: Buffer.concat(parts) });
        });
      });
      request.on('error', reject);
      request.end();
    },
  );
}
const navigate = { accept: 'text/html', 'sec-fetch-mode': 'navigate' };

describe('the page', () => {
  test.each(['/', '/index.html', '/life', '/lead/66f0a1b2c3d4e5f601020399'])(
    'stands at %s for a browser that goes there',
    async (path) => {
      const response = await get(path, navigate);
      expect([response.status, response.headers['cache-control']]).toEqual([200, 'no-store']);
      expect(response.body.toString()).toContain('<div id="root">');
    },
  );

  test('has a nonce of its own, the one its policy names, every time', async () => {
    const nonces = new Set<string>();
    for (let count = 0; count < 2; count += 1) {
      const response = await get('/life', navigate);
      const policy = String(response.headers['content-security-policy']);
      const [, named = ''] = /'nonce-([^']+)'/.exec(policy) ?? [];
      expect(response.body.toString()).toContain(`<meta property="csp-nonce" content="${named}">`);
      nonces.add(named);
    }
    expect(nonces.size).toBe(2);
  });

  test('may run scripts of this host alone, no inline one, and connect to this host and the carrier', async () => {
    const policy = String((await get('/', navigate)).headers['content-security-policy']);
    const { host } = new URL(system.url);
    const directives: Record<string, string> = {};
    for (const each of policy.split('; ')) {
      const [name = '', ...values] = each.split(' ');
      directives[name] = values.join(' ');
    }
    expect(directives).toMatchObject({
      'default-src': "'self'",
      'script-src': "'self'",
      'connect-src': `'self' ws://${host} wss://${host} https://eventgw.twilio.com https://eventgw.us1.twilio.com wss://voice-js.ashburn.twilio.com wss://voice-js.umatilla.twilio.com wss://voice-js.roaming.twilio.com https://media.twiliocdn.com https://sdk.twilio.com`,
      'media-src': "'self' blob: mediastream: https://media.twiliocdn.com https://sdk.twilio.com",
      'object-src': "'none'",
      'base-uri': "'none'",
      'frame-ancestors': "'none'",
    });
    expect(policy).not.toMatch(/unsafe-(inline|eval)/);
  });

  test('brings helmet’s headers, and may ask for the microphone', async () => {
    const { headers } = await get('/', navigate);
    expect([headers['x-frame-options'], headers['x-content-type-options']]).toEqual(['DENY', 'nosniff']);
    expect(headers['permissions-policy']).toContain('microphone=(self)');
  });

  test('is not what a script, a call or a save gets', async () => {
    for (const [path, headers, method] of [
      ['/assets/gone-00000000.js', { 'sec-fetch-mode': 'no-cors' }, 'GET'],
      ['/nothing', { accept: 'application/json' }, 'GET'],
      ['/life', navigate, 'POST'],
    ] as const) {
      const response = await get(path, headers, method);
      expect([path, response.status, JSON.parse(response.body.toString())]).toMatchObject([
        path,
        404,
        { code: 'route_unknown' },
      ]);
    }
  });
});

describe('a file', () => {
  test('whose name is made from its content is kept for a year', async () => {
    const { headers, status } = await get('/assets/index-B3f2a91c.js');
    expect([status, headers['cache-control'], headers['content-type']]).toEqual([
      200,
      'public, max-age=31536000, immutable',
      'text/javascript; charset=utf-8',
    ]);
  });

  test('with any other name is asked for again, and is not sent again while it is the same', async () => {
    const { headers, status } = await get('/favicon.svg');
    expect([status, headers['cache-control'], headers['content-type']]).toEqual([
      200,
      'public, no-cache',
      'image/svg+xml',
    ]);
    expect((await get('/favicon.svg', { 'if-none-match': headers['etag'] ?? '' })).status).toBe(304);
  });

  test('comes compressed by the build as the browser takes it', async () => {
    const ask = (accept: string) => get('/assets/index-B3f2a91c.js', { 'accept-encoding': accept });
    const smallest = await ask('gzip, deflate, br, zstd');
    expect(smallest.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(smallest.body).toString()).toBe(script);
    expect(gunzipSync((await ask('gzip')).body).toString()).toBe(script);
    const plain = await ask('identity');
    expect([plain.headers['content-encoding'], plain.body.toString()]).toEqual([undefined, script]);
    expect(plain.headers.vary).toBe('accept-encoding');
  });

  test('that the build left as it is comes so', async () => {
    const { headers, body } = await get('/favicon.svg', { 'accept-encoding': 'gzip, br' });
    expect([headers['content-encoding'], body.toString()]).toEqual([undefined, '<svg/>']);
  });

  test('has no address of its own for its compressed form', async () => {
    expect((await get('/assets/index-B3f2a91c.js.br')).status).toBe(404);
  });

  test('outside the folder is none', async () => {
    for (const path of ['/assets/..%2f..%2f..%2fetc%2fpasswd', '/%2e%2e/package.json']) {
      expect((await get(path)).status).toBe(404);
    }
  });
});

test('every place for a nonce is found, however the build marks it', () => {
  const marked =
    '<meta property="csp-nonce" nonce="__CSP_NONCE__"><meta name="csp-nonce" content=""><link nonce="__CSP_NONCE__">';
  expect(splitAtNonces(marked).join('N')).toBe(
    '<meta property="csp-nonce" nonce="N"><meta name="csp-nonce" content="N"><link nonce="N">',
  );
});

test('a page whose calls go to the simulated carrier connects to this host alone', () => {
  const policy = contentSecurityPolicy({ nonce: 'n', host: 'crm.example.com', withCarrier: false });
  expect(policy).toContain("connect-src 'self' ws://crm.example.com wss://crm.example.com;");
  expect(policy).not.toContain('twilio');
});

test('a gateway without a web application serves the API alone, and says so', async () => {
  const bare = await startSystem({
    env: { WEB_ROOT: join(root, 'not-there'), DOCS_ROOT: join(root, 'not-there') },
  });
  expect((await fetch(`${bare.url}/`, { headers: navigate })).status).toBe(404);
  expect((await fetch(`${bare.url}/api/docs`, { headers: navigate })).status).toBe(404);
  expect((await fetch(`${bare.url}/healthz`)).status).toBe(200);
  expect(
    bare.lines
      .all()
      .filter(({ level }) => level === 'warn')
      .map(({ msg }) => msg),
  ).toEqual([
    'the documentation does not exist and will not be served',
    'the web application does not exist and will not be served',
  ]);
});
