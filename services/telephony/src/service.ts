import type { Connection } from 'mongoose';
import { events } from '@crm/contracts/bus/events.js';
import { listSessions } from '@crm/contracts/http/auth.js';
import type { Bus } from '@crm/platform/bus/bus.js';
import { createBus } from '@crm/platform/bus/create-bus.js';
import { createLanes } from '@crm/platform/bus/lanes.js';
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
import { leadAccessModel, type LeadAccessDoc } from '@crm/domain/access/lead-access.model.js';
import { telephonyDesk } from './privacy/telephony-desk.js';
import { callModels } from './calls/call.model.js';
import { createEffects } from './calls/effects.js';
import { startCallSweep } from './calls/sweep-worker.js';
import { createCarrier } from './carrier/carrier.js';
import { diallerCalls } from './calls/dialler-call.js';
import type { TelephonyConfig } from './config.js';
import { startConsumers } from './consumers.js';
import type { TelephonyContext } from './context.js';
import type { DiallerCalls, DiallerContext } from './dialler/dialler-calls.js';
import { diallerModels, diallerOutboxes } from './dialler/dialler.model.js';
import { startDiallerSweep } from './dialler/dialler-worker.js';
import { accountFaultModel, createAccountFaults } from '@crm/domain/carrier/account-faults.js';
import { createTwilioClient, type ThroughClient } from '@crm/domain/carrier/twilio-client.js';
import { telephonyHooks } from './hooks.js';
import { mountHooks } from '@crm/domain/carrier/hook-routes.js';
import { audioModels, audioOutboxes, createAudioParts } from './media/audio-parts.js';
import { audioWork } from './media/audio-work.js';
import { mountMedia } from './media/media.routes.js';
import { seedStatePhones } from './phones/state-phones.js';
import { telephonyRoutes } from './routes.js';
import { readSettings } from '@crm/domain/settings/keep-settings.js';
import { knownSettingsModel, type KnownSettingsDoc } from '@crm/domain/settings/settings.model.js';
import { readAllUsers } from '@crm/domain/users/read-all-users.js';
import { watchTelephony } from './telephony-metrics.js';
import { keepUsers } from './users/keep-users.js';
import { telephonyUserModel, type TelephonyUserDoc } from './users/user.model.js';

const service = 'telephony';
/** Collections whose documents have an outbox. */
const outboxCollections = ['calls', ...diallerOutboxes, ...audioOutboxes];

export interface TelephonyOverrides {
  /** The bus that the services of one process share; closed by whoever made it. */
  bus?: Bus;
  clock?: Clock;
  /** How the dialler's calls are placed; by the carrier unless said otherwise. */
  calls?: DiallerCalls;
  /** What the requests to the carrier pass through. */
  toCarrier?: ThroughClient;
  log?: Logger;
}

export interface TelephonyService extends Service {
  readonly log: Logger;
  /** What use cases work with; there once started. */
  readonly ctx: DiallerContext;
  /** Which sessions are over; asked of auth every second while anybody asks about them. */
  readonly sessions: Sessions;
}

function createModels(connection: Connection) {
  return {
    users: telephonyUserModel(connection),
    settings: knownSettingsModel(connection),
    leadAccess: leadAccessModel(connection),
    ...callModels(connection),
    ...diallerModels(connection),
    ...audioModels(connection),
    accountFaultDocs: accountFaultModel(connection),
  };
}

/** The models whose indexes the store needs. */
export const indexedModels: IndexedModels = (connection) => Object.values(createModels(connection));

function createProjections(connection: Connection, models: ReturnType<typeof createModels>) {
  return {
    knownUsers: stateProjection<TelephonyUserDoc>({
      connection,
      collection: models.users.collection.name,
      guards: ['version', 'presenceVersion'],
    }),
    knownSettings: stateProjection<KnownSettingsDoc>({
      connection,
      collection: models.settings.collection.name,
      guards: ['version'],
    }),
    knownLeads: stateProjection<LeadAccessDoc>({
      connection,
      collection: models.leadAccess.collection.name,
      guards: ['version'],
    }),
  };
}

/** Calls, conferences, the dialler, recordings and voicemails as one service. Nothing is opened before `start`. */
export function createTelephonyService(
  config: TelephonyConfig,
  overrides: TelephonyOverrides = {},
): TelephonyService {
  const log = overrides.log ?? createLogger({ service, level: config.logLevel });
  let running: { url: string; ctx: DiallerContext; sessions: Sessions } | undefined;
  const steps: ShutDownSteps = {};

  function started() {
    if (running === undefined) throw new Error('The telephony service is not started');
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
      log: areaLogger(log, 'telephony:jobs'),
      paces: pacesOf(config.sweepMs),
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
    const verifier = createTokenVerifier({ keys: config.publicKeys, clock });
    const client = createTwilioClient(config.carrier, overrides.toCarrier);
    const faults = createAccountFaults(models.accountFaultDocs, { clock, log });
    const ctx: TelephonyContext = {
      config,
      clock,
      log,
      ...models,
      ...createProjections(connection, models),
      ...createAudioParts({ connection, config, client, clock, scheduler, verifier }),
      carrier: createCarrier(client, faults),
      turns: createLanes(),
      effects: createEffects(() => ctx),
      services,
      relay,
    };
    const diallerCtx: DiallerContext = { ...ctx, ...models, calls: overrides.calls ?? diallerCalls(ctx) };
    await store.buildIndexes(Object.values(models));
    await seedStatePhones(ctx);
    watchTelephony(metrics, diallerCtx);

    const sessions = createSessions({
      clock,
      log: areaLogger(log, 'telephony:sessions'),
      fetchSnapshot: (since) => services.call(listSessions, { query: { since } }, { asService: true }),
    });
    const work: { stop(): Promise<void> }[] = [sessions, scheduler];
    steps.work = async () => {
      await Promise.all(work.map((each) => each.stop()));
    };
    await sessions.start();
    const consumers = await startConsumers(diallerCtx, {
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
    const settings = readSettings(ctx, { connection, subscribed: consumers.live });
    ctx.dueWork.start(audioWork(ctx));
    startErrands({ services, scheduler, clock, desk: telephonyDesk(diallerCtx) });
    work.push(users, settings, ctx.effects);
    startCallSweep(ctx, scheduler);
    startDiallerSweep(diallerCtx, scheduler);

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
      accountFaults: faults.standing,
    });
    const server = createHttpServer({ service, log, metrics, clock, tracer, goesOnTraces: true });
    steps.http = () => server.close();
    const identity = createIdentity({ service, verifier, sessions, serviceKey: config.serviceKey, clock });
    mountHealth(server.router, health, metrics);
    mountAll(server.router, { identity, log, answers: config.answers }, [
      ...telephonyRoutes(diallerCtx),
      ...watching,
    ]);
    mountMedia(server.router, ctx, sessions);
    mountHooks(
      server.router,
      { authTokens: config.carrier.authTokens, publicBaseUrl: config.publicBaseUrl, log },
      telephonyHooks(ctx),
    );
    running = { url: await server.listen(config.port, config.host), ctx: diallerCtx, sessions };
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
