import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { z } from 'zod';

const patienceMs = 10_000;

export interface TestRedis {
  /** Settings of gateways that share this corner of the server. */
  readonly env: Record<string, string>;
  /** Cuts every connection and takes no new one. */
  cut(): void;
  /** Carries nothing any more, and tells nobody: connections stand, new ones too, and nothing comes through. */
  freeze(): void;
  /** Takes connections again. */
  mend(): void;
  close(): Promise<void>;
}

/** The server that tests may use: REDIS_URL, or this machine's own; undefined where none answers. */
export async function redisUrl(): Promise<URL | undefined> {
  const url = new URL(process.env['REDIS_URL'] ?? 'redis://127.0.0.1:6379');
  const socket = connect(Number(url.port || '6379'), url.hostname);
  const isThere = await new Promise<boolean>((resolve) => {
    const limit = setTimeout(() => {
      resolve(false);
    }, patienceMs);
    socket.once('connect', () => {
      resolve(true);
    });
    socket.once('error', () => {
      resolve(false);
    });
    socket.once('close', () => {
      clearTimeout(limit);
    });
  });
  socket.destroy();
  return isThere ? url : undefined;
}

/** A way to the server, under keys and channels of its own, that a test can cut without touching the server itself. */
export async function useRedis(server: URL): Promise<TestRedis> {
  const open = new Set<Socket>();
  let isCut = false;
  let isFrozen = false;
  const way = createServer((near) => {
    if (isCut) {
      near.destroy();
      return;
    }
    const far = connect(Number(server.port || '6379'), server.hostname);
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => {
        open.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    if (isFrozen) return;
    near.pipe(far);
    far.pipe(near);
  });
  way.listen(0, '127.0.0.1');
  await once(way, 'listening');
  const { port } = z.object({ port: z.int() }).parse(way.address());
  const cutAll = () => {
    for (const socket of open) socket.destroy();
  };
  const through = new URL(server);
  through.host = `127.0.0.1:${String(port)}`;
  // Keys are kept apart by database and prefix, channels, which know no database, by the prefix alone.
  through.pathname = '/15';
  return {
    env: { REDIS_URL: through.href, REDIS_PREFIX: `crm-test-${randomUUID()}` },
    cut: () => {
      isCut = true;
      cutAll();
    },
    freeze: () => {
      isFrozen = true;
      for (const socket of open) socket.unpipe().pause();
    },
    mend: () => {
      // What was frozen stays so until somebody releases it, as after a silence of the line.
      if (isFrozen) cutAll();
      isCut = false;
      isFrozen = false;
    },
    close: async () => {
      cutAll();
      way.close();
      await once(way, 'close');
    },
  };
}
