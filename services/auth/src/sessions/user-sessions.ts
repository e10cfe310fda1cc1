import type { Actor } from '@crm/contracts/access.js';
import { roles } from '@crm/contracts/codes/roles.js';
import type { Session } from '@crm/contracts/entities/session.js';
import { sessionOf, type SessionClaims } from '@crm/contracts/token.js';
import type { AnswerOf } from '@crm/contracts/endpoint/endpoint.js';
import type {
  endOtherSessions as othersEndpoint,
  endOwnSession as endEndpoint,
  listOwnSessions as listEndpoint,
  reportClick as clickEndpoint,
} from '@crm/contracts/http/sessions.js';
import { notFound } from '@crm/platform/errors/app-error.js';
import type { AuthContext } from '../context.js';
import { readLimits } from '../settings/change-settings.js';
import { changeUser } from '../user/change-user.js';
import { sessionsEndedEvent } from '../user/user.events.js';
import type { StoredUser } from '../user/user.model.js';
import { endSession } from './end-session.js';
import type { StoredSession } from './session.model.js';
import { isOpen } from './session.rules.js';

const maxShown = 200;

async function openSessions(ctx: AuthContext, userId: string): Promise<StoredSession[]> {
  const [user, stored, limits] = await Promise.all([
    ctx.models.users
      .findById(userId, { role_id: 1, banned: 1, session_version: 1, kept_session: 1 })
      .lean<StoredUser | null>(),
    ctx.models.sessions
      .find({ user_id: userId, open: true })
      .sort({ active_at: -1 })
      .limit(maxShown)
      .lean<StoredSession[]>(),
    readLimits(ctx),
  ]);
  if (user === null) throw notFound('User');
  const now = ctx.clock.now();
  return stored.filter((session) => isOpen(session, user, limits, now));
}

const viewOf = (session: StoredSession, current: string | undefined): Session => ({
  id: session._id,
  user_id: session.user_id,
  started_at: session.started_at.toISOString(),
  last_click_at: session.last_click_at.toISOString(),
  address: session.address,
  network: session.network,
  browser: session.browser,
  system: session.system,
  current: session._id === current,
});

/** The live sessions of a user, the last used first; `current` is marked. */
export async function listSessionsOf(
  ctx: AuthContext,
  userId: string,
  current?: string,
): Promise<AnswerOf<typeof listEndpoint>> {
  return { sessions: (await openSessions(ctx, userId)).map((session) => viewOf(session, current)) };
}

/** Throws `not_found` where the user is nobody's to manage: admins' sessions are their own alone. */
export async function requireManaged({ models }: AuthContext, userId: string): Promise<void> {
  const found = await models.users.exists({ _id: userId, role_id: { $ne: roles.admin } });
  if (found === null) throw notFound('User');
}

/** Ends one session of a user. Somebody else's, or one that is over, is not found. */
export async function endSessionOf(
  ctx: AuthContext,
  actor: Actor,
  userId: string,
  sid: string,
): Promise<AnswerOf<typeof endEndpoint>> {
  const isTheirs = (await ctx.models.sessions.exists({ _id: sid, user_id: userId })) !== null;
  if (!isTheirs || !(await endSession(ctx, sid, { reason: 'ended', actor }))) throw notFound('Session');
  return { status: 'success', message: 'Session ended' };
}

/** Ends every session of the user but the calling one; the calling token stays valid. */
export async function endOtherSessions(
  ctx: AuthContext,
  actor: Actor,
  claims: Pick<SessionClaims, 'jti' | 'sid' | 'exp'>,
): Promise<AnswerOf<typeof othersEndpoint>> {
  await changeUser(ctx, actor, actor.id, (user) => ({
    set: {
      session_version: user.session_version + 1,
      kept_session: { jti: claims.jti, exp: claims.exp, sid: sessionOf(claims) },
      sessions_changed_at: ctx.clock.now(),
    },
    eventsOf: (published) => [sessionsEndedEvent(published)],
  }));
  return { status: 'success', message: 'Sessions ended' };
}

/** Notes that somebody clicked in a session so many seconds ago: what its idleness counts from. */
export async function reportClick(
  { models, clock }: AuthContext,
  claims: Pick<SessionClaims, 'jti' | 'sid'>,
  secondsAgo: number,
): Promise<AnswerOf<typeof clickEndpoint>> {
  const at = new Date(clock.now().getTime() - secondsAgo * 1000);
  await models.sessions.updateOne(
    { _id: sessionOf(claims), open: true },
    { $max: { last_click_at: at, active_at: at } },
  );
  return { status: 'success', message: 'Noted' };
}
