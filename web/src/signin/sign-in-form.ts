import { email } from '@crm/contracts/entities/user.js';
import { z } from 'zod';
import { crm } from '../i18n/crm-en.js';

/** The sign-in form (account-and-shell section 5): an empty field is said to be required before it is said to be wrong. */
export const signInForm = z.object({
  email: z.string().trim().min(1, crm.signIn.emailRequired).pipe(email),
  password: z.string().min(1, crm.signIn.passwordRequired).max(200),
});
export type SignInForm = z.input<typeof signInForm>;
