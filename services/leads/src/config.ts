import { z } from 'zod';
import { publicKeys, serviceUrl, whole } from '@crm/platform/config/env-fields.js';
import { serviceEnv, serviceSettings } from '@crm/platform/config/service-env.js';

/** The service's settings as the environment gives them, grouped; what `createLeadsService` takes. */
export const leadsConfig = z
  .object({
    ...serviceEnv(4001),
    AUTH_URL: serviceUrl,
    TELEPHONY_URL: serviceUrl,
    MESSAGING_URL: serviceUrl,
    PUBLIC_KEYS: publicKeys,
    /** The largest CSV file that is taken. */
    IMPORT_MAX_MB: whole(200),
    /** How many leads the public quick-add page may make in an hour, all together. */
    QUICK_ADD_PER_HOUR: whole(600),
    /** How often expired holds are looked for. */
    HOLD_SWEEP_MS: whole(1_000, 10),
  })
  .transform((env) => ({
    ...serviceSettings(env),
    authUrl: env.AUTH_URL,
    telephonyUrl: env.TELEPHONY_URL,
    messagingUrl: env.MESSAGING_URL,
    publicKeys: env.PUBLIC_KEYS,
    importMaxBytes: env.IMPORT_MAX_MB * 1024 * 1024,
    quickAddPerHour: env.QUICK_ADD_PER_HOUR,
    holdSweepMs: env.HOLD_SWEEP_MS,
  }));
export type LeadsConfig = z.output<typeof leadsConfig>;
