import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { z } from 'zod';

const root = fileURLToPath(new URL('../../../../../', import.meta.url));
const source = fileURLToPath(new URL('../../minimal/', import.meta.url));

async function built(folder: string): Promise<Map<string, { type: string; brotli: Buffer }>> {
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const child = spawn(
    process.execPath,
    [vite, ...['build', source, '--outDir', folder, '--emptyOutDir', '--logLevel', 'error']],
    { stdio: 'inherit' },
  );
  const code: unknown = (await once(child, 'close')).at(0);
  if (code !== 0) throw new Error('The minimal application could not be built');
  return new Map(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(html|js)$/.test(name))
      .map((name) => [
        name === 'index.html' ? '/' : `/${name}`,
        {
          type: name.endsWith('.js') ? 'text/javascript' : 'text/html',
          brotli: brotliCompressSync(readFileSync(join(folder, name))),
        },
      ]),
  );
}

function forward(req: IncomingMessage, res: ServerResponse, system: string): void {
  const asked = request(new URL(req.url ?? '/', system), { method: req.method, headers: req.headers });
  asked.on('response', (answer) => {
    res.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(res);
  });
  asked.on('error', (error) => res.destroy(error));
  req.pipe(asked);
}

/** A list of leads in react-admin alone, built and served beside a system whose calls it makes. */
export async function startMinimalApp(system: string) {
  const folder = mkdtempSync(join(tmpdir(), 'minimal-app-'));
  const files = await built(folder);
  const server = createServer((req, res) => {
    const file = files.get(new URL(req.url ?? '/', system).pathname);
    if (file === undefined) {
      forward(req, res, system);
      return;
    }
    res.writeHead(200, { 'content-type': `${file.type}; charset=utf-8`, 'content-encoding': 'br' });
    res.end(file.brotli);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = z.object({ port: z.int() }).parse(server.address());
  return {
    url: `http://127.0.0.1:${String(port)}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
