import { z } from 'zod';
import { otlpEndpoint, publicKeys, serviceKeys, serviceUrl, whole } from '@crm/platform/config/env-fields.js';

/** The service's settings as the environment gives them, grouped; what `createLeadsService` takes. */
export const leadsConfig = z
  .object({
    PORT: whole(4001, 0),
    HOST: z.string().default('127.0.0.1'),
    MONGODB_URI: z.string().min(1),
    RABBITMQ_URL: z.url({ protocol: /^amqps?$/ }).optional(),
    AUTH_URL: serviceUrl,
    PUBLIC_KEYS: publicKeys,
    /** Shared by all services; several, separated by commas, while it is exchanged: the first signs. */
    INTERNAL_KEY: serviceKeys,
    /** The largest CSV file that is taken. */
    IMPORT_MAX_MB: whole(200),
    /** How many leads the public quick-add page may make in an hour, all together. */
    QUICK_ADD_PER_HOUR: whole(600),
    /** How often expired holds are looked for. */
    HOLD_SWEEP_MS: whole(1_000, 10),
    /** Answers that break their contract: refused in development, told in the log in production. */
    ANSWERS: z.enum(['strict', 'logged']).default('logged'),
    OTEL_EXPORTER_OTLP_ENDPOINT: otlpEndpoint,
    LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  })
  .transform((env) => ({
    port: env.PORT,
    host: env.HOST,
    mongodbUri: env.MONGODB_URI,
    rabbitmqUrl: env.RABBITMQ_URL,
    authUrl: env.AUTH_URL,
    publicKeys: env.PUBLIC_KEYS,
    serviceKey: env.INTERNAL_KEY,
    importMaxBytes: env.IMPORT_MAX_MB * 1024 * 1024,
    quickAddPerHour: env.QUICK_ADD_PER_HOUR,
    holdSweepMs: env.HOLD_SWEEP_MS,
    answers: env.ANSWERS,
    logLevel: env.LOG_LEVEL,
    otlpEndpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
  }));
export type LeadsConfig = z.output<typeof leadsConfig>;
