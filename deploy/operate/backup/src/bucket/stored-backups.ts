import { mkdir, readdir, rename } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ArchiveError } from '../archive.js';
import type { Bucket } from './bucket.js';

/** What a complete backup has, and is written last of all. */
const lastFile = 'manifest.json';

/** A complete backup in a bucket. */
export interface StoredBackup {
  name: string;
  at: Date;
  bytes: number;
}

/** The name of a backup by its time, `2026-11-20T17-41-00Z`: names sort as times do. */
export const backupName = (at: Date): string =>
  at
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-');

/** The time in a backup's name; undefined for other names. */
function timeOf(name: string): Date | undefined {
  const parts = /^(\d{4}-\d{2}-\d{2}T\d{2})-(\d{2})-(\d{2})Z$/.exec(name);
  return parts === null ? undefined : new Date(`${parts.slice(1).join(':')}Z`);
}

/** Stores the files of a finished backup under its name, the manifest last: one that was cut short is none. */
export async function storeBackup(bucket: Bucket, folder: string, name: string): Promise<void> {
  const files = (await readdir(folder)).filter((file) => file !== lastFile);
  for (const file of files.sort()) await bucket.put(`${name}/${file}`, join(folder, file));
  await bucket.put(`${name}/${lastFile}`, join(folder, lastFile));
}

/** The complete backups of a bucket, the oldest first. */
export async function storedBackups(bucket: Bucket): Promise<StoredBackup[]> {
  const found = new Map<string, StoredBackup>();
  const complete = new Set<string>();
  for (const { key, bytes } of await bucket.list('')) {
    const [name = '', file = ''] = key.split('/');
    const at = timeOf(name);
    if (at === undefined) continue;
    if (file === lastFile) complete.add(name);
    found.set(name, { name, at, bytes: (found.get(name)?.bytes ?? 0) + bytes });
  }
  return [...found.values()]
    .filter(({ name }) => complete.has(name))
    .sort((one, other) => one.at.getTime() - other.at.getTime());
}

/** Fetches a complete backup into a new folder, the manifest last. Throws `ArchiveError` if there is none of that name. */
export async function fetchBackup(bucket: Bucket, name: string, folder: string): Promise<void> {
  const files = (await bucket.list(`${name}/`)).map(({ key }) => key);
  if (!files.includes(`${name}/${lastFile}`)) throw new ArchiveError(`There is no complete backup ${name}.`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new ArchiveError(`${folder} is not empty.`);
  for (const key of files) {
    const file = basename(key);
    await bucket.get(key, join(folder, file === lastFile ? `${lastFile}.part` : file));
  }
  await rename(join(folder, `${lastFile}.part`), join(folder, lastFile));
}
