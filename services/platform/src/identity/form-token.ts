import { createSecretKey, hkdfSync, randomUUID } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { z } from 'zod';
import type { Clock } from '../clock.js';
import type { PrivateServiceKeys } from './service-keys.js';

const formClaims = z.object({ jti: z.string().min(1), iat: z.number(), exp: z.number() });

/** What a form token says: an id of its own and when it ends by itself; or why it does not count. */
export type ReadForm = { id: string; endsAt: Date } | { refused: 'not ours' | 'too early' | 'too late' };

export interface FormTokens {
  /** A token for a form that is opened now. It bears a made-up id and the time, and nothing of who asked. */
  issue(): string;
  /** Reads what came back with the form. That it is used once alone is its reader's to see to, by the id. */
  read(token: string): ReadForm;
}

/**
 * Tokens of one public form (`form` names it), by which its reader is told from a robot: nobody fills a form in less than
 * `minSeconds`, and after `maxSeconds` it has to be opened anew. Signed with a secret derived from the
 * service's own private key, so that its replicas read each other's, and nobody else.
 */
export function createFormTokens(options: {
  form: string;
  keys: PrivateServiceKeys;
  clock: Clock;
  minSeconds: number;
  maxSeconds: number;
}): FormTokens {
  const { form: audience, clock, minSeconds, maxSeconds } = options;
  const derived = ({ key }: PrivateServiceKeys['keys'][number]) => {
    const secret = key.export({ type: 'pkcs8', format: 'der' });
    return createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `form/${audience}`, 32)));
  };
  const [first, ...others] = options.keys.keys;
  const key = derived(first);
  const keys = [key, ...others.map(derived)];
  const nowSeconds = () => Math.floor(clock.now().getTime() / 1000);

  function claimsOf(token: string): z.infer<typeof formClaims> | undefined {
    for (const each of keys) {
      try {
        const payload = jwt.verify(token, each, { algorithms: ['HS256'], audience, ignoreExpiration: true });
        return formClaims.safeParse(payload).data;
      } catch {
        // Another key may fit; where none does, it is not ours.
      }
    }
    return undefined;
  }

  return {
    issue: () => {
      const iat = nowSeconds();
      const claims = { jti: randomUUID(), aud: audience, iat, exp: iat + maxSeconds };
      return jwt.sign(claims, key, { algorithm: 'HS256' });
    },
    read: (token) => {
      const claims = claimsOf(token);
      if (claims === undefined) return { refused: 'not ours' };
      const now = nowSeconds();
      if (now - claims.iat < minSeconds) return { refused: 'too early' };
      if (now >= claims.exp) return { refused: 'too late' };
      return { id: claims.jti, endsAt: new Date(claims.exp * 1000) };
    },
  };
}
