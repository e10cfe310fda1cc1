import { Types } from 'mongoose';
import type { User } from '@crm/contracts/entities/user.js';
import type { AgentStateDoc } from './agent-state.model.js';
import { knownPresence, settleAgent } from './settle-agent.js';
import type { TileContext } from './announce-tiles.js';

/**
 * Users as auth has them at the start: whoever's state believes something else of their presence is brought up to date.
 * Auth's events do that for whatever happens later.
 */
export async function settleUsers(ctx: TileContext, users: readonly User[]): Promise<void> {
  const ids = users.map(({ id }) => new Types.ObjectId(id));
  const states = await ctx.agentStates
    .find({ _id: { $in: ids } }, { presence: 1 })
    .lean<Pick<AgentStateDoc, '_id' | 'presence'>[]>();
  const presenceOf = new Map(states.map(({ _id, presence }) => [_id.toHexString(), presence]));
  const now = ctx.clock.now();
  const stale = users.filter((user) => {
    const known = presenceOf.get(user.id);
    const presence = knownPresence({ ...user, away_reason: known?.reason ?? null }, known, now);
    return known === undefined ? presence.isOn : presence !== known;
  });
  const staleIds = stale.map(({ id }) => new Types.ObjectId(id));
  for (const id of staleIds) await settleAgent(ctx, id);
  ctx.changedTiles.add(staleIds);
}
