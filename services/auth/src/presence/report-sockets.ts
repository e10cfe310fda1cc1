import type { reportSockets as endpoint } from '@crm/contracts/http/auth.js';
import type { AnswerOf, InputOf } from '@crm/contracts/endpoint/endpoint.js';
import type { AuthContext } from '../context.js';
import { changePresence } from './change-presence.js';
import type { StoredGateway } from './gateway.model.js';
import { presenceMayHaveEnded } from './presence-memory.js';
import { socketlessMs } from './presence.rules.js';
import { usersToBringOnline } from './sockets.js';

/**
 * Saves which users have sockets on a gateway; a report replaces the previous one. Users who switched on before
 * their socket was known become online. A report of the same users, of which there is one every five seconds, is one write.
 */
export async function reportSockets(
  ctx: AuthContext,
  { gateway, users }: InputOf<typeof endpoint>['body'],
): Promise<AnswerOf<typeof endpoint>> {
  const { models, clock } = ctx;
  const answer = { status: 'success', message: 'Saved' } as const;
  const connected = new Set(
    Object.keys(users)
      .filter((id) => (users[id] ?? 0) > 0)
      .sort(),
  );
  const now = clock.now();
  const repeated = await models.gateways.updateOne(
    { _id: gateway, users: [...connected] },
    { $set: { reportedAt: now } },
  );
  if (repeated.matchedCount > 0) return answer;

  // Reports of a gateway are serialised: nothing changes between reading the last one and writing this one.
  const before = await models.gateways.findById(gateway).lean<Partial<StoredGateway> | null>();
  const left = [
    ...(before?.left ?? []).filter(({ at }) => now.getTime() - at.getTime() < socketlessMs),
    ...(before?.users ?? []).map((user) => ({ user, at: now })),
  ].filter(({ user }) => !connected.has(user));
  await models.gateways.updateOne(
    { _id: gateway },
    { $set: { reportedAt: now, users: [...connected], left } },
    { upsert: true },
  );
  presenceMayHaveEnded(ctx);
  for (const id of await usersToBringOnline(ctx, connected))
    await changePresence(ctx, 'system', id, 'arrived');
  return answer;
}
