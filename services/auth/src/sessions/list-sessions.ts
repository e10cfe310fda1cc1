import type { listSessions as endpoint } from '@crm/contracts/http/auth.js';
import type { AnswerOf } from '@crm/contracts/endpoint/endpoint.js';
import type { AuthContext } from '../context.js';
import type { StoredUser } from '../user/user.model.js';
import type { StoredSession } from './session.model.js';

/**
 * The session versions, tokens kept below them, revoked tokens and ended sessions: all of them, or those changed after `since`.
 * Every service in use polls this every second, so it reads little more than indexes.
 */
export async function listSessions(
  { models, clock }: Pick<AuthContext, 'models' | 'clock'>,
  since: string | undefined,
): Promise<Required<AnswerOf<typeof endpoint>>> {
  // Taken before reading: changes made meanwhile are returned again next time, never missed.
  const now = clock.now();
  const nowSeconds = now.getTime() / 1000;
  const after = since === undefined ? undefined : { $gt: new Date(since) };
  const [users, tokens, sessions] = await Promise.all([
    models.users
      .find(after === undefined ? {} : { sessions_changed_at: after }, {
        session_version: 1,
        kept_session: 1,
      })
      .lean<Pick<StoredUser, '_id' | 'session_version' | 'kept_session'>[]>(),
    models.signedOutTokens
      .find(
        { exp: { $gt: nowSeconds }, ...(after === undefined ? {} : { signed_out_at: after }) },
        { exp: 1 },
      )
      .lean(),
    models.sessions
      .find({ exp: { $gt: nowSeconds }, ended_at: after ?? { $exists: true } }, { exp: 1 })
      .lean<Pick<StoredSession, '_id' | 'exp'>[]>(),
  ]);
  return {
    at: now.toISOString(),
    versions: Object.fromEntries(
      users.map(({ _id, session_version }) => [_id.toHexString(), session_version]),
    ),
    revoked: tokens.map(({ _id, exp }) => ({ jti: _id, exp })),
    ended: sessions.map(({ _id, exp }) => ({ sid: _id, exp })),
    kept: users.flatMap(({ _id, kept_session: kept }) =>
      kept === undefined || kept.exp <= nowSeconds
        ? []
        : [{ user_id: _id.toHexString(), jti: kept.jti, exp: kept.exp }],
    ),
  };
}
