import type { AuthContext } from '../context.js';
import { lastingSince } from './presence.rules.js';

/** Users of whose presence anything is on: those the watch looks at. */
export const presentUsers = { present: true } as const;

/** Whether a user has a socket on any gateway that is not gone. */
export async function hasSocket({ models, clock }: AuthContext, userId: string): Promise<boolean> {
  const found = await models.gateways.exists({
    reportedAt: { $gte: lastingSince(clock.now()) },
    users: userId,
  });
  return found !== null;
}

/** The users with a socket on any gateway that is not gone. */
export async function usersWithSocket({ models, clock }: AuthContext): Promise<ReadonlySet<string>> {
  const gateways = await models.gateways
    .find({ reportedAt: { $gte: lastingSince(clock.now()) } }, { users: 1 })
    .lean();
  return new Set(gateways.flatMap(({ users }) => users));
}
