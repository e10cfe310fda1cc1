import type { Actor } from '@crm/contracts/access.js';
import { userSessionsEnded } from '@crm/contracts/bus/events.js';
import type { signOut as endpoint } from '@crm/contracts/http/auth.js';
import type { AnswerOf } from '@crm/contracts/http/endpoint.js';
import type { SessionClaims } from '@crm/contracts/token.js';
import { newEvent } from '@crm/platform/outbox/new-event.js';
import { insertWithEvents } from '@crm/platform/outbox/outbox-fields.js';
import type { AuthContext } from '../context.js';
import { changePresence } from '../presence/change-presence.js';

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Ends one token, the one that asks, and takes the user's presence back. The token goes first: should the process end
 * between the two, the sockets are closed with it and the watch does the rest.
 */
export async function signOut(
  ctx: AuthContext,
  actor: Actor,
  { jti, exp }: Pick<SessionClaims, 'jti' | 'exp'>,
): Promise<AnswerOf<typeof endpoint>> {
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
  // The same token twice at once is signed out once.
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
  ctx.wakeRelay('signed_out_tokens');
  await changePresence(ctx, actor, actor.id, 'gone');
  return { status: 'success', message: 'Signed out' };
}
