import { startErrands } from '@crm/domain/privacy/errands.js';
import { readAllUsers } from '@crm/domain/users/read-all-users.js';
import {
  createService,
  type RunningService,
  type ServiceOverrides,
} from '@crm/platform/service/create-service.js';
import { createDueWork } from '@crm/platform/jobs/due-work.js';
import { joinedWrites } from '@crm/platform/mongo/joined-writes.js';
import { projectionOf } from '@crm/platform/projections/state-projection.js';
import type { StatsConfig } from './config.js';
import { statsConsumers } from './consumers.js';
import type { StatsContext } from './context.js';
import { figureSets } from './leads/figure-sets.js';
import type { LeadNews } from './leads/lead-facts.rules.js';
import { takeInNews } from './leads/take-in.js';
import { createModels } from './models.js';
import { statsDesk } from './privacy/stats-desk.js';
import { keepSets } from './rebuild/set-keeper.js';
import { statsRoutes } from './routes.js';
import { keepUsers } from './users/keep-users.js';

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
        sets,
        figuresWork: createDueWork(scheduler),
        takeIn: joinedWrites<LeadNews>((news) => takeInNews(sets, news)),
      };
    },
    alsoIndexed: async ({ sets }) => [sets.model((await sets.state()).shown)],
    consumers: statsConsumers,
    projections: (ctx, started) => ({
      users: readAllUsers(ctx, { ...started, keep: (users) => keepUsers(ctx, users) }),
      figures: keepSets(ctx, started),
    }),
    workers: () => ({}),
    jobs: (ctx, scheduler) => {
      startErrands({ ...ctx, scheduler, desk: statsDesk(ctx) });
    },
    routes: statsRoutes,
  });
}
