import type { Types } from 'mongoose';
import { alive } from '@crm/platform/outbox/outbox-fields.js';
import type { LeadsContext } from '../context.js';
import { actorOfUser } from '../users/find-users.js';
import { mayWork } from './lead.policy.js';

/** A user and a lead that they hold or work. */
interface Pair {
  user: Types.ObjectId;
  lead: Types.ObjectId;
}

/** Whether a user may work a lead, asked of the store once for all of them. */
export async function whoMayWork(ctx: LeadsContext, pairs: readonly Pair[]) {
  const [users, leads] = await Promise.all([
    ctx.users.find({ _id: { $in: pairs.map(({ user }) => user) } }).lean(),
    ctx.leads
      .find(alive({ _id: { $in: pairs.map(({ lead }) => lead) } }))
      .select({ type_id: 1, user_id: 1 })
      .lean(),
  ]);
  const userById = new Map(users.map((user) => [user._id.toHexString(), user]));
  const leadById = new Map(leads.map((lead) => [lead._id.toHexString(), lead]));
  return (userId: Types.ObjectId, leadId: Types.ObjectId, bound = false): boolean => {
    const user = userById.get(userId.toHexString());
    const lead = leadById.get(leadId.toHexString());
    return user !== undefined && lead !== undefined && (bound || mayWork(actorOfUser(user), lead));
  };
}
