import { z } from 'zod';
import { isLoopback } from '@crm/platform/config/env-fields.js';

const because = 'required by separate processes, such as';

/** What `npm run start:services` can be told besides what `npm start` can. */
export const processesSettings = z.object({
  RABBITMQ_URL: z.url({
    protocol: /^amqps?$/,
    error: `${because} amqp://guest:guest@127.0.0.1:5672/crm`,
  }),
  REDIS_URL: z.url({
    protocol: /^rediss?$/,
    error: 'required by several gateways, such as redis://127.0.0.1:6379',
  }),
  /** What every key and channel in Redis begins with. */
  REDIS_PREFIX: z.string().min(1).optional(),
  /** How many gateways there are, and how many of each service. */
  GATEWAYS: z.coerce.number().int().min(1).max(16).default(3),
  REPLICAS: z.coerce.number().int().min(1).max(16).default(2),
  HOST: z
    .string()
    .default('127.0.0.1')
    .refine(isLoopback, 'the balancer hides client addresses, so it only works on loopback'),
});
