import type { Actor } from '@crm/contracts/access.js';
import type { changePassword as endpoint } from '@crm/contracts/http/account.js';
import type { AnswerOf, InputOf } from '@crm/contracts/endpoint/endpoint.js';
import { sessionOf, type SessionClaims } from '@crm/contracts/token.js';
import { conflict, invalidField, notFound } from '@crm/platform/errors/app-error.js';
import type { AuthContext } from '../context.js';
import { changeUser } from '../user/change-user.js';
import { sessionsEndedEvent } from '../user/user.events.js';
import type { StoredUser } from '../user/user.model.js';
import { requireUncommon } from './password-screen.js';
import { provePassword } from './prove-password.js';

/**
 * Changes the user's own password; the old one is checked under the sign-in limits. Every other session of the user
 * ends; the calling token stays valid. Throws `invalid` at old_password or new_password, `too_many`.
 */
export async function changePassword(
  ctx: AuthContext,
  actor: Actor,
  claims: Pick<SessionClaims, 'jti' | 'sid' | 'exp'>,
  { old_password, new_password }: InputOf<typeof endpoint>['body'],
  address: string,
): Promise<AnswerOf<typeof endpoint>> {
  const user = await ctx.models.users
    .findById(actor.id, {
      email_lower: 1,
      password_hash: 1,
      one_time_password: 1,
      known_networks: 1,
      fname: 1,
      lname: 1,
    })
    .lean<StoredUser | null>();
  if (user === null) throw notFound('User');
  await provePassword(ctx, user, old_password, {
    address,
    refusal: { field: 'old_password', message: 'The old password is wrong' },
  });
  // The demo password is in the log of the first start.
  if (user.one_time_password !== undefined && new_password === old_password) {
    throw invalidField('new_password', 'Please choose a new password');
  }
  await requireUncommon(new_password, { ...user, email: user.email_lower }, 'new_password');

  const password_hash = await ctx.passwords.hash(new_password);
  await changeUser(ctx, actor, actor.id, (current) => {
    // Somebody else changed the password meanwhile, so the verified one is no longer current.
    if (current.password_hash !== user.password_hash) throw conflict();
    return {
      set: {
        password_hash,
        session_version: current.session_version + 1,
        kept_session: { jti: claims.jti, exp: claims.exp, sid: sessionOf(claims) },
        sessions_changed_at: ctx.clock.now(),
      },
      unset: ['one_time_password'],
      eventsOf: (published) => [sessionsEndedEvent(published)],
    };
  });
  return { status: 'success', message: 'Password changed' };
}
