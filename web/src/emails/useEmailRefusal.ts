import type { Lead } from '@crm/contracts/entities/lead.js';
import { useEmailWords } from '../i18n/emails.en.js';
import { useMayContact } from '../leads/permission/useMayContact.js';
import { useWhyNotNow } from '../leads/permission/useWhyNotNow.js';

/** Why a lead cannot be written to by e-mail now; undefined where it can. The server is asked again when it is. */
export function useEmailRefusal(lead: Lead): string | undefined {
  const words = useEmailWords();
  const { zones, wayOf } = useMayContact(lead);
  const whyNotNow = useWhyNotNow(zones);
  if (lead.email === null || lead.email === '') return words('crm.email.noAddress');
  return whyNotNow(wayOf('email', 'email'));
}
