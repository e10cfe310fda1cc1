import { email } from '@crm/contracts/entities/user.js';
import { z } from 'zod';
import { crm } from '../i18n/crm-en.js';

/** The sign-in form (rule A6): an empty field is said to be required before it is said to be wrong. */
export const signInForm = z.object({
  email: z.string().trim().min(1, crm.signIn.emailRequired).pipe(email),
  password: z.string().min(1, crm.signIn.passwordRequired).max(200),
});
export type SignInForm = z.input<typeof signInForm>;

/** What is wrong with what was typed, by field; the first thing alone. */
export function signInErrors(typed: SignInForm): Record<keyof SignInForm, string | undefined> {
  const { error } = signInForm.safeParse(typed);
  const { email: ofEmail, password: ofPassword } = error ? z.flattenError(error).fieldErrors : {};
  return { email: ofEmail?.[0], password: ofPassword?.[0] };
}
