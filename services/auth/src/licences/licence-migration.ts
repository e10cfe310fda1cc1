import { roles } from '@crm/contracts/codes/roles.js';
import { inBatches, type Migration, type Stored } from '@crm/platform/migrations/migration.js';
import { rawCollection } from '@crm/platform/mongo/raw-collection.js';
import { changeUser, type UserStore } from '../user/change-user.js';
import { licenceChange, licencesOf } from './change-licences.js';

/** Gives the agents of before there were licences one to be checked for each of their states and lines. */
export const licenceMigration = (ctx: () => UserStore): Migration => ({
  id: 'users-licences',
  collection: 'users',
  version: 1,
  runs: 'before',
  next: inBatches({
    collection: () => rawCollection<Stored>(ctx().models.users.db, 'users'),
    projection: { role_id: 1, licences: 1 },
    change: async (users) => {
      const waiting = users.filter(
        (user) => user['role_id'] === roles.agent && user['licences'] === undefined,
      );
      for (const { _id } of waiting) {
        await changeUser(ctx(), 'system', String(_id), (user) =>
          user.licences === undefined
            ? licenceChange(user, licencesOf(user, ctx().clock.now()), 'system')
            : undefined,
        );
      }
    },
  }),
});
