import type { verifyToken as endpoint } from '@crm/contracts/http/auth.js';
import { sessionOf, type SessionClaims } from '@crm/contracts/token.js';
import type { AnswerOf, InputOf } from '@crm/contracts/endpoint/endpoint.js';
import { conflict, sessionEnded } from '@crm/platform/errors/app-error.js';
import type { AuthContext } from '../context.js';
import { readLimits, type SessionLimits } from '../settings/change-settings.js';
import type { StoredUser } from '../user/user.model.js';
import { userView, viewFields } from '../user/user.view.js';
import { isEnrolled } from '../second-factor/factors.rules.js';
import { mustHaveFactor, readFactors } from '../second-factor/sign-in-step.js';
import { adoptSession } from './begin-session.js';
import { endSession } from './end-session.js';
import { placeFields, type SessionPlace } from './place.js';
import type { EndReason, StoredSession } from './session.model.js';
import { expiryOf, isDue, isLive, isReused, reachedLimit, renewedAfter } from './session.rules.js';
import type { Bearer } from './token-issuer.js';

const maxTries = 20;

/**
 * The user of a valid token, with a renewed token if due. Reads the store, not this process's cache. Throws
 * `session_ended` for a token that is expired, revoked, not ours, whose session is over or whose user is banned or
 * unknown; a token that was renewed long ago ends its session.
 */
export async function verifyToken(
  ctx: AuthContext,
  { token }: InputOf<typeof endpoint>['body'],
  from: SessionPlace,
): Promise<AnswerOf<typeof endpoint>> {
  const claims = ctx.verifier.verify(token);
  const [user, signedOut] = await Promise.all([
    ctx.models.users
      .findById(claims.sub, { ...viewFields, session_version: 1, kept_session: 1, live_call: 1 })
      .lean<StoredUser | null>(),
    ctx.models.signedOutTokens.exists({ _id: claims.jti }),
  ]);
  if (user === null || signedOut !== null || !isLive(claims, user)) throw sessionEnded();
  const bearer = { ...user, id: user._id.toHexString() };
  const lacksFactor =
    (await mustHaveFactor(ctx, user.role_id)) && !isEnrolled(await readFactors(ctx, bearer.id));
  const isRenewed = isDue(claims, user, ctx.clock.now());
  const isTalking = user.live_call !== undefined;
  const renewed = await passSession(ctx, claims, {
    bearer: isRenewed ? bearer : undefined,
    from,
    isTalking,
    lacksFactor,
  });
  return { user: userView(user), ...(renewed === undefined ? {} : { token: renewed }) };
}

interface Asked {
  /** What a renewed token says; undefined where none is due. */
  bearer: Bearer | undefined;
  from: SessionPlace;
  /** Whoever talks with a customer is not idle. */
  isTalking: boolean;
  /** Their role needs a second factor, and they have none. */
  lacksFactor: boolean;
}

/** Checks the session of a token, and renews the token in it where that is due. */
async function passSession(
  ctx: AuthContext,
  claims: SessionClaims,
  { bearer, from, isTalking, lacksFactor }: Asked,
): Promise<string | undefined> {
  const sid = sessionOf(claims);
  const limits = await readLimits(ctx);
  for (let tries = 0; tries < maxTries; tries += 1) {
    const session = await ctx.models.sessions.findById(sid).lean<StoredSession | null>();
    if (session === null) {
      if (claims.sid !== undefined) throw sessionEnded();
      if (bearer === undefined) return undefined;
      await adoptSession(ctx, claims, from);
      continue;
    }
    const now = ctx.clock.now();
    const reason = reasonToEnd(session, claims, { limits, now, isTalking, lacksFactor });
    if (reason !== undefined) {
      ctx.log.info({ userId: session.user_id, reason }, 'session ended');
      await endSession(ctx, sid, { reason, actor: 'system', address: from.address });
    }
    if (reason !== undefined || session.open !== true) throw sessionEnded();
    if (bearer === undefined) return undefined;
    const exp = expiryOf(session.started_at, limits, now);
    const written = await ctx.models.sessions.updateOne(
      { _id: sid, version: session.version, open: true },
      {
        $set: {
          sv: bearer.session_version,
          exp: Math.max(exp, session.exp),
          renewed: renewedAfter(session.renewed, claims.jti, now),
          ...placeFields(from),
        },
        $inc: { version: 1 },
      },
    );
    if (written.matchedCount > 0) return ctx.issueToken(bearer, { sid, exp });
  }
  throw conflict();
}

/** Why an open session ends now: its token is in two hands, it began without a factor that is needed, or it reached a limit. */
function reasonToEnd(
  session: StoredSession,
  { jti }: SessionClaims,
  {
    limits,
    now,
    isTalking,
    lacksFactor,
  }: { limits: SessionLimits; now: Date } & Pick<Asked, 'isTalking' | 'lacksFactor'>,
): EndReason | undefined {
  if (session.open !== true) return undefined;
  if (isReused(session, jti, now)) return 'reused';
  if (lacksFactor && session.provider?.counts_as_factor !== true) return 'factor-required';
  const reached = reachedLimit(session, limits, now);
  return reached === 'idle' && isTalking ? undefined : reached;
}
