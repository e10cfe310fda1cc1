import { Types } from 'mongoose';
import type { endWrapUp as readyEndpoint, getOwnState as endpoint } from '@crm/contracts/http/floor.js';
import type { Actor } from '@crm/contracts/access.js';
import type { AnswerOf } from '@crm/contracts/endpoint/endpoint.js';
import type { AgentStateDoc } from './agent-state.model.js';
import { settleAgent, type SettleContext } from './settle-agent.js';
import type { TileContext } from './announce-tiles.js';

function ownState(
  { clock }: Pick<SettleContext, 'clock'>,
  { id }: Actor,
  doc: AgentStateDoc | undefined,
): AnswerOf<typeof endpoint> {
  const now = clock.now();
  return {
    user_id: id,
    state: doc?.state ?? 'offline',
    reason: doc?.reason ?? null,
    since: (doc?.since ?? now).toISOString(),
    until: doc?.until?.toISOString() ?? null,
    now: now.toISOString(),
  };
}

/** The asker's own state; admins are always offline. */
export async function getOwnState(
  ctx: Pick<SettleContext, 'agentStates' | 'clock'>,
  actor: Actor,
): Promise<AnswerOf<typeof endpoint>> {
  const found = await ctx.agentStates.findById(new Types.ObjectId(actor.id)).lean<AgentStateDoc>();
  return ownState(ctx, actor, found ?? undefined);
}

/** Ends the asker's wrap-up; in any other state nothing changes. */
export async function endWrapUp(ctx: TileContext, actor: Actor): Promise<AnswerOf<typeof readyEndpoint>> {
  const id = new Types.ObjectId(actor.id);
  const isWrapping = (await ctx.agentStates.exists({ _id: id, state: 'wrap-up' })) !== null;
  if (!isWrapping) return getOwnState(ctx, actor);
  const settled = await settleAgent(ctx, id, { isReady: true });
  ctx.changedTiles.add([id]);
  return ownState(ctx, actor, settled);
}
