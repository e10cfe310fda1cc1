import type { AuthContext } from '../context.js';
import type { StoredGateway } from './gateway.model.js';
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

/**
 * The users with a socket on any gateway that is not gone, and when others had their last one, where it is not long ago;
 * `hasGone` where there is a gateway that is gone.
 */
export async function usersWithSocket({ models, clock }: AuthContext): Promise<{
  alive: ReadonlySet<string>;
  leftAt: ReadonlyMap<string, number>;
  hasGone: boolean;
}> {
  const since = lastingSince(clock.now());
  const all = await models.gateways
    .find()
    .lean<(Pick<StoredGateway, 'users' | 'reportedAt'> & Partial<StoredGateway>)[]>();
  const gateways = all.filter(({ reportedAt }) => reportedAt >= since);
  const leftAt = new Map<string, number>();
  for (const { user, at } of gateways.flatMap(({ left = [] }) => left))
    leftAt.set(user, Math.max(at.getTime(), leftAt.get(user) ?? 0));
  const hasGone = gateways.length < all.length;
  return { alive: new Set(gateways.flatMap(({ users }) => users)), leftAt, hasGone };
}
