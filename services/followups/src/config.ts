import { z } from 'zod';
import { publicKeys, serviceUrl } from '@crm/platform/config/env-fields.js';
import { serviceEnv, serviceSettings } from '@crm/platform/config/service-env.js';
import { hasMasterKey, kmsFields, kmsOf, noMasterKey } from '@crm/platform/encryption/key-ring.js';

/** The service's settings from the environment, grouped; the argument of `createFollowupsService`. */
export const followupsConfig = z
  .object({
    ...serviceEnv(4004),
    ...kmsFields,
    AUTH_URL: serviceUrl,
    LEADS_URL: serviceUrl,
    PUBLIC_KEYS: publicKeys,
  })
  .refine(hasMasterKey, noMasterKey)
  .transform((env) => ({
    ...serviceSettings(env),
    kms: kmsOf(env),
    authUrl: env.AUTH_URL,
    leadsUrl: env.LEADS_URL,
    publicKeys: env.PUBLIC_KEYS,
  }));
export type FollowupsConfig = z.output<typeof followupsConfig>;
