import type { Lead } from '@crm/contracts/entities/lead.js';
import { useCallMessages } from '../i18n/calls.en.js';
import { useDial } from './useDial.js';

/**
 * How the call centre of a lead is offered, and why it cannot be opened now: with the next permitted time if none of
 * the lead's numbers may be called. `reason`: why nothing of the lead can be changed.
 */
export function useCallCentre(
  lead: Lead,
  reason: string | undefined,
): { label: string; reason: string | undefined } {
  const translate = useCallMessages();
  const { numbers, isThisCall, busyLine } = useDial(lead);
  if (isThisCall) return { label: translate('crm.calls.onThisCall'), reason: undefined };
  const refused = numbers.some(({ denialReason }) => denialReason === undefined)
    ? undefined
    : (numbers[0]?.denialReason ?? translate('crm.contact.none'));
  return { label: translate('crm.calls.callCentre'), reason: busyLine ?? reason ?? refused };
}
