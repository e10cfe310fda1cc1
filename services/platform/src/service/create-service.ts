import type { Router } from 'express';
import type { Connection } from 'mongoose';
import type { Actor } from '@crm/contracts/access.js';
import type { MessageSpec } from '@crm/contracts/bus/envelope.js';
import { events } from '@crm/contracts/bus/events.js';
import { listSessions } from '@crm/contracts/http/auth.js';
import type { Fields } from '@crm/contracts/fields/field.js';
import type { AnyResource } from '@crm/contracts/resources/define-resource.js';
import type { ServiceName } from '@crm/contracts/endpoint/endpoint.js';
import type { EntryLog } from '../audit/audit-log.js';
import { openAudit, type Audit } from '../audit/open-audit.js';
import type { ReadingLimits } from '../audit/reading-pace.rules.js';
import { auditCollections } from '../audit/audit-store.js';
import { createAnnouncer, type Announce } from '../bus/announce.js';
import type { Bus } from '../bus/bus.js';
import { createBus } from '../bus/create-bus.js';
import type { Clock } from '../clock.js';
import type { serviceSettings } from '../config/service-env.js';
import { consumerGroup } from '../deliveries/consumer-group.js';
import type { Subscription } from '../deliveries/subscription.js';
import { createHealth, mountHealth } from '../health/health.js';
import { createHttpServer, type HttpServerOptions } from '../http/create-server.js';
import { mountAll, type Route } from '../http/mount-endpoint.js';
import { createServiceClient, type ServiceClient } from '../http/service-client.js';
import { createIdentity } from '../identity/identity.js';
import { createSessions, type Sessions, type SessionSnapshot } from '../identity/sessions.js';
import { createTokenVerifier, type TokenVerifier } from '../identity/token-verifier.js';
import { areaLogger, createLogger, type Logger } from '../log/logger.js';
import { createAuditMetrics } from '../metrics/audit-metrics.js';
import { createBusMetrics } from '../metrics/bus-metrics.js';
import { createMetrics, type Metrics } from '../metrics/metrics.js';
import { mountMetrics, startMetricsServer } from '../health/metrics-server.js';
import type { Migration } from '../migrations/migration.js';
import { createMigrator } from '../migrations/migrator.js';
import { connectMongo, type Indexed } from '../mongo/connect.js';
import { startRelay, type Relay } from '../outbox/relay.js';
import { recordPlainResources, plainResourcesOf } from '../resources/plain-resources.js';
import { auditRoutes } from '../system/audit.routes.js';
import type { PartDeps } from '../system/part-state.js';
import type { SystemDeps } from '../system/system.routes.js';
import { watchService } from '../system/watch-service.js';
import { createTracer } from '../telemetry/create-tracer.js';
import { createJobScheduler, pacesOf, type JobScheduler } from '../jobs/job-scheduler.js';
import type { Service } from '../lifecycle/run-service.js';
import { shutDown, type ShutDownSteps } from '../lifecycle/shut-down.js';

/** Settings that every service has. */
export type ServiceConfig = ReturnType<typeof serviceSettings>;

/** What a launcher or a test puts in the place of a service's own. */
export interface ServiceOverrides {
  /** The bus that the services of one process share; closed by whoever made it. */
  bus?: Bus;
  clock?: Clock;
  log?: Logger;
  /** Stands in for the time that calls wait which are slowed down. */
  wait?: (ms: number) => Promise<void>;
}

/** A service of which its tests see more than whoever runs it. */
export interface RunningService<Context> extends Service {
  readonly log: Logger;
  /** What use cases work with; there once started. */
  readonly ctx: Context;
  /** Which sessions are over; heard of by event, and asked of auth now and then while anybody asks about them. */
  readonly sessions: Sessions;
  /** Publishes every event that waits now. Throws where some of them could not be sent. */
  drainOutbox(): Promise<void>;
  /** Resolves when the events of what was written here are sent, or rest after a failure. */
  outboxIdle(): Promise<void>;
  /** Stores the audit entries that wait, and decides about alarms. */
  auditIdle(): Promise<void>;
}

interface Stoppable {
  stop(): Promise<void>;
}

