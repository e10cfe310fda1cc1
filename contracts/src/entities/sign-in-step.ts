import { z } from 'zod';
import { instant } from '../ids.js';

/** What proves, beside the password, that it is them (rule A30). */
export const factorMethod = z.enum(['passkey', 'totp', 'recovery']);
export type FactorMethod = z.infer<typeof factorMethod>;

/** The second step of a sign-in, in place of a session: nothing but that step takes its token, and only once (rule A31). */
export const signInStep = z.object({
  token: z.string(),
  /** How it can be proven; empty where a factor has to be enrolled first. */
  methods: z.array(factorMethod),
  /** The role needs a second factor and there is none yet. */
  must_enroll: z.boolean(),
  expires_at: instant,
});
export type SignInStep = z.infer<typeof signInStep>;

export const signInStepToken = z.base64url().length(43);
