import type { Request, Response } from 'express';
import { signIn } from '@crm/contracts/http/auth.js';

/**
 * Binds a sign-in at a provider to the browser in which it began, so that nobody signs somebody else in. Lax: the provider
 * sends the browser back here from its own site.
 */
const cookieName = 'crm_sso';
/** How long a sign-in at a provider may take. */
export const signInMs = 10 * 60_000;
const pattern = new RegExp(String.raw`(?:^|;\s*)${cookieName}=([\w-]{43})(?:;|$)`);

/** The browser's secret; undefined where it has none. */
export const browserOf = (req: Pick<Request, 'headers'>): string | undefined =>
  pattern.exec(req.headers.cookie ?? '')?.[1];

/** Gives the browser its secret, for as long as a sign-in may take; sign-ins in several tabs share it. */
export function saveBrowser({ req, res }: { req: Request; res: Response }, browser: string): void {
  res.cookie(cookieName, browser, {
    path: signIn.path,
    httpOnly: true,
    sameSite: 'lax',
    secure: req.secure,
    maxAge: signInMs,
  });
}
