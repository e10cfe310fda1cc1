import { z } from 'zod';

/** A carrier id with its two-letter prefix. */
export const sid = (prefix: string) =>
  z.string().regex(new RegExp(`^${prefix}[0-9a-fA-F]{32}$`), `must be ${prefix} and 32 hexadecimal digits`);
/** A carrier secret. */
export const secret = z.string().min(16, 'must have at least 16 characters');
/** The carrier's auth tokens, two during rotation: the first signs requests, webhooks may be signed with either. */
export const authTokens = z
  .string()
  .transform((text) => text.split(',').map((token) => token.trim()))
  .pipe(z.array(secret).max(2, 'must be one, or two while one is exchanged'))
  .transform(([first = '', ...others]) => ({ authToken: first, authTokens: [first, ...others] }));

/** The carrier's package reads these variables itself and would redirect every call. */
export const unset = z.undefined({ error: 'must not be set' }).optional();
