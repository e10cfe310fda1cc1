import { z } from 'zod';
import { publicKeys, serviceKeys, serviceUrl, whole, otlpEndpoint } from '@crm/platform/config/env-fields.js';

/** The service's settings as the environment gives them, grouped; what `createFollowupsService` takes. */
export const followupsConfig = z
  .object({
    PORT: whole(4004, 0),
    HOST: z.string().default('127.0.0.1'),
    MONGODB_URI: z.string().min(1),
    RABBITMQ_URL: z.url({ protocol: /^amqps?$/ }).optional(),
    AUTH_URL: serviceUrl,
    LEADS_URL: serviceUrl,
    PUBLIC_KEYS: publicKeys,
    /** Shared by all services; several, separated by commas, while it is exchanged: the first signs. */
    INTERNAL_KEY: serviceKeys,
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
    leadsUrl: env.LEADS_URL,
    publicKeys: env.PUBLIC_KEYS,
    serviceKey: env.INTERNAL_KEY,
    answers: env.ANSWERS,
    logLevel: env.LOG_LEVEL,
    otlpEndpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
  }));
export type FollowupsConfig = z.output<typeof followupsConfig>;
