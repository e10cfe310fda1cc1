import type { reportSockets as endpoint } from '@crm/contracts/http/auth.js';
import type { AnswerOf, InputOf } from '@crm/contracts/endpoint/endpoint.js';
import type { AuthContext } from '../context.js';
import { changePresence, countOnlineAgents } from './change-presence.js';
import type { StoredGateway } from './gateway.model.js';
import { socketlessMs } from './presence.rules.js';
import { presentUsers } from './sockets.js';

/**
 * Saves which users have sockets on a gateway; a report replaces the previous one. Users who switched on before
 * their socket was known become online.
 */
export async function reportSockets(
  ctx: AuthContext,
  { gateway, users }: InputOf<typeof endpoint>['body'],
): Promise<AnswerOf<typeof endpoint>> {
  const connected = new Set(Object.keys(users).filter((id) => (users[id] ?? 0) > 0));
  const now = ctx.clock.now();
  // Reports of a gateway are serialised: nothing changes between reading the last one and writing this one.
  const before = await ctx.models.gateways.findById(gateway).lean<Partial<StoredGateway> | null>();
  const left = [
    ...(before?.left ?? []).filter(({ at }) => now.getTime() - at.getTime() < socketlessMs),
    ...(before?.users ?? []).map((user) => ({ user, at: now })),
  ].filter(({ user }) => !connected.has(user));
  await ctx.models.gateways.updateOne(
    { _id: gateway },
    { $set: { reportedAt: now, users: [...connected], left } },
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
