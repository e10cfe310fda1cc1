import type { Migration } from '@crm/platform/migrations/migration.js';
import type { StoreMigrations } from '@crm/platform/service/build-indexes.js';
import { licenceMigration } from './licences/licence-migration.js';
import { createModels } from './models.js';
import type { UserStore } from './user/change-user.js';

/** What the service's releases changed of what it stores, the oldest first. */
export const authMigrations = (ctx: () => UserStore): Migration[] => [licenceMigration(ctx)];

/** The same before a roll-out. No session ends by them. */
export const storeMigrations: StoreMigrations = (connection, clock) => {
  const models = createModels(connection);
  const store: UserStore = { models, clock, sessions: { sessionsEnded: () => undefined } };
  return authMigrations(() => store);
};
