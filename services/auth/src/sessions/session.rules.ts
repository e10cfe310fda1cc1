import type { RoleId, SubroleId } from '@crm/contracts/codes/roles.js';
import type { SessionClaims } from '@crm/contracts/token.js';
import type { StoredUser } from '../user/user.model.js';

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
