import { join } from 'node:path';
import { z } from 'zod';
import { ConfigError, loadConfig } from '@crm/platform/config/load-config.js';
import { keyRing } from '@crm/platform/encryption/key-ring.js';
import { ArchiveError, type Manifest } from './archive.js';
import { backUp } from './back-up.js';
import { bucketEnv, bucketSettings } from './bucket/bucket-settings.js';
import { openBucket } from './bucket/bucket.js';
import { backupName, storeBackup } from './bucket/stored-backups.js';
import { withPrefix } from './databases.js';
import { watchBackups } from './watch-backups.js';

/** Settings of a run that backs up the store into a bucket. */
export const backUpEnv = z.object({
  ...bucketEnv,
  /** A user with the role `backup`; the path may name the database in which that user is. */
  MONGODB_URI: z.string().regex(/^mongodb(?:\+srv)?:\/\//),
  /** What the services' databases begin with: `crm_leads`. */
  DATABASE_PREFIX: z.string().min(1).default('crm'),
  /** `{"<key id>": "<32 bytes in base64>"}`; the first one encrypts. */
  BACKUP_KEYS: keyRing,
  /** An empty folder with room for the compressed data. */
  SCRATCH_DIR: z.string().min(1).default('/scratch'),
});

/** Settings of the watch over the backups. */
export const watchEnv = z.object({
  ...bucketEnv,
  METRICS_PORT: z.coerce.number().int().min(0).max(65_535).default(9464),
});

type Environment = Readonly<Record<string, string | undefined>>;

interface InClusterOptions {
  /** The data, or the data keys of persons: those have a bucket folder of their own, which keeps them for a shorter time. */
  part?: Manifest['part'];
  reading?: 'snapshot' | 'quiet';
}

/**
 * Backs up the store and puts the result into the bucket; returns a line about it. Reads from one snapshot, which takes a replica
 * set. Throws `ArchiveError`.
 */
export async function backUpToBucket(
  env: Environment,
  now: Date,
  { part = 'data', reading = 'snapshot' }: InClusterOptions = {},
): Promise<string> {
  const settings = loadConfig(backUpEnv, env);
  const bucket = openBucket(bucketSettings(settings));
  const name = backupName(now);
  const folder = join(settings.SCRATCH_DIR, name);
  const uri = withPrefix(settings.MONGODB_URI, settings.DATABASE_PREFIX);
  const { collections } = await backUp({ uri, reading, keys: settings.BACKUP_KEYS, part }, folder, now);
  await storeBackup(bucket, folder, name);
  const documents = collections.reduce((sum, each) => sum + each.documents, 0);
  return `Backed up: ${String(documents)} documents in ${String(collections.length)} collections, ${name}.`;
}

const complain = (error: unknown) => {
  const isKnown = error instanceof ArchiveError || error instanceof ConfigError;
  process.stderr.write(`${isKnown ? error.message : String(error)}\n`);
};

async function watch(env: Environment): Promise<void> {
  const settings = loadConfig(watchEnv, env);
  const bucket = openBucket(bucketSettings(settings));
  const port = settings.METRICS_PORT;
  const server = await watchBackups(bucket, { port, now: () => new Date(), report: complain });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => server.close());
}

/** The command of the image `backup`: `back-up`, `back-up-keys`, or `watch`. */
export async function runInCluster(command: string | undefined, env: Environment): Promise<void> {
  try {
    if (command === 'watch') await watch(env);
    else {
      const part = command === 'back-up-keys' ? 'keys' : 'data';
      process.stdout.write(`${await backUpToBucket(env, new Date(), { part })}\n`);
    }
  } catch (error) {
    complain(error);
    process.exitCode = 1;
  }
}
