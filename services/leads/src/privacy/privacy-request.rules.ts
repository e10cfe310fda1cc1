import type { PrivacyRequest } from '@crm/contracts/resources/privacy-request.js';
import { privacyServices } from '@crm/contracts/customers/privacy.js';
import { versionOf } from '@crm/platform/resources/stored-record.js';
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
  version,
  kind,
  user_fullname,
  reason,
  hints,
  leads,
  state,
  stays = [],
}: PrivacyRequestDoc): PrivacyRequest {
  return {
    ...{ kind, user_fullname, reason, hints, leads, state, stays },
    id: _id.toHexString(),
    version: versionOf({ version }),
    at: at.toISOString(),
    done_at: doneAt?.toISOString() ?? null,
    expires_at: expiresAt?.toISOString() ?? null,
    fetched: fetched.map((each) => ({ user_fullname: each.user_fullname, at: each.at.toISOString() })),
    parts: privacyServices.map((service) => {
      const part = parts[service];
      return { service, state: part.state, counts: part.counts, at: part.at?.toISOString() ?? null };
    }),
  };
}