/** What the service is to have read before it is ready. */
interface Projection extends Stoppable {
  isBuilt(): boolean;
}

/** What a service's context is made of. */
export interface ServiceParts<Config, Models> {
  config: Config;
  clock: Clock;
  log: Logger;
  connection: Connection;
  models: Models;
  scheduler: JobScheduler;
  metrics: Metrics;
  /** Calls to other services, in this one's name. */
  services: ServiceClient;
  /** Says what only matters now, past the outbox. */
  announce: Announce;
  verifier: TokenVerifier;
  sessions: Sessions;
}

/** What is known of the start when projections are read and workers begin. */
export interface StartedParts {
  connection: Connection;
  scheduler: JobScheduler;
  /** Resolves once the service's queues keep what is published. */
  subscribed: Promise<void>;
}

/** What one service has that another has not, in the order in which it is started. */
export interface ServiceDefinition<
  Config extends ServiceConfig,
  Models extends Readonly<Record<string, Indexed>>,
  Context,
  Workers extends Readonly<Record<string, Stoppable>>,
> {
  name: ServiceName;
  config: Config;
  overrides: ServiceOverrides;
  /** How often jobs are looked at while somebody is at work; the scheduler's own pace unless said otherwise. */
  jobsEveryMs?: number;
  /** The service's collections on its own connection; their indexes are built at the start. */
  models(connection: Connection): Models;
  /** Collections whose writes leave nothing to be done: no job is looked at because of them. */
  idleCollections?: readonly string[];
  /** Collections whose documents have an outbox; none where the service publishes nothing. */
  outbox?: readonly string[];
  /** The resources that it keeps by their definitions alone; those that name it unless said otherwise. */
  resources?: readonly AnyResource<Fields>[];
  /** What it publishes; events alone unless said otherwise. */
  published?: readonly MessageSpec[];
  /** Where the services answer that it calls. */
  others: Readonly<Partial<Record<ServiceName, string>>>;
  /** What sessions are verified by. */
  publicKeys: Parameters<typeof createTokenVerifier>[0]['keys'];
  /** Where sessions are learnt of; asked of auth unless said otherwise. */
  fetchSessions?(
    parts: { models: Models; clock: Clock },
    since: string | undefined,
  ): Promise<SessionSnapshot>;
  /** What use cases work with. All else goes by its type. */
  context(parts: ServiceParts<Config, Models>): Context | Promise<Context>;
  /** Models that only the store names, to be indexed as well. */
  alsoIndexed?(ctx: NoInfer<Context>): Promise<readonly Indexed[]>;
  /** Changes of what its collections store, the oldest first. They run once the context is there. */
  migrations?(ctx: () => NoInfer<Context>): readonly Migration[];
  /** Done behind the indexes and what migrations a release needs to begin, before anything comes in. */
  prepare?(ctx: NoInfer<Context>, metrics: Metrics): Promise<void>;
  /** What it knows of whoever asks beyond their token. */
  actorOf?(ctx: NoInfer<Context>, actor: Actor): Promise<Actor>;
  consumers(ctx: NoInfer<Context>): readonly Subscription[];
  /** Copies of other services' state; the service is ready once all of them are built. */
  projections?(ctx: NoInfer<Context>, started: StartedParts): Readonly<Record<string, Projection>>;
  /** What works by itself until it is stopped. */
  workers(ctx: NoInfer<Context>, started: StartedParts): Workers;
  /** Has the scheduler look after what falls due. */
  jobs?(ctx: NoInfer<Context>, scheduler: JobScheduler, audit: EntryLog): void;
  routes(ctx: NoInfer<Context>, workers: Workers): readonly Route[];
  /** What no endpoint of the contracts describes. */
  mount?(router: Router, ctx: NoInfer<Context>, parts: { sessions: Sessions; audit: EntryLog }): void;
  http?: Pick<HttpServerOptions, 'bodyLimit' | 'trustProxy'>;
  /** Further parts whose dead letters it looks after. */
  alsoFor?: SystemDeps['alsoFor'];
  /** How many different records one user opens and lists in an hour before that is slowed down; no limit without it. */
  readingLimits?: ReadingLimits;
  accountFaults?: (ctx: NoInfer<Context>) => NonNullable<PartDeps['accountFaults']>;
  signInAttacks?: (ctx: NoInfer<Context>) => NonNullable<PartDeps['signInAttacks']>;
}

