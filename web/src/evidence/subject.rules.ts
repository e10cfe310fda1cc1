import type { EvidenceSubject } from '@crm/contracts/http/evidence.js';

/** A listed number or e-mail as whom a pack is about. */
export const subjectOf = (address: string): EvidenceSubject =>
  address.includes('@') ? { email: address } : { phone: address };

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
