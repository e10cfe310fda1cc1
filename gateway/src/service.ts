import { systemClock, type Clock } from '@crm/platform/clock.js';
import { listSessions } from '@crm/contracts/http/auth.js';
import { getSystemPart } from '@crm/contracts/http/system.js';
import type { Bus } from '@crm/platform/bus/bus.js';
import { createBus } from '@crm/platform/bus/create-bus.js';
import { unavailable } from '@crm/platform/errors/app-error.js';
import { createHealth, mountHealth } from '@crm/platform/health/health.js';
import { createHttpServer, newRouter } from '@crm/platform/http/create-server.js';
import { mountAll, route } from '@crm/platform/http/mount-endpoint.js';
import { createServiceClient } from '@crm/platform/http/service-client.js';
import { createIdentity } from '@crm/platform/identity/identity.js';
import { createSessions } from '@crm/platform/identity/sessions.js';
import { createTokenVerifier } from '@crm/platform/identity/token-verifier.js';
import type { Service } from '@crm/platform/lifecycle/run-service.js';
import { shutDown } from '@crm/platform/lifecycle/shut-down.js';
import { createLogger, type Logger } from '@crm/platform/log/logger.js';
import { createMetrics } from '@crm/platform/metrics/metrics.js';
import { mountMetrics, startMetricsServer } from '@crm/platform/health/metrics-server.js';
import { createTracer } from '@crm/platform/telemetry/create-tracer.js';
import { watchPart } from '@crm/platform/metrics/part-metrics.js';
import { partStateOf } from '@crm/platform/system/part-state.js';
import type { GatewayConfig } from './config.js';
import { createApiKeys } from './http/api-keys.js';
import { mountApiDocs, readDocuments } from './http/api-docs.js';
import { passCarrierSockets } from './http/carrier-sockets.js';
import { createServiceProxy } from './http/proxy.js';
import { countLimited } from './http/limit-metrics.js';
import { createRateLimits } from './http/rate-limits.js';
import { mountApi } from './http/route-api.js';
import { mountWebApp } from './http/web-app.js';
import { readWebFiles } from './http/web-files.js';
import { broadcastQueues } from './realtime/broadcast/consume-broadcast.js';
import type { After } from './realtime/broadcast/throttle.js';
import { createLiveEvents, type LiveEvents, type LiveTimings } from './realtime/live-events.js';
import { connectRedis } from './redis.js';

const name = 'gateway';
/** Two polls in one second must both have their time. */
const sessionPollTimeoutMs = 2_000;
/**
 * The poll and the grace of a socket together stay below the second in which a session must be over. Every gateway polls
 * for itself: of the shared queue only one of them hears an event, and a message through Redis is lost where Redis is
 * away, while the poll needs auth alone, whose silence is noticed. It asks for what changed and is answered in a
 * millisecond.
 */
const sessionPollMs = 400;

export interface GatewayOverrides {
  /** The bus that the services of this process share; it is not closed with the gateway. */
  bus?: Bus;
  clock?: Clock;
  log?: Logger;
  timings?: LiveTimings;
  /** Stands in for the timer that paces what browsers are told. */
  after?: After;
}

export interface Gateway extends Service {
  readonly log: Logger;
  /** This gateway's name towards services; known once started. */
  readonly gatewayId: string;
}

/** What is read from a folder that may not be there yet: undefined then, with a line in the log. */
async function ifThere<T>(what: string, read: Promise<T>, log: Logger): Promise<T | undefined> {
  try {
    return await read;
  } catch (error) {
    const isMissing =
      typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT';
    if (!isMissing) throw error;
    log.warn({ err: error }, `${what} does not exist and will not be served`);
    return undefined;
  }
}

