import { z } from 'zod';

const serviceUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http address' })
  .transform((url) => url.replace(/\/+$/, ''));
const whole = (fallback: number, min = 1) => z.coerce.number().int().min(min).default(fallback);

/** Public keys of sessions, `{"<kid>": "<PEM>"}`: more than one while keys are exchanged. */
const publicKeys = z
  .string()
  .transform((text, ctx) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      ctx.addIssue({ code: 'custom', message: 'must be a JSON object of key id to PEM' });
      return z.NEVER;
    }
  })
  .pipe(z.record(z.string().min(1), z.string().min(1)));

/** The settings as environment variables (architecture: Running). Secrets have no defaults. */
const gatewayEnv = z.object({
  PORT: whole(8080, 0),
  HOST: z.string().default('127.0.0.1'),
  AUTH_URL: serviceUrl,
  LEADS_URL: serviceUrl,
  TELEPHONY_URL: serviceUrl.optional(),
  MESSAGING_URL: serviceUrl.optional(),
  FOLLOWUPS_URL: serviceUrl.optional(),
  STATS_URL: serviceUrl.optional(),
  /** Where the simulated carrier answers; unset, calls go by the real one and nothing of a simulated one is reachable. */
  CARRIER_SIM_URL: serviceUrl.optional(),
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  /** What every key and channel in Redis begins with. */
  REDIS_PREFIX: z.string().min(1).default('crm'),
  RABBITMQ_URL: z.url({ protocol: /^amqps?$/ }).optional(),
  PUBLIC_KEYS: publicKeys,
  /** The key that all services share. */
  INTERNAL_KEY: z.string().min(32, 'must have at least 32 characters'),
  /** The built web application; without it the gateway serves the API alone. */
  WEB_ROOT: z.string().optional(),
  /** Where `openapi.json` and `asyncapi.json` lie. */
  DOCS_ROOT: z.string().optional(),
  /** How many proxies in front of the gateway may be believed about a client's address. */
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
  RATE_USER_PER_MINUTE: whole(1_200),
  RATE_ADDRESS_PER_MINUTE: whole(300),
  /** How often one address may send a public form; an office stands behind one address. */
  RATE_FORMS_PER_HOUR: whole(120),
  RATE_SOCKET_EVENTS_PER_SECOND: whole(20),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
});

/** Settings of a gateway, grouped; what `createGateway` takes. */
export const gatewayConfig = gatewayEnv.transform((env) => ({
  port: env.PORT,
  host: env.HOST,
  trustProxy: env.TRUST_PROXY,
  logLevel: env.LOG_LEVEL,
  services: {
    auth: env.AUTH_URL,
    leads: env.LEADS_URL,
    telephony: env.TELEPHONY_URL,
    messaging: env.MESSAGING_URL,
    followups: env.FOLLOWUPS_URL,
    stats: env.STATS_URL,
  },
  carrierSimUrl: env.CARRIER_SIM_URL,
  redis: env.REDIS_URL === undefined ? undefined : { url: env.REDIS_URL, prefix: env.REDIS_PREFIX },
  rabbitmqUrl: env.RABBITMQ_URL,
  publicKeys: env.PUBLIC_KEYS,
  serviceKey: env.INTERNAL_KEY,
  webRoot: env.WEB_ROOT,
  docsRoot: env.DOCS_ROOT,
  rates: {
    perUserPerMinute: env.RATE_USER_PER_MINUTE,
    perAddressPerMinute: env.RATE_ADDRESS_PER_MINUTE,
    formsPerAddressPerHour: env.RATE_FORMS_PER_HOUR,
    socketEventsPerSecond: env.RATE_SOCKET_EVENTS_PER_SECOND,
  },
}));
export type GatewayConfig = z.output<typeof gatewayConfig>;
