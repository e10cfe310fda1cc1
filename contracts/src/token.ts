import { z } from 'zod';
import { keyScope } from './codes/key-scopes.js';
import { roleId, subroleId } from './codes/roles.js';
import { id } from './ids.js';

/**
 * What a session token says (architecture: Identity and rights): whose it is, with which role, under which session
 * version it was signed. A token whose version is below the user's, or whose id was signed out, is refused.
 */
export const sessionClaims = z.object({
  jti: z.string(),
  /** The session: one id from sign-in on, the same in every renewed token. Tokens of before there were any have none. */
  sid: z.string().optional(),
  sub: id,
  role: roleId,
  subroles: z.array(subroleId),
  name: z.string(),
  sv: z.int().min(0),
  iat: z.int(),
  exp: z.int(),
});
export type SessionClaims = z.infer<typeof sessionClaims>;

/** The session a token belongs to: one of before there were sessions begins its own, by its id. */
export const sessionOf = ({ sid, jti }: Pick<SessionClaims, 'sid' | 'jti'>): string => sid ?? jti;

/** A token lives 12 hours; verify renews it past half of that (architecture: Identity and rights). */
export const tokenLifetimeSeconds = 12 * 60 * 60;

/**
 * What the token says that a gateway exchanges an API key for: a kind of its own, with no user and no role in it, so that no
 * call of a person takes it.
 */
export const keyClaims = z.object({
  kind: z.literal('api-key'),
  key: id,
  name: z.string(),
  scopes: z.array(keyScope),
  iat: z.int(),
  exp: z.int(),
});
export type KeyClaims = z.infer<typeof keyClaims>;

/** A gateway uses an exchanged token for half of its life at most: the other half is for clocks that differ. */
export const keyTokenSeconds = 120;
