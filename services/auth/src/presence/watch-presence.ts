import type { Job } from '@crm/platform/jobs/job-scheduler.js';
import type { AuthContext } from '../context.js';
import { createTurnstile } from '../turnstile.js';
import { changePresence } from './change-presence.js';
import { lastingSince, socketlessMs } from './presence.rules.js';
import { hasSocket, presentUsers, usersWithSocket } from './sockets.js';

/** After a longer gap (a stop, an unreachable store) absences are unknown: every user gets a new grace period. */
const maxGapMs = socketlessMs;

/** Polling interval while anybody is present. */
const lookEveryMs = 2_000;

export interface PresenceWatch {
  /** Checks once, now; the service checks every two seconds while anybody is present. */
  tick(): Promise<void>;
}

/**
 * Revokes the presence of users without a socket for 10 s. Decisions are based on the store; in memory it only
 * remembers since when a user has been missing. After a restart everybody gets a new 10 s, and several replicas
 * reach the same result, which is idempotent.
 */
export function createPresenceWatch(ctx: AuthContext): PresenceWatch {
  const missingSince = new Map<string, number>();
  let lookedAt: number | undefined;

  async function tick(): Promise<void> {
    const now = ctx.clock.now().getTime();
    if (lookedAt !== undefined && now - lookedAt > maxGapMs) missingSince.clear();
    const { alive, leftAt, hasGone } = await usersWithSocket(ctx);
    const present = await ctx.models.users.find(presentUsers, { _id: 1 }).lean();
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
    // Not by every look: a write is what makes the service look for work.
    if (hasGone) await ctx.models.gateways.deleteMany({ reportedAt: { $lt: lastingSince(ctx.clock.now()) } });
    lookedAt = now;
  }

  // Checks are serialised: each uses the memory of the previous one.
  const inTurn = createTurnstile(1);
  return { tick: () => inTurn(tick) };
}

/** Schedules checks only while anybody is present. */
export function presenceJob(ctx: AuthContext, watch: PresenceWatch): Job {
  let lookedAt: Date | undefined;
  return {
    name: 'presence',
    nextDueAt: async () => {
      if ((await ctx.models.users.exists(presentUsers)) === null) return null;
      return lookedAt === undefined ? ctx.clock.now() : new Date(lookedAt.getTime() + lookEveryMs);
    },
    run: async () => {
      lookedAt = ctx.clock.now();
      await watch.tick();
      return false;
    },
  };
}
