import { secretCookie } from '../secret-cookie.js';

/** How long a sign-in at a provider may take. */
export const signInMs = 10 * 60_000;

/**
 * Binds a sign-in at a provider to the browser in which it began, so that nobody signs somebody else in; sign-ins in several
 * tabs share it. Lax: the provider sends the browser back here from its own site.
 */
export const browserCookie = secretCookie('crm_sso', { sameSite: 'lax', maxAge: signInMs });
