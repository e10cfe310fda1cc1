import { Types } from 'mongoose';
import type { Actor } from '@crm/contracts/access.js';
import { agentRoles } from '@crm/contracts/codes/roles.js';
import { notFound } from '@crm/platform/errors/app-error.js';
import type { AuthContext } from '../context.js';
import { changeUser, notRead, type UserChange } from '../user/change-user.js';
import { presenceChangedEvent } from '../user/user.events.js';
import type { Presence, StoredUser } from '../user/user.model.js';
import { presenceMayHaveEnded } from './presence-memory.js';
import { countsAsOnlineAgent, nextPresence, type PresenceChange } from './presence.rules.js';
import { withSocketOf } from './sockets.js';

const presenceFields = ['active', 'online', 'in_call', 'AD_Status', 'away_reason'] as const;

/** Agents and team leads, online, not banned (architecture: Identifiers, time, presence). */
const onlineAgents = { ...({ online: 1, banned: 0 } as const), role_id: { $in: agentRoles } };

/** How many agents are online. */
export async function countOnlineAgents(ctx: Pick<AuthContext, 'models'>): Promise<number> {
  return ctx.models.users.countDocuments(onlineAgents);
}

/** What a change of presence goes by. */
interface Around {
  user: StoredUser;
  hasSocket: boolean;
  agents: number;
}

type Found = { of: 'user'; user: StoredUser } | { of: 'socket' } | { of: 'agents'; online: number };

/** A user, with whether they have a socket and how many agents are online, by one command: each call asks it twice. */
async function readAround({ models, clock }: AuthContext, id: string): Promise<Around | undefined> {
  const { users, gateways } = models;
  const as = (of: Found['of'], fields: object = {}) => ({
    $project: { _id: 0, of: { $literal: of }, ...fields },
  });
  const found = await users.aggregate<Found>([
    { $match: { _id: new Types.ObjectId(id) } },
    { $project: notRead },
    as('user', { user: '$$ROOT' }),
    {
      $unionWith: {
        coll: gateways.collection.collectionName,
        pipeline: [{ $match: withSocketOf(id, clock.now()) }, { $limit: 1 }, as('socket')],
      },
    },
    {
      $unionWith: {
        coll: users.collection.collectionName,
        pipeline: [{ $match: onlineAgents }, { $count: 'online' }, as('agents', { online: 1 })],
      },
    },
  ]);
  const around: Omit<Around, 'user'> & Partial<Around> = { hasSocket: false, agents: 0 };
  for (const each of found) {
    if (each.of === 'user') around.user = each.user;
    else if (each.of === 'socket') around.hasSocket = true;
    else around.agents = each.online;
  }
  const { user } = around;
  return user && { ...around, user };
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
    const around = await readAround(ctx, id);
    if (around === undefined) throw notFound('User');
    const { agents, user: known } = around;
    const socketAlive = change === 'arrived' || (change !== 'gone' && around.hasSocket);
    const decide = (user: StoredUser): UserChange | undefined => {
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
    };
    const saved = await changeUser(ctx, actor, id, decide, known);
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
