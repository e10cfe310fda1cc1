import type { Connection } from 'mongoose';
import { events } from '@crm/contracts/bus/events.js';
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
import { createJobScheduler, pacesOf } from '@crm/platform/lifecycle/job-scheduler.js';
import type { Service } from '@crm/platform/lifecycle/run-service.js';
import { createDueWork } from '@crm/platform/lifecycle/due-work.js';
import { shutDown, type ShutDownSteps } from '@crm/platform/lifecycle/shut-down.js';
import { areaLogger, createLogger, type Logger } from '@crm/platform/log/logger.js';
import { createBusMetrics } from '@crm/platform/metrics/bus-metrics.js';
import { createMetrics } from '@crm/platform/metrics/metrics.js';
import { watchService } from '@crm/platform/system/watch-service.js';
import { createTracer } from '@crm/platform/tracing/create-tracer.js';
import { connectMongo } from '@crm/platform/mongo/connect.js';
import { startRelay } from '@crm/platform/outbox/relay.js';
import { stateProjection } from '@crm/platform/projections/state-projection.js';
import type { LeadsConfig } from './config.js';
import { startConsumers } from './consumers.js';
import type { LeadsContext } from './context.js';
import { holdModel } from './holds/hold.model.js';
import { startHoldSweep } from './holds/sweep-worker.js';
import { startImportWorker } from './imports/import-worker.js';
import { importModel, refusedRowModel } from './imports/import.model.js';
import { createRowCounter, watchImports } from './imports/import-metrics.js';
import { createImportsContext } from './imports/imports-context.js';
import { createLeadsDoor } from './imports/leads-door.js';
import { intakeModel } from './intake/intake.model.js';
import { partnerModel } from './intake/partner.model.js';
import { leadModel, type LeadDoc } from './leads/lead.model.js';
import { quickAddModel } from './quick-add/quick-add.model.js';
import { leadsRoutes } from './routes.js';
import { keepUsers } from './users/keep-users.js';
import { createCarrierNames } from './reference/carrier-names.js';
import { carriersJob } from './reference/carriers-worker.js';
import { prepareReferenceLists } from './reference/reference-lists.js';
import { referenceListModel } from './reference/reference.model.js';
import { noteModel } from './notes/note.model.js';
import { contactModels } from './permission/contact.model.js';
import { seedContactRules } from './permission/contact-rules.js';
import { leadsDesk } from './privacy/own-desk.js';
import { privacyModels } from './privacy/privacy-request.model.js';
import { ownErrands } from './privacy/errands.js';
import { scriptModel } from './scripts/script.model.js';
import { readSettings } from '@crm/domain/settings/keep-settings.js';
import { knownSettingsModel, type KnownSettingsDoc } from '@crm/domain/settings/settings.model.js';
import { readAllUsers } from '@crm/domain/users/read-all-users.js';
import { leadUserModel, type LeadUserDoc } from './users/user.model.js';
import { workModel } from './work/work.model.js';

const service = 'leads';
/** Gateways renew the holds of thousands of sockets in one call, and leads are taken over by the hundred. */
const bodyLimit = 8 * 1024 * 1024;
const outboxCollections = ['leads', 'holds', 'work', 'imports', 'donotcontact', 'partners'];

export interface LeadsOverrides {
  /** The bus that the services of one process share; closed by whoever made it. */
  bus?: Bus;
  clock?: Clock;
  log?: Logger;
}

export interface LeadsService extends Service {
  readonly log: Logger;
  /** What use cases work with; there once started. */
  readonly ctx: LeadsContext;
  /** Which sessions are over; asked of auth every second while anybody asks about them. */
  readonly sessions: Sessions;
}

