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

/** A user as somebody who acts, mostly without asking the store. What they may is asked of the store (`findUser`). */
export async function actorAtHand(
  { usersAtHand }: Pick<LeadsContext, 'usersAtHand'>,
  id: string,
): Promise<Actor | undefined> {
  const user = (await usersAtHand.of([id])).get(id);
  return user && actorOfUser(user);
}

interface OfAgent {
  user_id: Types.ObjectId | null;
}

/** The e-mails of the agents of some leads, by lead; null where a lead has none, or it is not known here yet. */
export async function agentEmailsOf(
  { usersAtHand }: Pick<LeadsContext, 'usersAtHand'>,
  leads: readonly OfAgent[],
): Promise<(lead: OfAgent) => string | null> {
  const agents = await usersAtHand.of(leads.flatMap(({ user_id }) => user_id ?? []));
  return ({ user_id }) => agents.get(user_id?.toHexString() ?? '')?.email ?? null;
}

/** A user as somebody who acts, by what leads knows of them. */
export function actorOfUser({
  _id,
  role_id,
  subroles,
  fullname,
}: Pick<LeadUserDoc, '_id' | 'role_id' | 'subroles' | 'fullname'>): Actor {
  return { id: _id.toHexString(), role: role_id, subroles, fullname };
}
