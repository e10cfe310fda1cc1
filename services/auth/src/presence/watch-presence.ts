import type { Job } from '@crm/platform/jobs/job-scheduler.js';
import type { AuthContext } from '../context.js';
import { changePresence } from './change-presence.js';
import { lastingSince, socketlessMs } from './presence.rules.js';
import { hasSocket, presentUsers, usersToBringOnline, usersWithSocket } from './sockets.js';

/** After a longer gap (a stop, an unreachable store) absences are unknown: every user gets a new grace period. */
const maxGapMs = socketlessMs;

/** Polling interval while anybody is missing. */
const lookEveryMs = 2_000;

/**
 * Revokes the presence of users without a socket for 10 s. Decisions are based on the store; in memory it only
 * remembers since when a user has been missing. After a restart everybody gets a new 10 s, and several replicas
 * reach the same result, which is idempotent.
 */
export function checkPresence(ctx: AuthContext): Promise<void> {
  return ctx.presence.turn(() => check(ctx));
}

async function check(ctx: AuthContext): Promise<void> {
  const { presence, models } = ctx;
  const { missingSince, lastCheckAt } = presence;
  presence.isStale = false;
  presence.nextCheckAt = undefined;
  const now = ctx.clock.now().getTime();
  if (lastCheckAt !== undefined && now - lastCheckAt > maxGapMs) missingSince.clear();
  const { alive, leftAt, hasGone, nextGoneAt } = await usersWithSocket(ctx);
  const present = await models.users.find(presentUsers, { _id: 1 }).lean();
  const missing = present.map(({ _id }) => _id.toHexString()).filter((id) => !alive.has(id));
  const isMissing = new Set(missing);
  for (const id of missingSince.keys()) if (!isMissing.has(id)) missingSince.delete(id);
  for (const id of missing) {
    // A window may have connected and closed between two checks: a user who reloads twice in a row was
    // present.
    const since = Math.max(missingSince.get(id) ?? now, leftAt.get(id) ?? 0);
    missingSince.set(id, since);
    if (now - since < socketlessMs) continue;
    // Revoking many takes a while, in which somebody may have come back.
    if (!(await hasSocket(ctx, id))) await changePresence(ctx, 'system', id, 'gone');
    missingSince.delete(id);
  }
  // A report and a switch of the same moment may each have missed the other.
  for (const id of await usersToBringOnline(ctx, alive)) await changePresence(ctx, 'system', id, 'arrived');
  // Not by every check: a write is what makes the service look for work.
  if (hasGone) await models.gateways.deleteMany({ reportedAt: { $lt: lastingSince(ctx.clock.now()) } });
  presence.lastCheckAt = now;
  presence.nextCheckAt =
    missingSince.size > 0 || nextGoneAt === undefined ? new Date(now + lookEveryMs) : nextGoneAt;
}

/** Schedules checks only while anybody is present. */
export function presenceJob(ctx: AuthContext): Job {
  return {
    name: 'presence',
    nextDueAt: async () => {
      const { isStale, nextCheckAt } = ctx.presence;
      const now = ctx.clock.now();
      if (!isStale && nextCheckAt !== undefined && nextCheckAt > now) return nextCheckAt;
      return (await ctx.models.users.exists(presentUsers)) === null ? null : now;
    },
    run: async () => {
      await checkPresence(ctx);
      return false;
    },
  };
}
