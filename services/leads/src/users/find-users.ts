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
export async function emailOfUser(
  { usersAtHand }: Pick<LeadsContext, 'usersAtHand'>,
  id: Types.ObjectId,
): Promise<string | null> {
  return (await usersAtHand.of([id])).get(id.toHexString())?.email ?? null;
}

/** A user as somebody who acts, by what leads knows of them. */
export function actorOfUser({ _id, role_id, subroles, fullname }: LeadUserDoc): Actor {
  return { id: _id.toHexString(), role: role_id, subroles, fullname };
}
