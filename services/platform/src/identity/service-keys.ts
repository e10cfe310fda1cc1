import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto';
import { z } from 'zod';
import { callerNames, type Caller } from '@crm/contracts/endpoint/endpoint.js';

const coordinate = z.base64url();
const publicJwk = z.strictObject({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: coordinate,
  y: coordinate,
  kid: z.string().min(1).max(100),
  /** Whose key it is: a token that names another caller is refused. */
  iss: z.enum(callerNames),
});
const privateJwk = publicJwk.extend({ d: coordinate });

const unreadable = 'holds a key that is none of P-256';

/** One caller's private keys as a JSON Web Key Set: the first signs, the others wait for their turn or to be retired. */
export const privateServiceKeySet = z
  .strictObject({ keys: z.tuple([privateJwk], privateJwk) })
  .refine(({ keys: [first, ...others] }) => others.every(({ iss }) => iss === first.iss), {
    error: 'holds the private keys of more than one service',
  });
export type PrivateServiceKeySet = z.output<typeof privateServiceKeySet>;

/** Every caller's public keys, at most two of each, as all services share them. A private part is refused. */
export const publicServiceKeySet = z
  .strictObject({ keys: z.array(publicJwk).min(1) })
  .refine(({ keys }) => new Set(keys.map(({ kid }) => kid)).size === keys.length, {
    error: 'names a key id twice',
  })
  .refine(({ keys }) => callerNames.every((name) => keys.filter(({ iss }) => iss === name).length <= 2), {
    error: 'holds more than two keys of a service: retire the old ones',
  });
export type PublicServiceKeySet = z.output<typeof publicServiceKeySet>;

/** What a service signs its calls with. */
export interface PrivateServiceKeys {
  readonly caller: Caller;
  /** The first signs. */
  readonly keys: readonly [PrivateServiceKey, ...PrivateServiceKey[]];
}

interface PrivateServiceKey {
  readonly kid: string;
  readonly key: KeyObject;
}

/** What it verifies the calls of others by: key id to the key and its owner. */
export type PublicServiceKeys = ReadonlyMap<string, { readonly caller: Caller; readonly key: KeyObject }>;

/** Both of a service's settings. */
export interface ServiceKeys {
  own: PrivateServiceKeys;
  known: PublicServiceKeys;
}

const readPrivate = ({ iss: _iss, kid, ...key }: z.output<typeof privateJwk>): PrivateServiceKey => ({
  kid,
  key: createPrivateKey({ key, format: 'jwk' }),
});

/** The keys of a private set, ready to sign. */
export const privateServiceKeys = privateServiceKeySet.transform(({ keys }, context): PrivateServiceKeys => {
  const [first, ...others] = keys;
  try {
    return { caller: first.iss, keys: [readPrivate(first), ...others.map(readPrivate)] };
  } catch {
    // Not what was thrown: it could repeat the key.
    context.addIssue({ code: 'custom', message: unreadable });
    return z.NEVER;
  }
});

/** The keys of the public set, ready to verify. */
export const publicServiceKeys = publicServiceKeySet.transform(({ keys }, context): PublicServiceKeys => {
  try {
    return new Map(
      keys.map(({ iss, kid, ...key }) => [
        kid,
        { caller: iss, key: createPublicKey({ key, format: 'jwk' }) },
      ]),
    );
  } catch {
    context.addIssue({ code: 'custom', message: unreadable });
    return z.NEVER;
  }
});

/** Makes a pair of keys for a caller; its id is a digest of the public part. */
export function newServiceKey(caller: Caller): {
  private: PrivateServiceKeySet['keys'][number];
  public: PublicServiceKeySet['keys'][number];
} {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x, y, d } = z
    .object({ x: coordinate, y: coordinate, d: coordinate })
    .parse(privateKey.export({ format: 'jwk' }));
  const kid = `${caller}-${createHash('sha256').update(`${x}.${y}`).digest('hex').slice(0, 12)}`;
  const shared = { kty: 'EC', crv: 'P-256', x, y, kid, iss: caller } as const;
  return { private: { ...shared, d }, public: shared };
}
