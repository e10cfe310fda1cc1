import { createServer, connect, type Server } from 'node:net';
import { mkdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';

/** A start that cannot proceed, with a one-sentence message. */
export class CannotStart extends Error {}

const socketIn = (folder: string) => {
  const path = join(folder, 'running.sock');
  // Socket paths have a length limit, so the shorter of absolute and relative is used.
  const short = relative(process.cwd(), path);
  return short.length < path.length ? short : path;
};

const answers = (path: string) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => {
      resolve(false);
    });
  });

const listen = (path: string) =>
  new Promise<Server>((resolve, reject) => {
    const server = createServer((socket) => socket.end());
    server.once('error', reject);
    server.listen(path, () => {
      server.unref();
      resolve(server);
    });
  });

/**
 * Locks a data folder for this process, creating it if missing. The lock is a listening socket, so one left by a
 * killed process does not block. Throws CannotStart if another process has the folder.
 */
export async function takeDataFolder(folder: string): Promise<{ release: () => void }> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = socketIn(folder);
  if (await answers(path))
    throw new CannotStart(`Another process is already using the data folder ${folder}.`);
  rmSync(path, { force: true });
  const server = await listen(path);
  return {
    release: () => {
      server.close();
    },
  };
}
