import { Types } from 'mongoose';
import type { Actor } from '@crm/contracts/access.js';
import type { LeadsContext } from '../context.js';
import type { LeadUserDoc } from './user.model.js';

type Users = Pick<LeadsContext, 'users'>;

/** A user as leads knows it, or undefined. */
export async function findUser(ctx: Users, id: string | Types.ObjectId): Promise<LeadUserDoc | undefined> {
  const user = await ctx.users.findOne({ _id: new Types.ObjectId(id) }).lean<LeadUserDoc>();
  return user ?? undefined;
}

/** The e-mail of a user; null for one that is not known here yet. */
export async function emailOfUser(ctx: Users, id: Types.ObjectId): Promise<string | null> {
  return (await emailsOfUsers(ctx, [id])).get(id.toHexString()) ?? null;
}

/** The e-mails of some users by id. */
export async function emailsOfUsers(
  ctx: Users,
  ids: readonly Types.ObjectId[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const each = [...new Map(ids.map((id) => [id.toHexString(), id])).values()];
  const users = await ctx.users
    .find({ _id: { $in: each } })
    .select({ email: 1 })
    .lean();
  return new Map(users.map(({ _id, email }) => [_id.toHexString(), email]));
}

/** A user as somebody who acts, by what leads knows of them. */
export function actorOfUser({ _id, role_id, subroles, fullname }: LeadUserDoc): Actor {
  return { id: _id.toHexString(), role: role_id, subroles, fullname };
}
