import type { Lead } from '@crm/contracts/entities/lead.js';
import { useTextWords } from '../i18n/texts.en.js';
import { useMayContact } from '../leads/permission/useMayContact.js';
import { useWhyNotNow } from '../leads/permission/useWhyNotNow.js';

/** A number of a lead to text to; without a reason against it, it may be texted now. */
export interface TextableNumber {
  place: 'phone' | 'second_phone';
  /** Null where the status hides it; the server knows it by its place. */
  number: string | null;
  whyNot: string | undefined;
}

/** The numbers of a lead, and why and until when one may not be texted; the server is asked again when it is. */
export function useTextableNumbers(lead: Lead): TextableNumber[] {
  const words = useTextWords();
  const { zones, wayOf } = useMayContact(lead);
  const whyNotNow = useWhyNotNow(zones);
  const places = (['phone', 'second_phone'] as const).filter(
    (place) => place === 'phone' || lead.second_phone !== null,
  );
  return places.map((place) => {
    const number = lead.phone_hidden ? null : lead[place];
    if (number === null && !lead.phone_hidden) return { place, number, whyNot: words('crm.text.noPhone') };
    return { place, number, whyNot: whyNotNow(wayOf(place, 'text')) };
  });
}
