import type { Types } from 'mongoose';
import { withTeam } from '@crm/domain/users/with-team.js';
import type { LeadsContext } from '../context.js';
import { actorOfUser } from '../users/find-users.js';
import type { LeadDoc } from './lead.model.js';
import { mayWork } from './lead.policy.js';

/** Whether these users may work leads that were read: the store is asked once for all of them. */
export async function usersWhoMayWork(ctx: Pick<LeadsContext, 'users'>, ids: readonly Types.ObjectId[]) {
  const users = await ctx.users.find({ _id: { $in: [...ids] } }).lean();
  const actors = await Promise.all(users.map((user) => withTeam(ctx.users, actorOfUser(user))));
  const byId = new Map(actors.map((actor) => [actor.id, actor]));
  return (
    userId: Types.ObjectId,
    lead: Pick<LeadDoc, 'type_id' | 'user_id'> | undefined,
    bound = false,
  ): boolean => {
    const actor = byId.get(userId.toHexString());
    return actor !== undefined && lead !== undefined && (bound || mayWork(actor, lead));
  };
}
