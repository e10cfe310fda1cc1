import { roles } from '@crm/contracts/codes/roles.js';
import type { AuthContext } from '../context.js';
import { changeUser } from '../user/change-user.js';
import type { StoredUser } from '../user/user.model.js';
import { licenceChange, licencesOf } from './change-licences.js';

/**
 * Gives the agents of before there were licences one to be checked for each of their states and lines. Each account is
 * migrated once: its days count from that start.
 */
export async function migrateLicences(ctx: AuthContext): Promise<void> {
  const waiting = await ctx.models.users
    .find({ role_id: roles.agent, licences: { $exists: false } }, { _id: 1 })
    .lean<Pick<StoredUser, '_id'>[]>();
  for (const { _id } of waiting) {
    await changeUser(ctx, 'system', _id.toHexString(), (user) => {
      if (user.licences !== undefined) return undefined;
      return licenceChange(user, licencesOf(user, ctx.clock.now()), 'system');
    });
  }
}
