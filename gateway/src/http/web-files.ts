import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.ico': 'image/x-icon',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.mp3': 'audio/mpeg',
  '.wav': 'audio/wav',
};
/** Where the build puts files under names made from their content: such a name never changes what it stands for. */
const hashedPath = /^\/assets\/.+-[\w-]{8,}\.\w+$/;

export interface WebFile {
  type: string;
  body: Buffer;
  etag: string;
  /** The name carries a hash of the content. */
  isHashed: boolean;
  gzip?: Buffer;
  brotli?: Buffer;
}

export interface WebFiles {
  /** By path from the root, `/assets/index-3f2a91bc.js`; `index.html` is not among them. */
  get(path: string): WebFile | undefined;
  readonly indexHtml: string;
}

/**
 * Reads a built web application into memory, some megabytes, with the compressed forms that the build made (`.br`, `.gz`
 * beside a file). Rejects where there is no index.html.
 */
export async function readWebFiles(root: string): Promise<WebFiles> {
  const indexHtml = await readFile(join(root, 'index.html'), 'utf8');
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const read = new Map<string, Buffer>();
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    read.set(`/${relative(root, file).split(sep).join('/')}`, await readFile(file));
  }

  const files = new Map<string, WebFile>();
  for (const [path, body] of read) {
    const extension = extname(path);
    if (path === '/index.html' || extension === '.br' || extension === '.gz') continue;
    const [brotli, gzipped] = [read.get(`${path}.br`), read.get(`${path}.gz`)];
    files.set(path, {
      type: types[extension] ?? 'application/octet-stream',
      body,
      etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
      isHashed: hashedPath.test(path),
      ...(brotli === undefined ? {} : { brotli }),
      ...(gzipped === undefined ? {} : { gzip: gzipped }),
    });
  }

  return { get: (path) => files.get(path), indexHtml };
}
