import { readSettings } from '@crm/domain/settings/save-settings.js';
import { readAllUsers } from '@crm/domain/users/read-all-users.js';
import { withTeam } from '@crm/domain/users/with-team.js';
import {
  createService,
  type RunningService,
  type ServiceOverrides,
} from '@crm/platform/service/create-service.js';
import { createRecentIds } from '@crm/platform/deliveries/recent-ids.js';
import { indexedDataKeys } from '@crm/platform/encryption/rewrap-keys.js';
import { sealStore } from '@crm/platform/encryption/seal-store.js';
import { createDueJobs } from '@crm/platform/jobs/due-jobs.js';
import { fileStore } from '@crm/platform/mongo/file-store.js';
import { joinedInserts } from '@crm/platform/mongo/joined-inserts.js';
import { projectionOf } from '@crm/platform/projections/state-projection.js';
import type { LeadsConfig } from './config.js';
import { certificateJobs } from './consent/claim-certificates.js';
import { leadsConsumers } from './consumers.js';
import type { LeadsContext } from './context.js';
import { buildDays } from './day/build-days.js';
import { saveUsersAndNames } from './assignment/rename-agent.js';
import { startHoldSweep } from './holds/sweep-worker.js';
import { expireRefusedRows } from './privacy/expire-refused-rows.js';
import { createRowCounter, watchImports } from './imports/import-metrics.js';
import { startImportWorker } from './imports/import-worker.js';
import { createKeyedQueues } from '@crm/platform/bus/keyed-queue.js';
import { createImportsContext, type ImportsContext } from './imports/imports-context.js';
import { createGiveWay } from './editing/give-way.js';
import { createLeadsClient } from './imports/leads-client.js';
import type { LeadDoc } from './lead/lead.model.js';
import { leadsMigrations } from './migrations.js';
import { createModels, outboxCollections } from './models.js';
import type { ContactAttemptsDoc, ContactDecisionDoc } from './permission/contact.model.js';
import { seedContactRules } from './permission/contact-rules.js';
import { createLicencesAtHand } from './users/licences-at-hand.js';
import { createUsersAtHand } from './users/users-at-hand.js';
import { retentionJob } from './privacy/retention-job.js';
import { suppressionJobs } from './suppression-lists/suppression-jobs.js';
import { ownTasks } from './privacy/tasks.js';
import { leadsDesk } from './privacy/own-desk.js';
import { createEndedCounter } from './retention/retention-metrics.js';
import { createCarrierNames } from './reference/carrier-names.js';
import { carriersJob } from './carriers/carriers-worker.js';
import { prepareReferenceLists } from './reference/reference-lists.js';
import { leadsRoutes } from './routes.js';
import { sealedCollections } from './sealing/sealed-collections.js';

/** Gateways renew the holds of thousands of sockets in one call, and leads are taken over by the hundred. */
const bodyLimit = 8 * 1024 * 1024;

interface WholeContext extends LeadsContext {
  imports: ImportsContext;
}
export type LeadsService = RunningService<WholeContext>;

/** Leads, their lists, holds, work and imports as one service. */
export function createLeadsService(config: LeadsConfig, overrides: ServiceOverrides = {}): LeadsService {
  return createService({
    name: 'leads',
    config,
    overrides,
    jobsEveryMs: config.holdSweepMs,
    readingLimits: config.readingLimits,
    others: {
      auth: config.authUrl,
      telephony: config.telephonyUrl,
      messaging: config.messagingUrl,
      followups: config.followupsUrl,
    },
    publicKeys: config.publicKeys,
    models: createModels,
    outbox: outboxCollections,
    context: ({ announce, clock, connection, log, metrics, models, scheduler, services }): WholeContext => {
      const usersAtHand = createUsersAtHand(models.users);
      const dataKeys = sealStore(connection, config.kms, sealedCollections);
      const ctx: LeadsContext = {
        ...{ config, clock, log, services, announce, dataKeys },
        ...models,
        carrierNames: createCarrierNames(models.referenceLists),
        usersAtHand,
        licencesAtHand: createLicencesAtHand(usersAtHand),
        suppressionFiles: fileStore(connection, 'suppressionfiles'),
        suppressionWork: createDueJobs(scheduler),
        attemptTurns: createKeyedQueues(),
        saveDecisions: joinedInserts<ContactDecisionDoc>(models.contactDecisions),
        countedAttempts: createRecentIds(),
        leadCollection: connection.collection<LeadDoc>(models.leads.collection.name),
        attemptCollection: connection.collection<ContactAttemptsDoc>(models.contactAttempts.collection.name),
        knownUsers: projectionOf(models.users, ['version', 'presenceVersion']),
        knownSettings: projectionOf(models.settings),
        privacyWork: createDueJobs(scheduler),
        countEnded: createEndedCounter(metrics),
        giveWay: createGiveWay(() => metrics.answered()),
        certificateWork: createDueJobs(scheduler),
        carriersWork: createDueJobs(scheduler),
      };
      const imports = createImportsContext(connection, {
        leads: createLeadsClient(ctx),
        dataKeys,
        clock,
        log,
        maxBytes: config.importMaxBytes,
        countRows: createRowCounter(metrics),
      });
      return { ...ctx, imports };
    },
    alsoIndexed: async ({ imports }) => [imports.imports, imports.refusedRows, indexedDataKeys],
    migrations: (ctx) => leadsMigrations(() => ({ connection: ctx().leads.db, keys: ctx().dataKeys })),
    prepare: async (ctx, metrics) => {
      watchImports(metrics, ctx.imports.imports);
      await seedContactRules(ctx);
      await prepareReferenceLists(ctx);
      await ctx.carrierNames.refresh();
    },
    actorOf: (ctx, actor) => withTeam(ctx.users, actor),
    consumers: leadsConsumers,
    projections: (ctx, started) => ({
      users: readAllUsers(ctx, { ...started, keep: (page) => saveUsersAndNames(ctx, page) }),
      days: buildDays(ctx, started),
    }),
    workers: (ctx, started) => ({
      settings: readSettings(ctx, started),
      imports: startImportWorker(ctx.imports, started.scheduler),
    }),
    jobs: (ctx, scheduler) => {
      ctx.privacyWork.start([
        ownTasks(ctx, leadsDesk({ ctx, imports: ctx.imports })),
        retentionJob(ctx),
        expireRefusedRows(ctx),
      ]);
      startHoldSweep(ctx, scheduler);
      ctx.certificateWork.start(certificateJobs(ctx));
      ctx.carriersWork.start([carriersJob(ctx)]);
      ctx.suppressionWork.start(suppressionJobs(ctx));
    },
    routes: (ctx, { imports }) => leadsRoutes(ctx, { ctx: ctx.imports, worker: imports }),
    http: { bodyLimit, trustProxy: config.trustProxy },
  });
}
