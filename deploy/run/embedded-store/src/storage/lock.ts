/**
 * Lock: one process per directory. LMDB allows several, but this store keeps its catalog in memory.
 *
 * The lock is a listening socket named after the directory's identity (device and inode): the operating system allows
 * one listener and frees the name when the process exits for whatever reason, so no stale lock blocks the next start.
 */
import { createHash } from 'node:crypto';
import { statSync, unlinkSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The directory is locked by another process. */
export class DirectoryTaken extends Error {
  constructor(readonly directory: string) {
    super(`The directory ${directory} is in use by another process.`);
    this.name = 'DirectoryTaken';
  }
}

function lockAddress(directory: string): string {
  const { dev, ino } = statSync(directory, { bigint: true });
  const name = `embedded-store-${createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 32)}`;
  if (process.platform === 'linux') return `\0${name}`;
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`);
}

function listen(address: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', reject);
    server.listen({ path: address, exclusive: true }, () => {
      server.unref();
      resolve(server);
    });
  });
}

function answers(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/** Locks the directory until the returned function is called or the process exits. Throws DirectoryTaken. */
export async function lockDirectory(directory: string): Promise<() => Promise<void>> {
  const address = lockAddress(directory);
  let server: Server;
  try {
    server = await listen(address);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    // Only a socket file (neither Linux nor Windows) can be stale, that is, outlive its process.
    if (process.platform === 'linux' || process.platform === 'win32' || (await answers(address))) {
      throw new DirectoryTaken(directory);
    }
    unlinkSync(address);
    server = await listen(address);
  }
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve());
    });
}
