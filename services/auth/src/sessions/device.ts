import { createHash, randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import { signIn } from '@crm/contracts/http/auth.js';

/**
 * A browser carries a random name of its own, for sign-in alone: it opens nothing, but wrong passwords from elsewhere,
 * from the same office too, do not slow an account down where it has signed in with that name before.
 */
const cookieName = 'crm_device';
const yearMs = 365 * 24 * 60 * 60 * 1000;
const pattern = new RegExp(String.raw`(?:^|;\s*)${cookieName}=([\w-]{43})(?:;|$)`);

/** The browser's name, or a new one where it has none yet. */
export function deviceOf(req: Pick<Request, 'headers'>): string {
  return pattern.exec(req.headers.cookie ?? '')?.[1] ?? randomBytes(32).toString('base64url');
}

/** What is kept of a name: from the store nobody can take one. */
export function hashOfDevice(device: string): string {
  return createHash('sha256').update(device).digest('base64url');
}

/** Lets the browser keep its name for another year. */
export function saveDevice({ req, res }: { req: Request; res: Response }, device: string): void {
  res.cookie(cookieName, device, {
    path: signIn.path,
    httpOnly: true,
    sameSite: 'strict',
    secure: req.secure,
    maxAge: yearMs,
  });
}
