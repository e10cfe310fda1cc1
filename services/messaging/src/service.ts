import type { Connection } from 'mongoose';
import { commands } from '@crm/contracts/bus/commands.js';
import { events } from '@crm/contracts/bus/events.js';
import { listSessions } from '@crm/contracts/http/auth.js';
import { leadAccessModel, type LeadAccessDoc } from '@crm/domain/access/lead-access.model.js';
import type { Bus } from '@crm/platform/bus/bus.js';
import { createBus } from '@crm/platform/bus/create-bus.js';
import { mountHooks } from '@crm/domain/carrier/hook-routes.js';
import { accountFaultModel, createAccountFaults } from '@crm/domain/carrier/account-faults.js';
import { createTwilioClient } from '@crm/domain/carrier/twilio-client.js';
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
import { readSettings } from '@crm/domain/settings/keep-settings.js';
import { knownSettingsModel, type KnownSettingsDoc } from '@crm/domain/settings/settings.model.js';
import { readAllUsers } from '@crm/domain/users/read-all-users.js';
import type { MessagingConfig } from './config.js';
import { startConsumers } from './consumers.js';
import type { MessagingContext } from './context.js';
import { messagingDesk } from './privacy/messaging-desk.js';
import { emailModel } from './mail/email.model.js';
import { createMailer } from './mail/mailer.js';
import { givingUp } from './mail/send-email.js';
import { notificationModel } from './notifications/notification.model.js';
import { messagingRoutes } from './routes.js';
import { emailTemplateModel, smsTemplateModel } from './templates/template.model.js';
import { textCarrier } from './texts/carrier.js';
import { createArrivals } from './texts/arrivals.js';
import { senderModel } from './texts/sender.model.js';
import { asking } from './texts/ask-carrier.js';
import { sending } from './texts/send-next-text.js';
import { takingInOf } from './texts/take-in-texts.js';
import { clickModel, conversationModel, leaseModel, textModel } from './texts/text.model.js';
import { textHooks } from './texts/texts.hooks.js';
import { keepUsers } from './users/keep-users.js';
import { messagingUserModel, type MessagingUserDoc } from './users/user.model.js';

const service = 'messaging';
/** Collections whose documents have an outbox. */
const outboxCollections = ['texts', 'senders', 'emails', 'notifications'];

export interface MessagingOverrides {
  /** The bus that the services of one process share; closed by whoever made it. */
  bus?: Bus;
  clock?: Clock;
  log?: Logger;
}

export interface MessagingService extends Service {
  readonly log: Logger;
  /** What use cases work with; there once started. */
  readonly ctx: MessagingContext;
  /** Which sessions are over; asked of auth every second while anybody asks about them. */
  readonly sessions: Sessions;
}

function createModels(connection: Connection) {
  return {
    users: messagingUserModel(connection),
    settings: knownSettingsModel(connection),
    leadAccess: leadAccessModel(connection),
    texts: textModel(connection),
    clicks: clickModel(connection),
    leases: leaseModel(connection),
    conversations: conversationModel(connection),
    senders: senderModel(connection),
    emails: emailModel(connection),
    smsTemplates: smsTemplateModel(connection),
    emailTemplates: emailTemplateModel(connection),
    notifications: notificationModel(connection),
    accountFaultDocs: accountFaultModel(connection),
  };
}

/** The models whose indexes the store needs. */
export const indexedModels: IndexedModels = (connection) => Object.values(createModels(connection));

function createProjections(connection: Connection, models: ReturnType<typeof createModels>) {
  return {
    knownUsers: stateProjection<MessagingUserDoc>({
      connection,
      collection: models.users.collection.name,
      guards: ['version'],
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

/** Texts, e-mails, templates and notifications as one service. Nothing is opened before `start`. */
export function createMessagingService(
  config: MessagingConfig,
  overrides: MessagingOverrides = {},
): MessagingService {
  const log = overrides.log ?? createLogger({ service, level: config.logLevel });
  let running: { url: string; ctx: MessagingContext; sessions: Sessions } | undefined;
  const steps: ShutDownSteps = {};

  function started() {
    if (running === undefined) throw new Error('The messaging service is not started');
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
      log: areaLogger(log, 'messaging:jobs'),
    });
    steps.work = () => scheduler.stop();
    const models = createModels(connection);

    const bus = overrides.bus ?? (await createBus({ rabbitUrl: config.rabbitmqUrl, log }));
    if (overrides.bus === undefined) steps.bus = () => bus.close();
    const relay = startRelay({
      connection,
      collections: outboxCollections,
      bus,
      catalogue: [...events, ...commands],
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
      baseUrlOf: (other) =>
        ({ auth: config.authUrl, telephony: config.telephonyUrl })[String(other)] ?? config.leadsUrl,
      log,
      clock,
    });
    const verifier = createTokenVerifier({ keys: config.publicKeys, clock });
    const ctx: MessagingContext = {
      config,
      clock,
      log,
      ...models,
      ...createProjections(connection, models),
      carrier: textCarrier(createTwilioClient(config.carrier)),
      accountFaults: createAccountFaults(models.accountFaultDocs, { clock, log }),
      mailer: createMailer(config.mail, areaLogger(log, 'messaging:mail')),
      arrivals: createArrivals({ texts: models.texts, senders: models.senders, now: () => clock.now() }),
      intake: createDueWork(scheduler),
      dueWork: createDueWork(scheduler),
      services,
      relay,
    };
    await store.buildIndexes(Object.values(models));

    const sessions = createSessions({
      clock,
      log: areaLogger(log, 'messaging:sessions'),
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
    const settings = readSettings(ctx, { connection, subscribed: consumers.live });
    ctx.intake.start([takingInOf(ctx)]);
    ctx.dueWork.start([sending(ctx), asking(ctx), givingUp(ctx)]);
    startErrands({ services, scheduler, clock, desk: messagingDesk(ctx) });
    work.push(users, settings);

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
      accountFaults: ctx.accountFaults.standing,
    });
    const server = createHttpServer({ service, log, metrics, clock, tracer, goesOnTraces: true });
    steps.http = () => server.close();
    const identity = createIdentity({ service, verifier, sessions, serviceKey: config.serviceKey, clock });
    mountHealth(server.router, health, metrics);
    mountAll(server.router, { identity, log, answers: config.answers }, [
      ...messagingRoutes(ctx),
      ...watching,
    ]);
    mountHooks(
      server.router,
      { authTokens: config.carrier.authTokens, publicBaseUrl: config.publicBaseUrl, log },
      textHooks(ctx),
    );
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
