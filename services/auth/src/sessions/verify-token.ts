import type { verifyToken as endpoint } from '@crm/contracts/http/auth.js';
import type { AnswerOf, InputOf } from '@crm/contracts/endpoint/endpoint.js';
import { sessionEnded } from '@crm/platform/errors/app-error.js';
import type { AuthContext } from '../context.js';
import type { StoredUser } from '../user/user.model.js';
import { userView, viewFields } from '../user/user.view.js';
import { isDue, isLive } from './session.rules.js';

/**
 * The user of a valid token, with a renewed token if due. Reads the store, not this process's cache. Throws
 * `session_ended` for a token that is expired, revoked, not ours, or whose user is banned or unknown.
 */
export async function verifyToken(
  ctx: AuthContext,
  { token }: InputOf<typeof endpoint>['body'],
): Promise<AnswerOf<typeof endpoint>> {
  const claims = ctx.verifier.verify(token);
  const [user, signedOut] = await Promise.all([
    ctx.models.users
      .findById(claims.sub, { ...viewFields, session_version: 1, kept_session: 1 })
      .lean<StoredUser | null>(),
    ctx.models.signedOutTokens.exists({ _id: claims.jti }),
  ]);
  if (user === null || signedOut !== null || !isLive(claims, user)) throw sessionEnded();
  return {
    user: userView(user),
    ...(isDue(claims, user, ctx.clock.now())
      ? { token: ctx.issueToken({ ...user, id: user._id.toHexString() }) }
      : {}),
  };
}
