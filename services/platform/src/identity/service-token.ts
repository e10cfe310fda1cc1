import jwt from 'jsonwebtoken';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { callerNames, type Caller } from '@crm/contracts/endpoint/endpoint.js';
import type { Clock } from '../clock.js';
import { forbidden } from '../errors/app-error.js';
import type { PrivateServiceKeys, PublicServiceKeys } from './service-keys.js';

const lifetimeSeconds = 60;
/** A token is used again until it has less than this to live. */
const spareSeconds = 20;
/** How far apart the clocks of two machines may be. */
const skewSeconds = 30;

const serviceClaims = z.object({
  iss: z.enum(callerNames),
  aud: z.string(),
  iat: z.int(),
  exp: z.int(),
});
type ServiceClaims = z.output<typeof serviceClaims>;

/** Makes 60-second tokens with which the service `from` calls another one: ES256, `iss` the caller, `aud` the called. */
export function createServiceTokenSigner(options: { from: Caller; keys: PrivateServiceKeys; clock: Clock }) {
  const { from, keys, clock } = options;
  if (keys.caller !== from) throw new Error(`${from} was given the keys of ${keys.caller}`);
  const [{ kid, key }] = keys.keys;
  const latest = new Map<string, { token: string; exp: number }>();

  return (to: string): string => {
    const now = Math.floor(clock.now().getTime() / 1000);
    const known = latest.get(to);
    const left = known === undefined ? 0 : known.exp - now;
    // More than a token ever has: the clock was set back, and the token would come from the future.
    if (known !== undefined && left >= spareSeconds && left <= lifetimeSeconds) return known.token;
    const claims: ServiceClaims = { iss: from, aud: to, iat: now, exp: now + lifetimeSeconds };
    const token = jwt.sign(claims, key, { algorithm: 'ES256', keyid: kid });
    latest.set(to, { token, exp: claims.exp });
    return token;
  };
}

/** Why claims do not count at a moment, in seconds; undefined where they do. */
export function faultOf(
  { iat, exp }: Pick<ServiceClaims, 'iat' | 'exp'>,
  now: number,
): 'lives too long' | 'not yet' | 'over' | undefined {
  if (exp - iat > lifetimeSeconds || exp <= iat) return 'lives too long';
  if (iat > now + skewSeconds) return 'not yet';
  return now >= exp + skewSeconds ? 'over' : undefined;
}

/**
 * Verifies tokens made for the service `to`, by the public key that the token names and whose owner it says it is of.
 * Answers the caller's name, throws `forbidden`.
 */
export function createServiceTokenVerifier(options: { to: string; keys: PublicServiceKeys; clock: Clock }) {
  const seen = new LRUCache<string, ServiceClaims>({ max: 200 });
  const nowSeconds = () => Math.floor(options.clock.now().getTime() / 1000);

  function read(token: string): ServiceClaims | undefined {
    const kid = jwt.decode(token, { complete: true })?.header.kid;
    const known = kid === undefined ? undefined : options.keys.get(kid);
    if (known === undefined) return undefined;
    // Times are looked at below: the library lets a token without an end live for ever.
    const payload = jwt.verify(token, known.key, {
      algorithms: ['ES256'],
      audience: options.to,
      issuer: known.caller,
      clockTimestamp: nowSeconds(),
      ignoreExpiration: true,
      ignoreNotBefore: true,
    });
    return serviceClaims.safeParse(payload).data;
  }

  function readIfValid(token: string): ServiceClaims | undefined {
    try {
      return read(token);
    } catch {
      return undefined;
    }
  }

  return (token: string): Caller => {
    const known = seen.get(token);
    const claims = known ?? readIfValid(token);
    if (claims === undefined || faultOf(claims, nowSeconds()) !== undefined) {
      throw forbidden('Only services can make this call');
    }
    if (known === undefined) seen.set(token, claims);
    return claims.iss;
  };
}
