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
  /** `strict`: an answer that breaks its contract is a fault. */
  answers?: 'strict' | 'logged';
}

export interface System {
  /** Where the gateway answers. */
  url: string;
  authUrl: string;
  leadsUrl: string;
  stop(): Promise<void>;
}

const folder = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

/** The store's address with a database in it; what stands behind the question mark stays. */
function databaseAt(uri: string, name: string): string {
  const url = new URL(uri);
  url.pathname = `/${url.pathname.slice(1) || 'crm'}_${name}`;
  return url.toString();
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

  const running: Service[] = [];
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
    const url = await start(
      createGateway(
        loadConfig(gatewayConfig, {
          ...shared,
          HOST: options.host,
          PORT: String(options.port),
          PUBLIC_KEYS: perKey('public'),
          AUTH_URL: authUrl,
          LEADS_URL: leadsUrl,
          REDIS_URL: options.redisUrl,
          TRUST_PROXY: String(options.trustProxy ?? 0),
          WEB_ROOT: folder('web/dist'),
          DOCS_ROOT: folder('contracts/generated'),
        }),
        overrides,
      ),
    );
    return { url, authUrl, leadsUrl, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
