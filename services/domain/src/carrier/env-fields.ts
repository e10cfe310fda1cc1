import { z } from 'zod';

/** An id of the carrier's by its two letters. */
export const sid = (prefix: string) =>
  z.string().regex(new RegExp(`^${prefix}[0-9a-fA-F]{32}$`), `must be ${prefix} and 32 hexadecimal digits`);
/** A secret of the carrier's. */
export const secret = z.string().min(16, 'must have at least 16 characters');
/** The carrier's tokens, two of them while one is exchanged: requests are made with the first, webhooks are signed with either. */
export const authTokens = z
  .string()
  .transform((text) => text.split(',').map((token) => token.trim()))
  .pipe(z.array(secret).max(2, 'must be one, or two while one is exchanged'))
  .transform(([first = '', ...others]) => ({ authToken: first, authTokens: [first, ...others] }));

/** The carrier's package reads these by itself and would send every call elsewhere. */
export const unset = z.undefined({ error: 'must not be set' }).optional();
