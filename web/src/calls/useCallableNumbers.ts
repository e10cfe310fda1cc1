import type { Lead } from '@crm/contracts/entities/lead.js';
import { useCallMessages } from '../i18n/calls.en.js';
import type { useMayContact } from '../leads/permission/useMayContact.js';
import { useDenialReason } from '../leads/permission/useDenialReason.js';

/** A lead's number for calls; without a denial reason, it can be called now. */
export interface CallableNumber {
  place: 'phone' | 'second_phone';
  /** Null where the status hides it. */
  number: string | null;
  denialReason: string | undefined;
}

/** A lead's numbers, and why and until when one may not be called; the server checks again when a call is placed. */
export function useCallableNumbers(
  lead: Lead,
  { zones, wayOf }: Pick<ReturnType<typeof useMayContact>, 'zones' | 'wayOf'>,
): CallableNumber[] {
  const translate = useCallMessages();
  const currentDenialReason = useDenialReason(zones);
  const places = (['phone', 'second_phone'] as const).filter(
    (place) => place === 'phone' || lead.second_phone !== null,
  );
  return places.map((place) => {
    const number = lead.phone_hidden ? null : lead[place];
    const way = wayOf(place, 'call');
    if (way.allowed && number === null)
      return { place, number, denialReason: translate('crm.calls.hiddenNumber') };
    return { place, number, denialReason: currentDenialReason(way) };
  });
}