/** The gateway: routes calls to the services, serves the web application and the documents, carries live events. */
export function createGateway(config: GatewayConfig, overrides: GatewayOverrides = {}): Gateway {
  const { log = createLogger({ service: name, level: config.logLevel }) } = overrides;
  let running: { url: string; live: LiveEvents; stop: () => Promise<void> } | undefined;

  const start = async () => {
    // Files first: whatever is wrong with them, nothing is open yet that would have to be closed.
    const documents =
      config.docsRoot && (await ifThere('the documentation', readDocuments(config.docsRoot), log));
    const web = config.webRoot && (await ifThere('the web application', readWebFiles(config.webRoot), log));

    const metrics = createMetrics(name);
    const tracer = await createTracer({ service: name, endpoint: config.otlpEndpoint, log });
    const bus = overrides.bus ?? (await createBus({ log, rabbitUrl: config.rabbitmqUrl }));
    const redis = config.redis && (await connectRedis(config.redis, log));
    const { clock = redis?.clock ?? systemClock } = overrides;
    if (config.rabbitmqUrl !== undefined && redis === undefined) {
      log.warn(
        'without REDIS_URL this must be the only gateway: live events of another would not reach its sockets',
      );
    }

    const client = createServiceClient({
      from: name,
      keys: config.serviceKeys.own,
      baseUrlOf: (service) => {
        const url = config.services[service];
        if (url === undefined) throw unavailable(`The ${service} service is not running here`);
        return url;
      },
      log,
      clock,
    });
    const sessions = createSessions({
      clock,
      log,
      bus,
      pollEveryMs: overrides.timings?.pollMs ?? sessionPollMs,
      ...(overrides.timings?.pollMs !== undefined && { toldPollEveryMs: overrides.timings.pollMs }),
      fetchSnapshot: (since) =>
        client.call(listSessions, { query: { since } }, { asService: true, timeoutMs: sessionPollTimeoutMs }),
    });
    const verifier = createTokenVerifier({ keys: config.publicKeys, clock });
    const keys = createApiKeys({ client, verifier, bus, clock, log });
    const identity = createIdentity({
      service: name,
      verifier,
      sessions,
      serviceKeys: config.serviceKeys.known,
      clock,
    });
    const limits = createRateLimits({ ...config.rates, redis, limited: countLimited(metrics) });
    const health = createHealth({
      bus: () => bus.isReady(),
      // With nobody at work auth is asked when somebody wants to know.
      sessions: () => sessions.isFresh() || sessions.poll(),
    });
    const http = createHttpServer({
      service: name,
      log,
      metrics,
      clock,
      tracer,
      trustProxy: config.trustProxy,
    });

    const { carrierSim } = config;
    const behind = { ...config.services, carrier: carrierSim?.isOpen ? carrierSim.url : undefined };
    const state = partStateOf({
      part: name,
      bus,
      health,
      clock,
      queues: broadcastQueues.map((queue) => ({ queue })),
    });
    watchPart(metrics.registry, state, clock);
    const own = newRouter();
    mountAll(own, { identity, log, answers: 'logged' }, [route(getSystemPart, () => state())]);
    const proxies = (Object.entries(behind) as [keyof typeof behind, string | undefined][]).flatMap(
      ([service, url]) => (url === undefined ? [] : [[service, createServiceProxy(service, url)] as const]),
    );
    mountApi(http.router, { identity, limits, keys, proxies: Object.fromEntries(proxies), own });
    mountApiDocs(http.router, documents || undefined);
    mountHealth(http.router, health);
    mountMetrics(http.router, config.metricsPort === undefined ? metrics : undefined);
    const scraped =
      config.metricsPort === undefined
        ? undefined
        : await startMetricsServer({ metrics, port: config.metricsPort, host: config.host });
    if (web) mountWebApp(http.router, web, carrierSim === undefined);

    const live = createLiveEvents({
      server: http.server,
      redis,
      bus,
      client,
      identity,
      sessions,
      limits,
      metrics,
      tracer,
      clock,
      log,
      eventsPerSecond: config.rates.socketEventsPerSecond,
      timings: overrides.timings ?? {},
      after: overrides.after,
    });
    const carrierSockets = carrierSim && passCarrierSockets(http.server, carrierSim.url, log);

    const stop = () =>
      shutDown(
        {
          readiness: () => {
            health.stopping();
          },
          http: async () => {
            // The server waits for its connections, and sockets are some of them.
            const closed = http.close();
            carrierSockets?.close();
            await live.closeSockets();
            await Promise.all([closed, scraped?.close()]);
            for (const [, { close }] of proxies) close();
          },
          consumers: () => live.stopConsuming(),
          work: async () => {
            await Promise.all([live.stopWork(), keys.stop()]);
            redis?.close();
          },
          ...(overrides.bus === undefined ? { bus: () => bus.close() } : {}),
          tracing: () => tracer.stop(),
        },
        log,
      );
    // From here on there is something to put down, should the rest of the start fail.
    running = { url: '', live, stop };
    await Promise.all([live.start(), keys.start()]);
    running.url = await http.listen(config.port, config.host);
  };

  const started = () => {
    if (running === undefined) throw new Error('The gateway has not been started');
    return running;
  };
  return {
    log,
    get url() {
      return started().url;
    },
    get gatewayId() {
      return started().live.gatewayId;
    },
    start,
    stop: async () => {
      const its = running;
      running = undefined;
      await its?.stop();
    },
  };
}