/**
 * A service made of what it has. Nothing is opened before `start`, which opens everything in one order, whichever service
 * it is: the store, the bus, the outbox; indexes; consumers, projections, workers; and http last. `stop` puts down what was
 * opened, as far as the start came.
 */
export function createService<
  Config extends ServiceConfig,
  Models extends Readonly<Record<string, Indexed>>,
  Context,
  Workers extends Readonly<Record<string, Stoppable>>,
>(definition: ServiceDefinition<Config, Models, Context, Workers>): RunningService<Context> {
  const { name, config, overrides, resources = plainResourcesOf(definition.name) } = definition;
  const log = overrides.log ?? createLogger({ service: name, level: config.logLevel });
  const steps: ShutDownSteps = {};
  let context: Context | undefined;
  const migrations =
    definition.migrations?.(() => {
      if (context === undefined) throw new Error(`The ${name} service has no context yet`);
      return context;
    }) ?? [];
  let aboutToStop: () => void = () => undefined;
  let running:
    | { url: string; ctx: Context; sessions: Sessions; relay: Relay | undefined; audit: Audit }
    | undefined;

  function started() {
    if (running === undefined) throw new Error(`The ${name} service is not started`);
    return running;
  }

  /** Opens what every service stands on. */
  async function open() {
    const metrics = createMetrics(name);
    const { published, observe } = createBusMetrics(metrics.registry);
    const tracer = await createTracer({ service: name, endpoint: config.otlpEndpoint, log });
    steps.tracing = () => tracer.stop();
    const idleCollections = [...auditCollections, ...(definition.idleCollections ?? [])];
    const store = await connectMongo({ uri: config.mongodbUri, log, idleCollections });
    steps.store = () => store.close();
    const { connection } = store;
    const { clock = store.clock } = overrides;
    const { jobsEveryMs } = definition;
    const scheduler = createJobScheduler({
      connection,
      clock,
      log: areaLogger(log, `${name}:jobs`),
      writes: (those) => store.writes(those),
      migrations: migrations.length,
      ...(jobsEveryMs !== undefined && { paces: pacesOf(jobsEveryMs) }),
    });
    steps.work = () => scheduler.stop();
    const models = definition.models(connection);

    const counted = createAuditMetrics(metrics.registry);
    const audit = await openAudit({
      ...{ service: name, connection, clock, log },
      bulkReadingRecords: config.bulkReadingRecords,
      bulkReading: () => {
        counted.bulkReading({});
      },
      readingLimits: definition.readingLimits,
      wait: overrides.wait,
      exportUrl: config.auditExportUrl,
    });
    steps.audit = () => audit.stop();

    const bus = overrides.bus ?? (await createBus({ rabbitUrl: config.rabbitmqUrl, log }));
    if (overrides.bus === undefined) steps.bus = () => bus.close();
    const announcer = createAnnouncer({ bus, clock, log: areaLogger(log, `${name}:announce`), published });
    const { outbox = [], published: catalogue = events } = definition;
    const collections = [...outbox, ...resources.map((resource) => resource.name)];
    const relay =
      collections.length === 0
        ? undefined
        : startRelay({
            ...{ connection, collections, bus, catalogue, clock, log, scheduler, published, tracer },
            entries: audit,
          });
    aboutToStop = () => relay?.stopping();
    steps.relay = async () => {
      announcer.stop();
      await relay?.stop();
    };

    const services = createServiceClient({
      from: name,
      keys: config.serviceKeys.own,
      baseUrlOf: (other) => addressOf(other),
      log,
      clock,
    });
    const verifier = createTokenVerifier({ keys: definition.publicKeys, clock });
    const sessions = createSessions({
      clock,
      log: areaLogger(log, `${name}:sessions`),
      bus,
      fetchSnapshot: (since) =>
        definition.fetchSessions?.({ models, clock }, since) ??
        services.call(listSessions, { query: { since } }, { asService: true }),
    });
    return {
      metrics,
      observe,
      tracer,
      store,
      clock,
      scheduler,
      models,
      bus,
      relay,
      audit,
      announce: announcer.announce,
      services,
      verifier,
      sessions,
    };
  }

  function addressOf(other: ServiceName): string {
    const address = definition.others[other];
    if (address === undefined) throw new Error(`The ${name} service has no address for ${other}`);
    return address;
  }

  async function start(): Promise<void> {
    const { store, bus, relay, audit, observe, tracer, ...parts } = await open();
    const { connection } = store;
    const { clock, metrics, models, scheduler, sessions, verifier } = parts;
    const migrator = createMigrator({ service: name, connection, clock, log, migrations });
    const ctx = await definition.context({ ...parts, config, log, connection });
    context = ctx;
    const plain = recordPlainResources(resources, { connection, clock });
    await migrator.requireReadable();
    await store.buildIndexes([
      ...Object.values(models),
      ...plain.models,
      ...((await definition.alsoIndexed?.(ctx)) ?? []),
    ]);
    await migrator.runBefore();
    await definition.prepare?.(ctx, metrics);
    const stoppable: Stoppable[] = [sessions, scheduler];
    steps.work = async () => {
      await Promise.all(stoppable.map((each) => each.stop()));
    };
    await sessions.start();
    const shared = { bus, connection, scheduler, observe, tracer, clock, log, audit };
    const consumers = await consumerGroup(definition.consumers(ctx).map((take) => take(shared)));
    steps.consumers = () => consumers.cancel();
    const known = { connection, scheduler, subscribed: consumers.live };
    const projections = definition.projections?.(ctx, known) ?? {};
    stoppable.push(...Object.values(projections));
    const workers = definition.workers(ctx, known);
    stoppable.push(...Object.values(workers));
    definition.jobs?.(ctx, scheduler, audit);
    if (migrations.length > 0) scheduler.add(migrator.job());

    const health = createHealth({
      store: () => store.isReady(),
      bus: () => bus.isReady(),
      ...Object.fromEntries(
        Object.entries(projections).map(([projection, build]) => [projection, () => build.isBuilt()]),
      ),
    });
    steps.readiness = () => {
      health.stopping();
    };
    const { alsoFor, accountFaults, signInAttacks } = definition;
    const watching = await watchService({
      service: name,
      ...{ connection, bus, consumers, health, metrics, clock },
      ...(relay && { relay }),
      ...(alsoFor && { alsoFor }),
      ...(accountFaults && { accountFaults: accountFaults(ctx) }),
      ...(signInAttacks && { signInAttacks: signInAttacks(ctx) }),
      bulkReadings: () => audit.alarm.standing(),
      schema: () => migrator.progress(),
    });
    const server = createHttpServer({
      ...{ service: name, log, metrics, clock, tracer, goesOnTraces: true },
      trustProxy: config.trustProxy,
      ...definition.http,
    });
    const scraped =
      config.metricsPort === undefined
        ? undefined
        : await startMetricsServer({ metrics, port: config.metricsPort, host: config.host });
    steps.http = async () => {
      await Promise.all([server.close(), scraped?.close()]);
    };
    const identity = createIdentity({
      service: name,
      verifier,
      sessions,
      serviceKeys: config.serviceKeys.known,
      clock,
      actorOf: (actor) => definition.actorOf?.(ctx, actor) ?? actor,
    });
    mountHealth(server.router, health);
    mountMetrics(server.router, config.metricsPort === undefined ? metrics : undefined);
    mountAll(server.router, { identity, log, answers: config.answers, audit }, [
      ...definition.routes(ctx, workers),
      ...plain.routes,
      ...watching,
      ...auditRoutes({ service: name, connection, audit }),
    ]);
    definition.mount?.(server.router, ctx, { sessions, audit });
    running = {
      url: await server.listen(config.port, config.host),
      ctx,
      sessions,
      relay,
      audit,
    };
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
    drainOutbox: async () => started().relay?.drain(),
    outboxIdle: async () => started().relay?.idle(),
    auditIdle: () => started().audit.idle(),
    start,
    stopping: () => {
      aboutToStop();
    },
    stop: () => shutDown(steps, log),
  };
}
