import { z } from 'zod';

const address = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''));
/** Settings of the simulated carrier from the environment; an empty value counts as unset. */
export const environment = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(4010),
  CARRIER_ACCOUNT_SID: z.string(),
  CARRIER_AUTH_TOKEN: z.string(),
  CARRIER_API_KEY: z.string(),
  CARRIER_API_SECRET: z.string(),
  CARRIER_APP_SID: z.string(),
  /** The public address of the application that receives webhooks. */
  PUBLIC_BASE_URL: address.optional(),
  /** The address for incoming texts, if different. */
  SMS_BASE_URL: address.optional(),
  NUMBERS: z
    .string()
    .default('')
    .transform((text) => text.split(',').filter((number) => number !== '')),
  SEED: z.string().default('carrier'),
  SPEED: z.coerce.number().positive().max(1000).default(1),
});
