import { setTimeout } from 'node:timers/promises';
import { events } from '@crm/contracts/bus/events.js';
import { createBus } from '@crm/platform/bus/create-bus.js';
import type { Bus } from '@crm/platform/bus/bus.js';
import type { Clock } from '@crm/platform/clock.js';
import { createHealth, mountHealth } from '@crm/platform/health/health.js';
import { createHttpServer } from '@crm/platform/http/create-server.js';
import { mountAll } from '@crm/platform/http/mount-endpoint.js';
import { createIdentity } from '@crm/platform/identity/identity.js';
import { createSessions } from '@crm/platform/identity/sessions.js';
import { createTokenVerifier } from '@crm/platform/identity/token-verifier.js';
import { createJobScheduler } from '@crm/platform/lifecycle/job-scheduler.js';
import type { Service } from '@crm/platform/lifecycle/run-service.js';
import { shutDown, type ShutDownSteps } from '@crm/platform/lifecycle/shut-down.js';
import { areaLogger, createLogger, type Logger } from '@crm/platform/log/logger.js';
import { createBusMetrics } from '@crm/platform/metrics/bus-metrics.js';
import { createMetrics } from '@crm/platform/metrics/metrics.js';
import { watchService } from '@crm/platform/system/watch-service.js';
import { createTracer } from '@crm/platform/tracing/create-tracer.js';
import { connectMongo } from '@crm/platform/mongo/connect.js';
import { startRelay } from '@crm/platform/outbox/relay.js';
import { auditJob } from './audit/keep-audit.js';
import type { AuthConfig } from './config.js';
import { startConsumers } from './consumers.js';
import type { AuthContext } from './context.js';
import { createModels, outboxCollections } from './models.js';
import { createPresenceWatch, presenceJob, type PresenceWatch } from './presence/watch-presence.js';
import { authRoutes } from './routes.js';
import { listSessions } from './sessions/list-sessions.js';
import { createPasswordHasher, type PasswordHasher } from './sessions/password-hasher.js';
import { createTokenIssuer, publicKeysOf } from './sessions/token-issuer.js';
import { prepareSettings } from './settings/change-settings.js';
import { createTurnstile } from './turnstile.js';
import { handOverPassword, type HandOverPassword } from './users/hand-over-password.js';
import { makeFirstAdmin } from './users/make-first-admin.js';

const service = 'auth';

export interface AuthOverrides {
  /** The bus that the services of one process share; closed by whoever made it. */
  bus?: Bus;
  clock?: Clock;
  log?: Logger;
  passwords?: PasswordHasher;
  /** Stands in for the time that an attempt to sign in waits for its turn. */
  wait?: (ms: number) => Promise<void>;
  /** Takes the one-time password of a first admin; without it the terminal does, or a file. */
  handOver?: HandOverPassword;
}

export interface AuthService extends Service {
  readonly log: Logger;
  /** What use cases work with; there once started. */
  readonly ctx: AuthContext;
  /** Looks after users without sockets; every two seconds while anybody is present. */
  readonly presence: PresenceWatch;
}

/** Users, sessions, presence and settings as one service. Nothing is opened before `start`. */
export function createAuthService(config: AuthConfig, overrides: AuthOverrides = {}): AuthService {
  const { passwords = createPasswordHasher(), wait = (ms: number) => setTimeout(ms) } = overrides;
  const log = overrides.log ?? createLogger({ service, level: config.logLevel });
  let running: { url: string; ctx: AuthContext; presence: PresenceWatch } | undefined;
  const steps: ShutDownSteps = {};

  function started() {
    if (running === undefined) throw new Error('The auth service is not started');
    return running;
  }

  async function start(): Promise<void> {
    const metrics = createMetrics(service);
    const busMetrics = createBusMetrics(metrics.registry);
    const tracer = await createTracer({ service, endpoint: config.otlpEndpoint, log });
    steps.tracing = () => tracer.stop();
    const store = await connectMongo({ uri: config.mongodbUri, log });
    steps.store = () => store.close();
    const { connection } = store;
    const { clock = store.clock } = overrides;
    const scheduler = createJobScheduler({
      connection,
      clock,
      log: areaLogger(log, 'auth:jobs'),
    });
    steps.work = () => scheduler.stop();
    const models = createModels(connection);
    await store.buildIndexes(Object.values(models));

    const bus = overrides.bus ?? (await createBus({ rabbitUrl: config.rabbitmqUrl, log }));
    if (overrides.bus === undefined) steps.bus = () => bus.close();
    const relay = startRelay({
      connection,
      collections: outboxCollections,
      bus,
      catalogue: events,
      clock,
      log,
      scheduler,
      published: busMetrics.published,
      tracer,
    });
    steps.relay = () => relay.stop();

    const verifier = createTokenVerifier({ keys: publicKeysOf(config.signingKeys), clock });
    const sessions = createSessions({
      clock,
      log: areaLogger(log, 'auth:sessions'),
      fetchSnapshot: (since) => listSessions({ models, clock }, since),
    });
    const ctx: AuthContext = {
      clock,
      log,
      models,
      passwords,
      strangerHash: await passwords.hash('nobody has this password'),
      encryptionKeys: config.encryptionKeys,
      verifier,
      sessions,
      issueToken: createTokenIssuer(config.signingKeys, clock),
      presenceTurn: createTurnstile(1),
      attemptTurn: createTurnstile(1),
      wait,
      wakeRelay: (collection) => {
        relay.wake(collection);
      },
    };
    const work: { stop(): Promise<void> }[] = [sessions, scheduler];
    steps.work = async () => {
      await Promise.all(work.map((each) => each.stop()));
    };
    await prepareSettings(ctx);
    const { oneTimeFile, ...firstAdmin } = config.firstAdmin;
    const { handOver = handOverPassword({ file: oneTimeFile, log }) } = overrides;
    await makeFirstAdmin(ctx, { ...firstAdmin, handOver });
    await sessions.start();

    const consumer = await startConsumers(ctx, {
      bus,
      connection,
      scheduler,
      observe: busMetrics.observe,
      tracer,
    });
    steps.consumers = () => consumer.cancel();

    const presence = createPresenceWatch(ctx);
    scheduler.add(presenceJob(ctx, presence));
    scheduler.add(auditJob(ctx));

    const health = createHealth({ store: () => store.isReady(), bus: () => bus.isReady() });
    steps.readiness = () => {
      health.stopping();
    };
    const watching = await watchService({
      service,
      alsoFor: ['gateway'],
      ...{ connection, bus, consumers: consumer, relay, health, metrics, clock },
    });
    const server = createHttpServer({
      service,
      log,
      metrics,
      clock,
      tracer,
      goesOnTraces: true,
      trustProxy: config.trustProxy,
    });
    steps.http = () => server.close();
    const identity = createIdentity({ service, verifier, sessions, serviceKey: config.serviceKey, clock });
    mountHealth(server.router, health, metrics);
    mountAll(server.router, { identity, log, answers: config.answers }, [...authRoutes(ctx), ...watching]);
    running = { url: await server.listen(config.port, config.host), ctx, presence };
  }

  return {
    log,
    get url() {
      return started().url;
    },
    get ctx() {
      return started().ctx;
    },
    get presence() {
      return started().presence;
    },
    start,
    stop: () => shutDown(steps, log),
  };
}
