import type { RoleId, SubroleId } from '@crm/contracts/codes/roles.js';
import { tokenLifetimeSeconds, type SessionClaims } from '@crm/contracts/token.js';
import type { SessionLimits } from '../settings/change-settings.js';
import type { StoredUser } from '../user/user.model.js';
import type { StoredSession } from './session.model.js';

/** The session fields of a user's record. */
export type SessionState = Pick<StoredUser, 'banned' | 'session_version' | 'kept_session'>;

/** Whether a signed, unexpired token is still valid for this user's sessions. */
export function isLive(claims: Pick<SessionClaims, 'jti' | 'sv'>, user: SessionState): boolean {
  if (user.banned === 1) return false;
  return claims.sv >= user.session_version || user.kept_session?.jti === claims.jti;
}

/**
 * Whether a valid token is renewed: past half of its lifetime, signed under an older session version, or with
 * outdated claims, so that a sub-role granted today takes effect today.
 */
export function isDue(
  claims: SessionClaims,
  user: { role_id: RoleId; subroles: readonly SubroleId[]; fullname: string; session_version: number },
  now: Date,
): boolean {
  const isPastHalf = now.getTime() / 1000 > claims.iat + (claims.exp - claims.iat) / 2;
  const saysTheSame =
    claims.role === user.role_id &&
    claims.name === user.fullname &&
    claims.sv === user.session_version &&
    claims.subroles.length === user.subroles.length &&
    claims.subroles.every((subrole) => user.subroles.includes(subrole));
  return isPastHalf || !saysTheSame;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Parallel tabs may renew one token each; so much later, nobody honest still has the old one. */
export const renewalGraceMs = 2 * minuteMs;

/** The instants before which a session without a click, or of that start, is over now. */
export function limitsAt({ session_idle_minutes, session_days }: SessionLimits, now: Date) {
  return {
    idleSince: new Date(now.getTime() - session_idle_minutes * minuteMs),
    startedBy: new Date(now.getTime() - session_days * dayMs),
  };
}

/** When sessions of this activity and this start reach a limit. */
export const idleAt = (activeAt: Date, { session_idle_minutes }: SessionLimits): Date =>
  new Date(activeAt.getTime() + session_idle_minutes * minuteMs);
export const tooOldAt = (startedAt: Date, { session_days }: SessionLimits): Date =>
  new Date(startedAt.getTime() + session_days * dayMs);

/** Which limit a session has reached; undefined for none. */
export function reachedLimit(
  session: Pick<StoredSession, 'active_at' | 'started_at'>,
  limits: SessionLimits,
  now: Date,
): 'idle' | 'too-old' | undefined {
  if (tooOldAt(session.started_at, limits) <= now) return 'too-old';
  return idleAt(session.active_at, limits) <= now ? 'idle' : undefined;
}

/** When a token signed now expires, in seconds since 1970: after its lifetime, or with its session where that is sooner. */
export function expiryOf(startedAt: Date, limits: SessionLimits, now: Date): number {
  const iat = Math.floor(now.getTime() / 1000);
  return Math.min(iat + tokenLifetimeSeconds, Math.floor(tooOldAt(startedAt, limits).getTime() / 1000));
}

/** Whether a token was renewed long enough ago that only a copy of it can still be presented. */
export const isReused = ({ renewed }: Pick<StoredSession, 'renewed'>, jti: string, now: Date): boolean => {
  const before = renewed.find((each) => each.jti === jti);
  return before !== undefined && now.getTime() - before.at.getTime() > renewalGraceMs;
};

/** The renewed tokens of a session after one more renewal; those that have expired since are left out. */
export function renewedAfter(
  renewed: StoredSession['renewed'],
  jti: string,
  now: Date,
): StoredSession['renewed'] {
  const living = renewed.filter(({ at }) => now.getTime() - at.getTime() < tokenLifetimeSeconds * 1000);
  return living.some((each) => each.jti === jti) ? living : [...living, { jti, at: now }];
}

/** Whether a session on record is alive for its user: open, within its limits, and ended by no ban or password change. */
export function isOpen(
  session: Pick<StoredSession, '_id' | 'open' | 'sv' | 'exp' | 'active_at' | 'started_at'>,
  user: SessionState,
  limits: SessionLimits,
  now: Date,
): boolean {
  if (session.open !== true || user.banned === 1 || session.exp * 1000 <= now.getTime()) return false;
  if (reachedLimit(session, limits, now) !== undefined) return false;
  return session.sv >= user.session_version || user.kept_session?.sid === session._id;
}
