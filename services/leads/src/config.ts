import { z } from 'zod';

const whole = (fallback: number, min = 1) => z.coerce.number().int().min(min).default(fallback);

const serviceUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http address' })
  .transform((url) => url.replace(/\/+$/, ''));

/** Public keys of sessions, `{"<kid>": "<PEM>"}`: more than one while keys are exchanged. */
const publicKeys = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue({ code: 'custom', message: 'must be a JSON object of key id to PEM' });
      return z.NEVER;
    }
  })
  .pipe(z.record(z.string().min(1), z.string().min(1)));

const serviceKeys = z
  .string()
  .transform((text) => text.split(',').map((key) => key.trim()))
  .pipe(z.tuple([z.string().min(32, 'must have at least 32 characters')], z.string().min(32)));

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
  }));
export type LeadsConfig = z.output<typeof leadsConfig>;
