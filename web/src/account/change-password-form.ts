import { commonPasswordSentence, password, provenPassword } from '@crm/contracts/password.js';
import type { PasswordOwner } from '@crm/contracts/password-screen.rules.js';
import { z } from 'zod';
import { accountMessages } from '../i18n/account.en.js';

const { required, mismatch } = accountMessages.changePassword;

/** The three fields (rule A9): all required, and the confirmation equal to the new password. */
const threeFields = z
  .object({
    old_password: provenPassword,
    new_password: z.string().min(1, required).pipe(password),
    confirmation: z.string().min(1, required),
  })
  .refine((form) => form.confirmation === form.new_password, {
    path: ['confirmation'],
    message: mismatch,
    // Also while another field is still wrong: the two are compared as they stand.
    when: ({ value }) => z.object({ confirmation: z.string().min(1) }).safeParse(value).success,
  });
export type ChangePasswordForm = z.input<typeof threeFields>;

/** The same with the screen of common passwords (rule A29), which is loaded once there is a password to look at. */
export const changePasswordForm = (owner: PasswordOwner) =>
  threeFields.refine(
    async ({ new_password }) => {
      const { isCommon } = await import('./password-screen.js');
      return !isCommon(new_password, owner);
    },
    {
      path: ['new_password'],
      message: commonPasswordSentence,
      when: ({ value }) => z.object({ new_password: password }).safeParse(value).success,
    },
  );
