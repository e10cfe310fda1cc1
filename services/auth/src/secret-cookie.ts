import type { Request, Response } from 'express';
import { signIn } from '@crm/contracts/http/auth.js';

export interface SecretCookie {
  /** The secret of the browser; undefined where it has none. */
  of: (req: Pick<Request, 'headers'>) => string | undefined;
  /** Gives the browser its secret, anew for as long as one lasts. */
  save: (exchange: { req: Request; res: Response }, secret: string) => void;
}

/** A cookie with a random secret (`newSecret`) that only sign-in receives, for as long as `maxAge` in milliseconds. */
export function secretCookie(
  name: string,
  { sameSite, maxAge }: { sameSite: 'strict' | 'lax'; maxAge: number },
): SecretCookie {
  const pattern = new RegExp(String.raw`(?:^|;\s*)${name}=([\w-]{43})(?:;|$)`);
  return {
    of: ({ headers }) => pattern.exec(headers.cookie ?? '')?.[1],
    save: ({ req, res }, secret) => {
      res.cookie(name, secret, {
        ...{ path: signIn.path, httpOnly: true, secure: req.secure },
        ...{ sameSite, maxAge },
      });
    },
  };
}
