import type { AuthContext } from '../context.js';
import type { StoredGateway } from './gateway.model.js';
import { goneAt, lastingSince } from './presence.rules.js';

/** Users of whose presence anything is on: those the watch looks at. */
export const presentUsers = { present: true } as const;

/** Gateways that are not gone and have a socket of this user. */
export const withSocketOf = (userId: string, now: Date) => ({
  reportedAt: { $gte: lastingSince(now) },
  users: userId,
});

/** Whether a user has a socket on any gateway that is not gone. */
export async function hasSocket({ models, clock }: AuthContext, userId: string): Promise<boolean> {
  return (await models.gateways.exists(withSocketOf(userId, clock.now()))) !== null;
}

/** Those of the users who are switched on, in no call, and not online all the same: they were before their socket was known. */
export async function usersToBringOnline(
  { models }: AuthContext,
  connected: ReadonlySet<string>,
): Promise<string[]> {
  const waiting = await models.users
    .find({ ...presentUsers, active: 1, in_call: 0, online: 0 }, { _id: 1 })
    .lean();
  return waiting.map(({ _id }) => _id.toHexString()).filter((id) => connected.has(id));
}

/**
 * The users with a socket on any gateway that is not gone, and when others had their last one, where it is not long ago;
 * `hasGone` where there is a gateway that is gone, `nextGoneAt` when the next one would be if it fell silent now.
 */
export async function usersWithSocket({ models, clock }: AuthContext): Promise<{
  alive: ReadonlySet<string>;
  leftAt: ReadonlyMap<string, number>;
  hasGone: boolean;
  nextGoneAt: Date | undefined;
}> {
  const since = lastingSince(clock.now());
  const all = await models.gateways
    .find()
    .lean<(Pick<StoredGateway, 'users' | 'reportedAt'> & Partial<StoredGateway>)[]>();
  const gateways = all.filter(({ reportedAt }) => reportedAt >= since);
  const leftAt = new Map<string, number>();
  for (const { user, at } of gateways.flatMap(({ left = [] }) => left))
    leftAt.set(user, Math.max(at.getTime(), leftAt.get(user) ?? 0));
  const reports = gateways
    .filter(({ users }) => users.length > 0)
    .map(({ reportedAt }) => reportedAt.getTime());
  return {
    alive: new Set(gateways.flatMap(({ users }) => users)),
    leftAt,
    hasGone: gateways.length < all.length,
    nextGoneAt: reports.length === 0 ? undefined : goneAt(new Date(Math.min(...reports))),
  };
}
