import { commands } from '@crm/contracts/bus/commands.js';
import { events } from '@crm/contracts/bus/events.js';
import { createAccountFaults } from '@crm/domain/carrier/account-faults.js';
import { mountHooks } from '@crm/domain/carrier/hook-routes.js';
import { createTwilioClient } from '@crm/domain/carrier/twilio-client.js';
import { startTasks } from '@crm/domain/privacy/tasks.js';
import { readSettings } from '@crm/domain/settings/save-settings.js';
import { readAllUsers } from '@crm/domain/users/read-all-users.js';
import { withTeam } from '@crm/domain/users/with-team.js';
import {
  createService,
  type RunningService,
  type ServiceOverrides,
} from '@crm/platform/service/create-service.js';
import { indexedDataKeys } from '@crm/platform/encryption/rewrap-keys.js';
import { sealStore } from '@crm/platform/encryption/seal-store.js';
import { createDueJobs } from '@crm/platform/jobs/due-jobs.js';
import { personFiles } from '@crm/domain/media/person-files.js';
import { areaLogger } from '@crm/platform/log/logger.js';
import { projectionOf } from '@crm/platform/projections/state-projection.js';
import type { MessagingConfig } from './config.js';
import { messagingConsumers } from './consumers.js';
import type { MessagingContext } from './context.js';
import { mountCarrierLinks } from './files/carrier-links.js';
import { purgingUploads } from './files/upload-file.js';
import { fetchingFiles } from './files/fetch-files.js';
import { textFilesBucket } from './files/text-files-bucket.js';
import { filesCarrier } from './files/files-carrier.js';
import { createMailer } from './mail/mailer.js';
import { givingUp } from './mail/send-email.js';
import { messagingMigrations } from './migrations.js';
import { createModels, outboxCollections } from './models.js';
import { messagingDesk } from './privacy/messaging-desk.js';
import { messagingRoutes } from './routes.js';
import { sealedMessages } from './sealing/sealed-messages.js';
import { createLastWritten } from '@crm/platform/outbox/last-written.js';
import { isOver } from './text/reduce-text.rules.js';
import type { TextDoc } from './text/text.model.js';
import { createArrivals } from './texts/arrivals.js';
import { asking } from './texts/ask-carrier.js';
import { textCarrier } from './texts/carrier.js';
import { sendingOwn } from './texts/send-own-texts.js';
import { sending } from './texts/send-next-text.js';
import { takingInOf } from './texts/ingest-texts.js';
import { textHooks } from './texts/texts.hooks.js';
import { saveUsers } from './users/save-users.js';
import { delivering } from './webhooks/deliver.js';
import { activeWebhooks } from './webhooks/queue-deliveries.js';

/** How many texts have their files fetched at once. */
const filesAtOnce = 3;
/** How many events are sent to webhooks at once. */
const webhooksAtOnce = 8;

export type MessagingService = RunningService<MessagingContext>;

/** Texts, e-mails, templates and notifications as one service. */
export function createMessagingService(
  config: MessagingConfig,
  overrides: ServiceOverrides = {},
): MessagingService {
  const client = createTwilioClient(config.carrier);
  return createService({
    name: 'messaging',
    config,
    overrides,
    others: { auth: config.authUrl, leads: config.leadsUrl, telephony: config.telephonyUrl },
    publicKeys: config.publicKeys,
    models: createModels,
    outbox: outboxCollections,
    published: [...events, ...commands],
    context: ({ clock, log, models, connection, scheduler, services }): MessagingContext => {
      const dataKeys = sealStore(connection, config.kms, sealedMessages);
      return {
        ...{ config, clock, log, services, dataKeys },
        ...models,
        knownUsers: projectionOf(models.users),
        knownSettings: projectionOf(models.settings),
        knownLeads: projectionOf(models.leadAccess),
        carrier: textCarrier(client, config.carrier),
        filesAtCarrier: filesCarrier(client, config.carrier),
        files: personFiles(connection, textFilesBucket, dataKeys),
        accountFaults: createAccountFaults(models.accountFaultDocs, { clock, log }),
        mailer: createMailer(config.mail, areaLogger(log, 'messaging:mail')),
        lastWritten: createLastWritten<TextDoc>(isOver),
        arrivals: createArrivals({ texts: models.texts, senders: models.senders, now: () => clock.now() }),
        activeWebhooks: activeWebhooks(models.webhooks),
        webhooksAtWork: new Map(),
        intake: createDueJobs(scheduler),
        ownTexts: [],
        sendingOwn: createDueJobs(scheduler),
        outgoing: createDueJobs(scheduler),
        filesDue: createDueJobs(scheduler),
        webhooksDue: createDueJobs(scheduler),
        dueJobs: createDueJobs(scheduler),
      };
    },
    alsoIndexed: async () => [indexedDataKeys],
    migrations: (ctx) => messagingMigrations(() => ({ connection: ctx().texts.db, keys: ctx().dataKeys })),
    actorOf: (ctx, actor) => withTeam(ctx.users, actor),
    consumers: messagingConsumers,
    projections: (ctx, started) => ({
      users: readAllUsers(ctx, { ...started, keep: (page) => saveUsers(ctx, page) }),
    }),
    workers: (ctx, started) => ({ settings: readSettings(ctx, started) }),
    jobs: (ctx, scheduler) => {
      ctx.intake.start([takingInOf(ctx)]);
      ctx.sendingOwn.start([sendingOwn(ctx)]);
      ctx.outgoing.start([sending(ctx)]);
      ctx.filesDue.start(Array.from({ length: filesAtOnce }, () => fetchingFiles(ctx)));
      ctx.webhooksDue.start(Array.from({ length: webhooksAtOnce }, () => delivering(ctx)));
      ctx.dueJobs.start([asking(ctx), givingUp(ctx), purgingUploads(ctx)]);
      startTasks({ ...ctx, scheduler, desk: messagingDesk(ctx) });
    },
    routes: messagingRoutes,
    mount: (router, ctx) => {
      const { publicBaseUrl, carrier } = config;
      mountCarrierLinks(router, ctx);
      mountHooks(router, { authTokens: carrier.authTokens, publicBaseUrl, log: ctx.log }, textHooks(ctx));
    },
    accountFaults: (ctx) => ctx.accountFaults.standing,
  });
}
