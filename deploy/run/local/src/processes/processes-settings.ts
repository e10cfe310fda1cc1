import { z } from 'zod';
import { isLoopback } from '@crm/platform/config/env-fields.js';

const because = 'required by separate processes, such as';

/** Settings of `npm run start:services` in addition to those of `npm start`. */
export const processesSettings = z.object({
  RABBITMQ_URL: z.url({
    protocol: /^amqps?$/,
    error: `${because} amqp://guest:guest@127.0.0.1:5672/crm`,
  }),
  REDIS_URL: z.url({
    protocol: /^rediss?$/,
    error: 'required by several gateways, such as redis://127.0.0.1:6379',
  }),
  /** Prefix of every Redis key and channel. */
  REDIS_PREFIX: z.string().min(1).optional(),
  /** Number of gateways, and of processes per service. */
  GATEWAYS: z.coerce.number().int().min(1).max(16).default(3),
  REPLICAS: z.coerce.number().int().min(1).max(16).default(2),
  HOST: z
    .string()
    .default('127.0.0.1')
    .refine(isLoopback, 'the balancer hides client addresses, so it only works on loopback'),
});
