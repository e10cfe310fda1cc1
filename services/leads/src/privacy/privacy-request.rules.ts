import type { PrivacyRequest } from '@crm/contracts/http/privacy.js';
import { privacyServices } from '@crm/contracts/http/privacy.js';
import type { PrivacyRequestDoc } from './privacy-request.model.js';

/** What may stay of an address when the person is gone: `… 0117`, `r…@example.com`. */
export function hintOf(address: string): string {
  const at = address.lastIndexOf('@');
  return at === -1 ? `… ${address.slice(-4)}` : `${address.slice(0, 1)}…${address.slice(at)}`;
}

/** A number as it may stand in a row of a file: its ten digits, whatever lies between them. */
const nationalDigits = (phone: string) => phone.replace(/^\+1/, '');

/** Whether a row of a file that was refused names one of these numbers or e-mails. */
export function namesPerson(
  row: string,
  { phones, emails }: { phones: string[]; emails: string[] },
): boolean {
  const lower = row.toLowerCase();
  const digits = row.replace(/[\s().+\-/]/g, '');
  return (
    emails.some((email) => lower.includes(email)) ||
    phones.some((phone) => digits.includes(nationalDigits(phone)))
  );
}

/** A request as the page shows it. */
export function requestView({
  _id,
  at,
  doneAt,
  expiresAt,
  fetched,
  parts,
  person: _person,
  ...rest
}: PrivacyRequestDoc): PrivacyRequest {
  return {
    ...rest,
    id: _id.toHexString(),
    at: at.toISOString(),
    done_at: doneAt?.toISOString() ?? null,
    expires_at: expiresAt?.toISOString() ?? null,
    fetched: fetched.map(({ user_fullname, at: when }) => ({ user_fullname, at: when.toISOString() })),
    parts: privacyServices.map((service) => {
      const { state, counts, at: since } = parts[service];
      return { service, state, counts, at: since?.toISOString() ?? null };
    }),
  };
}
