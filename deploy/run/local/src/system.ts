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
import { createMemoryBus } from '@crm/platform/bus/memory-bus.js';
import { isLoopback } from '@crm/platform/config/env-fields.js';
import { loadConfig } from '@crm/platform/config/load-config.js';
import type { Service } from '@crm/platform/lifecycle/run-service.js';
import { telephonyConfig } from '@crm/telephony/config.js';
import { createTelephonyService } from '@crm/telephony/service.js';
import { demoNumbers } from '@crm/seed/demo-people.js';
import { statsConfig } from '@crm/stats/config.js';
import { createStatsService } from '@crm/stats/service.js';
import { startCarrier } from './carrier.js';
import { environments, type EnvironmentDetails, type ServiceAddresses } from './environments.js';
import { freePort } from './free-port.js';

export interface SystemOptions extends EnvironmentDetails {
  host: string;
  /** 0 takes any free port. */
  port: number;
  redisUrl?: string | undefined;
  trustProxy?: number;
  /** Variables of a real carrier; without any, a simulated one is in. */
  twilio?: Record<string, string>;
  /** Whether others than this machine may come in: nothing is told then of where a person plays the customer. */
  isOpen?: boolean;
  /** Told of each part before it starts. */
  begins?: (part: string) => void;
  /** Takes the one-time password of a first admin. */
  handOver?: HandOverPassword;
  /** How often one user may call in a minute, where that is not the gateway's own measure. */
  callsPerMinute?: number | undefined;
  /** How fast the simulated carrier's time goes; tests have no two minutes for a call. */
  carrierSpeed?: number | undefined;
}

export interface System extends ServiceAddresses {
  /** Where the gateway answers. */
  url: string;
  /** Where the simulated carrier answers, while it is one. */
  carrierUrl: string | undefined;
  /** Where a person plays the customer, while the carrier is simulated. */
  phonePage: string | undefined;
  stop(): Promise<void>;
}

/** The real carrier where one is named, a simulated one that knows where to find telephony and messaging anywhere else. */
async function carrierFor(
  { twilio, keys, carrierSpeed }: SystemOptions,
  urls: { telephonyUrl: string; messagingUrl: string },
) {
  if (twilio) return { sim: undefined, telephonyEnv: twilio, messagingEnv: twilio };
  return startCarrier({ keys: keys.carrier, ...urls, numbers: demoNumbers, speed: carrierSpeed });
}

/**
 * Starts every service and the gateway in this process, on one store and one bus. Calls between them go over loopback
 * HTTP as they do between machines (settled: Finding each other).
 */
export async function startSystem(options: SystemOptions): Promise<System> {
  const environmentOf = environments(options);
  // Held back until everybody listens: what an earlier run left unsent would be told to the first services alone.
  const bus = options.rabbitmqUrl ? undefined : createMemoryBus({ held: true });
  const overrides = bus ? { bus } : {};

  const running: Pick<Service, 'stop'>[] = [];
  const stop = async () => {
    // The door closes first, so that what is under way behind it can finish.
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
    const leadsUrl = await start(
      'leads',
      createLeadsService(loadConfig(leadsConfig, environmentOf.leads({ authUrl })), overrides),
    );
    const telephonyPort = await freePort();
    const messagingPort = await freePort();
    const carrier = await carrierFor(options, {
      telephonyUrl: `http://127.0.0.1:${String(telephonyPort)}`,
      messagingUrl: `http://127.0.0.1:${String(messagingPort)}`,
    });
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
      createFollowupsService(loadConfig(followupsConfig, environmentOf.followups(near)), overrides),
    );
    const addresses = { authUrl, leadsUrl, telephonyUrl, messagingUrl, statsUrl, followupsUrl };
    const url = await start(
      'gateway',
      createGateway(
        loadConfig(gatewayConfig, {
          // A tunnel to this machine's gateway brings others to it, which its address does not show.
          ...environmentOf.gateway(
            addresses,
            isOpen && isLoopback(options.host) ? undefined : carrier.sim?.url,
          ),
          HOST: options.host,
          PORT: String(options.port),
          REDIS_URL: options.redisUrl,
          TRUST_PROXY: String(options.trustProxy ?? 0),
          RATE_USER_PER_MINUTE: options.callsPerMinute?.toString(),
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
