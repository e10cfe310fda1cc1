import type { Lead } from '@crm/contracts/entities/lead.js';
import { useEmailMessages } from '../i18n/emails.en.js';
import { useMayContact } from '../leads/permission/useMayContact.js';
import { useDenialReason } from '../leads/permission/useDenialReason.js';

/** Why a lead cannot be e-mailed now; undefined if it can. The server checks again when it is sent. */
export function useEmailRefusal(lead: Lead): string | undefined {
  const translate = useEmailMessages();
  const { zones, wayOf } = useMayContact(lead);
  const currentDenialReason = useDenialReason(zones);
  if (lead.email === null || lead.email === '') return translate('crm.email.noAddress');
  return currentDenialReason(wayOf('email', 'email'));
}
