import { z } from 'zod';
import {
  isLoopback,
  metricsPort,
  otlpEndpoint,
  publicKeys,
  serviceKeyFields,
  serviceUrl,
  whole,
} from '@crm/platform/config/env-fields.js';

/** The settings as environment variables (architecture: Running). Secrets have no defaults. */
const gatewayEnv = z.object({
  PORT: whole(8080, 0),
  HOST: z.string().default('127.0.0.1'),
  METRICS_PORT: metricsPort,
  AUTH_URL: serviceUrl,
  LEADS_URL: serviceUrl,
  TELEPHONY_URL: serviceUrl.optional(),
  MESSAGING_URL: serviceUrl.optional(),
  FOLLOWUPS_URL: serviceUrl.optional(),
  STATS_URL: serviceUrl.optional(),
  /**
   * Where the simulated carrier answers; unset, calls go by the real one and nothing of a simulated one is reachable. Its
   * pages and calls ask for no token: they are there where the gateway listens on this machine alone.
   */
  CARRIER_SIM_URL: serviceUrl.optional(),
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  /** What every key and channel in Redis begins with. */
  REDIS_PREFIX: z.string().min(1).default('crm'),
  RABBITMQ_URL: z.url({ protocol: /^amqps?$/ }).optional(),
  PUBLIC_KEYS: publicKeys,
  ...serviceKeyFields,
  /** The built web application; without it the gateway serves the API alone. */
  WEB_ROOT: z.string().optional(),
  /** Where `openapi.json` and `asyncapi.json` lie. */
  DOCS_ROOT: z.string().optional(),
  /** How many proxies in front of the gateway may be believed about a client's address. */
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
  RATE_SESSION_PER_MINUTE: whole(1_200),
  /** All sessions of one user together. */
  RATE_USER_PER_MINUTE: whole(3_600),
  /** How often one API key may call, and how often in ten seconds beyond that. */
  RATE_KEY_PER_SECOND: whole(10),
  RATE_KEY_BURST: whole(20),
  RATE_ADDRESS_PER_MINUTE: whole(300),
  /** How often one address may send a public form; an office stands behind one address. */
  RATE_FORMS_PER_HOUR: whole(120),
  RATE_SOCKET_EVENTS_PER_SECOND: whole(20),
  OTEL_EXPORTER_OTLP_ENDPOINT: otlpEndpoint,
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
});

/** Settings of a gateway, grouped; what `createGateway` takes. */
export const gatewayConfig = gatewayEnv.transform((env) => ({
  port: env.PORT,
  host: env.HOST,
  metricsPort: env.METRICS_PORT,
  trustProxy: env.TRUST_PROXY,
  logLevel: env.LOG_LEVEL,
  otlpEndpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
  services: {
    auth: env.AUTH_URL,
    leads: env.LEADS_URL,
    telephony: env.TELEPHONY_URL,
    messaging: env.MESSAGING_URL,
    followups: env.FOLLOWUPS_URL,
    stats: env.STATS_URL,
  },
  carrierSim:
    env.CARRIER_SIM_URL === undefined
      ? undefined
      : {
          url: env.CARRIER_SIM_URL,
          /** Whether whoever reaches this gateway may play customers; calling devices bring a token of their own. */
          isOpen: isLoopback(env.HOST),
        },
  redis: env.REDIS_URL === undefined ? undefined : { url: env.REDIS_URL, prefix: env.REDIS_PREFIX },
  rabbitmqUrl: env.RABBITMQ_URL,
  publicKeys: env.PUBLIC_KEYS,
  serviceKeys: { own: env.SERVICE_KEYS, known: env.SERVICE_PUBLIC_KEYS },
  webRoot: env.WEB_ROOT,
  docsRoot: env.DOCS_ROOT,
  rates: {
    perSessionPerMinute: env.RATE_SESSION_PER_MINUTE,
    perUserPerMinute: env.RATE_USER_PER_MINUTE,
    perKeyPerSecond: env.RATE_KEY_PER_SECOND,
    burstPerKey: env.RATE_KEY_BURST,
    perAddressPerMinute: env.RATE_ADDRESS_PER_MINUTE,
    formsPerAddressPerHour: env.RATE_FORMS_PER_HOUR,
    socketEventsPerSecond: env.RATE_SOCKET_EVENTS_PER_SECOND,
  },
}));
export type GatewayConfig = z.output<typeof gatewayConfig>;
