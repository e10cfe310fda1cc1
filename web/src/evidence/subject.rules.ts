import { listedEmail } from '@crm/contracts/customers/contact.js';
import type { EvidenceSubject } from '@crm/contracts/http/evidence.js';
import { id } from '@crm/contracts/ids.js';
import { toE164 } from '@crm/contracts/phone.js';

/** A listed number or e-mail as whom a pack is about. */
export const subjectOf = (address: string): EvidenceSubject =>
  address.includes('@') ? { email: address } : { phone: address };

/** What somebody typed as whom a pack is about: a number, an e-mail, or the id of a lead; undefined for anything else. */
export function typedSubject(typed: string): EvidenceSubject | undefined {
  const text = typed.trim();
  const lead = id.safeParse(text.toLowerCase());
  if (lead.success) return { lead_id: lead.data };
  const email = listedEmail.safeParse(text.toLowerCase());
  if (email.success) return { email: email.data };
  const phone = toE164(text);
  return phone === undefined ? undefined : { phone };
}

/** Whom a pack is about of a search: the one lead that is chosen, or else the one address that was searched for. */
export function evidenceSubjectOf(
  chosen: readonly string[],
  searched: { phones: readonly string[]; emails: readonly string[] } | undefined,
): EvidenceSubject | undefined {
  const [lead_id, ...otherLeads] = chosen;
  if (lead_id !== undefined) return otherLeads.length === 0 ? { lead_id } : undefined;
  const [address, ...others] = [...(searched?.phones ?? []), ...(searched?.emails ?? [])];
  return address === undefined || others.length > 0 ? undefined : subjectOf(address);
}
