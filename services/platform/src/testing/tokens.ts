import { generateKeyPairSync, randomUUID } from 'node:crypto';
import jwt from 'jsonwebtoken';
import type { Actor } from '@crm/contracts/access.js';
import {
  keyTokenSeconds,
  tokenLifetimeSeconds,
  type KeyClaims,
  type SessionClaims,
} from '@crm/contracts/token.js';
import { systemClock, type Clock } from '../clock.js';
import { uniqueId } from './unique.js';

export interface TestTokens {
  /** For `createTokenVerifier`. */
  keys: Record<string, string>;
  /** The private key in PEM, for a service that signs. */
  privateKey: string;
  kid: string;
  /** A session token of an actor, under session version 0 unless said otherwise. */
  tokenFor(actor: Actor, claims?: Partial<SessionClaims>): string;
  /** What an API key with these scopes is exchanged for. */
  keyTokenFor(scopes: KeyClaims['scopes'], claims?: Partial<KeyClaims>): string;
}

/** A key pair of the test's own and tokens signed with it. */
export function createTestTokens(clock: Clock = systemClock): TestTokens {
  const { privateKey, publicKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const kid = 'test';
  return {
    keys: { [kid]: publicKey },
    privateKey,
    kid,
    tokenFor: (actor, claims = {}) => {
      const iat = claims.iat ?? Math.floor(clock.now().getTime() / 1000);
      const payload = {
        jti: randomUUID(),
        sub: actor.id,
        role: actor.role,
        subroles: [...actor.subroles],
        name: actor.fullname,
        sv: 0,
        exp: iat + tokenLifetimeSeconds,
        ...claims,
        iat,
      } satisfies SessionClaims;
      return jwt.sign(payload, privateKey, { algorithm: 'ES256', keyid: kid });
    },
    keyTokenFor: (scopes, claims = {}) => {
      const iat = claims.iat ?? Math.floor(clock.now().getTime() / 1000);
      const payload = {
        kind: 'api-key',
        key: uniqueId(),
        name: 'Policy system',
        scopes,
        exp: iat + keyTokenSeconds,
        ...claims,
        iat,
      } satisfies KeyClaims;
      return jwt.sign(payload, privateKey, { algorithm: 'ES256', keyid: kid });
    },
  };
}

/** Sessions that never end, for tests that look at something else. */
export const endlessSessions = {
  isOver: () => false,
  isFresh: () => true,
  catchUp: () => Promise.resolve(),
};
