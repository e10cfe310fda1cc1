import { createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { LRUCache } from 'lru-cache';
import {
  keyClaims,
  keyTokenSeconds,
  sessionClaims,
  type KeyClaims,
  type SessionClaims,
} from '@crm/contracts/token.js';
import type { Clock } from '../clock.js';
import { AppError, keyInvalid, sessionEnded } from '../errors/app-error.js';

const rememberedTokens = 10_000;

const ofKey = keyClaims.pick({ kind: true });
const isOfKey = (token: string) => ofKey.safeParse(jwt.decode(token)).success;

export interface TokenVerifier {
  /** The claims of a session token that is signed by one of the keys and not expired; throws `session_ended`. */
  verify(token: string): SessionClaims;
  /** Whether a token is of the kind that API keys are exchanged for, signed or not: costs no signature. */
  isOfKey(token: string): boolean;
  /** The claims of the token that an API key was exchanged for, while it is not expired; throws `key_invalid`. */
  verifyKey(token: string): KeyClaims;
  /** The claims of a token that one of the keys signed, expired or not; undefined where none did. */
  signed(token: string): SessionClaims | undefined;
  /** Drops what is remembered of a token whose session is over. */
  forget(token: string): void;
}

function readKey(kid: string, key: string | JsonWebKey): KeyObject {
  const read = typeof key === 'string' ? createPublicKey(key) : createPublicKey({ key, format: 'jwk' });
  if (read.asymmetricKeyDetails?.namedCurve !== 'prime256v1') {
    throw new Error(`The session key ${kid} is not a P-256 key`);
  }
  return read;
}

/**
 * Verifies session tokens (ES256) by the public key their `kid` names. Keys are parsed once; a token seen before costs
 * a look-up, for a signature costs twenty times as much as everything else (`bench -- sign-in`). What is
 * remembered dies with the token; whether its session was ended is asked of the sessions, every time.
 */
export function createTokenVerifier(options: {
  keys: Readonly<Record<string, string | JsonWebKey>>;
  clock: Clock;
}): TokenVerifier {
  const { clock } = options;
  const keys = new Map(Object.entries(options.keys).map(([kid, key]) => [kid, readKey(kid, key)]));
  const seen = new LRUCache<string, SessionClaims>({ max: rememberedTokens });
  const seenOfKeys = new LRUCache<string, KeyClaims>({ max: rememberedTokens });

  /** What a token says that one of the keys signed; undefined for any other, whatever is wrong with it. */
  function payloadOf(token: string, now: number, ignoreExpiration: boolean): unknown {
    const kid = jwt.decode(token, { complete: true })?.header.kid;
    const key = kid === undefined ? undefined : keys.get(kid);
    if (key === undefined) return undefined;
    try {
      return jwt.verify(token, key, {
        algorithms: ['ES256'],
        clockTimestamp: Math.floor(now / 1000),
        ignoreExpiration,
      });
    } catch {
      // Its bearer is told one thing: sign in again.
      return undefined;
    }
  }

  function readAnew(token: string, now: number, ignoreExpiration = false): SessionClaims {
    const read = sessionClaims.safeParse(payloadOf(token, now, ignoreExpiration));
    if (!read.success) throw sessionEnded();
    return read.data;
  }

  function readKeyAnew(token: string, now: number): KeyClaims {
    const read = keyClaims.safeParse(payloadOf(token, now, false));
    if (!read.success || read.data.exp - read.data.iat > keyTokenSeconds) throw keyInvalid();
    seenOfKeys.set(token, read.data);
    return read.data;
  }

  return {
    verify: (token) => {
      const now = clock.now().getTime();
      const known = seen.get(token);
      if (known !== undefined) {
        if (known.exp * 1000 > now) return known;
        seen.delete(token);
        throw sessionEnded();
      }
      const claims = readAnew(token, now);
      seen.set(token, claims);
      return claims;
    },
    isOfKey: (token) => seenOfKeys.has(token) || (!seen.has(token) && isOfKey(token)),
    verifyKey: (token) => {
      const now = clock.now().getTime();
      const known = seenOfKeys.get(token);
      return known !== undefined && known.exp * 1000 > now ? known : readKeyAnew(token, now);
    },
    signed: (token) => {
      try {
        return seen.get(token) ?? readAnew(token, clock.now().getTime(), true);
      } catch (error) {
        if (error instanceof AppError && error.code === 'session_ended') return undefined;
        throw error;
      }
    },
    forget: (token) => {
      seen.delete(token);
    },
  };
}
