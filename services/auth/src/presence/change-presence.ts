import type { Actor } from '@crm/contracts/access.js';
import { agentRoles } from '@crm/contracts/codes/roles.js';
import type { AuthContext } from '../context.js';
import { changeUser, type UserChange } from '../user/change-user.js';
import { presenceChangedEvent } from '../user/user.events.js';
import type { Presence, StoredUser } from '../user/user.model.js';
import { presenceMayHaveEnded } from './presence-memory.js';
import { countsAsOnlineAgent, nextPresence, type PresenceChange } from './presence.rules.js';
import { hasSocket } from './sockets.js';

const presenceFields = ['active', 'online', 'in_call', 'AD_Status', 'away_reason'] as const;

/** How many agents are online: agents and team leads, online, not banned (architecture: Identifiers, time, presence). */
export async function countOnlineAgents(ctx: Pick<AuthContext, 'models'>): Promise<number> {
  return ctx.models.users.countDocuments({ online: 1, role_id: { $in: agentRoles }, banned: 0 });
}

/** What else a presence change writes and publishes; `skip` if the change arrives too late. */
export type BesidePresence = (
  user: StoredUser,
) => 'skip' | Partial<Pick<UserChange, 'set' | 'unset' | 'eventsOf'>>;

/**
 * Changes a user's presence and publishes it with the resulting agent count. Publishes nothing if presence is
 * unchanged, and writes nothing if there is nothing `beside` it either.
 */
export async function changePresence(
  ctx: AuthContext,
  actor: Actor | 'system',
  id: string,
  change: PresenceChange,
  beside?: BesidePresence,
): Promise<StoredUser> {
  return ctx.presenceTurn(async () => {
    const socketAlive = change === 'arrived' || (change !== 'gone' && (await hasSocket(ctx, id)));
    const agents = await countOnlineAgents(ctx);
    const saved = await changeUser(ctx, actor, id, (user) => {
      const presence = nextPresence(presenceOf(user), change, socketAlive);
      const changed = changedFields(user, presence);
      const also = beside?.(user);
      if (also === 'skip') return undefined;
      const { set: alsoSet = {}, unset = [], eventsOf: alsoTell = () => [] } = also ?? {};
      if (changed.length === 0) {
        return also === undefined ? undefined : { set: alsoSet, unset, eventsOf: alsoTell };
      }
      const { set, eventsOf } = presenceChange(user, { ...user, ...presence }, agents);
      return {
        set: { ...set, ...alsoSet },
        unset,
        eventsOf: (published) => [...alsoTell(published), ...eventsOf(published)],
      };
    });
    if (!socketAlive) presenceMayHaveEnded(ctx);
    return saved;
  });
}

export function presenceOf({ active, online, in_call, AD_Status, away_reason }: StoredUser): Presence {
  return { active, online, in_call, AD_Status, away_reason: away_reason ?? null };
}

export function changedFields(before: Presence, after: Presence): string[] {
  return presenceFields.filter((field) => before[field] !== after[field]);
}

/**
 * The presence part of a change. `agents` is the count before it; the caller holds the presence lock, so the count
 * after it differs by at most this user.
 */
export function presenceChange(
  before: StoredUser,
  after: StoredUser,
  agents: number,
): Pick<UserChange, 'set' | 'eventsOf'> {
  const counted = (user: StoredUser) => (countsAsOnlineAgent(user) ? 1 : 0);
  return {
    set: presenceOf(after),
    eventsOf: (published) => [
      presenceChangedEvent(published, Math.max(0, agents - counted(before) + counted(after))),
    ],
  };
}
