import type { Actor } from '@crm/contracts/access.js';
import { userSessionsEnded } from '@crm/contracts/bus/events.js';
import type { signOut as endpoint } from '@crm/contracts/http/auth.js';
import type { signOutEverywhere as everywhereEndpoint } from '@crm/contracts/http/sessions.js';
import type { AnswerOf } from '@crm/contracts/endpoint/endpoint.js';
import type { SessionClaims } from '@crm/contracts/token.js';
import { newEvent } from '@crm/platform/outbox/new-event.js';
import { insertWithEvents } from '@crm/platform/outbox/outbox-fields.js';
import type { AuthContext } from '../context.js';
import { changePresence } from '../presence/change-presence.js';
import { signOutAddress } from '../providers/sign-out-at-provider.js';
import { sessionsEndedEvent } from '../user/user.events.js';
import { endSession } from './end-session.js';
import type { StoredSession } from './session.model.js';
import { isLive } from './session.rules.js';

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Ends the session of the calling token and revokes presence: tokens renewed in it, by its owner or a thief, must not
 * outlive it. Answers where the browser signs out at the provider that began the session. A token of before there were sessions ends all of its user, for nobody knows what was renewed from it.
 */
export async function signOut(
  ctx: AuthContext,
  actor: Actor,
  claims: Pick<SessionClaims, 'jti' | 'sid' | 'sv' | 'exp'>,
  origin: string,
): Promise<AnswerOf<typeof endpoint>> {
  const session =
    claims.sid === undefined
      ? null
      : await ctx.models.sessions
          .findById(claims.sid, { provider: 1 })
          .lean<Pick<StoredSession, 'provider'> | null>();
  if (claims.sid === undefined) {
    await endAllSessions(ctx, actor, actor.id, claims);
  } else if (await endSession(ctx, claims.sid, { reason: 'signed-out', actor })) {
    // Of two concurrent sign-outs, the second must not take the presence of a session that began between them.
    await changePresence(ctx, actor, actor.id, 'gone');
  }
  // Also by its own id: services of the version before know no sessions, and a password change may keep the token.
  await endToken(ctx, actor, claims);
  const provider = session?.provider;
  const provider_url = provider && (await signOutAddress(ctx, actor.id, provider, origin));
  return { status: 'success', message: 'Signed out', ...(provider_url !== undefined && { provider_url }) };
}

/** Ends every session of the user, this one too, and revokes presence, in one write. */
export async function signOutEverywhere(
  ctx: AuthContext,
  actor: Actor,
  claims: Pick<SessionClaims, 'jti' | 'sv' | 'exp'>,
): Promise<AnswerOf<typeof everywhereEndpoint>> {
  await endAllSessions(ctx, actor, actor.id, claims);
  await endToken(ctx, actor, claims);
  return { status: 'success', message: 'Signed out everywhere' };
}

/** Ends every session of somebody else. */
export async function endSessionsOf(
  ctx: AuthContext,
  actor: Actor,
  userId: string,
): Promise<AnswerOf<typeof everywhereEndpoint>> {
  await endAllSessions(ctx, actor, userId);
  return { status: 'success', message: 'Signed out everywhere' };
}

/** `caller`: the token of the user's own that asks, whose session is alive or this has been done. */
async function endAllSessions(
  ctx: AuthContext,
  actor: Actor,
  userId: string,
  caller?: Pick<SessionClaims, 'jti' | 'sv'>,
): Promise<void> {
  await changePresence(ctx, actor, userId, 'gone', (user) => {
    // Of two concurrent calls, the second must not end a session that started between them.
    if (caller !== undefined && !isLive(caller, user)) return 'skip';
    return {
      set: { session_version: user.session_version + 1, sessions_changed_at: ctx.clock.now() },
      unset: ['kept_session'],
      eventsOf: (published) => [sessionsEndedEvent(published)],
    };
  });
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
