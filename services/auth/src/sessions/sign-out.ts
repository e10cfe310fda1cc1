import type { Actor } from '@crm/contracts/access.js';
import { userSessionsEnded } from '@crm/contracts/bus/events.js';
import type { signOut as endpoint } from '@crm/contracts/http/auth.js';
import type { AnswerOf } from '@crm/contracts/endpoint/endpoint.js';
import type { SessionClaims } from '@crm/contracts/token.js';
import { newEvent } from '@crm/platform/outbox/new-event.js';
import { insertWithEvents } from '@crm/platform/outbox/outbox-fields.js';
import type { AuthContext } from '../context.js';
import { changePresence } from '../presence/change-presence.js';
import { sessionsEndedEvent } from '../user/user.events.js';
import { isLive } from './session.rules.js';

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Ends every session of the user, in every window and browser, and revokes presence, in one write: tokens renewed
 * from the calling one, by its owner or a thief, must not outlive it. Then revokes the token by its own id, because
 * a concurrent password change keeps the token that requested it.
 */
export async function signOut(
  ctx: AuthContext,
  actor: Actor,
  { jti, sv, exp }: Pick<SessionClaims, 'jti' | 'sv' | 'exp'>,
): Promise<AnswerOf<typeof endpoint>> {
  await changePresence(ctx, actor, actor.id, 'gone', (user) => {
    // Of two concurrent sign-outs, the second must not end a session that started between them.
    if (!isLive({ jti, sv }, user)) return 'skip';
    return {
      set: { session_version: user.session_version + 1, sessions_changed_at: ctx.clock.now() },
      unset: ['kept_session'],
      eventsOf: (published) => [sessionsEndedEvent(published)],
    };
  });
  await endToken(ctx, actor, { jti, exp });
  return { status: 'success', message: 'Signed out' };
}

async function endToken(
  ctx: AuthContext,
  actor: Actor,
  { jti, exp }: Pick<SessionClaims, 'jti' | 'exp'>,
): Promise<void> {
  const now = ctx.clock.now();
  const data = { user_id: actor.id, jti, exp };
  const ended = newEvent(userSessionsEnded, {
    source: 'auth',
    subject: `session/${jti}`,
    sequence: 1,
    data,
    actor,
    now,
  });
  // A token is revoked once, even by concurrent requests.
  await ctx.models.signedOutTokens.updateOne(
    { _id: jti },
    {
      $setOnInsert: insertWithEvents(
        { user_id: actor.id, exp, signed_out_at: now, forgetAt: new Date(exp * 1000 + dayMs) },
        [ended],
        now,
      ),
    },
    { upsert: true },
  );
  ctx.sessions.sessionsEnded(data);
}