function createModels(connection: Connection) {
  return {
    ...contactModels(connection),
    ...privacyModels(connection),
    leads: leadModel(connection),
    holds: holdModel(connection),
    work: workModel(connection),
    users: leadUserModel(connection),
    settings: knownSettingsModel(connection),
    partners: partnerModel(connection),
    scripts: scriptModel(connection),
    notes: noteModel(connection),
    referenceLists: referenceListModel(connection),
    intakes: intakeModel(connection),
    quickAdds: quickAddModel(connection),
  };
}

/** The models whose indexes the store needs. */
export const indexedModels: IndexedModels = (connection) => [
  ...Object.values(createModels(connection)),
  importModel(connection),
  refusedRowModel(connection),
];

/** Leads, their lists, holds, work and imports as one service. Nothing is opened before `start`. */
export function createLeadsService(config: LeadsConfig, overrides: LeadsOverrides = {}): LeadsService {
  const log = overrides.log ?? createLogger({ service, level: config.logLevel });
  let running: { url: string; ctx: LeadsContext; sessions: Sessions } | undefined;
  const steps: ShutDownSteps = {};

  function started() {
    if (running === undefined) throw new Error('The leads service is not started');
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
      log: areaLogger(log, 'leads:jobs'),
      paces: pacesOf(config.holdSweepMs),
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

    const auth = createServiceClient({
      from: service,
      key: config.serviceKey,
      baseUrlOf: () => config.authUrl,
      log,
      clock,
    });
    const leadCollection = connection.collection<LeadDoc>(models.leads.collection.name);
    const knownUsers = stateProjection<LeadUserDoc>({
      connection,
      collection: models.users.collection.name,
      guards: ['version', 'presenceVersion'],
    });
    const knownSettings = stateProjection<KnownSettingsDoc>({
      connection,
      collection: models.settings.collection.name,
      guards: ['version'],
    });
    const ctx: LeadsContext = {
      config,
      clock,
      log,
      ...models,
      carrierNames: createCarrierNames(models.referenceLists),
      leadCollection,
      knownUsers,
      knownSettings,
      auth,
      privacyWork: createDueWork(scheduler),
      carriersWork: createDueWork(scheduler),
      relay,
    };
    const importsCtx = createImportsContext(connection, {
      leads: createLeadsDoor(ctx),
      clock,
      log,
      wakeRelay: () => {
        relay.wake('imports');
      },
      maxBytes: config.importMaxBytes,
      countRows: createRowCounter(metrics),
    });
    watchImports(metrics, importsCtx.imports);
    await store.buildIndexes([...Object.values(models), importsCtx.imports, importsCtx.refusedRows]);
    await seedContactRules(ctx);

    await prepareReferenceLists(ctx);
    await ctx.carrierNames.refresh();

    const verifier = createTokenVerifier({ keys: config.publicKeys, clock });
    const sessions = createSessions({
      clock,
      log: areaLogger(log, 'leads:sessions'),
      fetchSnapshot: (since) => auth.call(listSessions, { query: { since } }, { asService: true }),
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
    const users = readAllUsers(
      { ...ctx, services: ctx.auth },
      {
        connection,
        subscribed: consumers.live,
        keep: (page) => keepUsers(ctx, page),
      },
    );
    const settings = readSettings({ ...ctx, services: ctx.auth }, { connection, subscribed: consumers.live });
    const importWorker = startImportWorker(importsCtx, scheduler);
    ctx.privacyWork.start([ownErrands(ctx, leadsDesk({ ctx, imports: importsCtx }))]);
    startHoldSweep(ctx, scheduler);
    ctx.carriersWork.start([carriersJob(ctx)]);
    work.push(users, settings, importWorker);

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
    const server = createHttpServer({ service, log, metrics, clock, tracer, goesOnTraces: true, bodyLimit });
    steps.http = () => server.close();
    const identity = createIdentity({ service, verifier, sessions, serviceKey: config.serviceKey, clock });
    mountHealth(server.router, health, metrics);
    mountAll(server.router, { identity, log, answers: config.answers }, [
      ...leadsRoutes(ctx, { ctx: importsCtx, worker: importWorker }),
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
