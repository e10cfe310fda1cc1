import { startTasks } from '@crm/domain/privacy/tasks.js';
import { readAllUsers } from '@crm/domain/users/read-all-users.js';
import { withTeam } from '@crm/domain/users/with-team.js';
import {
  createService,
  type RunningService,
  type ServiceOverrides,
} from '@crm/platform/service/create-service.js';
import { createDueJobs } from '@crm/platform/jobs/due-jobs.js';
import { joinedWrites } from '@crm/platform/mongo/joined-writes.js';
import { projectionOf } from '@crm/platform/projections/state-projection.js';
import type { StatsConfig } from './config.js';
import { statsConsumers } from './consumers.js';
import type { StatsContext } from './context.js';
import { figureSets } from './sets/figure-sets.js';
import type { LeadNews } from './leads/lead-updates.rules.js';
import { countOnce } from './states/count-once.js';
import { ingestNews } from './sets/ingest.js';
import { createModels } from './models.js';
import { statsDesk } from './privacy/stats-desk.js';
import { scheduleSets } from './rebuild/set-keeper.js';
import { statsRoutes } from './routes.js';
import { saveUsers } from './users/save-users.js';

export type StatsService = RunningService<StatsContext>;

/** Statistic and deals as one service. */
export function createStatsService(config: StatsConfig, overrides: ServiceOverrides = {}): StatsService {
  return createService({
    name: 'stats',
    config,
    overrides,
    others: { auth: config.authUrl, leads: config.leadsUrl },
    publicKeys: config.publicKeys,
    models: createModels,
    context: async ({ clock, connection, log, models, scheduler, services }): Promise<StatsContext> => {
      const sets = figureSets(connection);
      await sets.renew();
      return {
        ...{ config, clock, log, services },
        ...models,
        knownUsers: projectionOf(models.users),
        knownCallQualities: projectionOf(models.callQualities),
        countInAgentDays: countOnce(models.agentDays),
        countInCallDays: countOnce(models.callDays),
        sets,
        figuresWork: createDueJobs(scheduler),
        ingest: joinedWrites<LeadNews>((news) => ingestNews(sets, news)),
      };
    },
    alsoIndexed: async ({ sets }) => [sets.model((await sets.state()).shown)],
    actorOf: (ctx, actor) => withTeam(ctx.users, actor),
    consumers: statsConsumers,
    projections: (ctx, started) => ({
      users: readAllUsers(ctx, { ...started, keep: (users) => saveUsers(ctx, users) }),
      figures: scheduleSets(ctx, started),
    }),
    workers: () => ({}),
    jobs: (ctx, scheduler) => {
      startTasks({ ...ctx, scheduler, desk: statsDesk(ctx) });
    },
    routes: statsRoutes,
  });
}
