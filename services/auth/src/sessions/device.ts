import type { Request, Response } from 'express';
import { signIn } from '@crm/contracts/http/auth.js';
import { newSecret } from '../random-secret.js';

/**
 * A browser has a random id in a cookie that only sign-in receives. It grants no access, but exempts an account on
 * a device it has signed in from before from delays caused by wrong passwords elsewhere, even in the same office.
 */
const cookieName = 'crm_device';
const yearMs = 365 * 24 * 60 * 60 * 1000;
const pattern = new RegExp(String.raw`(?:^|;\s*)${cookieName}=([\w-]{43})(?:;|$)`);

/** The browser's id, or a new one. */
export function deviceOf(req: Pick<Request, 'headers'>): string {
  return pattern.exec(req.headers.cookie ?? '')?.[1] ?? newSecret();
}

/** Renews the cookie for another year. */
export function saveDevice({ req, res }: { req: Request; res: Response }, device: string): void {
  res.cookie(cookieName, device, {
    path: signIn.path,
    httpOnly: true,
    sameSite: 'strict',
    secure: req.secure,
    maxAge: yearMs,
  });
}
