import { listSessions } from '@crm/contracts/http/auth.js';
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
import { joinedWrites } from '@crm/platform/mongo/joined-writes.js';
import { stateProjection } from '@crm/platform/projections/state-projection.js';
import { readAllUsers } from '@crm/domain/users/read-all-users.js';
import type { StatsConfig } from './config.js';
import { startConsumers } from './consumers.js';
import type { StatsContext } from './context.js';
import { statsDesk } from './privacy/stats-desk.js';
import { figureSets } from './leads/figure-sets.js';
import type { LeadNews } from './leads/lead-facts.rules.js';
import { takeInNews } from './leads/take-in.js';
import { keepSets } from './rebuild/set-keeper.js';
import { statsRoutes } from './routes.js';
import { keepUsers } from './users/keep-users.js';
import { statsUserModel, type StatsUserDoc } from './users/user.model.js';

const service = 'stats';

export interface StatsOverrides {
  /** The bus that the services of one process share; closed by whoever made it. */
  bus?: Bus;
  clock?: Clock;
  log?: Logger;
}

export interface StatsService extends Service {
  readonly log: Logger;
  /** What use cases work with; there once started. */
  readonly ctx: StatsContext;
  /** Which sessions are over; asked of auth every second while anybody asks about them. */
  readonly sessions: Sessions;
}

/** The models whose indexes the store needs. */
export const indexedModels: IndexedModels = async (connection) => {
  const sets = figureSets(connection);
  return [statsUserModel(connection), sets.model((await sets.state()).shown)];
};

/** Statistic and deals as one service. Nothing is opened before `start`. */
export function createStatsService(config: StatsConfig, overrides: StatsOverrides = {}): StatsService {
  const log = overrides.log ?? createLogger({ service, level: config.logLevel });
  let running: { url: string; ctx: StatsContext; sessions: Sessions } | undefined;
  const steps: ShutDownSteps = {};

  function started() {
    if (running === undefined) throw new Error('The stats service is not started');
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
      log: areaLogger(log, 'stats:jobs'),
    });
    steps.work = () => scheduler.stop();

    const bus = overrides.bus ?? (await createBus({ rabbitUrl: config.rabbitmqUrl, log }));
    if (overrides.bus === undefined) steps.bus = () => bus.close();

    const services = createServiceClient({
      from: service,
      key: config.serviceKey,
      baseUrlOf: (other) => (other === 'auth' ? config.authUrl : config.leadsUrl),
      log,
      clock,
    });
    const users = statsUserModel(connection);
    const sets = figureSets(connection);
    const ctx: StatsContext = {
      config,
      clock,
      log,
      services,
      users,
      knownUsers: stateProjection<StatsUserDoc>({
        connection,
        collection: users.collection.name,
        guards: ['version'],
      }),
      sets,
      figuresWork: createDueWork(scheduler),
      takeIn: joinedWrites<LeadNews>((news) => takeInNews(sets, news)),
    };
    await sets.renew();
    await store.buildIndexes([users, sets.model((await sets.state()).shown)]);

    const verifier = createTokenVerifier({ keys: config.publicKeys, clock });
    const sessions = createSessions({
      clock,
      log: areaLogger(log, 'stats:sessions'),
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
    const subscribed = consumers.live;
    const people = readAllUsers(ctx, { connection, subscribed, keep: (users) => keepUsers(ctx, users) });
    const figures = keepSets(ctx, { connection, subscribed });
    startErrands({ services, scheduler, clock, desk: statsDesk(ctx) });
    work.push(people, figures);

    const health = createHealth({
      store: () => store.isReady(),
      bus: () => bus.isReady(),
      users: () => people.isBuilt(),
      figures: () => figures.isReady(),
    });
    steps.readiness = () => {
      health.stopping();
    };
    const watching = await watchService({
      service,
      ...{ connection, bus, consumers, health, metrics, clock },
    });
    const server = createHttpServer({ service, log, metrics, clock, tracer, goesOnTraces: true });
    steps.http = () => server.close();
    const identity = createIdentity({ service, verifier, sessions, serviceKey: config.serviceKey, clock });
    mountHealth(server.router, health, metrics);
    mountAll(server.router, { identity, log, answers: config.answers }, [...statsRoutes(ctx), ...watching]);
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
