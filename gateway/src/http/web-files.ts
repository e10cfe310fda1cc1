import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Logger } from '@crm/platform/log/logger.js';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

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
const compressible = new Set([
  '.html',
  '.js',
  '.css',
  '.json',
  '.webmanifest',
  '.map',
  '.svg',
  '.txt',
  '.wasm',
  '.ico',
]);
/** Below this a packet carries it anyway. */
const worthCompressing = 1_024;
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
  /** Resolves when every file has its compressed forms. Until then what is there is served. */
  readonly compressed: Promise<void>;
}

async function compress(file: WebFile): Promise<void> {
  // Gzip first: it is there at once, and every browser takes it.
  file.gzip ??= await toGzip(file.body, { level: 9 });
  file.brotli ??= await toBrotli(file.body, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: file.body.length },
  });
}

/**
 * Reads a built web application into memory, some megabytes, and compresses it in the background, as a start must not
 * wait for it. Files that the build compressed itself (`.br`, `.gz` beside them) are taken as they are. Rejects where
 * there is no index.html.
 */
export async function readWebFiles(root: string, log: Logger): Promise<WebFiles> {
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

  // One after the other: the threads that compress are those that hash and read for everybody else.
  const compressed = (async () => {
    const worthIt = [...files].filter(
      ([path, { body }]) => compressible.has(extname(path)) && body.length >= worthCompressing,
    );
    for (const [, file] of worthIt) await compress(file);
    log.debug({ files: worthIt.length }, 'web application compressed');
  })().catch((error: unknown) => {
    // The application is served all the same, larger than it need be.
    log.error({ err: error }, 'the web application could not be compressed');
  });

  return { get: (path) => files.get(path), indexHtml, compressed };
}
