import { createSecretKey, type KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Clock } from '../clock.js';
import { forbidden } from '../errors/app-error.js';

const lifetimeSeconds = 60;
/** A token is used again until it has less than this to live. */
const spareSeconds = 20;
const shortestKey = 32;

/** The key that all services share, at least 32 characters. To change it, put the new one first: the first signs, all verify. */
export type ServiceKey = string | readonly [string, ...string[]];

const serviceClaims = z.object({ sub: z.string().min(1), aud: z.string(), exp: z.number() });

function readKeys(key: ServiceKey): [KeyObject, ...KeyObject[]] {
  const read = (text: string) => {
    if (text.length < shortestKey) {
      throw new Error(`The key between services has fewer than ${String(shortestKey)} characters`);
    }
    return createSecretKey(Buffer.from(text));
  };
  const [first, ...others] = typeof key === 'string' ? [key] : key;
  return [read(first), ...others.map(read)];
}

/** Makes 60-second tokens with which the service `from` calls another one: HS256, `sub` the caller, `aud` the called. */
export function createServiceTokenSigner(options: { from: string; key: ServiceKey; clock: Clock }) {
  const [key] = readKeys(options.key);
  const latest = new Map<string, { token: string; exp: number }>();

  return (to: string): string => {
    const now = Math.floor(options.clock.now().getTime() / 1000);
    const known = latest.get(to);
    if (known !== undefined && known.exp - now >= spareSeconds) return known.token;
    const exp = now + lifetimeSeconds;
    const token = jwt.sign({ sub: options.from, aud: to, iat: now, exp }, key, { algorithm: 'HS256' });
    latest.set(to, { token, exp });
    return token;
  };
}

/** Verifies tokens made for the service `to`; answers the caller's name, throws `forbidden`. */
export function createServiceTokenVerifier(options: { to: string; key: ServiceKey; clock: Clock }) {
  const keys = readKeys(options.key);
  const seen = new LRUCache<string, { caller: string; exp: number }>({ max: 200 });

  function read(token: string, key: KeyObject, now: number): z.infer<typeof serviceClaims> | undefined {
    try {
      const payload = jwt.verify(token, key, {
        algorithms: ['HS256'],
        audience: options.to,
        clockTimestamp: now,
      });
      return serviceClaims.safeParse(payload).data;
    } catch {
      // Another key may fit; where none does, the caller is refused.
      return undefined;
    }
  }

  return (token: string): string => {
    const now = Math.floor(options.clock.now().getTime() / 1000);
    const known = seen.get(token);
    if (known !== undefined && known.exp > now) return known.caller;
    for (const key of keys) {
      const claims = read(token, key, now);
      if (claims === undefined) continue;
      seen.set(token, { caller: claims.sub, exp: claims.exp });
      return claims.sub;
    }
    throw forbidden('Only services can make this call');
  };
}
