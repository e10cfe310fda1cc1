import { readSettings } from '@crm/domain/settings/save-settings.js';
import { readAllUsers } from '@crm/domain/users/read-all-users.js';
import {
  createService,
  type RunningService,
  type ServiceOverrides,
} from '@crm/platform/service/create-service.js';
import { createDueJobs } from '@crm/platform/jobs/due-jobs.js';
import { projectionOf } from '@crm/platform/projections/state-projection.js';
import type { LeadsConfig } from './config.js';
import { leadsConsumers } from './consumers.js';
import type { LeadsContext } from './context.js';
import { saveUsersAndNames } from './assignment/rename-agent.js';
import { startHoldSweep } from './holds/sweep-worker.js';
import { createRowCounter, watchImports } from './imports/import-metrics.js';
import { startImportWorker } from './imports/import-worker.js';
import { createKeyedQueues } from '@crm/platform/bus/keyed-queue.js';
import { createImportsContext, type ImportsContext } from './imports/imports-context.js';
import { createLeadsClient } from './imports/leads-client.js';
import type { LeadDoc } from './lead/lead.model.js';
import { createModels, outboxCollections } from './models.js';
import { seedContactRules } from './permission/contact-rules.js';
import { createRulesAtHand } from './permission/rules-at-hand.js';
import { ownTasks } from './privacy/tasks.js';
import { leadsDesk } from './privacy/own-desk.js';
import { createCarrierNames } from './reference/carrier-names.js';
import { carriersJob } from './carriers/carriers-worker.js';
import { prepareReferenceLists } from './reference/reference-lists.js';
import { leadsRoutes } from './routes.js';

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
    others: { auth: config.authUrl, telephony: config.telephonyUrl, messaging: config.messagingUrl },
    publicKeys: config.publicKeys,
    models: createModels,
    outbox: outboxCollections,
    context: ({ announce, clock, connection, log, metrics, models, scheduler, services }): WholeContext => {
      const ctx: LeadsContext = {
        ...{ config, clock, log, services, announce },
        ...models,
        carrierNames: createCarrierNames(models.referenceLists),
        rulesAtHand: createRulesAtHand(models.contactRules),
        attemptTurns: createKeyedQueues(),
        leadCollection: connection.collection<LeadDoc>(models.leads.collection.name),
        knownUsers: projectionOf(models.users, ['version', 'presenceVersion']),
        knownSettings: projectionOf(models.settings),
        privacyWork: createDueJobs(scheduler),
        carriersWork: createDueJobs(scheduler),
      };
      const imports = createImportsContext(connection, {
        leads: createLeadsClient(ctx),
        clock,
        log,
        maxBytes: config.importMaxBytes,
        countRows: createRowCounter(metrics),
      });
      return { ...ctx, imports };
    },
    alsoIndexed: async ({ imports }) => [imports.imports, imports.refusedRows],
    prepare: async (ctx, metrics) => {
      watchImports(metrics, ctx.imports.imports);
      await seedContactRules(ctx);
      await prepareReferenceLists(ctx);
      await ctx.carrierNames.refresh();
    },
    consumers: leadsConsumers,
    projections: (ctx, started) => ({
      users: readAllUsers(ctx, { ...started, keep: (page) => saveUsersAndNames(ctx, page) }),
    }),
    workers: (ctx, started) => ({
      settings: readSettings(ctx, started),
      imports: startImportWorker(ctx.imports, started.scheduler),
    }),
    jobs: (ctx, scheduler) => {
      ctx.privacyWork.start([ownTasks(ctx, leadsDesk({ ctx, imports: ctx.imports }))]);
      startHoldSweep(ctx, scheduler);
      ctx.carriersWork.start([carriersJob(ctx)]);
    },
    routes: (ctx, { imports }) => leadsRoutes(ctx, { ctx: ctx.imports, worker: imports }),
    http: { bodyLimit },
  });
}
