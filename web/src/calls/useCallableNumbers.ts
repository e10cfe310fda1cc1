import type { Lead } from '@crm/contracts/entities/lead.js';
import { useCallWords } from '../i18n/calls.en.js';
import type { useMayContact } from '../leads/permission/useMayContact.js';
import { useWhyNotNow } from '../leads/permission/useWhyNotNow.js';

/** A number of a lead for the call centre; without a reason against it, it may be called now. */
export interface CallableNumber {
  place: 'phone' | 'second_phone';
  /** Null where the status hides it. */
  number: string | null;
  whyNot: string | undefined;
}

/** The numbers of a lead, and why and until when one may not be called; the server is asked again when it is. */
export function useCallableNumbers(
  lead: Lead,
  { zones, wayOf }: ReturnType<typeof useMayContact>,
): CallableNumber[] {
  const words = useCallWords();
  const whyNotNow = useWhyNotNow(zones);
  const places = (['phone', 'second_phone'] as const).filter(
    (place) => place === 'phone' || lead.second_phone !== null,
  );
  return places.map((place) => {
    const number = lead.phone_hidden ? null : lead[place];
    const way = wayOf(place, 'call');
    if (way.allowed && number === null) return { place, number, whyNot: words('crm.calls.hiddenNumber') };
    return { place, number, whyNot: whyNotNow(way) };
  });
}
