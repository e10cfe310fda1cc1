import type { Connection } from 'mongoose';
import { events } from '@crm/contracts/bus/events.js';
import { listSessions } from '@crm/contracts/http/auth.js';
import { leadAccessModel, type LeadAccessDoc } from '@crm/domain/access/lead-access.model.js';
import type { Bus } from '@crm/platform/bus/bus.js';
import { createBus } from '@crm/platform/bus/create-bus.js';
import type { Clock } from '@crm/platform/clock.js';
import { createHealth, mountHealth } from '@crm/platform/health/health.js';
import { createHttpServer } from '@crm/platform/http/create-server.js';
import { mountAll } from '@crm/platform/http/mount-endpoint.js';
import { createServiceClient } from '@crm/platform/http/service-client.js';
import { createIdentity } from '@crm/platform/identity/identity.js';
import { createSessions, type Sessions } from '@crm/platform/identity/sessions.js';
import { createTokenVerifier } from '@crm/platform/identity/token-verifier.js';
import type { IndexedModels } from '@crm/platform/lifecycle/build-indexes.js';
import { createDueWork } from '@crm/platform/lifecycle/due-work.js';
import { createJobScheduler } from '@crm/platform/lifecycle/job-scheduler.js';
import type { Service } from '@crm/platform/lifecycle/run-service.js';
import { startErrands } from '@crm/domain/privacy/errands.js';
import { shutDown, type ShutDownSteps } from '@crm/platform/lifecycle/shut-down.js';
import { areaLogger, createLogger, type Logger } from '@crm/platform/log/logger.js';
import { createBusMetrics } from '@crm/platform/metrics/bus-metrics.js';
import { createMetrics } from '@crm/platform/metrics/metrics.js';
import { watchService } from '@crm/platform/system/watch-service.js';
import { createTracer } from '@crm/platform/tracing/create-tracer.js';
import { connectMongo } from '@crm/platform/mongo/connect.js';
import { startRelay } from '@crm/platform/outbox/relay.js';
import { stateProjection } from '@crm/platform/projections/state-projection.js';
import { readAllUsers } from '@crm/domain/users/read-all-users.js';
import type { FollowupsConfig } from './config.js';
import { startConsumers } from './consumers.js';
import type { FollowupsContext } from './context.js';
import { followupsDesk } from './privacy/followups-desk.js';
import { followupModel } from './followups/followup.model.js';
import { followupRoutes } from './followups/followups.routes.js';
import { telling } from './followups/tell-due.js';
import { ownerModel, type OwnerDoc } from './users/owner.model.js';
import { keepUsers } from './users/owners.js';

const service = 'followups';
/** Collections whose documents have an outbox. */
const outboxCollections = ['followups'];

export interface FollowupsOverrides {
  /** The bus that the services of one process share; closed by whoever made it. */
  bus?: Bus;
  clock?: Clock;
  log?: Logger;
}

export interface FollowupsService extends Service {
  readonly log: Logger;
  /** What use cases work with; there once started. */
  readonly ctx: FollowupsContext;
  /** Which sessions are over; asked of auth every second while anybody asks about them. */
  readonly sessions: Sessions;
}

function createModels(connection: Connection) {
  return {
    followups: followupModel(connection),
    users: ownerModel(connection),
    leadAccess: leadAccessModel(connection),
  };
}

/** The models whose indexes the store needs. */
export const indexedModels: IndexedModels = (connection) => Object.values(createModels(connection));

function createProjections(connection: Connection, models: ReturnType<typeof createModels>) {
  return {
    knownUsers: stateProjection<OwnerDoc>({
      connection,
      collection: models.users.collection.name,
      guards: ['version'],
    }),
    knownLeads: stateProjection<LeadAccessDoc>({
      connection,
      collection: models.leadAccess.collection.name,
      guards: ['version'],
    }),
  };
}

/** Follow-ups and what falls due as one service. Nothing is opened before `start`. */
export function createFollowupsService(
  config: FollowupsConfig,
  overrides: FollowupsOverrides = {},
): FollowupsService {
  const log = overrides.log ?? createLogger({ service, level: config.logLevel });
  let running: { url: string; ctx: FollowupsContext; sessions: Sessions } | undefined;
  const steps: ShutDownSteps = {};

  function started() {
    if (running === undefined) throw new Error('The follow-ups service is not started');
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
      log: areaLogger(log, 'followups:jobs'),
    });
    steps.work = () => scheduler.stop();
    const models = createModels(connection);

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

    const services = createServiceClient({
      from: service,
      key: config.serviceKey,
      baseUrlOf: (other) => (other === 'auth' ? config.authUrl : config.leadsUrl),
      log,
      clock,
    });
    const ctx: FollowupsContext = {
      config,
      clock,
      log,
      ...models,
      ...createProjections(connection, models),
      dueWork: createDueWork(scheduler),
      services,
      relay,
    };
    await store.buildIndexes(Object.values(models));

    const sessions = createSessions({
      clock,
      log: areaLogger(log, 'followups:sessions'),
      fetchSnapshot: (since) => services.call(listSessions, { query: { since } }, { asService: true }),
    });
    const work: { stop(): Promise<void> }[] = [sessions, scheduler];
    steps.work = async () => {
      await Promise.all(work.map((each) => each.stop()));
    };
    await sessions.start();
    const consumers = await startConsumers(ctx, {
      bus,
      connection,
      sessions,
      scheduler,
      observe: busMetrics.observe,
      tracer,
    });
    steps.consumers = () => consumers.cancel();
    const users = readAllUsers(ctx, {
      connection,
      subscribed: consumers.live,
      keep: (page) => keepUsers(ctx, page),
    });
    ctx.dueWork.start([telling(ctx)]);
    startErrands({ services, scheduler, clock, desk: followupsDesk(ctx) });
    work.push(users);

    const health = createHealth({
      store: () => store.isReady(),
      bus: () => bus.isReady(),
      users: () => users.isBuilt(),
    });
    steps.readiness = () => {
      health.stopping();
    };
    const watching = await watchService({
      service,
      ...{ connection, bus, consumers, relay, health, metrics, clock },
    });
    const server = createHttpServer({ service, log, metrics, clock, tracer, goesOnTraces: true });
    steps.http = () => server.close();
    const verifier = createTokenVerifier({ keys: config.publicKeys, clock });
    const identity = createIdentity({ service, verifier, sessions, serviceKey: config.serviceKey, clock });
    mountHealth(server.router, health, metrics);
    mountAll(server.router, { identity, log, answers: config.answers }, [
      ...followupRoutes(ctx),
      ...watching,
    ]);
    running = { url: await server.listen(config.port, config.host), ctx, sessions };
  }

  return {
    log,
    get url() {
      return started().url;
    },
    get ctx() {
      return started().ctx;
    },
    get sessions() {
      return started().sessions;
    },
    start,
    stop: () => shutDown(steps, log),
  };
}
