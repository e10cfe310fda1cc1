import type { Job } from '@crm/platform/jobs/job-scheduler.js';
import type { AuthContext } from '../context.js';
import { createTurnstile } from '../turnstile.js';
import { changePresence } from './change-presence.js';
import { lastingSince, socketlessMs } from './presence.rules.js';
import { hasSocket, presentUsers, usersWithSocket } from './sockets.js';

/** After a longer gap (a stop, a store out of reach) nobody knows who was gone all the time: everyone starts anew. */
const maxGapMs = socketlessMs;

/** While anybody is present. */
const lookEveryMs = 2_000;

export interface PresenceWatch {
  /** Looks once, now; the service has it look every two seconds while anybody is present. */
  tick(): Promise<void>;
}

/**
 * Takes the presence back of users without a socket anywhere for 10 s. What it decides by is in the store, what it
 * remembers is only since when it has not seen somebody: after a restart it gives everybody their 10 s again, and several
 * replicas at once come to the same, which changes nothing the second time.
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
      // Between two looks a window may have come and gone: somebody who reloads twice in a row was there.
      const since = Math.max(missingSince.get(id) ?? now, leftAt.get(id) ?? 0);
      missingSince.set(id, since);
      if (now - since < socketlessMs) continue;
      // Taking many back takes a while, in which somebody may have come back.
      if (!(await hasSocket(ctx, id))) await changePresence(ctx, 'system', id, 'gone');
      missingSince.delete(id);
    }
    // Not by every look: a write is what makes the service look for work.
    if (hasGone) await ctx.models.gateways.deleteMany({ reportedAt: { $lt: lastingSince(ctx.clock.now()) } });
    lookedAt = now;
  }

  // Each look goes by what the one before remembers.
  const inTurn = createTurnstile(1);
  return { tick: () => inTurn(tick) };
}

/** Has the watch look while anybody is present: where nobody is, there is nothing to take back. */
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
