import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { baseImagesIn, pinBaseImages } from './base-images.js';
import { digestOf, manifestUrl } from './registry.js';

const manifest = JSON.stringify({ schemaVersion: 2, manifests: [] });
const digest = 'sha256:a2eb9f7ff8a4a7c3bd2c0d63f5f3b6bd6f5a7a6d6d7f2f4a6bb0cc2bb3a1f7d4';

/** A registry that gives its manifest for a token, as public ones do; `told` is the digest in its header. */
let registry: Server;
let host: string;
let told: string | undefined;
let seen: string[];
beforeAll(async () => {
  registry = createServer((request, response) => {
    seen.push(`${request.url ?? ''} ${request.headers.authorization ?? ''}`.trim());
    const url = new URL(request.url ?? '/', `http://${host}`);
    if (url.pathname === '/token') {
      response.end(JSON.stringify({ token: `t-${url.searchParams.get('scope') ?? ''}` }));
    } else if (url.pathname === '/v2/locked/manifests/1') {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="staff"' }).end();
    } else if (request.headers.authorization === undefined) {
      const challenge = `Bearer realm="http://${host}/token",service="registry",scope="repository:node:pull"`;
      response.writeHead(401, { 'www-authenticate': challenge }).end();
    } else if (url.pathname === '/v2/node/manifests/26') {
      response.writeHead(200, told === undefined ? {} : { 'docker-content-digest': told }).end(manifest);
    } else {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
  host = `127.0.0.1:${String((registry.address() as AddressInfo).port)}`;
});
afterAll(() => {
  registry.close();
});
beforeEach(() => {
  told = undefined;
  seen = [];
});

test.each([
  ['node:26', 'https://registry-1.docker.io/v2/library/node/manifests/26'],
  ['nginxinc/nginx:1.28', 'https://registry-1.docker.io/v2/nginxinc/nginx/manifests/1.28'],
  ['gcr.io/distroless/cc:nonroot', 'https://gcr.io/v2/distroless/cc/manifests/nonroot'],
])('%s is looked up at its registry', (image, url) => {
  expect(manifestUrl(image).href).toBe(url);
});

test('a digest is that of the manifest, which is asked for with the token of the registry', async () => {
  const found = await digestOf(`${host}/node:26`);
  expect(found).toMatch(/^sha256:[0-9a-f]{64}$/);
  expect(seen.at(-1)).toBe('/v2/node/manifests/26 Bearer t-repository:node:pull');
  told = found;
  expect(await digestOf(`${host}/node:26`)).toBe(found);
});

test.each([
  ['whose manifest is another than its header says', 'node:26', digest, /is not sha256:a2eb/],
  ['that it does not have', 'node:27', undefined, /has no 127\.0\.0\.1:\d+\/node:27: 404/],
  ['behind a sign-in', 'locked:1', undefined, /asks for a sign-in/],
  ['without a tag', 'node', undefined, /has no tag/],
])('an image %s has no digest', async (_what, image, header, reason) => {
  told = header;
  await expect(digestOf(`${host}/${image}`)).rejects.toThrow(reason);
});

test('a registry that does not answer is named', async () => {
  await expect(digestOf('127.0.0.1:1/node:26')).rejects.toThrow('127.0.0.1:1 cannot be reached');
});

test('pinning puts digests behind the tags, in place of earlier ones, and changes nothing else', () => {
  const dockerfile = `# Comment\nARG NODE_IMAGE=node:26\nARG VERSION=1\nFROM \${NODE_IMAGE} AS a\n`;
  const once = pinBaseImages(dockerfile, new Map([['node:26', digest]]));
  expect(once).toBe(dockerfile.replace('node:26', `node:26@${digest}`));
  const later = digest.replace('a2eb', 'b2eb');
  expect(pinBaseImages(once, new Map([['node:26', later]]))).toBe(once.replace(digest, later));
  expect(baseImagesIn(once)).toEqual([{ argument: 'NODE_IMAGE', image: 'node:26', digest }]);
  expect(() => pinBaseImages(dockerfile, new Map())).toThrow('There is no digest of node:26');
});
