import { startTasks } from '@crm/domain/privacy/tasks.js';
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
import { projectionOf } from '@crm/platform/projections/state-projection.js';
import type { FollowupsConfig } from './config.js';
import { followupsConsumers } from './consumers.js';
import type { FollowupsContext } from './context.js';
import { followupRoutes } from './followups/followups.routes.js';
import { dueNotifications } from './followups/notify-due.js';
import { followupsMigrations } from './migrations.js';
import { createModels, outboxCollections } from './models.js';
import { followupsDesk } from './privacy/followups-desk.js';
import { sealedFollowups } from './sealing/sealed-followups.js';
import { saveUsers } from './users/owners.js';

export type FollowupsService = RunningService<FollowupsContext>;

/** Follow-ups and what falls due as one service. */
export function createFollowupsService(
  config: FollowupsConfig,
  overrides: ServiceOverrides = {},
): FollowupsService {
  return createService({
    name: 'followups',
    config,
    overrides,
    others: { auth: config.authUrl, leads: config.leadsUrl },
    publicKeys: config.publicKeys,
    models: createModels,
    outbox: outboxCollections,
    context: ({ clock, connection, log, models, services, scheduler }): FollowupsContext => ({
      ...{ config, clock, log, services },
      ...models,
      dataKeys: sealStore(connection, config.kms, [sealedFollowups]),
      knownUsers: projectionOf(models.users),
      knownLeads: projectionOf(models.leadAccess),
      dueJobs: createDueJobs(scheduler),
    }),
    alsoIndexed: async () => [indexedDataKeys],
    migrations: (ctx) =>
      followupsMigrations(() => ({ connection: ctx().followups.db, keys: ctx().dataKeys })),
    actorOf: (ctx, actor) => withTeam(ctx.users, actor),
    consumers: followupsConsumers,
    projections: (ctx, started) => ({
      users: readAllUsers(ctx, { ...started, keep: (page) => saveUsers(ctx, page) }),
    }),
    workers: () => ({}),
    jobs: (ctx, scheduler) => {
      ctx.dueJobs.start([dueNotifications(ctx)]);
      startTasks({ ...ctx, scheduler, desk: followupsDesk(ctx) });
    },
    routes: followupRoutes,
  });
}
