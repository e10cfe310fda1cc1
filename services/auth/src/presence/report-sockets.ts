import type { reportSockets as endpoint } from '@crm/contracts/http/auth.js';
import type { AnswerOf, InputOf } from '@crm/contracts/http/endpoint.js';
import type { AuthContext } from '../context.js';
import { changePresence, countOnlineAgents } from './change-presence.js';
import { presentUsers } from './sockets.js';

/**
 * Takes in which users have sockets on one gateway: its whole word, which replaces what it said before. Who switched
 * on before the socket was known is online from now on.
 */
export async function reportSockets(
  ctx: AuthContext,
  { gateway, users }: InputOf<typeof endpoint>['body'],
): Promise<AnswerOf<typeof endpoint>> {
  const connected = new Set(Object.keys(users).filter((id) => (users[id] ?? 0) > 0));
  await ctx.models.gateways.updateOne(
    { _id: gateway },
    { $set: { reportedAt: ctx.clock.now(), users: [...connected] } },
    { upsert: true },
  );
  const waiting = await ctx.models.users
    .find({ ...presentUsers, active: 1, in_call: 0, online: 0 }, { _id: 1 })
    .lean();
  for (const { _id } of waiting) {
    const id = _id.toHexString();
    if (connected.has(id)) await changePresence(ctx, 'system', id, 'arrived');
  }
  return { online: await countOnlineAgents(ctx) };
}
