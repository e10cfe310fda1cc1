import { firstOf, earliestDue } from '@crm/platform/jobs/earliest-due.js';
import type { Job } from '@crm/platform/jobs/job-scheduler.js';
import type { AuthContext } from '../context.js';
import { readLimits, type SessionLimits } from '../settings/change-settings.js';
import type { StoredUser } from '../user/user.model.js';
import { endSession } from './end-session.js';
import type { StoredSession } from './session.model.js';
import { idleAt, isOpen, limitsAt, reachedLimit, tooOldAt } from './session.rules.js';

const batch = 100;

type Due = Pick<StoredSession, '_id' | 'user_id' | 'open' | 'sv' | 'exp' | 'active_at' | 'started_at'>;

async function dueSessions({ models, clock }: AuthContext, limits: SessionLimits): Promise<Due[]> {
  const { idleSince, startedBy } = limitsAt(limits, clock.now());
  const find = (filter: object) =>
    models.sessions
      .find({ open: true, ...filter })
      .limit(batch)
      .lean<Due[]>();
  // Each by its own index.
  const [idle, old] = await Promise.all([
    find({ active_at: { $lte: idleSince } }),
    find({ started_at: { $lte: startedBy } }),
  ]);
  return [...new Map([...idle, ...old].map((session) => [session._id, session])).values()];
}

async function expire(ctx: AuthContext, session: Due, limits: SessionLimits): Promise<void> {
  const now = ctx.clock.now();
  const user = await ctx.models.users
    .findById(session.user_id, { banned: 1, session_version: 1, kept_session: 1, live_call: 1 })
    .lean<StoredUser | null>();
  if (reachedLimit(session, limits, now) === 'idle' && user?.live_call !== undefined) {
    // Nobody who talks with a customer is idle, nor is the minute after: it counts from here.
    await ctx.models.sessions.updateOne({ _id: session._id }, { $max: { active_at: now } });
    return;
  }
  // What a ban or a new password ended before, or its last token's end, is no news for the audit log.
  const wasAlive =
    user !== null && isOpen({ ...session, active_at: now, started_at: now }, user, limits, now);
  await endSession(ctx, session._id, {
    reason: wasAlive ? (reachedLimit(session, limits, now) ?? 'ended') : 'ended',
    actor: 'system',
    stillDue: (current) => reachedLimit(current, limits, now) !== undefined,
  });
}

/** Ends the sessions that nobody clicked in for too long, or that began too long ago. Answers whether there were any. */
export async function expireSessions(ctx: AuthContext): Promise<boolean> {
  const limits = await readLimits(ctx);
  const due = await dueSessions(ctx, limits);
  for (const session of due) await expire(ctx, session, limits);
  return due.length > 0;
}

/** Ends sessions at their limits; events carry it to every process, so that no request reads a store for it. */
export const sessionJob = (ctx: AuthContext): Job => ({
  name: 'sessions',
  nextDueAt: async () => {
    const limits = await readLimits(ctx);
    const [active, started] = await Promise.all([
      earliestDue(ctx.models.sessions, 'active_at', { open: true }),
      earliestDue(ctx.models.sessions, 'started_at', { open: true }),
    ]);
    return firstOf([active && idleAt(active, limits), started && tooOldAt(started, limits)]);
  },
  run: () => expireSessions(ctx),
});
