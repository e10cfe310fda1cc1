import { join, resolve } from 'node:path';
import { z } from 'zod';
import { CannotStart } from '@crm/local/data-folder.js';
import { startStore } from '@crm/local/store-process.js';
import { ConfigError, loadConfig } from '@crm/platform/config/load-config.js';
import type { KeyRing } from '@crm/platform/encryption/kms.js';
import { ArchiveError } from './archive.js';
import { backUp } from './back-up.js';
import { backupKeys } from './backup-keys.js';
import { bucketEnv, bucketSettings } from './bucket/bucket-settings.js';
import { openBucket } from './bucket/bucket.js';
import { fetchBackup, storedBackups } from './bucket/stored-backups.js';
import { onStore } from './on-store.js';
import { inScratchFolder, rehearse } from './rehearse.js';

type Environment = Readonly<Record<string, string | undefined>>;

const rehearsalEnv = z.object({
  /** An empty store for the rehearsal; unset: an embedded one that is removed afterwards. */
  REHEARSAL_MONGODB_URI: z.string().optional(),
});

const bucketOf = (env: Environment) => openBucket(bucketSettings(loadConfig(z.object(bucketEnv), env)));

/** The folder with the backup: the given one, the newest of the bucket, or one of the configured store as it is now. */
async function obtain(
  env: Environment,
  keys: KeyRing,
  given: string | undefined,
  scratch: string,
): Promise<string> {
  if (given !== undefined) return resolve(process.cwd(), given);
  const folder = join(scratch, 'backup');
  if ((env['BACKUP_BUCKET_URL'] ?? '') === '') {
    await onStore((uri, reading) => backUp({ uri, reading, keys }, folder, new Date()));
    return folder;
  }
  const bucket = bucketOf(env);
  const newest = (await storedBackups(bucket)).at(-1);
  if (newest === undefined) throw new ArchiveError('There is no complete backup in the bucket.');
  await fetchBackup(bucket, newest.name, folder);
  return folder;
}

/** Rehearses a restore and prints what was compared. */
async function runRehearsal(env: Environment, given: string | undefined): Promise<string> {
  const { REHEARSAL_MONGODB_URI } = loadConfig(rehearsalEnv, env);
  return inScratchFolder(async (scratch) => {
    const keys = backupKeys(env);
    const folder = await obtain(env, keys, given, scratch);
    const store = REHEARSAL_MONGODB_URI === undefined ? await startStore(join(scratch, 'store')) : undefined;
    try {
      const { manifest, seconds } = await rehearse(store?.uri ?? REHEARSAL_MONGODB_URI ?? '', folder, keys);
      const documents = manifest.collections.reduce((sum, each) => sum + each.documents, 0);
      return (
        `Rehearsed the backup of ${manifest.at}: ${String(documents)} documents in ` +
        `${String(manifest.collections.length)} collections are equal by count and hash, ${seconds.toFixed(1)} s.`
      );
    } finally {
      await store?.stop();
    }
  });
}

/** Lists the bucket's complete backups, or fetches one into a folder. */
async function runFetch(env: Environment, [name, folder]: readonly string[]): Promise<string> {
  const bucket = bucketOf(env);
  if (name === 'list' || name === undefined) {
    const backups = await storedBackups(bucket);
    return backups.map((each) => `${each.name}  ${String(Math.ceil(each.bytes / 1e6))} MB`).join('\n');
  }
  if (folder === undefined) throw new ArchiveError('Name a folder: npm run backup:fetch -- NAME FOLDER');
  await fetchBackup(bucket, name, resolve(process.cwd(), folder));
  return `Fetched ${name} into ${folder}.`;
}

/** The commands `npm run backup:rehearse` and `npm run backup:fetch`. */
export async function runHere(command: string, args: readonly string[], env: Environment): Promise<void> {
  try {
    const done = command === 'fetch' ? await runFetch(env, args) : await runRehearsal(env, args[0]);
    process.stdout.write(`${done}\n`);
  } catch (error) {
    const isKnown =
      error instanceof ArchiveError || error instanceof CannotStart || error instanceof ConfigError;
    process.stderr.write(`${isKnown ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
