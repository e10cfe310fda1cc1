import { createServer, connect, type Server } from 'node:net';
import { mkdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';

/** A start that cannot go on, in one sentence for the person who started it. */
export class CannotStart extends Error {}

const socketIn = (folder: string) => {
  const path = join(folder, 'running.sock');
  // A socket's path has little room, so the shorter of its two writings is taken.
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
 * Takes a data folder for this process, making it where it is missing. The mark is a socket that somebody must answer
 * behind, so one that a killed process left is no hindrance. Throws CannotStart where another process has the folder.
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
