import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KeyRing } from '@crm/platform/encryption/kms.js';
import { ArchiveError, openArchive, type Manifest } from './archive.js';
import { compare } from './compare.js';
import { restore } from './restore.js';

/** What a rehearsal found. */
export interface Rehearsal {
  manifest: Manifest;
  seconds: number;
}

/**
 * Restores a backup into an empty store and compares counts and hashes of every collection. Throws `ArchiveError` that names the
 * collections which are not what was backed up.
 */
export async function rehearse(uri: string, folder: string, keys: KeyRing): Promise<Rehearsal> {
  const from = performance.now();
  const { manifest } = await restore(uri, folder, { keys });
  const differences = await compare(uri, folder, await openArchive(folder, keys, { allowsClear: false }));
  if (differences.length > 0) {
    const lines = differences.map(
      ({ collection, wanted, found }) =>
        `${collection}: ${String(found.documents)} documents of ${String(wanted.documents)}, ` +
        `hash ${found.hash.slice(0, 12)} instead of ${wanted.hash.slice(0, 12)}`,
    );
    throw new ArchiveError(`The restored store differs from the backup:\n${lines.join('\n')}`);
  }
  return { manifest, seconds: (performance.now() - from) / 1_000 };
}

/** Calls `use` with a new folder, which is removed afterwards. */
export async function inScratchFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'rehearsal-'));
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
