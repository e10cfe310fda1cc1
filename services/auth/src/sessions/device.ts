import type { Request } from 'express';
import { newSecret } from '../random-secret.js';
import { secretCookie } from '../secret-cookie.js';

/**
 * A browser has a random id in a cookie that only sign-in receives. It grants no access, but exempts an account on
 * a device it has signed in from before from delays caused by wrong passwords elsewhere, even in the same office.
 */
const cookie = secretCookie('crm_device', { sameSite: 'strict', maxAge: 365 * 24 * 60 * 60 * 1000 });

/** The browser's id, or a new one. */
export const deviceOf = (req: Pick<Request, 'headers'>): string => cookie.of(req) ?? newSecret();

/** Renews the cookie for another year. */
export const saveDevice = cookie.save;
