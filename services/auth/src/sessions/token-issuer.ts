import { createPublicKey, randomUUID, type KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';
import type { RoleId, SubroleId } from '@crm/contracts/codes/roles.js';
import type { KeyClaims, SessionClaims } from '@crm/contracts/token.js';
import type { Clock } from '@crm/platform/clock.js';

/** Private keys by id, the first of which signs. */
export type SigningKeys = ReadonlyMap<string, KeyObject>;

/** The claims of a token, from the user's record. */
export interface Bearer {
  id: string;
  role_id: RoleId;
  subroles: readonly SubroleId[];
  fullname: string;
  session_version: number;
}

/** The session that a token belongs to, and when the token expires: seconds since 1970. */
export interface TokenOf {
  sid: string;
  exp: number;
  /** The token's own id; a new one without it. */
  jti?: string;
}

export type IssueToken = (bearer: Bearer, of: TokenOf) => string;

export type IssueKeyToken = (says: Omit<KeyClaims, 'kind' | 'iat'>) => string;

/** The key that signs, with its id. */
function signingKey(keys: SigningKeys): readonly [string, KeyObject] {
  const [first] = keys;
  if (first === undefined) throw new Error('No signing key is configured');
  return first;
}

/** Signs the tokens that API keys are exchanged for. */
export function createKeyTokenIssuer(keys: SigningKeys, clock: Clock): IssueKeyToken {
  const [keyid, key] = signingKey(keys);
  return (says) => {
    const iat = Math.floor(clock.now().getTime() / 1000);
    const claims: KeyClaims = { kind: 'api-key', ...says, iat };
    return jwt.sign(claims, key, { algorithm: 'ES256', keyid });
  };
}

/** Signs session tokens: ES256, 12 hours at most, each with its own id (architecture: Identity and rights). */
export function createTokenIssuer(keys: SigningKeys, clock: Clock): IssueToken {
  const [keyid, key] = signingKey(keys);
  return (bearer, { sid, exp, jti = randomUUID() }) => {
    const iat = Math.floor(clock.now().getTime() / 1000);
    const claims: SessionClaims = {
      jti,
      sid,
      sub: bearer.id,
      role: bearer.role_id,
      subroles: [...bearer.subroles],
      name: bearer.fullname,
      sv: bearer.session_version,
      iat,
      exp,
    };
    return jwt.sign(claims, key, { algorithm: 'ES256', keyid });
  };
}

/** The public keys in PEM, by key id, for verification. */
export function publicKeysOf(keys: SigningKeys): Record<string, string> {
  return Object.fromEntries(
    [...keys].map(([kid, key]) => [
      kid,
      createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString(),
    ]),
  );
}
