import type { Lead } from '@crm/contracts/entities/lead.js';
import { useTextMessages } from '../i18n/texts.en.js';
import { useMayContact } from '../leads/permission/useMayContact.js';
import { useDenialReason } from '../leads/permission/useDenialReason.js';

/** A lead's number for texts; without a denial reason, it can be texted now. */
export interface TextableNumber {
  place: 'phone' | 'second_phone';
  /** Null if the status hides it; the server identifies it by its place. */
  number: string | null;
  denialReason: string | undefined;
}

/** A lead's numbers, and why and until when one may not be texted; the server checks again when a text is sent. */
export function useTextableNumbers(lead: Lead): TextableNumber[] {
  const translate = useTextMessages();
  const { zones, wayOf } = useMayContact(lead);
  const currentDenialReason = useDenialReason(zones);
  const places = (['phone', 'second_phone'] as const).filter(
    (place) => place === 'phone' || lead.second_phone !== null,
  );
  return places.map((place) => {
    const number = lead.phone_hidden ? null : lead[place];
    if (number === null && !lead.phone_hidden)
      return { place, number, denialReason: translate('crm.text.noPhone') };
    return { place, number, denialReason: currentDenialReason(wayOf(place, 'text')) };
  });
}
