import { execFile } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const size = '192m';
const block = Buffer.alloc(64 * 1024);

const filler = (folder: string) => join(folder, 'store', 'filler');

/** Puts the store on a separate tmpfs, small enough to be filled. Requires permission to mount. */
export async function useSmallDisk(folder: string): Promise<() => Promise<void>> {
  const store = join(folder, 'store');
  mkdirSync(store, { recursive: true });
  await run('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', store]);
  return async () => {
    await run('umount', [store]);
  };
}

/** Fills the store's disk completely. */
export function fillDisk(folder: string): void {
  const file = openSync(filler(folder), 'a');
  try {
    for (;;) writeSync(file, block);
  } catch (error) {
    const isFull = error instanceof Error && 'code' in error && error.code === 'ENOSPC';
    if (!isFull) throw error;
  } finally {
    closeSync(file);
  }
}

export function freeDisk(folder: string): void {
  rmSync(filler(folder), { force: true });
}
