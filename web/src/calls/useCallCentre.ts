import type { Lead } from '@crm/contracts/entities/lead.js';
import { useCalling } from '../calling/calling.js';
import { useCallMessages } from '../i18n/calls.en.js';
import { useMayContact } from '../leads/permission/useMayContact.js';
import { shownCall } from './call-shown.rules.js';
import { useCallableNumbers } from './useCallableNumbers.js';

/**
 * How the call centre of a lead is offered, and why it cannot be opened now: with the next permitted time if none of
 * the lead's numbers may be called. `reason`: why nothing of the lead can be changed.
 */
export function useCallCentre(
  lead: Lead,
  reason: string | undefined,
): { label: string; reason: string | undefined } {
  const translate = useCallMessages();
  const calling = useCalling();
  const call = shownCall(calling);
  const numbers = useCallableNumbers(lead, useMayContact(lead));
  if (call?.leadId === lead.id) return { label: translate('crm.calls.onThisCall'), reason: undefined };
  const label = translate('crm.calls.callCentre');
  if (call || calling.here) return { label, reason: translate('crm.calls.onAnotherCall') };
  const refused = numbers.some(({ denialReason }) => denialReason === undefined)
    ? undefined
    : (numbers[0]?.denialReason ?? translate('crm.contact.none'));
  return { label, reason: reason ?? refused };
}
