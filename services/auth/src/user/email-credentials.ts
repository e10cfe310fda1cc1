import type { z } from 'zod';
import { emailCredentials } from '@crm/contracts/resources/person.js';
import { openText, sealText, type EncryptionKeys, type Sealed } from './sealed.js';

export type EmailCredentials = z.infer<typeof emailCredentials>;

const fieldNames = ['clientId', 'clientSecret', 'refreshToken', 'accessToken'] as const;

/** Seals credentials for one user: copied to another's record they do not open. */
export const seal = (keys: EncryptionKeys, userId: string, credentials: EmailCredentials): Sealed =>
  sealText(keys, userId, JSON.stringify(credentials));

/** Opens what `seal` made; throws where the key is gone or anything was changed. */
export const open = (keys: EncryptionKeys, userId: string, sealed: Sealed): EmailCredentials =>
  emailCredentials.parse(JSON.parse(openText(keys, userId, sealed)));

/**
 * The credentials to seal anew, or undefined where the stored ones stay: what is absent or empty is kept as it is, for
 * a form cannot show what it never reads back.
 */
export function mergeCredentials(
  stored: () => EmailCredentials | undefined,
  given: Partial<EmailCredentials> | undefined,
): EmailCredentials | undefined {
  const filled = fieldNames.filter((name) => (given?.[name] ?? '') !== '');
  if (filled.length === 0) return undefined;
  const before = stored() ?? { clientId: '', clientSecret: '', refreshToken: '', accessToken: '' };
  const after = { ...before };
  for (const name of filled) after[name] = given?.[name] ?? '';
  return fieldNames.every((name) => after[name] === before[name]) ? undefined : after;
}
