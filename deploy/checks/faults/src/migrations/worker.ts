import { z } from 'zod';
import { createDataKeys } from '@crm/platform/encryption/data-keys.js';
import { localKms } from '@crm/platform/encryption/kms.js';
import { createJobScheduler } from '@crm/platform/jobs/job-scheduler.js';
import { createLogger } from '@crm/platform/log/logger.js';
import { createMigrator } from '@crm/platform/migrations/migrator.js';
import { connectMongo } from '@crm/platform/mongo/connect.js';
import { leadMigrations } from './lead-notes.js';

// A process of a service as far as migrations are concerned, which is killed and started by `main.ts`.
const { STORE_URI, MASTER_KEY } = z
  .object({ STORE_URI: z.string(), MASTER_KEY: z.base64() })
  .parse(process.env);
const log = createLogger({ service: 'leads', level: 'warn' });
const { connection, clock } = await connectMongo({ uri: STORE_URI, log });
const keys = createDataKeys(connection, localKms(new Map([['m1', Buffer.from(MASTER_KEY, 'base64')]])));
const migrations = leadMigrations(() => ({ connection, keys }));
const scheduler = createJobScheduler({ connection, clock, log, migrations: migrations.length });
scheduler.add(createMigrator({ service: 'leads', connection, clock, log, migrations }).job());
