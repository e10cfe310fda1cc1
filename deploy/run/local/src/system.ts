import { authConfig } from '@crm/auth/config.js';
import { createAuthService } from '@crm/auth/service.js';
import type { HandOverPassword } from '@crm/auth/accounts/hand-over-password.js';
import { followupsConfig } from '@crm/followups/config.js';
import { createFollowupsService } from '@crm/followups/service.js';
import { gatewayConfig } from '@crm/gateway/config.js';
import { createGateway } from '@crm/gateway/service.js';
import { leadsConfig } from '@crm/leads/config.js';
import { createLeadsService } from '@crm/leads/service.js';
import { messagingConfig } from '@crm/messaging/config.js';
import { createMessagingService } from '@crm/messaging/service.js';
import { createMemoryBus, type MemoryBus } from '@crm/platform/bus/memory-bus.js';
import { isLoopback } from '@crm/platform/config/env-fields.js';
import { loadConfig } from '@crm/platform/config/load-config.js';
import type { Logger } from '@crm/platform/log/logger.js';
import type { Service } from '@crm/platform/lifecycle/run-service.js';
import { telephonyConfig } from '@crm/telephony/config.js';
import { createTelephonyService } from '@crm/telephony/service.js';
import { demoNumbers } from '@crm/seed/demo-people.js';
import { statsConfig } from '@crm/stats/config.js';
import { createStatsService } from '@crm/stats/service.js';
import { startCarrier } from './carrier.js';
import { environments, type EnvironmentDetails, type ServiceAddresses } from './environments.js';
import { freePort } from '@crm/platform/network/free-port.js';

export interface SystemOptions extends EnvironmentDetails {
  host: string;
  /** 0 takes any free port. */
  port: number;
  redisUrl?: string | undefined;
  trustProxy?: number;
  /** Variables of a real carrier; without any, a simulated one is used. */
  twilio?: Record<string, string>;
  /** Whether the system is reachable from other machines: the phone page is not announced then. */
  isOpen?: boolean;
  /** Called before each part starts. */
  begins?: (part: string) => void;
  /** Receives the one-time password of a first admin. */
  handOver?: HandOverPassword;
  /** Calls per session, per user and per API key and minute, if not the gateway's default; keys may make them in one second. */
  callsPerMinute?: number | undefined;
  /** Speed of the simulated carrier's time, for tests. */
  carrierSpeed?: number | undefined;
  /** The in-process bus, if not one of its own; holds messages back until it is opened here. */
  bus?: MemoryBus;
  /** Where every part writes its log, if not each by itself to stdout. */
  log?: Logger;
}

export interface System extends ServiceAddresses {
  /** Address of the gateway. */
  url: string;
  /** Address of the simulated carrier, if used. */
  carrierUrl: string | undefined;
  /** Address of the phone page, if the carrier is simulated. */
  phonePage: string | undefined;
  stop(): Promise<void>;
}

/** The configured real carrier, or else a simulated one that knows telephony and messaging. */
async function carrierFor(
  { twilio, keys, carrierSpeed }: SystemOptions,
  urls: { telephonyUrl: string; messagingUrl: string },
) {
  if (twilio) return { sim: undefined, telephonyEnv: twilio, messagingEnv: twilio };
  return startCarrier({ keys: keys.carrier, ...urls, numbers: demoNumbers, speed: carrierSpeed });
}

/**
 * Starts every service and the gateway in this process, on one store and one bus. Calls between them use loopback
 * HTTP, as between machines (settled: Finding each other).
 */
export async function startSystem(options: SystemOptions): Promise<System> {
  const environmentOf = environments(options);
  // Held back until all have subscribed: otherwise events left by an earlier run would only reach the first
  // services.
  const bus = options.rabbitmqUrl ? undefined : (options.bus ?? createMemoryBus({ held: true }));
  const overrides = { ...(bus && { bus }), ...(options.log && { log: options.log }) };

  const running: Pick<Service, 'stop' | 'stopping'>[] = [];
  const stop = async () => {
    for (const service of running) service.stopping?.();
    // The gateway stops first, so that requests in flight can finish.
    for (const service of running.reverse()) await service.stop();
  };
  const start = async (part: string, service: Service) => {
    options.begins?.(part);
    running.push(service);
    await service.start();
    return service.url;
  };

  try {
    const { handOver, isOpen = false } = options;
    const authUrl = await start(
      'auth',
      createAuthService(loadConfig(authConfig, environmentOf.auth()), {
        ...overrides,
        ...(handOver && { handOver }),
      }),
    );
    const telephonyPort = await freePort();
    const messagingPort = await freePort();
    const followupsPort = await freePort();
    // Known before they are started: who is there before them asks them later.
    const later = {
      telephonyUrl: `http://127.0.0.1:${String(telephonyPort)}`,
      messagingUrl: `http://127.0.0.1:${String(messagingPort)}`,
      followupsUrl: `http://127.0.0.1:${String(followupsPort)}`,
    };
    const leadsUrl = await start(
      'leads',
      createLeadsService(loadConfig(leadsConfig, environmentOf.leads({ authUrl, ...later })), overrides),
    );
    const carrier = await carrierFor(options, later);
    if (carrier.sim) running.push(carrier.sim);
    const near = { authUrl, leadsUrl };
    const telephonyUrl = await start(
      'telephony',
      createTelephonyService(
        loadConfig(telephonyConfig, {
          ...environmentOf.telephony(near, carrier.telephonyEnv),
          PORT: String(telephonyPort),
        }),
        overrides,
      ),
    );
    const messagingUrl = await start(
      'messaging',
      createMessagingService(
        loadConfig(messagingConfig, {
          ...environmentOf.messaging({ ...near, telephonyUrl }, carrier.messagingEnv),
          PORT: String(messagingPort),
        }),
        overrides,
      ),
    );
    const statsUrl = await start(
      'stats',
      createStatsService(loadConfig(statsConfig, environmentOf.stats(near)), overrides),
    );
    const followupsUrl = await start(
      'followups',
      createFollowupsService(
        loadConfig(followupsConfig, { ...environmentOf.followups(near), PORT: String(followupsPort) }),
        overrides,
      ),
    );
    const addresses = { authUrl, leadsUrl, telephonyUrl, messagingUrl, statsUrl, followupsUrl };
    const url = await start(
      'gateway',
      createGateway(
        loadConfig(gatewayConfig, {
          // A tunnel makes this machine's gateway public, which its address does not show.
          ...environmentOf.gateway(
            addresses,
            isOpen && isLoopback(options.host) ? undefined : carrier.sim?.url,
          ),
          HOST: options.host,
          PORT: String(options.port),
          REDIS_URL: options.redisUrl,
          TRUST_PROXY: String(options.trustProxy ?? 0),
          RATE_SESSION_PER_MINUTE: options.callsPerMinute?.toString(),
          RATE_USER_PER_MINUTE: options.callsPerMinute?.toString(),
          RATE_KEY_PER_SECOND: options.callsPerMinute?.toString(),
        }),
        overrides,
      ),
    );
    bus?.open();
    return {
      url,
      ...addresses,
      carrierUrl: carrier.sim?.url,
      phonePage: carrier.sim && !isOpen ? `${url}/_sim/phone` : undefined,
      stop,
    };
  } catch (error) {
    bus?.open();
    await stop();
    throw error;
  }
}
