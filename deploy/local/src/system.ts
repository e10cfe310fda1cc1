import { fileURLToPath } from 'node:url';
import { authConfig } from '@crm/auth/config.js';
import { createAuthService } from '@crm/auth/service.js';
import { gatewayConfig } from '@crm/gateway/config.js';
import { createGateway } from '@crm/gateway/service.js';
import { leadsConfig } from '@crm/leads/config.js';
import { createLeadsService } from '@crm/leads/service.js';
import { createMemoryBus } from '@crm/platform/bus/memory-bus.js';
import { loadConfig } from '@crm/platform/config/load-config.js';
import type { Service } from '@crm/platform/lifecycle/run-service.js';
import { telephonyConfig } from '@crm/telephony/config.js';
import { createTelephonyService } from '@crm/telephony/service.js';
import { demoNumbers } from '@crm/seed/demo-people.js';
import { startCarrier } from './carrier.js';
import { freePort } from './free-port.js';
import type { Keys } from './keys.js';

export interface SystemOptions {
  host: string;
  /** 0 takes any free port. */
  port: number;
  storeUri: string;
  keys: Keys;
  logLevel: string;
  rabbitmqUrl?: string | undefined;
  redisUrl?: string | undefined;
  trustProxy?: number;
  firstAdmin?: { email: string; password?: string | undefined } | undefined;
  /** Variables of a real carrier; without any, a simulated one stands in. */
  twilio?: Record<string, string>;
  /** `strict`: an answer that breaks its contract is a fault. */
  answers?: 'strict' | 'logged';
}

export interface System {
  /** Where the gateway answers. */
  url: string;
  authUrl: string;
  leadsUrl: string;
  telephonyUrl: string;
  /** Where a person plays the customer, while the carrier is simulated. */
  phonePage: string | undefined;
  stop(): Promise<void>;
}

const folder = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

/** The store's address with a database in it; what stands behind the question mark stays. */
function databaseAt(uri: string, name: string): string {
  const url = new URL(uri);
  url.pathname = `/${url.pathname.slice(1) || 'crm'}_${name}`;
  return url.toString();
}

/** The real carrier where one is named, a simulated one that knows where to find telephony anywhere else. */
async function carrierFor({ twilio, keys }: SystemOptions, telephonyUrl: string) {
  if (twilio) return { sim: undefined, telephonyEnv: twilio };
  return startCarrier({ keys: keys.carrier, telephonyUrl, numbers: demoNumbers });
}

/**
 * Starts every service and the gateway in this process, on one store and one bus. Calls between them go over loopback
 * HTTP as they do between machines (settled: Finding each other).
 */
export async function startSystem(options: SystemOptions): Promise<System> {
  const { keys } = options;
  const shared = {
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: options.logLevel,
    INTERNAL_KEY: keys.internal,
    RABBITMQ_URL: options.rabbitmqUrl,
    ANSWERS: options.answers ?? 'logged',
  };
  const perKey = (part: 'private' | 'public') =>
    JSON.stringify(Object.fromEntries(Object.entries(keys.signing).map(([kid, key]) => [kid, key[part]])));
  const overrides = options.rabbitmqUrl ? {} : { bus: createMemoryBus() };

  const running: Pick<Service, 'stop'>[] = [];
  const stop = async () => {
    // The door closes first, so that what is under way behind it can finish.
    for (const service of running.reverse()) await service.stop();
  };
  const start = async (service: Service) => {
    running.push(service);
    await service.start();
    return service.url;
  };

  try {
    const authUrl = await start(
      createAuthService(
        loadConfig(authConfig, {
          ...shared,
          MONGODB_URI: databaseAt(options.storeUri, 'auth'),
          SIGNING_KEYS: perKey('private'),
          ENCRYPTION_KEYS: JSON.stringify(keys.encryption),
          FIRST_ADMIN_EMAIL: options.firstAdmin?.email,
          FIRST_ADMIN_PASSWORD: options.firstAdmin?.password,
        }),
        overrides,
      ),
    );
    const leadsUrl = await start(
      createLeadsService(
        loadConfig(leadsConfig, {
          ...shared,
          MONGODB_URI: databaseAt(options.storeUri, 'leads'),
          PUBLIC_KEYS: perKey('public'),
          AUTH_URL: authUrl,
        }),
        overrides,
      ),
    );
    const telephonyPort = await freePort();
    const carrier = await carrierFor(options, `http://127.0.0.1:${String(telephonyPort)}`);
    if (carrier.sim) running.push(carrier.sim);
    const telephonyUrl = await start(
      createTelephonyService(
        loadConfig(telephonyConfig, {
          ...shared,
          ...carrier.telephonyEnv,
          PORT: String(telephonyPort),
          MONGODB_URI: databaseAt(options.storeUri, 'telephony'),
          PUBLIC_KEYS: perKey('public'),
          MEDIA_KEYS: JSON.stringify(keys.media),
          AUTH_URL: authUrl,
          LEADS_URL: leadsUrl,
        }),
        overrides,
      ),
    );
    const url = await start(
      createGateway(
        loadConfig(gatewayConfig, {
          ...shared,
          HOST: options.host,
          PORT: String(options.port),
          PUBLIC_KEYS: perKey('public'),
          AUTH_URL: authUrl,
          LEADS_URL: leadsUrl,
          TELEPHONY_URL: telephonyUrl,
          CARRIER_SIM_URL: carrier.sim?.url,
          REDIS_URL: options.redisUrl,
          TRUST_PROXY: String(options.trustProxy ?? 0),
          WEB_ROOT: folder('web/dist'),
          DOCS_ROOT: folder('contracts/generated'),
        }),
        overrides,
      ),
    );
    return {
      url,
      authUrl,
      leadsUrl,
      telephonyUrl,
      phonePage: carrier.sim && `${url}/_sim/phone`,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
