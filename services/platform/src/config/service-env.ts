import { z } from 'zod';
import { metricsPort, otlpEndpoint, serviceKeyFields } from './env-fields.js';

/** The settings that every service has, as the environment gives them; `port` is where it listens by default. */
export const serviceEnv = (port: number) => ({
  PORT: z.coerce.number().int().min(0).max(65_535).default(port),
  HOST: z.string().default('127.0.0.1'),
  METRICS_PORT: metricsPort,
  MONGODB_URI: z.string().min(1),
  /** Unset: the bus inside this process. */
  RABBITMQ_URL: z.url({ protocol: /^amqps?$/ }).optional(),
  ...serviceKeyFields,
  /** Answers that break their contract: refused in tests and development, told in the log in production. */
  ANSWERS: z.enum(['strict', 'logged']).default('logged'),
  OTEL_EXPORTER_OTLP_ENDPOINT: otlpEndpoint,
  /** How many proxies in front are believed about a client's address: the gateway alone. */
  TRUST_PROXY: z.coerce.number().int().min(0).default(1),
  /** Where audit entries are sent as well: `https://…` or `syslog://host:port`. Unset: nowhere. */
  AUDIT_EXPORT_URL: z.url({ protocol: /^(https?|syslog)$/ }).optional(),
  /** Whole records that one user opens in ten seconds before an alarm is raised. */
  BULK_READING_RECORDS: z.coerce.number().int().min(2).default(60),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
});

type ServiceEnv = z.output<z.ZodObject<ReturnType<typeof serviceEnv>>>;

/** The same, as `createService` takes them. */
export const serviceSettings = (env: ServiceEnv) => ({
  port: env.PORT,
  host: env.HOST,
  metricsPort: env.METRICS_PORT,
  mongodbUri: env.MONGODB_URI,
  rabbitmqUrl: env.RABBITMQ_URL,
  serviceKeys: { own: env.SERVICE_KEYS, known: env.SERVICE_PUBLIC_KEYS },
  answers: env.ANSWERS,
  otlpEndpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
  trustProxy: env.TRUST_PROXY,
  auditExportUrl: env.AUDIT_EXPORT_URL,
  bulkReadingRecords: env.BULK_READING_RECORDS,
  logLevel: env.LOG_LEVEL,
});
