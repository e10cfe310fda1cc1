import { password } from '@crm/contracts/password.js';
import { z } from 'zod';
import { accountMessages } from '../i18n/account.en.js';

const { required, mismatch } = accountMessages.changePassword;

/** The three fields (rule A9): all required, and the confirmation equal to the new password. */
export const changePasswordForm = z
  .object({
    old_password: z.string().min(1, required).max(200),
    new_password: z.string().min(1, required).pipe(password),
    confirmation: z.string().min(1, required),
  })
  .refine((form) => form.confirmation === form.new_password, {
    path: ['confirmation'],
    message: mismatch,
    // Also while another field is still wrong: the two are compared as they stand.
    when: ({ value }) => z.object({ confirmation: z.string().min(1) }).safeParse(value).success,
  });
export type ChangePasswordForm = z.input<typeof changePasswordForm>;
