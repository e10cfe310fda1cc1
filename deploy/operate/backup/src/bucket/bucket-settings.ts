import { z } from 'zod';
import type { BucketSettings } from './bucket.js';

/** The settings of a bucket as environment variables. */
export const bucketEnv = {
  /** The bucket and a folder in it. */
  BACKUP_BUCKET_URL: z
    .url({ protocol: /^https?$/ })
    .refine((url) => new URL(url).pathname.length > 1, 'names no bucket: https://<host>/<bucket>/<folder>'),
  BACKUP_BUCKET_REGION: z.string().min(1).default('us-east-1'),
  BACKUP_ACCESS_KEY_ID: z.string().min(1),
  BACKUP_SECRET_ACCESS_KEY: z.string().min(1),
};

/** The same, as `openBucket` takes them. */
export const bucketSettings = (env: z.output<z.ZodObject<typeof bucketEnv>>): BucketSettings => ({
  url: env.BACKUP_BUCKET_URL,
  region: env.BACKUP_BUCKET_REGION,
  accessKeyId: env.BACKUP_ACCESS_KEY_ID,
  secretAccessKey: env.BACKUP_SECRET_ACCESS_KEY,
});
