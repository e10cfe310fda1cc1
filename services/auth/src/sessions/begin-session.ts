import { randomUUID } from 'node:crypto';
import { insertWithEvents } from '@crm/platform/outbox/outbox-fields.js';
import { sessionOf, type SessionClaims } from '@crm/contracts/token.js';
import type { AuthContext } from '../context.js';
import { readLimits } from '../settings/change-settings.js';
import type { Bearer } from './token-issuer.js';
import { placeFields, type SessionPlace } from './place.js';
import type { SessionProvider } from '../providers/session-provider.js';
import { expiryOf } from './session.rules.js';

/** Begins a session and answers its first token, whose id names the session. */
export async function beginSession(
  ctx: AuthContext,
  bearer: Bearer,
  place: SessionPlace,
  provider?: SessionProvider,
): Promise<string> {
  const now = ctx.clock.now();
  const sid = randomUUID();
  const exp = expiryOf(now, await readLimits(ctx), now);
  await ctx.models.sessions.create(
    insertWithEvents(
      {
        _id: sid,
        user_id: bearer.id,
        sv: bearer.session_version,
        ...{ started_at: now, last_click_at: now, active_at: now },
        ...placeFields(place),
        renewed: [],
        ...(provider && { provider }),
        exp,
        open: true as const,
      },
      [],
      now,
    ),
  );
  return ctx.issueToken(bearer, { sid, jti: sid, exp });
}

/**
 * Gives a token of before there were sessions one of its own, with its id; the same one again where another tab was
 * faster. It began with the token, as far as anybody knows.
 */
export async function adoptSession(
  ctx: AuthContext,
  claims: SessionClaims,
  place: SessionPlace,
): Promise<void> {
  const now = ctx.clock.now();
  await ctx.models.sessions.updateOne(
    { _id: sessionOf(claims) },
    {
      $setOnInsert: insertWithEvents(
        {
          user_id: claims.sub,
          sv: claims.sv,
          ...{ started_at: new Date(claims.iat * 1000), last_click_at: now, active_at: now },
          ...placeFields(place),
          renewed: [],
          exp: claims.exp,
          open: true as const,
        },
        [],
        now,
      ),
    },
    { upsert: true },
  );
}
